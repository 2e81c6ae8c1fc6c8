// SPDX-License-Identifier: Apache-2.0
// Reads one ETMv3 packet from its bytes. A reserved header or field value makes a packet invalid in this version. The
// decoder accepts what an encoder should not send if it has a reading, such as a longer address than needed, or Can
// without an exception.
#include "reading.h"

#define ISYNC_COUNTED 0x70

static void start(struct decoder *decoder) {
  const struct config *c = &decoder->config;
  decoder->alternative = decoder->minor >= 4 && c->etmidr & ETMIDR_ALTERNATIVE;
  decoder->virtualization = decoder->minor >= 5 && c->etmccer & ETMCCER_VIRTUALIZATION;
  decoder->data_only = decoder->minor >= 1 && c->etmcr & ETMCR_DATA_ONLY;
  decoder->data_address = c->etmcr & ETMCR_DATA_ADDRESS;
  decoder->packet[PACKET_ISYNC].unknown_bits = decoder->data_only ? 32 : 0;
  decoder->packet[PACKET_CYCLE_COUNT].has_count = true;
  decoder->packet[PACKET_DATA].has_value = c->etmcr & ETMCR_DATA_VALUE;
  decoder->packet[PACKET_DATA_LATE].has_value = true;
}

// --- fields that several packets share -----------------------------------------------------------------------------

// 7 bits in each byte, low bits first. The fifth byte has 4 (IHI 0014Q 7.3.4).
static uint32_t read_count(struct reading *r) {
  uint32_t count = 0;
  bool more = true;
  for (unsigned shift = 0; more && shift < 28; shift += 7) {
    uint8_t byte = next(r);
    count |= (uint32_t)(byte & 0x7F) << shift;
    more = byte & 0x80;
  }
  if (!more) return count;
  uint8_t byte = next(r);
  if (byte & 0xF0) r->bad = "fifth cycle count byte: expected bits 7:4 = 0";
  return count | (uint32_t)byte << 28;
}

// Address byte 5 with bit 7 = 1 is 1 Can EEE A[31:29], an exception taken in ARM state. This form is deprecated (IHI
// 0014Q table 7.7). Five exceptions share EEE = 000. The architecture puts each of them at its own vector. If the
// address is none of these vectors, the exception is 0.
static const char *read_old_form(struct packet *packet, uint8_t byte) {
  static const uint8_t of_eee[] = {0, 14, 0, 0, 5, 15, 4, 1};  // as in Excp[3:0], table 7.12
  static const uint8_t of_vector[] = {8, 9, 10, 11, 12, 0, 0, 0};
  unsigned eee = byte >> 3 & 7;
  packet->isa = ISA_ARM;
  packet->address = (packet->address | (uint32_t)(byte & 7) << 27) << 2;
  packet->old_form = true;
  packet->cancel = byte & 0x40;
  packet->exception = eee ? of_eee[eee] : of_vector[packet->address >> 2 & 7];
  return eee == 2 || eee == 3 ? "fifth address byte: expected EEE other than 010 and 011" : NULL;
}

// Reads address bytes into `k`. *bad becomes what was expected of an invalid one. Returns the number of bytes.
static inline unsigned read_target(const uint8_t *bytes, const struct address_reference *last, unsigned alternative,
                                   struct packet *packet, const char **bad) {
  const unsigned count = read_address(bytes, last, alternative, packet);
  packet->old_form = false;
  if (count < 5) return count;
  *bad = bytes[4] & 0x80 ? read_old_form(packet, bytes[4]) : read_aligned(packet, last, bytes[4]);
  return count;
}

// --- packets -------------------------------------------------------------------------------------------------------

// AltISA of information byte 0. It distinguishes ThumbEE from Thumb. The instruction set changes only with five address
// bytes. With fewer, AltISA applies to the next packet that has five.
static void set_alt_isa(struct reading *r, struct decoder *decoder, struct packet *packet, bool alt_isa) {
  decoder->alt_isa = alt_isa;
  if (packet->isa != ISA_THUMB && packet->isa != ISA_THUMBEE) {
    if (alt_isa) r->bad = "information byte 0: expected AltISA = 0, the target is not Thumb";
  } else if (packet->address_bytes == 5) {
    packet->isa = alt_isa ? ISA_THUMBEE : ISA_THUMB;
  }
}

// IHI 0014Q 7.3.5: information byte 0 is C AltISA Can Excp[3:0] NS. Byte 1 is C 0 Hyp Excp[8:4]. Byte 2 is 0 1 0 0
// Resume[3:0]; it may follow byte 0.
static void read_branch_info(struct reading *r, struct decoder *decoder, struct packet *packet) {
  uint8_t byte = next(r);
  if (byte & 0x80 && decoder->minor < 4) r->bad = "information byte 0: expected bit 7 = 0 before ETMv3.4";
  if (byte & 0x40 && decoder->minor < 3) r->bad = "information byte 0: expected AltISA = 0 before ETMv3.3";
  if (byte & 0x01 && decoder->minor < 2) r->bad = "information byte 0: expected NS = 0 before ETMv3.2";
  if (r->bad) return;
  packet->info_bytes = 1;
  packet->ns = byte & 0x01;
  packet->ns_known = true;
  packet->exception = byte >> 1 & 0xF;
  packet->cancel = byte & 0x20;
  set_alt_isa(r, decoder, packet, byte & 0x40);
  if (r->bad || !(byte & 0x80)) return;
  byte = next(r);
  packet->info_bytes = 2;
  if (!(byte & 0x40)) {
    if (decoder->virtualization) packet->hyp = byte & 0x20;  // without it the bit has no meaning
    packet->exception |= (uint16_t)((byte & 0x1F) << 4);
    if (!(byte & 0x80)) return;
    byte = next(r);
    packet->info_bytes = 3;
  }
  if ((byte & 0xF0) != 0x40) r->bad = "information byte 2: expected bits 7:4 = 0100";
  packet->resume = byte & 0xF;
}

// The information byte is LSiP Reason[1:0] J NS AltISA Hyp 1 (IHI 0014Q 7.10.5).
static const char *expected_of_isync(const struct decoder *decoder, uint8_t info) {
  if (!(info & 0x01)) return "I-sync information byte: expected bit 0 = 1";
  if (info & 0x02 && !decoder->virtualization) return "I-sync: expected Hyp = 0 without virtualization";
  if (info & 0x04 && decoder->minor < 3) return "I-sync: expected AltISA = 0 before ETMv3.3";
  if (info & 0x08 && decoder->minor < 2) return "I-sync: expected NS = 0 before ETMv3.2";
  return NULL;
}

// If J = 1, the address is a byte address. Otherwise its bit 0 is T.
static void read_isync_address(struct reading *r, struct packet *packet, uint8_t info) {
  bool jazelle = info & 0x10, alt_isa = info & 0x04;
  uint32_t address = read_little_endian(r, 4);
  bool thumb = !jazelle && address & 1;
  packet->address = thumb ? address & ~1u : address;
  packet->isa = jazelle ? ISA_JAZELLE : !thumb ? ISA_ARM : alt_isa ? ISA_THUMBEE : ISA_THUMB;
  if (alt_isa && !thumb) {
    r->bad = "I-sync: expected AltISA = 0 in ARM and Jazelle state";
  } else if (packet->isa == ISA_ARM && address & 2) {
    r->bad = "I-sync in ARM state: expected address bit 1 = 0";
  }
}

// The second address of an I-sync with LSiP: the instruction that executes now, compressed against the first address.
static void read_current(struct reading *r, const struct decoder *decoder, struct packet *packet) {
  const struct address_reference first = {
      .address = packet->address, .isa = packet->isa, .alt_isa = packet->isa == ISA_THUMBEE};
  struct packet current = {0};
  const uint8_t *bytes = r->bytes + r->seen;
  if (!(next(r) & 1)) {
    r->bad = "second address of an I-sync: expected bit 0 = 1 in its first byte";
    return;
  }
  unsigned count = read_target(bytes, &first, decoder->alternative, &current, &r->bad);
  r->seen += count - 1;
  packet->current = current.address;
  if (r->bad) return;
  if (current.isa != packet->isa) {
    r->bad = "second address of an I-sync: expected the instruction set of the first";
  } else if (current.old_form || info_follows(bytes, count, decoder->alternative)) {
    r->bad = "second address of an I-sync: expected no exception";
  }
}

static void read_isync(struct reading *r, const struct decoder *decoder, struct packet *packet) {
  packet->has_count = r->bytes[0] == ISYNC_COUNTED;
  packet->cycle_count = packet->has_count ? read_count(r) : 0;
  if (r->bad) return;
  packet->value = read_little_endian(r, decoder->context_bytes);
  uint8_t info = next(r);
  r->bad = expected_of_isync(decoder, info);
  packet->reason = info >> 5 & 3;
  packet->ns = info & 0x08;
  packet->ns_known = true;
  packet->hyp = info & 0x02;
  packet->current = 0;
  if (r->bad || decoder->data_only) return;
  read_isync_address(r, packet, info);
  packet->in_progress = info & 0x80;
  if (packet->in_progress && !r->bad) read_current(r, decoder, packet);
}

// 7 bits in each byte, low bits first. A bit that is not sent is as in the last address. The fifth byte is 0 0 0 BE
// A[31:28].
static void read_data_address(struct reading *r, const struct decoder *decoder, struct packet *packet) {
  unsigned width = 0;
  bool more = true;
  packet->address = 0;
  while (more && width < 28) {
    uint8_t byte = next(r);
    packet->address |= (uint32_t)(byte & 0x7F) << width;
    width += 7;
    more = byte & 0x80;
  }
  if (!more) {
    packet->address |= decoder->known.last_data >> width << width;
    packet->unknown_bits = unknown_of(decoder->known.data_bits, width);
    return;
  }
  uint8_t byte = next(r);
  if (byte & 0xE0) r->bad = "fifth data address byte: expected bits 7:5 = 0";
  packet->unknown_bits = 0;
  packet->address |= (uint32_t)byte << 28;
  packet->big_endian = byte & 0x10;
}

// Normal data, placeholder, late data, value not traced (IHI 0014Q 7.4).
static void read_data(struct reading *r, const struct decoder *decoder, struct packet *packet) {
  const struct packet_header *h = &decoder->header[r->bytes[0]];
  packet->tag = h->tag;
  packet->has_address = h->has_address && decoder->data_address;
  packet->address = 0;
  packet->big_endian = false;
  if (packet->has_address) read_data_address(r, decoder, packet);
  if (packet->has_value && !r->bad) packet->value = read_little_endian(r, h->value_bytes);
}

// --- one packet, whichever -----------------------------------------------------------------------------------------

// Stores what the next branch is compressed against. A periodic I-sync changes it too.
static inline void remember_isync(struct address_reference *last, const struct packet *packet) {
  *last = (struct address_reference){
      .address = packet->in_progress ? packet->current : packet->address,
      .known_bits = 32,
      .isa = packet->isa,
      .alt_isa = packet->isa == ISA_THUMBEE,
      .ns = packet->ns,
      .hyp = packet->hyp,
      .ns_known = true,
  };
}

static inline void remember_branch(struct decoder *decoder, const struct packet *packet) {
  struct address_reference *last = &decoder->known.last;
  last->address = packet->address;
  last->known_bits = (uint8_t)(32 - packet->unknown_bits);
  last->isa = packet->isa;
  if (packet->info_bytes == 0) return;
  last->alt_isa = decoder->alt_isa;
  last->ns = packet->ns;
  last->hyp = packet->hyp;
  last->ns_known = true;
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
  if (kind == PACKET_BRANCH) {
    remember_branch(decoder, k);
  } else if (kind == PACKET_ISYNC) {
    remember_isync(&decoder->known.last, k);
  } else if (kind == PACKET_TIMESTAMP) {
    decoder->known.last_timestamp = decoder->coded;
    decoder->known.stamped = !k->unknown_bits;
  } else if (k->has_address) {
    decoder->known.last_data = k->address;
    decoder->known.data_bits = (uint8_t)(32 - k->unknown_bits);
  }
  deliver(decoder, k, seen);
  return seen;
}

// A branch packet with information bytes after its address.
static size_t finish_branch(struct decoder *decoder, const uint8_t *bytes, unsigned seen, size_t room) {
  struct reading r = {bytes, seen, NULL};
  read_branch_info(&r, decoder, &decoder->packet[PACKET_BRANCH]);
  return finish(decoder, PACKET_BRANCH, bytes, r.seen, r.bad, room);
}

static inline size_t branch_packet(struct decoder *decoder, const uint8_t *bytes, size_t room) {
  struct packet *k = &decoder->packet[PACKET_BRANCH];
  const struct address_reference *last = &decoder->known.last;
  const unsigned alternative = decoder->alternative;
  const char *bad = NULL;
  k->exception = 0;
  k->cancel = false;
  k->resume = 0;
  k->info_bytes = 0;
  k->ns = last->ns;
  k->hyp = last->hyp;
  k->ns_known = last->ns_known;
  unsigned seen = read_target(bytes, last, alternative, k, &bad);
  if (!bad && info_follows(bytes, seen, alternative)) return finish_branch(decoder, bytes, seen, room);
  return finish(decoder, PACKET_BRANCH, bytes, seen, bad, room);
}

// All kinds except P-header and branch.
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
    case PACKET_CYCLE_COUNT:
      k->cycle_count = read_count(&r);
      break;
    case PACKET_CONTEXT_ID:
      k->value = read_little_endian(&r, decoder->context_bytes);
      break;
    case PACKET_VMID:
      k->value = next(&r);
      break;
    case PACKET_TIMESTAMP:
      read_timestamp(&r, decoder, k);
      break;
    case PACKET_DATA:
    case PACKET_DATA_PLACEHOLDER:
    case PACKET_DATA_LATE:
    case PACKET_DATA_NOT_TRACED:
      read_data(&r, decoder, k);
      break;
    case PACKET_BAD:
      r.bad = etm3_header_expected(bytes[0]);
      break;
    case PACKET_TRIGGER:
    case PACKET_IGNORE:
    case PACKET_EXCEPTION_RETURN:
    case PACKET_EXCEPTION_ENTRY:
    case PACKET_DATA_SUPPRESSED:
    case PACKET_STORE_FAILED:
      break;  // only a header
    // These are read elsewhere, or have no header in ETMv3:
    case PACKET_P_HEADER:
    case PACKET_BRANCH:
    case PACKET_ATOM:
    case PACKET_WAYPOINT_UPDATE:
      break;
  }
  return finish(decoder, kind, bytes, r.seen, r.bad, room);
}

static inline size_t read_packet(struct decoder *decoder, enum packet_kind kind, const uint8_t *bytes, size_t room) {
  return kind == PACKET_BRANCH ? branch_packet(decoder, bytes, room) : rare_packet(decoder, kind, bytes, room);
}

static size_t packets(struct decoder *decoder, const uint8_t *bytes, size_t starts, size_t room) {
  return read_packets(decoder, PACKET_P_HEADER, read_packet, bytes, starts, room);
}

const struct decoder_protocol etm3_decoder = {start, etm3_header, packets};
