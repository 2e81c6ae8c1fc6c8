// SPDX-License-Identifier: Apache-2.0
// Random packets of a protocol, made byte by byte. The random numbers are the fields, so only the length of a packet
// must be known, and not what a reader must find.
#ifndef RANDOM_PACKETS_H
#define RANDOM_PACKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "packet.h"
#include "rng.h"

enum { PACKET_ROOM = 20 };  // no packet is longer

struct bytes {
  uint8_t *at;
  size_t count;
};

struct random_packets {
  unsigned configurations;
  struct config (*configuration)(unsigned i);
  void (*put_isync)(struct bytes *b, struct rng *r, const struct config *c);
  void (*put_packet)(struct bytes *b, struct rng *r, const struct config *c);
  bool (*gray)(const struct config *c);  // timestamps are Gray coded
  void (*blank)(struct packet *p);       // fields that OpenCSD reports differently, or not at all
};

extern const struct random_packets random_pft, random_etm3;

static inline void put(struct bytes *b, unsigned byte) { b->at[b->count++] = (uint8_t)byte; }

static inline void put_async(struct bytes *b) {
  for (int i = 0; i < 5; i++) put(b, 0x00);
  put(b, 0x80);
}

static inline void put_little_endian(struct bytes *b, struct rng *r, unsigned count) {
  while (count-- > 0) put(b, rng_below(r, 4) ? rng_below(r, 256) : 0);
}

// 1 to 32 random bits, every width as likely.
static inline uint32_t any_width(struct rng *r) { return (uint32_t)(rng_next(r) >> (32 + rng_below(r, 32))); }

static inline bool counted(const struct config *c) { return c->etmcr & ETMCR_CYCLE_ACCURATE; }

// VMID and Hyp.
static inline bool virtualization(const struct config *c) { return c->etmccer & 1u << 26; }

static inline unsigned context_bytes(const struct config *c) {
  static const uint8_t bytes[] = {0, 1, 2, 4};
  return bytes[field_get(c->etmcr, ETMCR_CONTEXT_ID)];
}

#endif
