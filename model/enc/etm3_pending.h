// SPDX-License-Identifier: Apache-2.0
// What the ETM's front has seen and no entry has told yet: P-headers, and behind them what the collector holds.
// (docs/pipeline-etm3.md#held)
#ifndef ETM3_PENDING_H
#define ETM3_PENDING_H

#include <stdbool.h>
#include <stddef.h>
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

static inline void pending_join(struct etm3_atoms *to, const struct place *first) {
  if (!to->any) *to = (struct etm3_atoms){true, *first};
}

// The collector took `slot`, if that is not NULL, and put P-headers behind the `before` that were held. If it put any,
// the atoms that it had are in them; the new one is, too, unless it is collected.
static inline void pending_settle(struct etm3_pending *u, unsigned before, const struct slot *slot) {
  struct etm3_held_atoms *held = &u->held;
  if (held->headers.count > before) {
    if (u->collected.any) pending_join(&held->atoms, &u->collected.first);
    u->collected.any = false;
  }
  if (slot) pending_join(etm3_phdr_atoms(&u->phdr) ? &u->collected : &held->atoms, &slot->at);
}

// Cycle accurate: a clock without an instruction.
static inline void etm3_pending_idle(struct etm3_pending *u) {
  const unsigned before = u->held.headers.count;
  etm3_phdr_idle(&u->phdr, &u->held.headers);
  pending_settle(u, before, NULL);
  u->cycles++;
}

// Cycle accurate: a clock with two.
static inline void etm3_pending_dual(struct etm3_pending *u, const struct slot *first, const struct slot *second) {
  const unsigned before = u->held.headers.count;
  etm3_phdr_dual(&u->phdr, first->passed, second->passed, &u->held.headers);
  pending_settle(u, before, first);
  u->cycles++;
  u->instructions = (uint8_t)(u->instructions + 2);
}

// Always: an instruction, in a clock of its own if cycle accurate.
static inline void etm3_pending_single(struct etm3_pending *u, const struct settings *s, const struct slot *slot) {
  const unsigned before = u->held.headers.count;
  etm3_phdr_single(&u->phdr, s, slot->passed, &u->held.headers);
  pending_settle(u, before, slot);
  if (cycle_accurate(s)) u->cycles++;
  u->instructions++;
}

// Cycle accurate: an instruction of a clock that was told.
static inline void etm3_pending_bare(struct etm3_pending *u, const struct settings *s, const struct slot *slot) {
  const unsigned before = u->held.headers.count;
  etm3_phdr_bare(&u->phdr, s, slot->passed, &u->held.headers);
  pending_settle(u, before, slot);
  u->cycles = (uint8_t)(u->cycles + !etm3_bare(s));
  u->instructions++;
}

// Nothing more may join what is collected.
static inline void etm3_pending_flush(struct etm3_pending *u) {
  const unsigned before = u->held.headers.count;
  etm3_phdr_flush(&u->phdr, &u->held.headers);
  pending_settle(u, before, NULL);
}

// The P-headers that are held were taken; what is collected stays.
static inline void etm3_pending_taken(struct etm3_pending *u, const struct settings *s) {
  u->held = (struct etm3_held_atoms){0};
  u->cycles = cycle_accurate(s) ? u->phdr.count : 0;
  u->instructions = (uint8_t)etm3_phdr_atoms(&u->phdr);
}

#endif
