// SPDX-License-Identifier: Apache-2.0
// RESETn: low at first, and again at random clocks of the run, or where the host script resets the DUT. Repeats for a
// seed.
#ifndef RESETS_H
#define RESETS_H

#include <stdbool.h>
#include <stdint.h>

#include "rng.h"

struct resets {
  struct rng rng;
  uint32_t wanted;
  bool is_requested;  // one begins in the next clock
  uint32_t left;      // clocks for which RESETn stays low
  uint64_t count;     // of those begun, without the first
  uint64_t at;        // clock of the next
  uint64_t every;     // one in as many clocks
};

// `clocks`: how long the run will be, about.
void resets_start(struct resets *r, uint32_t wanted, uint64_t seed, uint64_t clocks);

// At the edge of a clock: RESETn of the next. True if a reset begins.
bool resets_step(struct resets *r, uint64_t clock, bool *resetn);

#endif
