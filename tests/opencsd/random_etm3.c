// SPDX-License-Identifier: Apache-2.0
// Random packets of ETMv3, in every configuration of the format.
//
// Kept out or blanked, because OpenCSD 1.3.3 departs from IHI 0014Q there:
// - 7.2, A-sync: each zero beyond five is an error: five are sent;
// - 7.2, value not traced: it takes bit 5, always 1, for A: with addresses only A = 1 is sent;
// - 7.3.1: it reads reserved P-headers: none are sent, nor any other reserved header; and 0x80 as nothing where it is W
//   (format 0, ETMv3.0): not sent when counted;
// - 7.3.5, table 7.5: it forgets the AltISA of an I-sync, and keeps that of an earlier branch instead. Five address
//   bytes to Thumb are sent with information byte 0, and a second address to Thumb in four bytes at most.
// - 7.3.5, table 7.6: in the alternative encoding it reads past a fifth byte with bit 7 = 1: not sent there;
// - 7.3.5, table 7.7: it numbers the exceptions of that fifth byte by EEE, not as in table 7.12: blanked;
// - 7.4.2, data address: it reads the first byte alone, then the value from the wrong bytes: one byte is sent;
// - 7.4.2: it reports that byte in the place of the instruction address, and takes the next branch as compressed
//   against it, which shows in Jazelle state. Blanked, and no Jazelle with data addresses.
// - 7.4.2: normal data with an address and SS = 00 consumes the next byte: not sent;
// - 7.4.2: it expects value bytes by SS even where values are not traced: SS = 00 is sent there;
// - 7.7.4: it reads past a ninth timestamp byte with bit 7 = 1: not sent;
// - 7.10.5: it closes an I-sync whose load/store address is below 0x80000000 before the second address: not sent;
// - 7.10.5: it reports only the second address: the first is blanked;
// - 7.10.5: it clears bit 0 of an address in Jazelle state: sent as 0.
#include "random_packets.h"

enum { IGNORE = 0x66 };  // in the place of what this configuration does not have

static unsigned minor(const struct config *c) { return config_minor(c); }

static bool alternative(const struct config *c) { return c->etmidr >> 20 & 1; }

static bool data_only(const struct config *c) { return c->etmcr & ETMCR_DATA_ONLY; }

// A bit that exists since a version.
static unsigned bit_since(struct rng *r, const struct config *c, unsigned since) {
  return rng_below(r, minor(c) >= since ? 2 : 1);
}

static void put_count(struct bytes *b, struct rng *r) {
  uint32_t count = rng_below(r, 20) ? any_width(r) : UINT32_MAX;
  do {
    put(b, (count & 0x7F) | (count > 0x7F) << 7);
    count >>= 7;
  } while (count > 0);
}

// ARM, Thumb, Jazelle.
static unsigned instruction_set(struct rng *r, const struct config *c) {
  return rng_below(r, c->etmcr & ETMCR_DATA_ADDRESS ? 2 : 3);
}

// Of these: the fifth address byte, without its bits 7 and 6.
static unsigned fifth_byte(struct rng *r, unsigned set) {
  const unsigned marker = 0x08u << set;
  return marker | rng_below(r, marker);
}

// The second address of an I-sync; `set` as in fifth_byte.
static void put_current(struct bytes *b, struct rng *r, const struct config *c, unsigned set) {
  const unsigned count = 1 + rng_below(r, set == 1 ? 4 : 5);
  put(b, (count > 1) << 7 | rng_below(r, 64) << 1 | 1);
  for (unsigned i = 1; i < count; i++) {
    const bool last = i + 1 == count;
    if (i == 4) {
      put(b, fifth_byte(r, set));
    } else {
      put(b, last ? rng_below(r, alternative(c) ? 64 : 128) : 0x80 | rng_below(r, 128));
    }
  }
}

static void put_isync(struct bytes *b, struct rng *r, const struct config *c) {
  const bool with_count = counted(c) && rng_below(r, 2), progress = !data_only(c) && rng_below(r, 6) == 0;
  const unsigned set = instruction_set(r, c), alt_isa = set == 1 ? bit_since(r, c, 3) : 0;
  put(b, with_count ? 0x70 : 0x08);
  if (with_count) put_count(b, r);
  put_little_endian(b, r, context_bytes(c));
  put(b, (unsigned)progress << 7 | rng_below(r, 4) << 5 | (set == 2) << 4 | bit_since(r, c, 2) << 3 | alt_isa << 2 |
             rng_below(r, virtualization(c) ? 2 : 1) << 1 | 1);
  if (data_only(c)) return;
  put(b, set == 0 ? rng_below(r, 64) << 2 : rng_below(r, 128) << 1 | (set == 1));
  put_little_endian(b, r, 2);
  put(b, (unsigned)progress << 7 | rng_below(r, 128));
  if (progress) put_current(b, r, c, set);
}

static void put_p_header(struct bytes *b, struct rng *r, const struct config *c) {
  const unsigned two = 0x82 | rng_below(r, 4) << 2;
  if (!counted(c)) {
    put(b, rng_below(r, 3) ? 0x80 | rng_below(r, 32) << 2 : two);
    return;
  }
  const unsigned format_1 = 0x80 | rng_below(r, 2) << 6 | rng_below(r, 8) << 2;
  const unsigned of_format[] = {
      format_1 == 0x80 ? 0x84 : format_1,
      two,
      0xA0 | rng_below(r, 2) << 6 | rng_below(r, 8) << 2,
      minor(c) >= 3 ? 0x92 | rng_below(r, 2) << 2 : two,
  };
  put(b, of_format[rng_below(r, 4)]);
}

// Exception information bytes, for a fifth address byte of the instruction set `set`, or without one.
static void put_info(struct bytes *b, struct rng *r, const struct config *c, bool five, unsigned set) {
  const bool byte_1 = bit_since(r, c, 4), byte_2 = bit_since(r, c, 4);
  const unsigned alt_isa = five && set == 1 ? bit_since(r, c, 3) : 0;
  put(b, (unsigned)(byte_1 || byte_2) << 7 | alt_isa << 6 | rng_below(r, 32) << 1 | bit_since(r, c, 2));
  if (byte_1) put(b, (unsigned)byte_2 << 7 | rng_below(r, virtualization(c) ? 64 : 32));
  if (byte_2) put(b, 0x40 | rng_below(r, 16));
}

// A[31:29] after an EEE that is not reserved.
static unsigned old_form(struct rng *r) {
  static const uint8_t eee[] = {0, 1, 4, 5, 6, 7};
  return 0x80 | rng_below(r, 2) << 6 | (unsigned)eee[rng_below(r, 6)] << 3 | rng_below(r, 8);
}

static void put_branch(struct bytes *b, struct rng *r, const struct config *c) {
  const unsigned count = 1 + rng_below(r, 5), set = instruction_set(r, c);
  const bool info = count == 5 ? set == 1 || rng_below(r, 2) : alternative(c) && count > 1 && rng_below(r, 2);
  put(b, (count > 1) << 7 | rng_below(r, 64) << 1 | 1);
  for (unsigned i = 1; i < count && i < 4; i++) {
    if (i + 1 < count) {
      put(b, 0x80 | rng_below(r, 128));
    } else {
      put(b, alternative(c) ? (unsigned)info << 6 | rng_below(r, 64) : rng_below(r, 128));
    }
  }
  if (count == 5 && !alternative(c) && rng_below(r, 5) == 0) {
    put(b, old_form(r));
    return;
  }
  if (count == 5) put(b, (unsigned)info << 6 | fifth_byte(r, set));
  if (info) put_info(b, r, c, count == 5, set);
}

static void put_cycle_count(struct bytes *b, struct rng *r, const struct config *c) {
  put(b, counted(c) ? 0x04 : IGNORE);
  if (counted(c)) put_count(b, r);
}

static void put_timestamp(struct bytes *b, struct rng *r, const struct config *c) {
  const unsigned full = c->etmccer & 1u << 29 ? 9 : 7, count = 1 + rng_below(r, full);
  put(b, minor(c) < 5 ? IGNORE : rng_below(r, 4) ? 0x42 : 0x46);
  if (minor(c) < 5) return;
  for (unsigned i = 1; i <= count; i++) {
    if (i == full) {
      put(b, rng_below(r, full == 9 ? 128 : 64));
    } else {
      put(b, (i < count) << 7 | rng_below(r, 128));
    }
  }
}

static void put_identity(struct bytes *b, struct rng *r, const struct config *c) {
  if (virtualization(c) && rng_below(r, 2)) {
    put(b, 0x3C);
    put_little_endian(b, r, 1);
  } else if (context_bytes(c) > 0) {
    put(b, 0x6E);
    put_little_endian(b, r, context_bytes(c));
  } else {
    put(b, IGNORE);
  }
}

static void put_value(struct bytes *b, struct rng *r, unsigned size) {
  static const uint8_t bytes[] = {0, 1, 2, 4};
  put_little_endian(b, r, bytes[size]);
}

static void put_data(struct bytes *b, struct rng *r, const struct config *c) {
  const bool values = c->etmcr & ETMCR_DATA_VALUE, addresses = c->etmcr & ETMCR_DATA_ADDRESS;
  const unsigned a = rng_below(r, 2), tag = 1 + rng_below(r, 3);
  const unsigned size = values ? rng_below(r, 4) : 0;
  const unsigned with_address = addresses && size == 0 ? 0 : a;
  if (!values && !addresses) {
    put(b, IGNORE);
    return;
  }
  switch (rng_below(r, 6)) {
    case 0:
      put(b, 0x50 | a << 5 | tag << 2);
      if (a && addresses) put(b, rng_below(r, 128));
      break;
    case 1:
      put(b, 0x6A | (addresses ? 1 : a) << 4);
      if (addresses) put(b, rng_below(r, 128));
      break;
    case 2:
      put(b, values ? tag << 5 | size << 2 : IGNORE);
      if (values) put_value(b, r, size);
      break;
    case 3:
      put(b, data_only(c) || rng_below(r, 2) ? (values ? 0x50 : IGNORE) : 0x62);
      break;
    default:
      put(b, 0x02 | with_address << 5 | size << 2);
      if (with_address && addresses) put(b, rng_below(r, 128));
      put_value(b, r, size);
      break;
  }
}

// What has no bytes but its header.
static void put_alone(struct bytes *b, struct rng *r, const struct config *c) {
  static const uint8_t headers[] = {0x0C, 0x66, 0x76, 0x7E};
  put(b, headers[rng_below(r, minor(c) >= 4 ? 4 : 2)]);
}

static void put_packet(struct bytes *b, struct rng *r, const struct config *c) {
  switch (rng_below(r, data_only(c) ? 9 : 16)) {
    case 0:
      put_async(b);
      break;
    case 1:
      put_isync(b, r, c);
      break;
    case 2:
      put_alone(b, r, c);
      break;
    case 3:
      put_identity(b, r, c);
      break;
    case 4:
      put_cycle_count(b, r, c);
      break;
    case 5:
      put_timestamp(b, r, c);
      break;
    case 6:
    case 7:
    case 8:
      put_data(b, r, c);
      break;
    case 9:
    case 10:
    case 11:
      put_p_header(b, r, c);
      break;
    default:
      put_branch(b, r, c);
      break;
  }
}

// v3.0 to v3.5, from v3.4 on with both encodings of branch addresses; a cycle count or not. Each size of the Context ID
// with each kind of data trace. Timestamps of 48 and 64 bits, binary and Gray.
static struct config configuration(unsigned i) {
  static const uint32_t data[] = {0, ETMCR_DATA_VALUE, ETMCR_DATA_ADDRESS, ETMCR_DATA_VALUE | ETMCR_DATA_ADDRESS,
                                  ETMCR_DATA_VALUE | ETMCR_DATA_ONLY};
  const unsigned unit = i % 8, version = unit < 6 ? unit : unit - 2, sizes = i / 16 % 4, traced = i / 16 % 5;
  const bool counts = i / 8 % 2 && !(traced == 4);
  struct config c = config_default_etm3;
  c.etmcr = ETMCR_PORT | (counts ? ETMCR_CYCLE_ACCURATE : 0) | FIELD_OF(ETMCR_CONTEXT_ID, sizes) | data[traced];
  if (version == 0) c.etmcr &= ~ETMCR_DATA_ONLY;
  c.etmidr = 0x410CF200 | version << 4 | (unit >= 6 ? 1u << 20 : 0);
  c.etmccer = version == 5 ? 0x00400000 | i / 16 % 4 << 28 | i / 8 % 2 << 26 : 0;
  if (version == 5) c.etmcr |= ETMCR_TIMESTAMP | (i / 8 % 2 ? ETMCR_VMID : 0);
  return c;
}

static bool gray(const struct config *c) { return !(c->etmccer >> 28 & 1); }

static void blank(struct packet *p) {
  if (p->in_progress || p->has_address) p->address = 0;
  if (p->old_form) p->exception = 0;
}

const struct random_packets random_etm3 = {160, configuration, put_isync, put_packet, gray, blank};
