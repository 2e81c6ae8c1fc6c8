// SPDX-License-Identifier: Apache-2.0
// What is held for the next entry, and what of it may still be joined.
#include "etm3_pending.h"

#include <stddef.h>

static void join(struct etm3_atoms *to, const struct etm3_atoms *more) {
  if (more->any && !to->any) *to = *more;
}

// The collector gave the P-headers `out` when it took `slot`, if that is not NULL. If it gave any, the atoms that it
// had are in them; the new one is, too, unless it is collected.
static void settle(struct etm3_pending *u, const struct etm3_headers *out, const struct slot *slot) {
  struct etm3_held_atoms *held = &u->held;
  for (unsigned i = 0; i < out->count; i++) held->headers.at[held->headers.count++] = out->at[i];
  if (out->count) {
    join(&held->atoms, &u->collected);
    u->collected.any = false;
  }
  if (!slot) return;
  const struct etm3_atoms new = {true, slot->at};
  join(etm3_phdr_atoms(&u->phdr) ? &u->collected : &held->atoms, &new);
}

void etm3_pending_idle(struct etm3_pending *u) {
  struct etm3_headers out = {0};
  etm3_phdr_idle(&u->phdr, &out);
  settle(u, &out, NULL);
  u->cycles++;
}

void etm3_pending_dual(struct etm3_pending *u, const struct slot *first, const struct slot *second) {
  struct etm3_headers out = {0};
  etm3_phdr_dual(&u->phdr, first->passed, second->passed, &out);
  settle(u, &out, first);
  u->cycles++;
  u->instructions = (uint8_t)(u->instructions + 2);
}

void etm3_pending_single(struct etm3_pending *u, const struct settings *s, const struct slot *slot) {
  struct etm3_headers out = {0};
  etm3_phdr_single(&u->phdr, s, slot->passed, &out);
  settle(u, &out, slot);
  u->cycles = (uint8_t)(u->cycles + cycle_accurate(s));
  u->instructions++;
}

void etm3_pending_bare(struct etm3_pending *u, const struct settings *s, const struct slot *slot) {
  struct etm3_headers out = {0};
  etm3_phdr_bare(&u->phdr, s, slot->passed, &out);
  settle(u, &out, slot);
  u->cycles = (uint8_t)(u->cycles + !etm3_bare(s));
  u->instructions++;
}

void etm3_pending_flush(struct etm3_pending *u) {
  struct etm3_headers out = {0};
  etm3_phdr_flush(&u->phdr, &out);
  settle(u, &out, NULL);
}

struct etm3_held_atoms etm3_pending_take(struct etm3_pending *u, const struct settings *s) {
  const struct etm3_held_atoms taken = u->held;
  u->held = (struct etm3_held_atoms){0};
  u->cycles = cycle_accurate(s) ? u->phdr.count : 0;
  u->instructions = (uint8_t)etm3_phdr_atoms(&u->phdr);
  return taken;
}
