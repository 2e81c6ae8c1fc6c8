// SPDX-License-Identifier: Apache-2.0
// One ETMv3 packet from its bytes.
#include "deliver.h"
#include "reading.h"

#define ISYNC_COUNTED 0x70

void etm3_start(struct decoder *d) {
  const struct config *c = &d->config;
  struct etm3_state *s = &d->etm3;
  s->minor = (uint8_t)config_minor(c);
  for (int i = 0; i < 256; i++) s->header[i] = etm3_header(c, (uint8_t)i);
  s->context_bytes = (uint8_t[]){0, 1, 2, 4}[field_get(c->etmcr, ETMCR_CONTEXT_ID)];
  s->timestamp_bytes = c->etmccer & ETMCCER_STAMP64 ? 9 : 7;
  s->gray = !(c->etmccer & ETMCCER_BINARY_STAMPS);
  s->alternative = s->minor >= 4 && c->etmidr & ETMIDR_ALTERNATIVE;
  s->virtualization = s->minor >= 5 && c->etmccer & ETMCCER_VIRTUALIZATION;
  s->data_only = s->minor >= 1 && c->etmcr & ETMCR_DATA_ONLY;
  s->data_address = c->etmcr & ETMCR_DATA_ADDRESS;
  d->packet[PACKET_ISYNC].has_value = s->context_bytes > 0;
  d->packet[PACKET_ISYNC].unknown_bits = s->data_only ? 32 : 0;
  d->packet[PACKET_CYCLE_COUNT].has_count = true;
  d->packet[PACKET_DATA].has_value = c->etmcr & ETMCR_DATA_VALUE;
  d->packet[PACKET_DATA_LATE].has_value = true;
}

void etm3_forget(struct decoder *d) {
  d->etm3.last = (struct etm3_reference){0};
  d->etm3.last_data = 0;
  d->etm3.data_bits = 0;
  d->etm3.last_timestamp = 0;
  d->etm3.stamped = false;
}

// --- fields that several packets share -----------------------------------------------------------------------------

// 7 bits a byte, low ones first; the fifth holds 4 (IHI 0014Q 7.3.4).
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

// Address byte 5 with bit 7 = 1 is 1 Can EEE A[31:29], an exception taken to ARM state: the deprecated form (IHI 0014Q
// table 7.7). It shares EEE = 000 among five exceptions, which the architecture puts at five vectors; a packet that
// leads to none of these keeps exception 0.
static const char *read_old_form(struct packet *k, uint32_t bits, uint8_t byte) {
  static const uint8_t of_eee[] = {0, 14, 0, 0, 5, 15, 4, 1};  // as in Excp[3:0], table 7.12
  static const uint8_t of_vector[] = {8, 9, 10, 11, 12, 0, 0, 0};
  unsigned eee = byte >> 3 & 7;
  k->isa = ISA_ARM;
  k->address = (bits | (uint32_t)(byte & 7) << 27) << 2;
  k->old_form = true;
  k->cancel = byte & 0x40;
  k->exception = eee ? of_eee[eee] : of_vector[k->address >> 2 & 7];
  return eee == 2 || eee == 3 ? "fifth address byte: expected EEE other than 010 and 011" : NULL;
}

// 1 to 5 address bytes (IHI 0014Q 7.3.5). What was expected of a bad one goes to *bad. Returns the bytes read.
static inline unsigned read_address(const uint8_t *bytes, const struct etm3_reference *last, unsigned alternative,
                                    struct packet *k, const char **bad) {
  static const uint8_t alignment[] = {[ISA_ARM] = 2, [ISA_THUMB] = 1, [ISA_THUMBEE] = 1, [ISA_JAZELLE] = 0};
  uint32_t bits = bytes[0] >> 1 & 0x3F;
  // One or two bytes are nearly all packets, in no order: choosing by arithmetic leaves no branch to mispredict.
  unsigned two = bytes[0] >> 7;
  uint32_t second = bytes[1] & -two;
  unsigned count = 1 + two, width = 6 + 7 * two;
  bits |= (second & 0x7F) << 6;
  for (; second & 0x80 && count < 4; second = bytes[count - 1]) {
    bits |= (uint32_t)(bytes[count++] & 0x7F) << width;
    width += 7;
  }
  k->isa = last->isa;
  k->old_form = false;
  if (second & 0x80) {
    uint8_t fifth = bytes[count++];
    k->unknown_bits = 0;
    *bad = fifth & 0x80 ? read_old_form(k, bits, fifth) : read_aligned(k, bits, fifth);
    if (k->isa == ISA_THUMB && last->alt_isa) k->isa = ISA_THUMBEE;
  } else {
    width -= two & alternative;  // there bit 6 of the last byte is an address bit only in the first
    unsigned shift = alignment[k->isa];
    uint32_t mask = ((1u << width) - 1) << shift;
    k->unknown_bits = unknown_of(last->known_bits, width + shift);
    k->address = (last->address & ~mask) | (bits << shift & mask);
  }
  k->address_bytes = (uint8_t)count;
  return count;
}

// Bit 6 of the last address byte: of the fifth, unless bit 7 makes it the old form; in the alternative encoding of the
// second to fourth too.
static inline bool info_follows(const uint8_t *bytes, unsigned count, unsigned alternative) {
  return (count >= 5 - 3 * alternative) & (bytes[count - 1] >> 6 == 1);
}

// --- packets -------------------------------------------------------------------------------------------------------

// AltISA of information byte 0: it tells Thumb from ThumbEE, but the instruction set changes only with five address
// bytes; with fewer it counts for the next five.
static void set_alt_isa(struct reading *r, struct etm3_state *s, struct packet *k, bool alt_isa) {
  s->alt_isa = alt_isa;
  if (k->isa != ISA_THUMB && k->isa != ISA_THUMBEE) {
    if (alt_isa) r->bad = "information byte 0: expected AltISA = 0, the target is not Thumb";
  } else if (k->address_bytes == 5) {
    k->isa = alt_isa ? ISA_THUMBEE : ISA_THUMB;
  }
}

// IHI 0014Q 7.3.5: information byte 0 is C AltISA Can Excp[3:0] NS, byte 1 is C 0 Hyp Excp[8:4], byte 2 is
// 0 1 0 0 Resume[3:0]; byte 2 may follow byte 0.
static void read_branch_info(struct reading *r, struct etm3_state *s, struct packet *k) {
  uint8_t byte = next(r);
  if (byte & 0x80 && s->minor < 4) r->bad = "information byte 0: expected bit 7 = 0 before ETMv3.4";
  if (byte & 0x40 && s->minor < 3) r->bad = "information byte 0: expected AltISA = 0 before ETMv3.3";
  if (byte & 0x01 && s->minor < 2) r->bad = "information byte 0: expected NS = 0 before ETMv3.2";
  if (r->bad) return;
  k->info_bytes = 1;
  k->ns = byte & 0x01;
  k->ns_known = true;
  k->exception = byte >> 1 & 0xF;
  k->cancel = byte & 0x20;
  set_alt_isa(r, s, k, byte & 0x40);
  if (r->bad || !(byte & 0x80)) return;
  byte = next(r);
  k->info_bytes = 2;
  if (!(byte & 0x40)) {
    if (s->virtualization) k->hyp = byte & 0x20;  // without it the bit has no meaning
    k->exception |= (uint16_t)((byte & 0x1F) << 4);
    if (!(byte & 0x80)) return;
    byte = next(r);
    k->info_bytes = 3;
  }
  if ((byte & 0xF0) != 0x40) r->bad = "information byte 2: expected bits 7:4 = 0100";
  k->resume = byte & 0xF;
}

// The information byte is LSiP Reason[1:0] J NS AltISA Hyp 1 (IHI 0014Q 7.10.5).
static const char *expected_of_isync(const struct etm3_state *s, uint8_t info) {
  if (!(info & 0x01)) return "I-sync information byte: expected bit 0 = 1";
  if (info & 0x02 && !s->virtualization) return "I-sync: expected Hyp = 0 without virtualization";
  if (info & 0x04 && s->minor < 3) return "I-sync: expected AltISA = 0 before ETMv3.3";
  if (info & 0x08 && s->minor < 2) return "I-sync: expected NS = 0 before ETMv3.2";
  return NULL;
}

// J = 1: a byte address. Otherwise its bit 0 is T.
static void read_isync_address(struct reading *r, struct packet *k, uint8_t info) {
  bool jazelle = info & 0x10, alt_isa = info & 0x04;
  uint32_t address = read_little_endian(r, 4);
  bool thumb = !jazelle && address & 1;
  k->address = thumb ? address & ~1u : address;
  k->isa = jazelle ? ISA_JAZELLE : !thumb ? ISA_ARM : alt_isa ? ISA_THUMBEE : ISA_THUMB;
  if (alt_isa && !thumb) {
    r->bad = "I-sync: expected AltISA = 0 in ARM and Jazelle state";
  } else if (k->isa == ISA_ARM && address & 2) {
    r->bad = "I-sync in ARM state: expected address bit 1 = 0";
  }
}

// The second address of an I-sync with LSiP: what executes now, compressed against the first.
static void read_current(struct reading *r, const struct etm3_state *s, struct packet *k) {
  const struct etm3_reference first = {.address = k->address, .isa = k->isa, .alt_isa = k->isa == ISA_THUMBEE};
  struct packet current = {0};
  const uint8_t *bytes = r->bytes + r->seen;
  if (!(next(r) & 1)) {
    r->bad = "second address of an I-sync: expected bit 0 = 1 in its first byte";
    return;
  }
  unsigned count = read_address(bytes, &first, s->alternative, &current, &r->bad);
  r->seen += count - 1;
  k->current = current.address;
  if (r->bad) return;
  if (current.isa != k->isa) {
    r->bad = "second address of an I-sync: expected the instruction set of the first";
  } else if (current.old_form || info_follows(bytes, count, s->alternative)) {
    r->bad = "second address of an I-sync: expected no exception";
  }
}

static void read_isync(struct reading *r, const struct etm3_state *s, struct packet *k) {
  k->has_count = r->bytes[0] == ISYNC_COUNTED;
  k->cycle_count = k->has_count ? read_count(r) : 0;
  if (r->bad) return;
  k->value = read_little_endian(r, s->context_bytes);
  uint8_t info = next(r);
  r->bad = expected_of_isync(s, info);
  k->reason = info >> 5 & 3;
  k->ns = info & 0x08;
  k->ns_known = true;
  k->hyp = info & 0x02;
  k->current = 0;
  if (r->bad || s->data_only) return;
  read_isync_address(r, k, info);
  k->in_progress = info & 0x80;
  if (k->in_progress && !r->bad) read_current(r, s, k);
}

// 7 bits a byte, low ones first; what is not sent is as in the last one. The fifth is 0 0 0 BE A[31:28].
static void read_data_address(struct reading *r, const struct etm3_state *s, struct packet *k) {
  unsigned width = 0;
  bool more = true;
  k->address = 0;
  while (more && width < 28) {
    uint8_t byte = next(r);
    k->address |= (uint32_t)(byte & 0x7F) << width;
    width += 7;
    more = byte & 0x80;
  }
  if (!more) {
    k->address |= s->last_data >> width << width;
    k->unknown_bits = unknown_of(s->data_bits, width);
    return;
  }
  uint8_t byte = next(r);
  if (byte & 0xE0) r->bad = "fifth data address byte: expected bits 7:5 = 0";
  k->unknown_bits = 0;
  k->address |= (uint32_t)byte << 28;
  k->big_endian = byte & 0x10;
}

// Normal data, placeholder, late data, value not traced (IHI 0014Q 7.4).
static void read_data(struct reading *r, const struct etm3_state *s, struct packet *k) {
  const struct etm3_header *h = &s->header[r->bytes[0]];
  k->tag = h->tag;
  k->has_address = h->has_address && s->data_address;
  k->address = 0;
  k->big_endian = false;
  if (k->has_address) read_data_address(r, s, k);
  if (k->has_value && !r->bad) k->value = read_little_endian(r, h->value_bytes);
}

static void read_timestamp(struct reading *r, struct etm3_state *s, struct packet *k) {
  k->clock_change = r->bytes[0] & 0x04;  // R
  s->coded = read_coded_time(r, k, s->timestamp_bytes, s->last_timestamp);
  k->unknown_bits = !s->stamped && k->timestamp_bytes < s->timestamp_bytes;
  k->timestamp = s->gray ? from_gray(s->coded) : s->coded;
}

// --- one packet, whichever -----------------------------------------------------------------------------------------

// What the next branch is compressed against. A periodic I-sync moves it too.
static inline void remember_isync(struct etm3_reference *last, const struct packet *k) {
  *last = (struct etm3_reference){
      .address = k->in_progress ? k->current : k->address,
      .known_bits = 32,
      .isa = k->isa,
      .alt_isa = k->isa == ISA_THUMBEE,
      .ns = k->ns,
      .hyp = k->hyp,
      .ns_known = true,
  };
}

static inline void remember_branch(struct etm3_state *s, const struct packet *k) {
  struct etm3_reference *last = &s->last;
  last->address = k->address;
  last->known_bits = (uint8_t)(32 - k->unknown_bits);
  last->isa = k->isa;
  if (k->info_bytes == 0) return;
  last->alt_isa = s->alt_isa;
  last->ns = k->ns;
  last->hyp = k->hyp;
  last->ns_known = true;
}

// Delivers the packet read in `seen` bytes, if these are all there and as expected. Returns the bytes consumed.
static inline size_t finish(struct decoder *d, enum packet_kind kind, unsigned seen, const char *bad, size_t room) {
  struct etm3_state *s = &d->etm3;
  struct packet *k = &d->packet[kind];
  if (seen > room) return 0;
  if (bad) {
    deliver_bad(d, 1, bad);
    return 1;
  }
  if (kind == PACKET_BRANCH) {
    remember_branch(s, k);
  } else if (kind == PACKET_ISYNC) {
    remember_isync(&s->last, k);
  } else if (kind == PACKET_TIMESTAMP) {
    s->last_timestamp = s->coded;
    s->stamped = !k->unknown_bits;
  } else if (k->has_address) {
    s->last_data = k->address;
    s->data_bits = (uint8_t)(32 - k->unknown_bits);
  }
  deliver(d, k, seen);
  return seen;
}

// P-headers, one behind the other: nearly all of a trace. Returns the bytes consumed, one a packet.
static inline size_t p_header_packets(struct decoder *d, const uint8_t *bytes, size_t starts) {
  struct packet *k = &d->packet[PACKET_P_HEADER];
  const uint64_t offset = d->offset;
  size_t used = 0;
  k->length = 1;
  for (const struct etm3_header *h; used < starts; used++) {
    h = &d->etm3.header[bytes[used]];
    if (h->kind != PACKET_P_HEADER) break;
    k->atom_count = h->atom_count;
    k->atoms = h->atoms;
    k->cycles = h->cycles;
    k->offset = offset + used;
    d->sink(d->user, k);
  }
  d->offset = offset + used;
  return used;
}

// A branch packet with information bytes behind its address.
static size_t finish_branch(struct decoder *d, const uint8_t *bytes, unsigned seen, size_t room) {
  struct reading r = {bytes, seen, NULL};
  read_branch_info(&r, &d->etm3, &d->packet[PACKET_BRANCH]);
  return finish(d, PACKET_BRANCH, r.seen, r.bad, room);
}

static inline size_t branch_packet(struct decoder *d, const uint8_t *bytes, size_t room) {
  struct packet *k = &d->packet[PACKET_BRANCH];
  const struct etm3_reference *last = &d->etm3.last;
  const unsigned alternative = d->etm3.alternative;
  const char *bad = NULL;
  k->exception = 0;
  k->cancel = false;
  k->resume = 0;
  k->info_bytes = 0;
  k->ns = last->ns;
  k->hyp = last->hyp;
  k->ns_known = last->ns_known;
  unsigned seen = read_address(bytes, last, alternative, k, &bad);
  if (!bad && info_follows(bytes, seen, alternative)) return finish_branch(d, bytes, seen, room);
  return finish(d, PACKET_BRANCH, seen, bad, room);
}

// All but P-header and branch.
static size_t rare_packet(struct decoder *d, enum packet_kind kind, const uint8_t *bytes, size_t room) {
  struct etm3_state *s = &d->etm3;
  struct packet *k = &d->packet[kind];
  struct reading r = {bytes, 1, NULL};
  switch (kind) {
    case PACKET_ASYNC:
      d->state = DECODE_ZEROS;
      d->zeros = 1;
      d->offset++;
      return 1;
    case PACKET_ISYNC:
      read_isync(&r, s, k);
      break;
    case PACKET_CYCLE_COUNT:
      k->cycle_count = read_count(&r);
      break;
    case PACKET_CONTEXT_ID:
      k->value = read_little_endian(&r, s->context_bytes);
      break;
    case PACKET_VMID:
      k->value = next(&r);
      break;
    case PACKET_TIMESTAMP:
      read_timestamp(&r, s, k);
      break;
    case PACKET_DATA:
    case PACKET_DATA_PLACEHOLDER:
    case PACKET_DATA_LATE:
    case PACKET_DATA_NOT_TRACED:
      read_data(&r, s, k);
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
      break;  // nothing but the header
    // Read elsewhere, or no header of ETMv3 means them:
    case PACKET_P_HEADER:
    case PACKET_BRANCH:
    case PACKET_ATOM:
    case PACKET_WAYPOINT_UPDATE:
      break;
  }
  return finish(d, kind, r.seen, r.bad, room);
}

size_t etm3_packets(struct decoder *d, const uint8_t *bytes, size_t starts, size_t room) {
  size_t used = 0, size = 1;
  while (size && used < starts && d->state == DECODE_PACKETS) {
    used += p_header_packets(d, bytes + used, starts - used);
    if (used == starts) break;
    const uint8_t *at = bytes + used;
    const enum packet_kind kind = d->etm3.header[*at].kind;
    size = kind == PACKET_BRANCH ? branch_packet(d, at, room) : rare_packet(d, kind, at, room);
    used += size;
  }
  return used;
}
