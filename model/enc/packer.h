// SPDX-License-Identifier: Apache-2.0
// packer: makes 64-bit words of chunks. (docs/pipeline.md#packer)
#ifndef PACKER_H
#define PACKER_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

struct packer {
  uint64_t residue;  // first byte lowest, unused bytes 0
  uint8_t count;     // bytes in it, 0 to 7
};

// Accepts a chunk. True if *word is full and to be pushed; *word is not written otherwise.
static inline bool packer_step(struct packer *p, const struct chunk *c, uint64_t *word) {
  uint64_t filled = p->residue | c->bytes << 8 * p->count;
  unsigned count = (unsigned)p->count + c->length;
  if (count < 8) {
    p->residue = filled;
    p->count = (uint8_t)count;
    return false;
  }
  *word = filled;
  // With nothing held before, the chunk is the word and a shift by 64 would be needed to see that nothing is left.
  p->residue = p->count ? c->bytes >> 8 * (8 - p->count) : 0;
  p->count = (uint8_t)(count - 8);
  return true;
}

#endif
