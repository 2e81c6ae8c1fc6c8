// SPDX-License-Identifier: Apache-2.0
// What the packet readers of PFT and ETMv3 share. A reader looks at bytes in order and says how many it has seen; if
// those were not all there yet, nothing has happened and it is asked again with more. So packets inside a buffer are
// read in place, packets that straddle two from a copy, by the same code. Used inside model/dec only.
#ifndef READING_H
#define READING_H

#include <stdbool.h>
#include <stdint.h>

#include "packet.h"

struct reading {
  const uint8_t *bytes;
  unsigned seen;
  const char *bad;  // what was expected of the last byte seen
};

static inline uint8_t next(struct reading *r) { return r->bytes[r->seen++]; }

// How many high bits of an address are unknown, if `known` were known and the packet has `read` of them.
static inline uint8_t unknown_of(unsigned known, unsigned read) {
  return (uint8_t)(32 - (read > known ? read : known));
}

uint32_t read_little_endian(struct reading *r, unsigned bytes);

// The fifth address byte, bit 7 being 0, tells the alignment; `bits` are the 27 address bits before it. Sets the
// packet's address and instruction set (Thumb, were it ThumbEE too). Returns what was expected of it, or NULL if it is
// good.
const char *read_aligned(struct packet *k, uint32_t bits, uint8_t byte);

// The bytes behind a timestamp's header, `full` (7 or 9) of them at most; what is not sent is as in `last`. Returns the
// value as coded, and in `k` how many bytes there were.
uint64_t read_coded_time(struct reading *r, struct packet *k, unsigned full, uint64_t last);
uint64_t from_gray(uint64_t gray);

#endif
