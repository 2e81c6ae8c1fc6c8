// SPDX-License-Identifier: Apache-2.0
// The box emit: one chunk of a record per clock (docs/pipeline.md#emit). In a clock in which emit_free is true, unit.c
// calls emit_rest if there is a rest, otherwise emit_record. Lengths are in bytes.
#ifndef EMIT_H
#define EMIT_H

#include <stdbool.h>
#include <stddef.h>

#include "wire.h"

struct emit {
  struct chunk chunk;   // if `valid`
  uint64_t rest;        // the part of the record that did not fit into the chunk
  uint8_t rest_length;  // 0 to 8
  bool valid;
};

static inline bool emit_free(const struct emit *e, bool packer_ready) { return !e->valid || packer_ready; }
static inline bool emit_ready(const struct emit *e, bool packer_ready) {
  return emit_free(e, packer_ready) && e->rest_length == 0;
}

// One clock in which the chunk register is free and there is a rest.
static inline void emit_rest(struct emit *e) {
  e->chunk = (struct chunk){.bytes = e->rest, .length = e->rest_length};
  e->rest_length = 0;
}

// One clock in which emit is ready: takes the bytes of a record, with its mark.
static inline void emit_record(struct emit *e, const struct wire *w, bool mark) {
  e->chunk = (struct chunk){.bytes = w->low, .length = w->length < 8 ? w->length : 8, .mark = mark};
  e->rest = w->high;
  e->rest_length = (uint8_t)(w->length - e->chunk.length);
  e->valid = true;
}

#endif
