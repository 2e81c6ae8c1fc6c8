// SPDX-License-Identifier: Apache-2.0
// What is held for the next entry, and what of it may still be joined.
#include "etm3_pending.h"

#include <stddef.h>

static inline void join(struct etm3_atoms *to, const struct place *first) {
  if (!to->any) *to = (struct etm3_atoms){true, *first};
}

// The collector took `slot`, if that is not NULL, and put P-headers behind the `before` that were held. If it put any,
// the atoms that it had are in them; the new one is, too, unless it is collected.
static inline void settle(struct etm3_pending *u, unsigned before, const struct slot *slot) {
  struct etm3_held_atoms *held = &u->held;
  if (held->headers.count > before) {
    if (u->collected.any) join(&held->atoms, &u->collected.first);
    u->collected.any = false;
  }
  if (slot) join(etm3_phdr_atoms(&u->phdr) ? &u->collected : &held->atoms, &slot->at);
}

void etm3_pending_idle(struct etm3_pending *u) {
  const unsigned before = u->held.headers.count;
  etm3_phdr_idle(&u->phdr, &u->held.headers);
  settle(u, before, NULL);
  u->cycles++;
}

void etm3_pending_dual(struct etm3_pending *u, const struct slot *first, const struct slot *second) {
  const unsigned before = u->held.headers.count;
  etm3_phdr_dual(&u->phdr, first->passed, second->passed, &u->held.headers);
  settle(u, before, first);
  u->cycles++;
  u->instructions = (uint8_t)(u->instructions + 2);
}

void etm3_pending_single(struct etm3_pending *u, const struct settings *s, const struct slot *slot) {
  const unsigned before = u->held.headers.count;
  etm3_phdr_single(&u->phdr, s, slot->passed, &u->held.headers);
  settle(u, before, slot);
  if (cycle_accurate(s)) u->cycles++;
  u->instructions++;
}

void etm3_pending_bare(struct etm3_pending *u, const struct settings *s, const struct slot *slot) {
  const unsigned before = u->held.headers.count;
  etm3_phdr_bare(&u->phdr, s, slot->passed, &u->held.headers);
  settle(u, before, slot);
  u->cycles = (uint8_t)(u->cycles + !etm3_bare(s));
  u->instructions++;
}

void etm3_pending_flush(struct etm3_pending *u) {
  const unsigned before = u->held.headers.count;
  etm3_phdr_flush(&u->phdr, &u->held.headers);
  settle(u, before, NULL);
}

void etm3_pending_taken(struct etm3_pending *u, const struct settings *s) {
  u->held = (struct etm3_held_atoms){0};
  u->cycles = cycle_accurate(s) ? u->phdr.count : 0;
  u->instructions = (uint8_t)etm3_phdr_atoms(&u->phdr);
}
