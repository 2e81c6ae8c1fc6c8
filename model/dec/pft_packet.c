// SPDX-License-Identifier: Apache-2.0
// Reads one PFT packet from its bytes.
#include "reading.h"

static void start(struct decoder *decoder) {
  const struct config *c = &decoder->config;
  decoder->virtualization = decoder->minor > 0 && c->etmccer & ETMCCER_VIRTUALIZATION;
  decoder->counted = c->etmcr & ETMCR_CYCLE_ACCURATE;
  decoder->packet[PACKET_ATOM].has_count = decoder->counted;
  decoder->packet[PACKET_BRANCH].has_count = decoder->counted;
  decoder->packet[PACKET_TIMESTAMP].has_count = decoder->counted;
}

// --- fields that several packets share -----------------------------------------------------------------------------

// A cycle count whose first byte is `first`: 4 bits in the first byte, then 7 in each (IHI 0035B 4.5.4, figures 4.30 to
// 4.34).
static uint32_t read_count(struct reading *r, uint8_t first) {
  uint32_t count = first >> 2 & 0xF;
  bool more = first & 0x40;
  for (unsigned shift = 4; more && shift < 32; shift += 7) {
    uint8_t byte = next(r);
    more = byte & 0x80;
    count |= (uint32_t)(byte & 0x7F) << shift;
  }
  if (more) r->bad = "fifth cycle count byte: expected bit 7 = 0";
  return count;
}

static void read_count_with(struct reading *r, struct packet *packet, uint8_t bit_7) {
  uint8_t first = next(r);
  if ((first & 0x83) != bit_7) {
    r->bad = bit_7 ? "first cycle count byte of an I-sync: expected bit 7 = 1 and bits 1:0 = 0"
                   : "first cycle count byte: expected bits 7, 1 and 0 = 0";
    return;
  }
  packet->cycle_count = read_count(r, first);
}

// Reads address bytes into `k`. *bad becomes what was expected of an invalid one. Returns the number of bytes.
static inline unsigned read_target(const uint8_t *bytes, const struct address_reference *last, struct packet *packet,
                                   const char **bad) {
  const unsigned count = read_address(bytes, last, 1, packet);
  if (count < 5) return count;
  *bad = bytes[4] & 0x80 ? "fifth address byte: expected bit 7 = 0" : read_aligned(packet, last, bytes[4]);
  return count;
}

static bool is_thumb(uint8_t isa) { return isa == ISA_THUMB || isa == ISA_THUMBEE; }

static void take_other_way(struct packet *packet) {
  packet->address = packet->other_address;
  packet->isa = packet->other_isa;
}

// AltIS of an information byte. AltIS = 1 indicates ThumbEE state (IHI 0035B 4.5.4). So if an address has two readings
// after a waypoint update, only a reading in Thumb state remains.
static void set_alt_isa(struct reading *r, struct packet *packet, bool alt_isa) {
  const uint8_t thumb = alt_isa ? ISA_THUMBEE : ISA_THUMB;
  if (is_thumb(packet->isa)) packet->isa = thumb;
  if (is_thumb(packet->other_isa)) packet->other_isa = thumb;
  if (!alt_isa) return;
  if (packet->two_ways && packet->isa != packet->other_isa) {
    if (packet->isa != ISA_THUMBEE) take_other_way(packet);
    packet->two_ways = false;
  }
  if (packet->isa != ISA_THUMBEE) r->bad = "information byte: expected AltIS = 0, the target is not Thumb";
}

// --- packets -------------------------------------------------------------------------------------------------------

// IHI 0035B 4.5.4: information byte 0 is C AltIS 0 Exception[3:0] NS, byte 1 is 0 0 Hyp Exception[8:4].
static void read_branch_info(struct reading *r, const struct decoder *decoder, struct packet *packet) {
  uint8_t byte = next(r);
  if (byte & 0x20) {
    r->bad = "information byte 0: expected bit 5 = 0";
    return;
  }
  packet->info_bytes = 1;
  packet->ns = byte & 1;
  packet->ns_known = true;
  packet->exception = byte >> 1 & 0xF;
  set_alt_isa(r, packet, byte & 0x40);
  if (r->bad || !(byte & 0x80)) return;
  byte = next(r);
  if (byte & 0xC0) r->bad = "information byte 1: expected bits 7:6 = 0";
  if (byte & 0x20 && !decoder->virtualization) r->bad = "information byte 1: expected Hyp = 0 without virtualization";
  packet->info_bytes = 2;
  packet->hyp = byte & 0x20;
  packet->exception |= (uint16_t)((byte & 0x1F) << 4);
}

// After a waypoint update: reads the address as if the update had not changed the reference.
static void read_other_address(const struct decoder *decoder, const uint8_t *bytes, struct packet *packet) {
  struct packet other;
  const char *bad;
  read_target(bytes, &decoder->known.fixed, &other, &bad);
  packet->other_address = other.address;
  packet->other_isa = other.isa;
  packet->two_ways = other.address != packet->address || other.isa != packet->isa;
}

// The layout is that of a branch packet, but without cycle count (IHI 0035B 4.5.5). OpenCSD reads the information byte
// only after five address bytes, so it is invalid elsewhere (docs/decisions/0006).
static void read_waypoint_update(struct reading *r, const struct decoder *decoder, struct packet *packet) {
  const uint8_t *address = r->bytes + r->seen;
  packet->info_bytes = 0;
  if (!(next(r) & 1)) {
    r->bad = "waypoint update: expected bit 0 = 1 in the first address byte";
    return;
  }
  unsigned count = read_target(address, &decoder->known.last, packet, &r->bad);
  packet->two_ways = false;
  if (decoder->known.updated) read_other_address(decoder, address, packet);
  r->seen += count - 1;
  if (r->bad || !info_follows(address, count, 1)) return;
  if (count < 5) {
    r->bad = "waypoint update: expected bit 6 = 0 in the last of 2 to 4 address bytes";
    return;
  }
  uint8_t byte = next(r);
  packet->info_bytes = 1;
  if (byte & 0xBF) {
    r->bad = "waypoint update: expected only bit 6 in the information byte";
    return;
  }
  set_alt_isa(r, packet, byte & 0x40);
}

// IHI 0035B 4.5.2: the information byte is 0 Reason[1:0] 0 NS AltIS Hyp 1.
static void read_isync(struct reading *r, const struct decoder *decoder, struct packet *packet) {
  uint32_t address = read_little_endian(r, 4);
  uint8_t info = next(r);
  bool thumb = address & 1, alt_isa = info & 0x04;
  packet->isa = !thumb ? ISA_ARM : alt_isa ? ISA_THUMBEE : ISA_THUMB;
  packet->address = address & ~1u;
  packet->reason = info >> 5 & 3;
  packet->ns = info & 0x08;
  packet->ns_known = true;
  packet->hyp = info & 0x02;
  packet->has_count = decoder->counted && packet->reason != ISYNC_PERIODIC;
  packet->cycle_count = 0;
  if ((info & 0x91) != 0x01) r->bad = "I-sync information byte: expected bits 7 and 4 = 0 and bit 0 = 1";
  if (!thumb && (address & 2 || alt_isa)) r->bad = "I-sync in ARM state: expected address bit 1 = 0 and AltIS = 0";
  if (packet->hyp && !decoder->virtualization) r->bad = "I-sync: expected Hyp = 0 without virtualization";
  if (packet->has_count && !r->bad) {
    read_count_with(r, packet, 0x80);
    if (!r->bad && r->bytes[r->seen - 1] == 0) r->bad = "I-sync: expected a final cycle count byte other than 0";
  }
  if (!r->bad) packet->value = read_little_endian(r, decoder->context_bytes);
}

// --- one packet, whichever -----------------------------------------------------------------------------------------

// Stores what the next packets are compressed against. A waypoint update changes it too, as in OpenCSD
// (docs/decisions/0002).
static inline void remember_address(struct address_reference *last, const struct packet *packet) {
  last->address = packet->address;
  last->known_bits = (uint8_t)(32 - packet->unknown_bits);
  last->isa = packet->isa;
  if (packet->kind != PACKET_ISYNC && packet->info_bytes == 0) return;
  last->alt_isa = packet->isa == ISA_THUMBEE;
  if (packet->kind == PACKET_WAYPOINT_UPDATE) return;
  last->ns = packet->ns;
  last->hyp = packet->hyp;
  last->ns_known = packet->ns_known;
}

// Delivers the packet of `seen` bytes, if all of them are in the buffer and valid. Returns the bytes read.
static inline size_t finish(struct decoder *decoder, enum packet_kind kind, const uint8_t *bytes, unsigned seen,
                            const char *bad, size_t room) {
  struct packet *k = &decoder->packet[kind];
  if (seen > room) return 0;
  if (bad) {
    deliver_bad(decoder, bytes, seen, 1, bad);
    return 1;
  }
  if (kind == PACKET_BRANCH || kind == PACKET_ISYNC || kind == PACKET_WAYPOINT_UPDATE) {
    if (!decoder->known.updated) decoder->known.fixed = decoder->known.last;
    decoder->known.updated = kind == PACKET_WAYPOINT_UPDATE;
    remember_address(&decoder->known.last, k);
  } else if (kind == PACKET_TIMESTAMP) {
    decoder->known.last_timestamp = decoder->coded;
    decoder->known.stamped = !k->unknown_bits;
  }
  deliver(decoder, k, seen);
  return seen;
}

static size_t counted_atom_packet(struct decoder *decoder, const uint8_t *bytes, size_t room) {
  struct packet *k = &decoder->packet[PACKET_ATOM];
  struct reading r = {bytes, 1, NULL};
  set_atoms(k, &decoder->header[bytes[0]]);
  k->cycle_count = read_count(&r, bytes[0]);
  return finish(decoder, PACKET_ATOM, bytes, r.seen, r.bad, room);
}

// Reads what follows the address bytes of a branch packet: information bytes, cycle count.
static size_t finish_branch(struct decoder *decoder, const uint8_t *bytes, unsigned seen, const char *bad,
                            size_t room) {
  struct packet *k = &decoder->packet[PACKET_BRANCH];
  struct reading r = {bytes, seen, bad};
  if (!r.bad && info_follows(bytes, seen, 1)) read_branch_info(&r, decoder, k);
  if (!r.bad && decoder->counted) read_count_with(&r, k, 0);
  return finish(decoder, PACKET_BRANCH, bytes, r.seen, r.bad, room);
}

static inline size_t branch_packet(struct decoder *decoder, const uint8_t *bytes, size_t room) {
  struct packet *k = &decoder->packet[PACKET_BRANCH];
  const struct address_reference *last = &decoder->known.last;
  const char *bad = NULL;
  unsigned seen = read_target(bytes, last, k, &bad);
  k->two_ways = false;
  if (decoder->known.updated) read_other_address(decoder, bytes, k);
  k->exception = 0;
  k->info_bytes = 0;
  k->ns = last->ns;
  k->hyp = last->hyp;
  k->ns_known = last->ns_known;
  if (decoder->counted || info_follows(bytes, seen, 1)) return finish_branch(decoder, bytes, seen, bad, room);
  return finish(decoder, PACKET_BRANCH, bytes, seen, bad, room);
}

// All kinds except atom and branch.
static size_t rare_packet(struct decoder *decoder, enum packet_kind kind, const uint8_t *bytes, size_t room) {
  struct packet *k = &decoder->packet[kind];
  struct reading r = {bytes, 1, NULL};
  switch (kind) {
    case PACKET_ASYNC:
      decoder->state = DECODE_ZEROS;
      decoder->zeros = 1;
      decoder->offset++;
      return 1;
    case PACKET_ISYNC:
      read_isync(&r, decoder, k);
      break;
    case PACKET_WAYPOINT_UPDATE:
      read_waypoint_update(&r, decoder, k);
      break;
    case PACKET_CONTEXT_ID:
      k->value = read_little_endian(&r, decoder->context_bytes);
      break;
    case PACKET_VMID:
      k->value = next(&r);
      break;
    case PACKET_TIMESTAMP:
      read_timestamp(&r, decoder, k);
      if (decoder->counted && !r.bad) read_count_with(&r, k, 0);
      break;
    case PACKET_BAD:
      r.bad = pft_header_expected(bytes[0]);
      break;
    case PACKET_TRIGGER:
    case PACKET_EXCEPTION_RETURN:
    case PACKET_IGNORE:
      break;  // only a header
    // These are read elsewhere, or have no header in PFT:
    case PACKET_ATOM:
    case PACKET_BRANCH:
    case PACKETS_OF_ETM3:
      break;
  }
  return finish(decoder, kind, bytes, r.seen, r.bad, room);
}

static inline size_t read_packet(struct decoder *decoder, enum packet_kind kind, const uint8_t *bytes, size_t room) {
  if (kind == PACKET_BRANCH) return branch_packet(decoder, bytes, room);
  if (kind == PACKET_ATOM) return counted_atom_packet(decoder, bytes, room);
  return rare_packet(decoder, kind, bytes, room);
}

static size_t packets(struct decoder *decoder, const uint8_t *bytes, size_t starts, size_t room) {
  return read_packets(decoder, PACKET_ATOM, read_packet, bytes, starts, room);
}

const struct decoder_protocol pft_decoder = {start, pft_header, packets};

void decode_other_way(struct decoder *decoder, enum packet_kind kind) {
  struct packet *k = &decoder->packet[kind];
  struct address_reference *last = &decoder->known.last;
  if (!k->two_ways) return;
  take_other_way(k);
  last->address = k->address;
  last->isa = k->isa;
  // In this reading, AltIS of the update did not change the reference either.
  if (k->info_bytes == 0) last->alt_isa = decoder->known.fixed.alt_isa;
}
