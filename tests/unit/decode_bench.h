// SPDX-License-Identifier: Apache-2.0
// Functions that the tests of the two packet decoders share: streams as bytes and as text, which are cut, split and
// damaged.
#ifndef DECODE_BENCH_H
#define DECODE_BENCH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "decode.h"
#include "rng.h"

struct row {
  const char *bytes, *text;  // one packet
};

struct stream {
  const char *name;
  uint32_t etmcr, etmidr, etmccer;
  struct row row[36];  // ends at the first empty one
};

static inline size_t parse_hex(const char *hex, uint8_t *bytes) {
  size_t n = 0;
  char *end;
  for (const char *p = hex; *p; p = end) {
    unsigned long byte = strtoul(p, &end, 16);
    if (end == p) break;
    bytes[n++] = (uint8_t)byte;
  }
  return n;
}

struct expected {
  uint64_t offset;
  uint32_t length;
  const char *text;
};

struct bench {
  uint8_t bytes[512];
  size_t size;
  struct expected packet[64];
  size_t packets;
  size_t seen;
  struct packet last;
};

static inline struct config config_with(uint32_t etmcr, uint32_t etmidr, uint32_t etmccer) {
  struct config config = config_default_pft;
  config.etmcr = etmcr;
  config.etmidr = etmidr;
  config.etmccer = etmccer;
  return config;
}

static inline void bench_of(struct bench *b, const struct stream *s) {
  memset(b, 0, sizeof *b);
  for (const struct row *row = s->row; row->bytes; row++) {
    size_t length = parse_hex(row->bytes, b->bytes + b->size);
    b->packet[b->packets++] = (struct expected){b->size, (uint32_t)length, row->text};
    b->size += length;
  }
}

static inline void expect(void *user, const struct packet *p) {
  struct bench *b = user;
  char text[200];
  packet_text(p, text, sizeof text);
  assert_true(b->seen < b->packets);
  const struct expected *e = &b->packet[b->seen++];
  assert_string_equal(text, e->text);
  assert_int_equal(p->offset, e->offset);
  assert_int_equal(p->length, e->length);
  b->last = *p;
}

static inline void decode_in_steps(struct decoder *d, const struct bench *b, size_t step) {
  for (size_t at = 0; at < b->size; at += step) {
    decode_bytes(d, b->bytes + at, b->size - at < step ? b->size - at : step);
  }
}

// Only valid packets: after each step, all packets that have ended have been delivered.
static inline void decode_promptly(struct decoder *d, const struct bench *b, size_t step) {
  for (size_t at = 0, end; at < b->size; at = end) {
    end = b->size - at < step ? b->size : at + step;
    decode_bytes(d, b->bytes + at, end - at);
    if (b->seen < b->packets) assert_true(b->packet[b->seen].offset + b->packet[b->seen].length > end);
  }
}

static const char cut_text[] = "bad expected the rest of a packet, the stream ends inside it";

// Decodes each stream in one piece, in two parts, and in steps of 1 byte up to one byte more than a packet reader
// examines.
static inline void decode_split(const struct stream *streams, size_t count) {
  for (size_t i = 0; i < count; i++) {
    struct bench b;
    struct config config = config_with(streams[i].etmcr, streams[i].etmidr, streams[i].etmccer);
    bench_of(&b, &streams[i]);
    for (size_t cut = 0; cut <= b.size; cut++) {
      struct decoder d;
      b.seen = 0;
      decode_start(&d, &config, expect, &b);
      decode_bytes(&d, b.bytes, cut);
      decode_bytes(&d, b.bytes + cut, b.size - cut);
      assert_int_equal(decode_end(&d), 0);
      assert_int_equal(b.seen, b.packets);
      assert_int_equal(d.unsynced, 0);
    }
    for (size_t step = 1; step <= DECODE_WINDOW + 1; step++) {
      struct decoder d;
      b.seen = 0;
      decode_start(&d, &config, expect, &b);
      decode_promptly(&d, &b, step);
      assert_int_equal(decode_end(&d), 0);
      assert_int_equal(b.seen, b.packets);
    }
  }
}

// Ends each stream at every byte.
static inline void decode_cut(const struct stream *streams, size_t count) {
  for (size_t i = 0; i < count; i++) {
    struct bench whole;
    struct config config = config_with(streams[i].etmcr, streams[i].etmidr, streams[i].etmccer);
    bench_of(&whole, &streams[i]);
    for (size_t cut = 0; cut <= whole.size; cut++) {
      struct bench b = whole;
      struct decoder d;
      b.packets = 0;
      while (b.packets < whole.packets && whole.packet[b.packets].offset < cut) b.packets++;
      const struct expected *last = b.packets ? &whole.packet[b.packets - 1] : NULL;
      size_t pending = last && last->offset + last->length > cut ? cut - last->offset : 0;
      bool before_async = pending && b.packets == 1;
      if (before_async) b.packets = 0;
      if (pending && !before_async) {
        b.packet[b.packets - 1].length = (uint32_t)pending;
        b.packet[b.packets - 1].text = cut_text;
      }
      decode_start(&d, &config, expect, &b);
      decode_bytes(&d, b.bytes, cut);
      assert_int_equal(decode_end(&d), before_async ? 0 : pending);
      assert_int_equal(d.unsynced, before_async ? cut : 0);
      assert_int_equal(b.seen, b.packets);
    }
  }
}

static inline void keep_last(void *user, const struct packet *p) { *(struct packet *)user = *p; }

static inline struct packet last_packet_of(const struct config *config, const char *hex) {
  struct decoder d;
  struct packet p = {0};
  uint8_t bytes[128];
  decode_start(&d, config, keep_last, &p);
  decode_bytes(&d, bytes, parse_hex(hex, bytes));
  decode_end(&d);
  return p;
}

static const char recovery[] = "84 84 84 00 00 00 00 00 80 0C";

// Expects the packet `hex` after an A-sync to be bad at its first byte. The decoder must continue at the next A-sync.
static inline void expect_bad(const struct config *config, const char *hex, const char *text) {
  for (size_t step = 1; step <= 40; step += 39) {
    struct bench b = {0};
    struct decoder d;
    b.size = parse_hex("00 00 00 00 00 80", b.bytes);
    b.size += parse_hex(hex, b.bytes + b.size);
    b.size += parse_hex(recovery, b.bytes + b.size);
    b.packet[b.packets++] = (struct expected){0, 6, "A-sync"};
    b.packet[b.packets++] = (struct expected){6, 1, text};
    b.packet[b.packets++] = (struct expected){b.size - 7, 6, "A-sync"};
    b.packet[b.packets++] = (struct expected){b.size - 1, 1, "trigger"};
    decode_start(&d, config, expect, &b);
    decode_in_steps(&d, &b, step);
    assert_int_equal(decode_end(&d), 0);
    assert_int_equal(b.seen, b.packets);
    assert_int_equal(d.unsynced, b.size - 6 - 1 - 7);
  }
}

// A stream ends in a packet of `length` bytes, without its last `zeros` bytes. Another stream follows, and the packet
// consumes `zeros` bytes of its A-sync. The decoder must continue at that A-sync.
struct joined {
  uint32_t etmcr, etmccer;
  unsigned length, zeros;
  const char *cut, *text;
};

static inline void expect_joined(const struct joined *rows, size_t count, uint32_t etmidr) {
  for (size_t i = 0; i < count; i++) {
    for (size_t step = 1; step <= 40; step++) {
      const struct joined *j = &rows[i];
      const struct config config = config_with(j->etmcr, etmidr, j->etmccer);
      struct bench b = {.packets = 2, .packet = {{0, 6, "A-sync"}, {6, j->length, j->text}}};
      struct decoder d;
      const uint32_t at = 6 + j->length, left = 6 - j->zeros;
      b.size = parse_hex("00 00 00 00 00 80", b.bytes);
      b.size += parse_hex(j->cut, b.bytes + b.size);
      b.size += parse_hex("00 00 00 00 00 80 0C", b.bytes + b.size);
      b.packet[b.packets++] =
          (struct expected){at, 1, "bad expected a whole packet before the A-sync, which begins inside it"};
      b.packet[b.packets++] = (struct expected){at + 1, left - 1, "A-sync"};
      b.packet[b.packets++] = (struct expected){at + left, 1, "trigger"};
      decode_start(&d, &config, expect, &b);
      decode_in_steps(&d, &b, step);
      assert_int_equal(decode_end(&d), 0);
      assert_int_equal(b.seen, b.packets);
      assert_int_equal(d.unsynced, 0);
    }
  }
}

struct sum {
  uint64_t bytes, hash, next;
  unsigned kinds;
};

static inline void add_up(void *user, const struct packet *p) {
  struct sum *s = user;
  char text[200];
  packet_text(p, text, sizeof text);
  assert_true(p->offset >= s->next);
  s->next = p->offset + p->length;
  s->bytes += p->length;
  s->kinds |= 1u << p->kind;
  s->hash = (s->hash ^ p->offset ^ p->length) * 0x100000001B3u;
  for (const char *c = text; *c; c++) s->hash = (s->hash ^ (uint8_t)*c) * 0x100000001B3u;
}

static inline struct sum decode_random(const struct config *config, const uint8_t *bytes, size_t size,
                                       struct rng *pieces) {
  struct decoder d;
  struct sum sum = {0};
  decode_start(&d, config, add_up, &sum);
  for (size_t at = 0, n; at < size; at += n) {
    n = pieces ? 1 + rng_below(pieces, 24) : size;
    if (n > size - at) n = size - at;
    decode_bytes(&d, bytes + at, n);
  }
  decode_end(&d);
  assert_int_equal(sum.bytes + d.unsynced, size);
  return sum;
}

// Random bytes. Zeros, 0x80 and `often` occur more often than by chance, because a decoder would skip nearly all other
// bytes.
static inline void random_stream(struct rng *r, uint8_t *bytes, size_t size, const uint8_t *often, unsigned count) {
  for (size_t i = 0; i < size; i++) {
    bytes[i] = rng_chance(r, 40) ? often[rng_below(r, count)] : (uint8_t)rng_next(r);
    if (i >= 5 && rng_chance(r, 8)) {
      memset(bytes + i - 5, 0, 5);
      bytes[i] = 0x80;
    }
  }
}

#endif
