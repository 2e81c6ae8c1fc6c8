// SPDX-License-Identifier: Apache-2.0
// One PFT packet from its bytes.
#include "deliver.h"
#include "reading.h"

void pft_start(struct decoder *d) {
  const struct config *c = &d->config;
  struct pft_state *s = &d->pft;
  bool version_1_1 = c->etmidr >> 4 & 0xF;
  for (int i = 0; i < 256; i++) s->header[i] = pft_header(c, (uint8_t)i);
  s->context_bytes = (uint8_t[]){0, 1, 2, 4}[field_get(c->etmcr, ETMCR_CONTEXT_ID)];
  s->timestamp_bytes = version_1_1 && c->etmccer & ETMCCER_STAMP64 ? 9 : 7;
  s->gray = !(version_1_1 && c->etmccer & ETMCCER_BINARY_STAMPS);
  s->virtualization = version_1_1 && c->etmccer & ETMCCER_VIRTUALIZATION;
  s->counted = c->etmcr & ETMCR_CYCLE_ACCURATE;
  d->packet[PACKET_ISYNC].has_value = s->context_bytes > 0;
  d->packet[PACKET_ATOM].has_count = s->counted;
  d->packet[PACKET_BRANCH].has_count = s->counted;
  d->packet[PACKET_TIMESTAMP].has_count = s->counted;
}

void pft_forget(struct decoder *d) {
  d->pft.last = (struct pft_reference){0};
  d->pft.updated = false;
  d->pft.last_timestamp = 0;
  d->pft.stamped = false;
}

// --- fields that several packets share -----------------------------------------------------------------------------

// A cycle count whose first byte is `first`: 4 bits, then 7 a byte (IHI 0035B 4.5.4, figures 4.30 to 4.34).
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

static void read_count_with(struct reading *r, struct packet *k, uint8_t bit_7) {
  uint8_t first = next(r);
  if ((first & 0x83) != bit_7) {
    r->bad = bit_7 ? "first cycle count byte of an I-sync: expected bit 7 = 1 and bits 1:0 = 0"
                   : "first cycle count byte: expected bits 7, 1 and 0 = 0";
    return;
  }
  k->cycle_count = read_count(r, first);
}

// 1 to 5 address bytes (IHI 0035B 4.5.4). What was expected of a bad one goes to *bad. Returns the bytes read.
static inline unsigned read_address(const uint8_t *bytes, const struct pft_reference *last, struct packet *k,
                                    const char **bad) {
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
  if (second & 0x80) {
    uint8_t fifth = bytes[count++];
    k->unknown_bits = 0;
    *bad = fifth & 0x80 ? "fifth address byte: expected bit 7 = 0" : read_aligned(k, bits, fifth);
    if (k->isa == ISA_THUMB && last->alt_isa) k->isa = ISA_THUMBEE;
  } else {
    width -= two;  // bit 6 of the last byte is an address bit only in the first
    unsigned shift = alignment[k->isa];
    uint32_t mask = ((1u << width) - 1) << shift;
    k->unknown_bits = unknown_of(last->known_bits, width + shift);
    k->address = (last->address & ~mask) | (bits << shift & mask);
  }
  k->address_bytes = (uint8_t)count;
  return count;
}

// Bit 6 of the last address byte, unless that is the first one.
static inline bool info_follows(const uint8_t *bytes, unsigned count) { return (count > 1) & bytes[count - 1] >> 6; }

static bool is_thumb(uint8_t isa) { return isa == ISA_THUMB || isa == ISA_THUMBEE; }

static void take_other_way(struct packet *k) {
  k->address = k->other_address;
  k->isa = k->other_isa;
}

// AltIS as an information byte gives it. AltIS = 1 is ThumbEE state (IHI 0035B 4.5.4), so after a waypoint update it
// leaves only the reading in Thumb state, if there is one.
static void set_alt_isa(struct reading *r, struct packet *k, bool alt_isa) {
  const uint8_t thumb = alt_isa ? ISA_THUMBEE : ISA_THUMB;
  if (is_thumb(k->isa)) k->isa = thumb;
  if (is_thumb(k->other_isa)) k->other_isa = thumb;
  if (!alt_isa) return;
  if (k->two_ways && k->isa != k->other_isa) {
    if (k->isa != ISA_THUMBEE) take_other_way(k);
    k->two_ways = false;
  }
  if (k->isa != ISA_THUMBEE) r->bad = "information byte: expected AltIS = 0, the target is not Thumb";
}

// --- packets -------------------------------------------------------------------------------------------------------

// IHI 0035B 4.5.4: information byte 0 is C AltIS 0 Exception[3:0] NS, byte 1 is 0 0 Hyp Exception[8:4].
static void read_branch_info(struct reading *r, const struct pft_state *s, struct packet *k) {
  uint8_t byte = next(r);
  if (byte & 0x20) {
    r->bad = "information byte 0: expected bit 5 = 0";
    return;
  }
  k->info_bytes = 1;
  k->ns = byte & 1;
  k->ns_known = true;
  k->exception = byte >> 1 & 0xF;
  set_alt_isa(r, k, byte & 0x40);
  if (r->bad || !(byte & 0x80)) return;
  byte = next(r);
  if (byte & 0xC0) r->bad = "information byte 1: expected bits 7:6 = 0";
  if (byte & 0x20 && !s->virtualization) r->bad = "information byte 1: expected Hyp = 0 without virtualization";
  k->info_bytes = 2;
  k->hyp = byte & 0x20;
  k->exception |= (uint16_t)((byte & 0x1F) << 4);
}

// Behind a waypoint update, the address were the update no reference.
static void read_other_address(const struct pft_state *s, const uint8_t *bytes, struct packet *k) {
  struct packet other;
  const char *bad;
  read_address(bytes, &s->fixed, &other, &bad);
  k->other_address = other.address;
  k->other_isa = other.isa;
  k->two_ways = other.address != k->address || other.isa != k->isa;
}

// Laid out as a branch, but without cycle count (IHI 0035B 4.5.5); OpenCSD reads the information byte only behind five
// address bytes, so elsewhere it cannot be (docs/decisions/0006).
static void read_waypoint_update(struct reading *r, const struct pft_state *s, struct packet *k) {
  const uint8_t *address = r->bytes + r->seen;
  k->info_bytes = 0;
  if (!(next(r) & 1)) {
    r->bad = "waypoint update: expected bit 0 = 1 in the first address byte";
    return;
  }
  unsigned count = read_address(address, &s->last, k, &r->bad);
  k->two_ways = false;
  if (s->updated) read_other_address(s, address, k);
  r->seen += count - 1;
  if (r->bad || !info_follows(address, count)) return;
  if (count < 5) {
    r->bad = "waypoint update: expected bit 6 = 0 in the last of 2 to 4 address bytes";
    return;
  }
  uint8_t byte = next(r);
  k->info_bytes = 1;
  if (byte & 0xBF) {
    r->bad = "waypoint update: expected only bit 6 in the information byte";
    return;
  }
  set_alt_isa(r, k, byte & 0x40);
}

// IHI 0035B 4.5.2: the information byte is 0 Reason[1:0] 0 NS AltIS Hyp 1.
static void read_isync(struct reading *r, const struct pft_state *s, struct packet *k) {
  uint32_t address = read_little_endian(r, 4);
  uint8_t info = next(r);
  bool thumb = address & 1, alt_isa = info & 0x04;
  k->isa = !thumb ? ISA_ARM : alt_isa ? ISA_THUMBEE : ISA_THUMB;
  k->address = address & ~1u;
  k->reason = info >> 5 & 3;
  k->ns = info & 0x08;
  k->ns_known = true;
  k->hyp = info & 0x02;
  k->has_count = s->counted && k->reason != ISYNC_PERIODIC;
  k->cycle_count = 0;
  if ((info & 0x91) != 0x01) r->bad = "I-sync information byte: expected bits 7 and 4 = 0 and bit 0 = 1";
  if (!thumb && (address & 2 || alt_isa)) r->bad = "I-sync in ARM state: expected address bit 1 = 0 and AltIS = 0";
  if (k->hyp && !s->virtualization) r->bad = "I-sync: expected Hyp = 0 without virtualization";
  if (k->has_count && !r->bad) {
    read_count_with(r, k, 0x80);
    if (!r->bad && r->bytes[r->seen - 1] == 0) r->bad = "I-sync: expected a final cycle count byte other than 0";
  }
  if (!r->bad) k->value = read_little_endian(r, s->context_bytes);
}

static void read_timestamp(struct reading *r, struct pft_state *s, struct packet *k) {
  s->coded = read_coded_time(r, k, s->timestamp_bytes, s->last_timestamp);
  k->unknown_bits = !s->stamped && k->timestamp_bytes < s->timestamp_bytes;
  k->timestamp = s->gray ? from_gray(s->coded) : s->coded;
  if (s->counted && !r->bad) read_count_with(r, k, 0);
}

// --- one packet, whichever -----------------------------------------------------------------------------------------

// What the next packets are compressed against. A waypoint update moves it too, as for OpenCSD (docs/decisions/0002).
static inline void remember_address(struct pft_reference *last, const struct packet *k) {
  last->address = k->address;
  last->known_bits = (uint8_t)(32 - k->unknown_bits);
  last->isa = k->isa;
  if (k->kind != PACKET_ISYNC && k->info_bytes == 0) return;
  last->alt_isa = k->isa == ISA_THUMBEE;
  if (k->kind == PACKET_WAYPOINT_UPDATE) return;
  last->ns = k->ns;
  last->hyp = k->hyp;
  last->ns_known = k->ns_known;
}

// Delivers the packet read in `seen` bytes, if these are all there and as expected. Returns the bytes consumed.
static inline size_t finish(struct decoder *d, enum packet_kind kind, unsigned seen, const char *bad, size_t room) {
  struct packet *k = &d->packet[kind];
  if (seen > room) return 0;
  if (bad) {
    deliver_bad(d, 1, bad);
    return 1;
  }
  if (kind == PACKET_BRANCH || kind == PACKET_ISYNC || kind == PACKET_WAYPOINT_UPDATE) {
    if (!d->pft.updated) d->pft.fixed = d->pft.last;
    d->pft.updated = kind == PACKET_WAYPOINT_UPDATE;
    remember_address(&d->pft.last, k);
  } else if (kind == PACKET_TIMESTAMP) {
    d->pft.last_timestamp = d->pft.coded;
    d->pft.stamped = !k->unknown_bits;
  }
  deliver(d, k, seen);
  return seen;
}

static inline void set_atoms(struct packet *k, const struct pft_header *h) {
  k->atom_count = h->atom_count;
  k->atoms = h->atoms;
}

// Atoms without cycle count, one behind the other: nearly all of a trace. Returns the bytes consumed, one a packet.
static inline size_t atom_packets(struct decoder *d, const uint8_t *bytes, size_t starts) {
  struct packet *k = &d->packet[PACKET_ATOM];
  size_t used = 0;
  k->length = 1;
  for (const struct pft_header *h; used < starts; used++) {
    h = &d->pft.header[bytes[used]];
    if (h->kind != PACKET_ATOM) break;
    set_atoms(k, h);
    k->offset = d->offset + used;
    d->sink(d->user, k);
  }
  d->offset += used;
  return used;
}

static size_t counted_atom_packet(struct decoder *d, const uint8_t *bytes, size_t room) {
  struct packet *k = &d->packet[PACKET_ATOM];
  struct reading r = {bytes, 1, NULL};
  set_atoms(k, &d->pft.header[bytes[0]]);
  k->cycle_count = read_count(&r, bytes[0]);
  return finish(d, PACKET_ATOM, r.seen, r.bad, room);
}

// What follows a branch packet's address bytes: information, cycle count.
static size_t finish_branch(struct decoder *d, const uint8_t *bytes, unsigned seen, const char *bad, size_t room) {
  struct packet *k = &d->packet[PACKET_BRANCH];
  struct reading r = {bytes, seen, bad};
  if (!r.bad && info_follows(bytes, seen)) read_branch_info(&r, &d->pft, k);
  if (!r.bad && d->pft.counted) read_count_with(&r, k, 0);
  return finish(d, PACKET_BRANCH, r.seen, r.bad, room);
}

static inline size_t branch_packet(struct decoder *d, const uint8_t *bytes, size_t room) {
  struct packet *k = &d->packet[PACKET_BRANCH];
  const struct pft_reference *last = &d->pft.last;
  const char *bad = NULL;
  unsigned seen = read_address(bytes, last, k, &bad);
  k->two_ways = false;
  if (d->pft.updated) read_other_address(&d->pft, bytes, k);
  k->exception = 0;
  k->info_bytes = 0;
  k->ns = last->ns;
  k->hyp = last->hyp;
  k->ns_known = last->ns_known;
  if (d->pft.counted || info_follows(bytes, seen)) return finish_branch(d, bytes, seen, bad, room);
  return finish(d, PACKET_BRANCH, seen, bad, room);
}

// All but atom and branch.
static size_t rare_packet(struct decoder *d, enum packet_kind kind, const uint8_t *bytes, size_t room) {
  struct pft_state *s = &d->pft;
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
    case PACKET_WAYPOINT_UPDATE:
      read_waypoint_update(&r, s, k);
      break;
    case PACKET_CONTEXT_ID:
      k->value = read_little_endian(&r, s->context_bytes);
      break;
    case PACKET_VMID:
      k->value = next(&r);
      break;
    case PACKET_TIMESTAMP:
      read_timestamp(&r, s, k);
      k->clock_change = bytes[0] & 0x04;  // R
      break;
    case PACKET_BAD:
      r.bad = pft_header_expected(bytes[0]);
      break;
    case PACKET_TRIGGER:
    case PACKET_EXCEPTION_RETURN:
    case PACKET_IGNORE:
      break;  // nothing but the header
    // Read elsewhere, or no header of PFT means them:
    case PACKET_ATOM:
    case PACKET_BRANCH:
    case PACKETS_OF_ETM3:
      break;
  }
  return finish(d, kind, r.seen, r.bad, room);
}

size_t pft_packets(struct decoder *d, const uint8_t *bytes, size_t starts, size_t room) {
  size_t used = 0, size = 1;
  while (size && used < starts && d->state == DECODE_PACKETS) {
    if (!d->pft.counted) used += atom_packets(d, bytes + used, starts - used);
    if (used == starts) break;
    const uint8_t *at = bytes + used;
    const enum packet_kind kind = d->pft.header[*at].kind;
    if (kind == PACKET_BRANCH) {
      size = branch_packet(d, at, room);
    } else if (kind == PACKET_ATOM) {
      size = counted_atom_packet(d, at, room);
    } else {
      size = rare_packet(d, kind, at, room);
    }
    used += size;
  }
  return used;
}

void decode_other_way(struct decoder *d, enum packet_kind kind) {
  struct packet *k = &d->packet[kind];
  struct pft_reference *last = &d->pft.last;
  if (!k->two_ways) return;
  take_other_way(k);
  last->address = k->address;
  last->isa = k->isa;
  // Nor has the update's AltIS changed what the next address is compressed against.
  if (k->info_bytes == 0) last->alt_isa = d->pft.fixed.alt_isa;
}
