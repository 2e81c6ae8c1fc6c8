// SPDX-License-Identifier: Apache-2.0
// Fields that PFT and ETMv3 encode in the same way: compressed numbers, timestamps, Context ID.
#include "reading.h"

uint32_t read_little_endian(struct reading *r, unsigned bytes) {
  uint32_t value = 0;
  for (unsigned i = 0; i < bytes; i++) value |= (uint32_t)next(r) << 8 * i;
  return value;
}

const char *read_aligned(struct packet *packet, const struct address_reference *last, uint8_t byte) {
  const uint32_t bits = packet->address;  // the 27 address bits before this byte
  if (byte & 0x20) {                      // 0x1aaaaa
    packet->isa = ISA_JAZELLE;
    packet->address = bits | (uint32_t)(byte & 0x1F) << 27;
  } else if (byte & 0x10) {  // 0x01aaaa
    packet->isa = last->alt_isa ? ISA_THUMBEE : ISA_THUMB;
    packet->address = (bits | (uint32_t)(byte & 0x0F) << 27) << 1;
  } else if (byte & 0x08) {  // 0x001aaa
    packet->isa = ISA_ARM;
    packet->address = (bits | (uint32_t)(byte & 0x07) << 27) << 2;
  } else {
    return "fifth address byte: expected an alignment marker, bits 5:3 = 1xx, 01x or 001";
  }
  return NULL;
}

static uint64_t from_gray(uint64_t gray) {
  for (int shift = 1; shift < 64; shift *= 2) gray ^= gray >> shift;
  return gray;
}

// Low bytes first, 7 bits each. The last byte of a full timestamp has the rest: 6 bits of 48, 8 bits of 64.
static uint64_t read_coded_time(struct reading *r, const struct decoder *decoder, struct packet *packet) {
  const unsigned full = decoder->timestamp_bytes, last_width = full == 7 ? 6 : 8;
  unsigned width = 0;
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
    coded |= decoder->known.last_timestamp >> width << width;
  }
  packet->timestamp_bytes = (uint8_t)(width / 7 + more);
  return coded;
}

void read_timestamp(struct reading *r, struct decoder *decoder, struct packet *packet) {
  packet->clock_change = r->bytes[0] & 0x04;  // R
  decoder->coded = read_coded_time(r, decoder, packet);
  packet->unknown_bits = !decoder->known.stamped && packet->timestamp_bytes < decoder->timestamp_bytes;
  packet->timestamp = decoder->gray ? from_gray(decoder->coded) : decoder->coded;
}
