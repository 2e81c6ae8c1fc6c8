// SPDX-License-Identifier: Apache-2.0
// Fields that are read alike in both protocols: compressed numbers, timestamps, Context ID.
#include "reading.h"

uint32_t read_little_endian(struct reading *r, unsigned bytes) {
  uint32_t value = 0;
  for (unsigned i = 0; i < bytes; i++) value |= (uint32_t)next(r) << 8 * i;
  return value;
}

const char *read_aligned(struct packet *k, uint32_t bits, uint8_t byte) {
  if (byte & 0x20) {  // 0x1aaaaa
    k->isa = ISA_JAZELLE;
    k->address = bits | (uint32_t)(byte & 0x1F) << 27;
  } else if (byte & 0x10) {  // 0x01aaaa
    k->isa = ISA_THUMB;
    k->address = (bits | (uint32_t)(byte & 0x0F) << 27) << 1;
  } else if (byte & 0x08) {  // 0x001aaa
    k->isa = ISA_ARM;
    k->address = (bits | (uint32_t)(byte & 0x07) << 27) << 2;
  } else {
    return "fifth address byte: expected an alignment marker, bits 5:3 = 1xx, 01x or 001";
  }
  return NULL;
}

uint64_t from_gray(uint64_t gray) {
  for (int shift = 1; shift < 64; shift *= 2) gray ^= gray >> shift;
  return gray;
}

// Low bytes first, 7 bits each. The last byte of a full one holds the rest: 6 bits of 48, 8 bits of 64.
uint64_t read_coded_time(struct reading *r, struct packet *k, unsigned full, uint64_t last) {
  unsigned width = 0, last_width = full == 7 ? 6 : 8;
  uint64_t coded = 0;
  bool more = true;
  while (more && width < 7u * (full - 1)) {
    uint8_t byte = next(r);
    coded |= (uint64_t)(byte & 0x7F) << width;
    width += 7;
    more = byte & 0x80;
  }
  if (more) {
    uint8_t byte = next(r);
    if (byte >> last_width) r->bad = "seventh timestamp byte: expected bits 7:6 = 0";
    coded |= (uint64_t)byte << width;
  } else {
    coded |= last >> width << width;
  }
  k->timestamp_bytes = (uint8_t)(width / 7 + more);
  return coded;
}
