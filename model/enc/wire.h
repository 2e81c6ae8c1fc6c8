// SPDX-License-Identifier: Apache-2.0
// The bytes of one record, and what PFT and ETMv3 share: little-endian bytes and timestamps (IHI 0035B 4.5.9, IHI 0014Q
// 7.7.4). Lengths are in bytes. The functions keep no state.
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "settings.h"

// The bytes of a record: the first in the lowest bits; unused bytes are 0.
struct wire {
  uint64_t low, high;
  uint8_t length;  // 0 to 16
};

struct chunk {
  uint64_t bytes;  // first byte in the lowest bits; unused bytes are 0
  uint8_t length;  // 0 to 8
  bool mark;
};

// Appends the lowest `count` bytes of `bytes`, 0 to 8. All higher bytes must be 0.
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

// The code of a timestamp in natural binary: 48 or 64 bits, binary or Gray.
uint64_t wire_stamp(const struct settings *s, uint64_t stamp);
// The number of bytes of the coded timestamp `to` if the receiver knows `from`: 1 to 7, or to 9 with 64 bits.
// wire_stamp_full: of a full timestamp.
unsigned wire_stamp_bytes(uint64_t to, uint64_t from);
unsigned wire_stamp_full(const struct settings *s);
// Appends `bytes` bytes of a coded timestamp.
void wire_put_stamp(struct wire *w, uint64_t stamp, unsigned bytes);

// The trace bytes of an encoder without clocks. They start as {0} and grow as needed. The caller frees `at`.
struct trace_bytes {
  uint8_t *at;
  size_t count, room;
};

// Appends the bytes of a record. If there is no memory, the program ends with exit code 2.
void trace_bytes_append(struct trace_bytes *to, const struct wire *wire);

#endif
