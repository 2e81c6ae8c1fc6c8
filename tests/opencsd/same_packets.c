// SPDX-License-Identifier: Apache-2.0
// same_packets SEED PACKETS: random packets of every kind in every configuration of the format, put together here byte
// by byte, read by our decoder and by OpenCSD: same places, lengths and fields.
//
// What comes in as random numbers is the field, so what both readers ought to find need not be known: only how long a
// packet is. Kept out, because OpenCSD departs from IHI 0035B there: AltIS (it forgets that of an I-sync), Hyp of a
// branch packet without information byte 1. Allowed for: its timestamps are as coded, so ours are coded again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "opencsd.h"
#include "rng.h"

enum { CONFIGURATIONS = 24, STREAM = 200, PACKET_ROOM = 16 };

struct bytes {
  uint8_t *at;
  size_t count;
};

struct list {
  struct packet *at;
  size_t count, room;
};

static void put(struct bytes *b, unsigned byte) { b->at[b->count++] = (uint8_t)byte; }

// 1 to 32 random bits, every width as likely.
static uint32_t any_width(struct rng *r) { return (uint32_t)(rng_next(r) >> (32 + rng_below(r, 32))); }

static void put_little_endian(struct bytes *b, struct rng *r, unsigned count) {
  while (count-- > 0) put(b, rng_below(r, 4) ? rng_below(r, 256) : 0);
}

// IHI 0035B 4.5.4 table 4.8. `first`: the other bits of the first byte.
static void put_count(struct bytes *b, struct rng *r, unsigned first) {
  uint32_t count = rng_below(r, 20) ? any_width(r) : UINT32_MAX;
  put(b, first | (count & 15) << 2 | (count > 15) << 6);
  for (count >>= 4; count > 0; count >>= 7) put(b, (count & 0x7F) | (count > 0x7F) << 7);
}

static bool counted(const struct config *c) { return c->etmcr & ETMCR_CYCLE_ACCURATE; }

// VMID and Hyp.
static bool virtualization(const struct config *c) { return c->etmccer & 1u << 26; }

static unsigned context_bytes(const struct config *c) {
  static const uint8_t bytes[] = {0, 1, 2, 4};
  return bytes[c->etmcr >> ETMCR_CONTEXT_ID_SHIFT & 3];
}

static void put_async(struct bytes *b) {
  for (int i = 0; i < 5; i++) put(b, 0x00);
  put(b, 0x80);
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
  struct config c = config_default;
  const unsigned sizes = i / 2 % 4, version = i / 8;
  c.etmcr = ETMCR_TIMESTAMP | (version > 0 ? 1u << 30 : 0) | (i % 2 ? ETMCR_CYCLE_ACCURATE : 0) |
            sizes << ETMCR_CONTEXT_ID_SHIFT;
  c.etmidr = 0x411CF300 | (version > 0) << 4;
  c.etmccer = version == 2 ? 0x34C01800 : version == 1 ? 0x14C01800 : 0x00C01800;
  return c;
}

static void add(void *user, const struct packet *packet) {
  struct list *list = user;
  if (list->count < list->room) list->at[list->count] = *packet;
  list->count++;
}

static bool has_address(const struct packet *p) {
  return p->kind == PACKET_ISYNC || p->kind == PACKET_BRANCH || p->kind == PACKET_WAYPOINT_UPDATE;
}

// The fields that both tell of this kind of packet, as a line. `gray`: timestamps are coded again.
static void line(const struct packet *p, bool gray, char *text, size_t room) {
  struct packet told = *p;
  if (gray) told.timestamp ^= told.timestamp >> 1;
  const int used = packet_text(&told, text, room);
  const bool hyp = p->kind == PACKET_ISYNC || p->info_bytes > 1;
  snprintf(text + used, room - (size_t)used, " at %llu+%u isa=%u ns=%d hyp=%d value=0x%X",
           (unsigned long long)p->offset, p->length, has_address(p) ? p->isa : 0u,
           p->kind == PACKET_ISYNC || p->info_bytes ? p->ns : 0, hyp && p->hyp, p->value);
}

static bool same(const struct list *ours, const struct list *theirs, bool gray) {
  for (size_t i = 0; i < ours->count || i < theirs->count; i++) {
    char a[256] = "none", b[256] = "none";
    if (i < ours->count) line(&ours->at[i], gray, a, sizeof a);
    if (i < theirs->count) line(&theirs->at[i], false, b, sizeof b);
    if (strcmp(a, b) == 0) continue;
    printf("packet %zu\n  waypoint: %s\n  OpenCSD:  %s\n", i, a, b);
    return false;
  }
  return true;
}

// The packets of one configuration; true if all were read, the same.
static bool compare(unsigned i, uint64_t seed, size_t packets) {
  struct rng r = rng_seed(seed, STREAM + i);
  const struct config c = configuration(i);
  struct bytes b = {.at = malloc(packets * PACKET_ROOM)};
  struct list ours = {.at = calloc(packets, sizeof *ours.at), .room = packets}, theirs = ours;
  theirs.at = calloc(packets, sizeof *theirs.at);
  struct error err = {0};
  bool good = b.at && ours.at && theirs.at;
  if (good) {
    struct decoder d;
    put_async(&b);
    put_isync(&b, &r, &c);
    for (size_t n = 2; n < packets; n++) put_packet(&b, &r, &c);
    decode_start(&d, &c, add, &ours);
    decode_bytes(&d, b.at, b.count);
    good = decode_end(&d) == 0 && opencsd_packets(&c, b.at, b.count, add, &theirs, &err);
    if (!good) printf("%s\n", err.text);
    good = same(&ours, &theirs, !(c.etmidr & 0xF0)) && good && ours.count == packets;
    if (!good) printf("configuration %u: %zu packets, ours %zu, OpenCSD's %zu\n", i, packets, ours.count, theirs.count);
  }
  free(b.at);
  free(ours.at);
  free(theirs.at);
  return good;
}

int main(int argc, char **argv) {
  const uint64_t seed = argc == 3 ? strtoull(argv[1], NULL, 0) : 0;
  const size_t packets = argc == 3 ? strtoull(argv[2], NULL, 0) / CONFIGURATIONS : 0;
  if (packets < 2) {
    fputs("usage: same_packets SEED PACKETS (48 or more)\n", stderr);
    return 2;
  }
  unsigned passed = 0;
  for (unsigned i = 0; i < CONFIGURATIONS; i++) passed += compare(i, seed, packets);
  printf("%u passed, %u failed, 0 skipped\n", passed, CONFIGURATIONS - passed);
  return passed != CONFIGURATIONS;
}
