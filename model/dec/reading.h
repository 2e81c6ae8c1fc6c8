// SPDX-License-Identifier: Apache-2.0
// What the packet readers of PFT and ETMv3 share, and their entry points. Only model/dec includes this header.
//
// A reader looks at the bytes of a packet in order and counts them in `seen`. If the buffer has fewer bytes, the reader
// changes no state, and decode.c calls it again with more. So the same code reads packets inside a buffer in place, and
// a packet that straddles two buffers from a copy.
#ifndef READING_H
#define READING_H

#include "decode.h"

struct reading {
  const uint8_t *bytes;
  unsigned seen;
  const char *bad;  // what was expected of the last byte seen; NULL: it was valid
};

static inline uint8_t next(struct reading *r) { return r->bytes[r->seen++]; }

// --- fields ---------------------------------------------------------------------------------------------------------

uint32_t read_little_endian(struct reading *r, unsigned bytes);
// Reads the bytes after a timestamp's header. A short timestamp leaves the high bits as in the last one.
void read_timestamp(struct reading *r, struct decoder *decoder, struct packet *packet);

// The number of high address bits that are unknown after a packet with `read` bits, if `known` were known before.
static inline uint8_t unknown_of(unsigned known, unsigned read) {
  return (uint8_t)(32 - (read > known ? read : known));
}

// Reads 1 to 5 address bytes (IHI 0035B 4.5.4, IHI 0014Q 7.3.5) into `k`. If `alternative` is 1, bit 6 of the last of
// two to four bytes is no address bit. Returns the number of bytes. After five bytes, the caller must complete the
// address and the instruction set by read_aligned.
static inline unsigned read_address(const uint8_t *bytes, const struct address_reference *last, unsigned alternative,
                                    struct packet *packet) {
  static const uint8_t alignment[] = {[ISA_ARM] = 2, [ISA_THUMB] = 1, [ISA_THUMBEE] = 1, [ISA_JAZELLE] = 0};
  uint32_t bits = bytes[0] >> 1 & 0x3F;
  // Nearly all packets have one or two bytes, in no predictable order. Arithmetic avoids a branch that is mispredicted.
  unsigned two = bytes[0] >> 7;
  uint32_t second = bytes[1] & -two;
  unsigned count = 1 + two, width = 6 + 7 * two;
  bits |= (second & 0x7F) << 6;
  for (; second & 0x80 && count < 4; second = bytes[count - 1]) {
    bits |= (uint32_t)(bytes[count++] & 0x7F) << width;
    width += 7;
  }
  packet->isa = last->isa;
  if (second & 0x80) {
    count++;
    packet->unknown_bits = 0;
    packet->address = bits;
  } else {
    width -= two & alternative;
    unsigned shift = alignment[packet->isa];
    uint32_t mask = ((1u << width) - 1) << shift;
    packet->unknown_bits = unknown_of(last->known_bits, width + shift);
    packet->address = (last->address & ~mask) | (bits << shift & mask);
  }
  packet->address_bytes = (uint8_t)count;
  return count;
}

// Completes the address and the instruction set from the fifth address byte, whose bit 7 is 0. Returns what was
// expected of an invalid byte, otherwise NULL.
const char *read_aligned(struct packet *packet, const struct address_reference *last, uint8_t byte);

// Bit 6 of the last address byte, if it indicates that information bytes follow.
static inline bool info_follows(const uint8_t *bytes, unsigned count, unsigned alternative) {
  return (count >= 5 - 3 * alternative) & (bytes[count - 1] >> 6 == 1);
}

// --- packets --------------------------------------------------------------------------------------------------------

// Completes `packet`, which starts at the next byte to read and has `length` bytes, and delivers it.
static inline void deliver(struct decoder *decoder, struct packet *packet, uint32_t length) {
  packet->offset = decoder->offset;
  packet->length = length;
  decoder->offset += length;
  decoder->sink(decoder->user, packet);
}

// Delivers an invalid packet, whose first `count` bytes are known, and starts the search for the next A-sync.
void deliver_bad(struct decoder *decoder, const uint8_t *bytes, size_t count, uint32_t length, const char *expected);

static inline void set_atoms(struct packet *packet, const struct packet_header *h) {
  packet->atom_count = h->atom_count;
  packet->atoms = h->atoms;
  packet->cycles = h->cycles;
}

// Delivers the atom packets or P-headers that follow each other, one byte each: nearly all of a trace. Returns the
// bytes read.
static inline size_t read_atoms(struct decoder *decoder, enum packet_kind kind, const uint8_t *bytes, size_t starts) {
  struct packet *k = &decoder->packet[kind];
  const uint64_t offset = decoder->offset;
  size_t used = 0;
  k->length = 1;
  for (const struct packet_header *h; used < starts; used++) {
    h = &decoder->header[bytes[used]];
    if (h->kind != kind) break;
    set_atoms(k, h);
    k->offset = offset + used;
    decoder->sink(decoder->user, k);
  }
  decoder->offset = offset + used;
  return used;
}

// Reads one packet of at most `room` bytes. Returns its length, or 0 if it is longer.
typedef size_t packet_reader(struct decoder *decoder, enum packet_kind kind, const uint8_t *bytes, size_t room);

// Reads packets while they start in the first `starts` bytes, each is no longer than `room`, and the state stays
// DECODE_PACKETS. DECODE_WINDOW bytes are readable from each start. Packets of the kind `atoms` are read by read_atoms
// unless each has a cycle count. All others are read by `read`. Returns the bytes read. An invalid packet counts 1, and
// leaves the decoder in DECODE_SEARCH.
static inline size_t read_packets(struct decoder *decoder, enum packet_kind atoms, packet_reader *read,
                                  const uint8_t *bytes, size_t starts, size_t room) {
  size_t used = 0, size = 1;
  while (size && used < starts && decoder->state == DECODE_PACKETS) {
    if (!decoder->counted) used += read_atoms(decoder, atoms, bytes + used, starts - used);
    if (used == starts) break;
    size = read(decoder, decoder->header[bytes[used]].kind, bytes + used, room);
    used += size;
  }
  return used;
}

// --- protocols ------------------------------------------------------------------------------------------------------

struct decoder_protocol {
  void (*start)(struct decoder *d);  // sets what the configuration fixes for this protocol only
  struct packet_header (*header)(const struct config *config, uint8_t byte);
  // As read_packets.
  size_t (*packets)(struct decoder *d, const uint8_t *bytes, size_t starts, size_t room);
};

extern const struct decoder_protocol pft_decoder, etm3_decoder;

// What was expected instead of `byte`, which begins no packet under this configuration.
const char *pft_header_expected(uint8_t byte);
const char *etm3_header_expected(uint8_t byte);

#endif
