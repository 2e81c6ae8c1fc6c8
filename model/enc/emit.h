// SPDX-License-Identifier: Apache-2.0
// emit: how to say it, one chunk per clock. (docs/pipeline.md 6)
#ifndef EMIT_H
#define EMIT_H

#include <stdbool.h>
#include <stddef.h>

#include "pft_bytes.h"

struct emit {
  struct chunk chunk;  // if `valid`
  bool valid;
};

static inline bool emit_ready(const struct emit *e, bool packer_ready) { return !e->valid || packer_ready; }

// One clock in which emit is ready; `record` is NULL if there is none.
static inline void emit_step(struct emit *e, const struct record *record) {
  e->valid = record != NULL;
  if (record) e->chunk = pft_chunk(record);
}

#endif
