// SPDX-License-Identifier: Apache-2.0
// What the ETM's front has seen and no entry has told yet: P-headers, and behind them what the collector holds.
// (docs/pipeline-etm3.md#held)
#ifndef ETM3_PENDING_H
#define ETM3_PENDING_H

#include <stdbool.h>
#include <stdint.h>

#include "etm3_phdr.h"
#include "settings.h"
#include "slot.h"

struct etm3_atoms {
  bool any;
  struct place first;  // if any: the instruction of the first
};

// P-headers and the atoms in them.
struct etm3_held_atoms {
  struct etm3_headers headers;
  struct etm3_atoms atoms;
};

struct etm3_pending {
  struct etm3_held_atoms held;
  struct etm3_phdr phdr;        // the collector
  struct etm3_atoms collected;  // those in it
  uint8_t cycles;               // that are in both; 0 if not cycle accurate
  uint8_t instructions;         // that are in both, for statistics alone
};

// Cycle accurate: a clock without an instruction, with two; an instruction of a clock that was told.
void etm3_pending_idle(struct etm3_pending *u);
void etm3_pending_dual(struct etm3_pending *u, const struct slot *first, const struct slot *second);
void etm3_pending_bare(struct etm3_pending *u, const struct settings *s, const struct slot *slot);
// Always: an instruction, in a clock of its own if cycle accurate.
void etm3_pending_single(struct etm3_pending *u, const struct settings *s, const struct slot *slot);
// Nothing more may join what is collected.
void etm3_pending_flush(struct etm3_pending *u);
// The P-headers that are held were taken; what is collected stays.
void etm3_pending_taken(struct etm3_pending *u, const struct settings *s);

#endif
