// SPDX-License-Identifier: Apache-2.0
// emit: how to say it, one chunk per clock. (docs/pipeline.md 6)
#ifndef EMIT_H
#define EMIT_H

#include <stdbool.h>
#include <stddef.h>

#include "pft_bytes.h"

struct emit {
  struct chunk chunk;   // if `valid`
  uint64_t rest;        // what of a record did not fit the chunk
  uint8_t rest_length;  // 0 to 8
  bool valid;
};

static inline bool emit_free(const struct emit *e, bool packer_ready) { return !e->valid || packer_ready; }
static inline bool emit_ready(const struct emit *e, bool packer_ready) {
  return emit_free(e, packer_ready) && e->rest_length == 0;
}

// One clock in which the chunk register is free; `record` is NULL if there is none, and looked at only if there is no
// rest.
static inline void emit_step(struct emit *e, const struct record *record) {
  if (e->rest_length) {
    e->chunk = (struct chunk){.bytes = e->rest, .length = e->rest_length};
    e->rest_length = 0;
    return;
  }
  e->valid = record != NULL;
  if (!record) return;
  const struct wire w = pft_wire(record);
  e->chunk = (struct chunk){.bytes = w.low, .length = w.length < 8 ? w.length : 8, .mark = record->mark};
  e->rest = w.high;
  e->rest_length = (uint8_t)(w.length - e->chunk.length);
}

#endif
