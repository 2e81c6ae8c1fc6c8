// SPDX-License-Identifier: Apache-2.0
// Steps the model once in each clock, and finds the first difference from the unit.
#include "reference.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "unit.h"

enum { BEAT = 8 };  // in bytes

struct reference {
  const struct config *config;
  struct unit unit;
  struct difference difference;
  uint64_t lost_before;  // lost items before the last reset, which clears the count of the model
  uint8_t bytes[(AFTERMATH + 2) * BEAT];
  size_t count;
};

struct reference *reference_open(const struct config *config) {
  struct reference *c = error_memory(calloc(1, sizeof *c));
  c->config = config;
  unit_reset(&c->unit, config);
  return c;
}

void reference_close(struct reference *c) { free(c); }

// All outputs except the last two have one byte each and are next to each other.
enum { SMALL_OUTPUTS = offsetof(struct ports_out, atid) + 1 };
_Static_assert(SMALL_OUTPUTS == 12, "expected every output but PRDATA and ATDATA in front of them, a byte each");

static bool same(const struct ports_out *a, const struct ports_out *b) {
  return memcmp(a, b, SMALL_OUTPUTS) == 0 && a->atdata == b->atdata && a->prdata == b->prdata;
}

static void append(struct reference *c, const struct ports_out *out) {
  uint64_t data = out->atdata;
  for (unsigned i = 0; i <= out->atbytes && c->count < sizeof c->bytes; i++, data >>= 8) {
    c->bytes[c->count++] = (uint8_t)data;
  }
}

void reference_reset(struct reference *c) {
  c->lost_before += c->unit.stats.lost;
  unit_reset(&c->unit, c->config);
}

bool reference_clock(struct reference *c, const struct pins *pins, uint64_t clock, uint64_t sent) {
  struct ports_out model;
  if (!pins->in.resetn) reference_reset(c);
  unit_outputs(&c->unit, &model);
  const bool first = !c->difference.found && !same(&pins->out, &model);
  if (first) {
    c->difference = (struct difference){
        .found = true, .clock = clock, .sent = sent, .in = pins->in, .unit = pins->out, .model = model};
  }
  if (c->difference.found && model.atvalid && pins->in.atready && pins->in.atclken) append(c, &model);
  unit_step(&c->unit, &pins->in);
  return first;
}

const struct difference *reference_difference(const struct reference *c) { return &c->difference; }

struct reference_counts reference_counts(const struct reference *c) {
  const struct unit *u = &c->unit;
  return (struct reference_counts){.lost = c->lost_before + u->stats.lost,
                                   .queue = storage_held(&u->queue.is),
                                   .fifo = storage_held(&u->fifo.is) * (unsigned)sizeof *u->fifo.at};
}

const uint8_t *reference_bytes(const struct reference *c, size_t *count) {
  *count = c->count;
  return c->bytes;
}
