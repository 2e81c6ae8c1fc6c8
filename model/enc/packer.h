// SPDX-License-Identifier: Apache-2.0
// The box packer: makes 64-bit words of chunks (docs/pipeline.md#packer). unit.c calls packer_step in each clock in
// which the packer accepts a chunk. Counts are in bytes.
#ifndef PACKER_H
#define PACKER_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

struct packer {
  uint64_t residue;  // first byte in the lowest bits; unused bytes are 0
  uint8_t count;     // bytes in `residue`, 0 to 7
};

// Accepts a chunk. True if *word is full and must be pushed. Otherwise *word is not written.
static inline bool packer_step(struct packer *p, const struct chunk *c, uint64_t *word) {
  uint64_t filled = p->residue | c->bytes << 8 * p->count;
  unsigned count = (unsigned)p->count + c->length;
  if (count < 8) {
    p->residue = filled;
    p->count = (uint8_t)count;
    return false;
  }
  *word = filled;
  // If the residue was empty, the chunk is the whole word. A shift by 64, which C does not define, would be needed.
  p->residue = p->count ? c->bytes >> 8 * (8 - p->count) : 0;
  p->count = (uint8_t)(count - 8);
  return true;
}

#endif
