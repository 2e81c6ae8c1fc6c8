// SPDX-License-Identifier: Apache-2.0
// What the ETM's front has sampled and no entry contains yet: P-headers, and after them the contents of the collector
// (docs/pipeline-etm3.md#held). It starts as {0}. In each traced clock, the front calls etm3_pending_idle, _dual,
// _single or _bare, and etm3_pending_taken when an entry takes the P-headers.
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
  struct place first;  // if any: the instruction of the first atom
};

// P-headers, and the atoms in them.
struct etm3_held_atoms {
  struct etm3_headers headers;
  struct etm3_atoms atoms;
};

struct etm3_pending {
  struct etm3_held_atoms held;
  struct etm3_phdr phdr;        // the collector
  struct etm3_atoms collected;  // the atoms in the collector
  uint8_t cycles;               // cycles in both; 0 without cycle-accurate mode
  uint8_t instructions;         // instructions in both; only for statistics
};

static inline void pending_join(struct etm3_atoms *to, const struct place *first) {
  if (!to->any) *to = (struct etm3_atoms){true, *first};
}

// Called after the collector has taken `slot`, or no instruction if that is NULL. There were `before` P-headers. If
// there are more now, the collected atoms are in them. The new atom is in them too, unless it is collected.
static inline void pending_settle(struct etm3_pending *u, unsigned before, const struct slot *slot) {
  struct etm3_held_atoms *held = &u->held;
  if (held->headers.count > before) {
    if (u->collected.any) pending_join(&held->atoms, &u->collected.first);
    u->collected.any = false;
  }
  if (slot) pending_join(etm3_phdr_atoms(&u->phdr) ? &u->collected : &held->atoms, &slot->at);
}

// Cycle-accurate mode: a clock without an instruction.
static inline void etm3_pending_idle(struct etm3_pending *u) {
  const unsigned before = u->held.headers.count;
  etm3_phdr_idle(&u->phdr, &u->held.headers);
  pending_settle(u, before, NULL);
  u->cycles++;
}

// Cycle-accurate mode: a clock with two instructions.
static inline void etm3_pending_dual(struct etm3_pending *u, const struct slot *first, const struct slot *second) {
  const unsigned before = u->held.headers.count;
  etm3_phdr_dual(&u->phdr, first->passed, second->passed, &u->held.headers);
  pending_settle(u, before, first);
  u->cycles++;
  u->instructions = (uint8_t)(u->instructions + 2);
}

// Both modes: an instruction. In cycle-accurate mode, it has a clock of its own.
static inline void etm3_pending_single(struct etm3_pending *u, const struct settings *s, const struct slot *slot) {
  const unsigned before = u->held.headers.count;
  etm3_phdr_single(&u->phdr, s, slot->passed, &u->held.headers);
  pending_settle(u, before, slot);
  if (cycle_accurate(s)) u->cycles++;
  u->instructions++;
}

// Cycle-accurate mode: an instruction of a clock that is already encoded.
static inline void etm3_pending_bare(struct etm3_pending *u, const struct settings *s, const struct slot *slot) {
  const unsigned before = u->held.headers.count;
  etm3_phdr_bare(&u->phdr, s, slot->passed, &u->held.headers);
  pending_settle(u, before, slot);
  u->cycles = (uint8_t)(u->cycles + !etm3_bare(s));
  u->instructions++;
}

// Completes a P-header of the collected atoms.
static inline void etm3_pending_flush(struct etm3_pending *u) {
  const unsigned before = u->held.headers.count;
  etm3_phdr_flush(&u->phdr, &u->held.headers);
  pending_settle(u, before, NULL);
}

// An entry has taken the P-headers. Collected atoms stay.
static inline void etm3_pending_taken(struct etm3_pending *u, const struct settings *s) {
  u->held = (struct etm3_held_atoms){0};
  u->cycles = cycle_accurate(s) ? u->phdr.count : 0;
  u->instructions = (uint8_t)etm3_phdr_atoms(&u->phdr);
}

#endif
