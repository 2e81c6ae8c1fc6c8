// SPDX-License-Identifier: Apache-2.0
// Queue and FIFO: the pointers of a memory of 2^n items with a registered head (docs/pipeline.md#storage). In each
// clock, unit.c writes the pushed item to the slot of wptr, and calls storage_step.
#ifndef STORAGE_H
#define STORAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "etm3_entry.h"
#include "pft_entry.h"

struct storage {
  uint16_t wptr, rptr;  // never reset; modulo 2^16, a multiple of every depth
  uint16_t depth;       // items, a power of two
  bool head_valid;
};

static inline bool storage_full(const struct storage *s) { return (uint16_t)(s->wptr - s->rptr) == s->depth; }
static inline unsigned storage_held(const struct storage *s) { return (uint16_t)(s->wptr - s->rptr); }
static inline bool storage_empty(const struct storage *s) { return s->wptr == s->rptr; }
static inline uint16_t storage_slot(const struct storage *s, uint16_t pointer) {
  return pointer & (uint16_t)(s->depth - 1);
}

// One clock. A pushed item has been written to the slot of wptr. The head becomes valid one clock after the pointers
// indicate an item, because it is read from the memory before the write.
static inline void storage_step(struct storage *s, bool push, bool pop) {
  s->rptr = (uint16_t)(s->rptr + pop);
  s->head_valid = s->rptr != s->wptr;
  s->wptr = (uint16_t)(s->wptr + push);
}

#define QUEUE_ROOM 64  // entries in the largest build

struct queue {
  struct storage is;
  union {  // of a PTM, of an ETM
    struct pft_entry pft_at[QUEUE_ROOM];
    struct etm3_entry etm3_at[QUEUE_ROOM];
  };
};

#define FIFO_ROOM 512  // words in the largest build

struct fifo {
  struct storage is;
  uint64_t at[FIFO_ROOM];
};

#endif
