// SPDX-License-Identifier: Apache-2.0
// Random packets of PFT, in every configuration of the format.
//
// Kept out, because OpenCSD departs from IHI 0035B there: AltIS (it forgets that of an I-sync), Hyp of a branch packet
// without information byte 1.
#include "random_packets.h"

// IHI 0035B 4.5.4 table 4.8. `first`: the other bits of the first byte.
static void put_count(struct bytes *b, struct rng *r, unsigned first) {
  uint32_t count = rng_below(r, 20) ? any_width(r) : UINT32_MAX;
  put(b, first | (count & 15) << 2 | (count > 15) << 6);
  for (count >>= 4; count > 0; count >>= 7) put(b, (count & 0x7F) | (count > 0x7F) << 7);
}

static void put_isync(struct bytes *b, struct rng *r, const struct config *c) {
  const unsigned thumb = rng_below(r, 2), reason = rng_below(r, 4);
  put(b, 0x08);
  put(b, thumb ? rng_below(r, 128) << 1 | 1 : rng_below(r, 64) << 2);
  put_little_endian(b, r, 3);
  put(b, reason << 5 | rng_below(r, 2) << 3 | rng_below(r, virtualization(c) ? 2 : 1) << 1 | 1);
  if (counted(c) && reason > 0) put_count(b, r, 0x80);
  put_little_endian(b, r, context_bytes(c));
}

static void put_atom(struct bytes *b, struct rng *r, const struct config *c) {
  if (counted(c)) {
    put_count(b, r, 0x80 | rng_below(r, 2) << 1);
  } else {
    const unsigned atoms = 1 + rng_below(r, 5);
    put(b, 0x80 | 1u << (atoms + 1) | rng_below(r, 1u << atoms) << 1);
  }
}

// `x`: an information byte follows, so there are at least two address bytes.
static void put_address(struct bytes *b, struct rng *r, bool x) {
  static const uint8_t markers[] = {0x08, 0x10, 0x20};  // ARM, Thumb, Jazelle
  const unsigned count = x ? 2 + rng_below(r, 4) : 1 + rng_below(r, 5);
  const unsigned marker = markers[rng_below(r, 3)];
  put(b, (count > 1) << 7 | rng_below(r, 64) << 1 | 1);
  for (unsigned i = 1; i < count; i++) {
    const bool last = i + 1 == count;
    if (i == 4) {
      put(b, x << 6 | marker | rng_below(r, marker));
    } else {
      put(b, last ? x << 6 | rng_below(r, 64) : 0x80 | rng_below(r, 128));
    }
  }
}

static void put_branch(struct bytes *b, struct rng *r, const struct config *c) {
  const unsigned information = rng_below(r, 3);
  put_address(b, r, information > 0);
  if (information > 0) put(b, (information > 1) << 7 | rng_below(r, 32));
  if (information > 1) put(b, rng_below(r, virtualization(c) ? 64 : 32));
  if (counted(c)) put_count(b, r, 0);
}

static void put_timestamp(struct bytes *b, struct rng *r, const struct config *c) {
  const unsigned full = c->etmccer & 1u << 29 && c->etmidr & 0xF0 ? 9 : 7, count = 1 + rng_below(r, full);
  put(b, rng_below(r, 4) ? 0x42 : 0x46);
  for (unsigned i = 1; i <= count; i++) {
    if (i == full) {
      put(b, rng_below(r, full == 9 ? 256 : 64));
    } else {
      put(b, (i < count) << 7 | rng_below(r, 128));
    }
  }
  if (counted(c)) put_count(b, r, 0);
}

static void put_identity(struct bytes *b, struct rng *r, const struct config *c) {
  if (virtualization(c) && rng_below(r, 2)) {
    put(b, 0x3C);
    put_little_endian(b, r, 1);
  } else if (context_bytes(c) > 0) {
    put(b, 0x6E);
    put_little_endian(b, r, context_bytes(c));
  } else {
    put(b, 0x66);
  }
}

static void put_packet(struct bytes *b, struct rng *r, const struct config *c) {
  static const uint8_t alone[] = {0x0C, 0x66, 0x76};  // trigger, ignore, exception return
  switch (rng_below(r, 12)) {
    case 0:
      put_async(b);
      break;
    case 1:
      put_isync(b, r, c);
      break;
    case 2:
      put(b, alone[rng_below(r, sizeof alone)]);
      break;
    case 3:
      put_identity(b, r, c);
      break;
    case 4:
    case 5:
      put_timestamp(b, r, c);
      break;
    case 6:
      put(b, 0x72);
      put_address(b, r, false);
      break;
    case 7:
    case 8:
      put_atom(b, r, c);
      break;
    default:
      put_branch(b, r, c);
      break;
  }
}

// v1.0 and v1.1; a cycle count or not; each size of the Context ID; timestamps of 48 and 64 bits.
static struct config configuration(unsigned i) {
  struct config c = config_default_pft;
  const unsigned sizes = i / 2 % 4, version = i / 8;
  c.etmcr = ETMCR_TIMESTAMP | (version > 0 ? 1u << 30 : 0) | (i % 2 ? ETMCR_CYCLE_ACCURATE : 0) |
            FIELD_OF(ETMCR_CONTEXT_ID, sizes);
  c.etmidr = 0x411CF300 | (version > 0) << 4;
  c.etmccer = version == 2 ? 0x34C01800 : version == 1 ? 0x14C01800 : 0x00C01800;
  return c;
}

static bool gray(const struct config *c) { return !(c->etmidr & 0xF0); }

static void blank(struct packet *p) { (void)p; }

const struct random_packets random_pft = {24, configuration, put_isync, put_packet, gray, blank};
