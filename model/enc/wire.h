// SPDX-License-Identifier: Apache-2.0
// Trace bytes of one record, and how they are put together. What is the same in PFT and ETMv3 and belongs to no packet
// alone: little-endian bytes and timestamps (IHI 0035B 4.5.9, IHI 0014Q 7.7.4).
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stdint.h>

#include "settings.h"

// The bytes of a record: first byte lowest, unused bytes 0.
struct wire {
  uint64_t low, high;
  uint8_t length;  // 0 to 16
};

struct chunk {
  uint64_t bytes;  // first byte lowest, unused bytes 0
  uint8_t length;  // 0 to 8
  bool mark;
};

// Puts the lowest `count` bytes of `bytes`, 0 to 8, behind what is there; those above are 0.
static inline void wire_put(struct wire *w, uint64_t bytes, unsigned count) {
  const unsigned at = 8 * w->length;
  if (at == 0) {
    w->low = bytes;
  } else if (at < 64) {
    w->low |= bytes << at;
    w->high |= bytes >> (64 - at);
  } else {
    w->high |= bytes << (at - 64);
  }
  w->length = (uint8_t)(w->length + count);
}

// A timestamp in natural binary as it is coded: 48 or 64 bits, binary or Gray.
uint64_t wire_stamp(const struct settings *s, uint64_t stamp);
// Bytes of the coded timestamp `to` when the receiver knows `from`: 1 to 7, or to 9 of 64 bits; and of any, in full.
unsigned wire_stamp_bytes(uint64_t to, uint64_t from);
unsigned wire_stamp_full(const struct settings *s);
// `bytes` bytes of a coded timestamp.
void wire_put_stamp(struct wire *w, uint64_t stamp, unsigned bytes);

#endif
