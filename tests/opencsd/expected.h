// SPDX-License-Identifier: Apache-2.0
// The list of instructions that OpenCSD must give of a trace, item by item: ours, but for what OpenCSD 1.3.3 is known
// to make of some packets. Nothing is tolerated: what it misses, adds or takes for something else is foreseen, each for
// a named reason (expected_pft.c, expected_etm3.c).
#ifndef EXPECTED_H
#define EXPECTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "stim.h"

// `count` instructions at [start, end), all ARM or all Thumb; of none there is no memory at `start`.
struct range {
  uint32_t start, end, count;
  bool thumb;
  bool passed;  // the last one did (E); said of one instruction alone
};

struct list {
  struct range *at;
  size_t count, room;
  uint64_t instructions;
};

// Without `each`, two ranges in a row without a gap are one, so that it does not matter where a decoder cuts them.
void list_add(struct list *l, struct range range, bool each);
void *list_grow(void *at, size_t size);  // realloc; exits when out of memory

struct expected {
  struct list list;
  uint64_t ours;           // instructions that Waypoint's decoder reports; of these OpenCSD
  uint64_t missed, wrong;  // does not report, takes for others
  uint64_t kept;           // instructions that OpenCSD reports though they were cancelled
  const char *trouble;     // the trace is not what happened, or our flow and the expectation differ. NULL: none
};

struct expectation {
  bool each;  // OpenCSD reports each instruction by itself
  void (*expect)(struct expected *x, const struct config *config, const struct stim *stim, bool whole, uint8_t *bytes,
                 size_t count);
};

// `whole`: the trace goes from the first to the last of what happened, unless it has gaps. In `bytes`, those are
// changed that would make OpenCSD lose its place, and that report no instruction.
extern const struct expectation expectation_pft, expectation_etm3;

#endif
