// SPDX-License-Identifier: Apache-2.0
// CoreSight frames: what is written is read back, whatever the sources, the lengths and the synchronization packets
// between; frames worked out by hand; and what are no frames.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// after setjmp
#include <cmocka.h>

#include "error.h"
#include "frames.h"
#include "rng.h"

enum { MOST = 4096, SOURCES = 5 };

struct source {
  uint8_t id;
  uint8_t bytes[MOST];
  size_t count;
};

// Some sources, all with different IDs, in random turns; each turn continues each source's own bytes.
static void draw(struct rng *r, struct source *sources, struct frame_writer *w) {
  for (unsigned s = 0; s < SOURCES; s++) {
    sources[s] = (struct source){.id = (uint8_t)(1 + s * 22 + rng_below(r, 22))};
    assert_in_range(sources[s].id, 1, FRAME_LAST_ID);
  }
  const unsigned used = 1 + (unsigned)rng_below(r, SOURCES), longest = 2 + (unsigned)rng_below(r, 40);
  const bool extreme = rng_below(r, 2);
  for (unsigned turn = 0; turn < 100; turn++) {
    struct source *s = &sources[rng_below(r, used)];
    const size_t from = s->count, more = rng_below(r, longest);
    for (size_t i = 0; i < more && s->count < MOST; i++) {
      s->bytes[s->count++] = (uint8_t)(extreme ? (rng_below(r, 2) ? 0xFF : 0x7F) : rng_below(r, 256));
    }
    assert_true(frames_put(w, s->id, s->bytes + from, s->count - from));
  }
  assert_true(frames_end(w));
}

static void expect_sources(const uint8_t *bytes, size_t count, const struct source *sources) {
  static uint8_t out[4 * MOST * SOURCES];
  struct frames_found found;
  struct error err = {0};
  assert_true(count <= sizeof out);
  if (!frames_find(&found, bytes, count, "x", &err)) fail_msg("%s", err.text);
  for (unsigned s = 0; s < SOURCES; s++) {
    size_t got;
    assert_int_equal(found.of[sources[s].id].bytes, sources[s].count);
    if (sources[s].count == 0) {
      assert_false(frames_take(bytes, count, sources[s].id, out, &got, "x", "no", &err));
      continue;
    }
    if (!frames_take(bytes, count, sources[s].id, out, &got, "x", "no", &err)) fail_msg("%s", err.text);
    assert_int_equal(got, sources[s].count);
    assert_memory_equal(out, sources[s].bytes, got);
    // In place as well.
    memcpy(out, bytes, count);
    assert_true(frames_take(out, count, sources[s].id, out, &got, "x", "no", &err));
    assert_memory_equal(out, sources[s].bytes, got);
  }
}

static void test_round_trip(void **state) {
  (void)state;
  static struct source sources[SOURCES];
  for (uint64_t seed = 1; seed <= 500; seed++) {
    struct rng r = rng_seed(seed, 0);
    struct frame_writer w = {.sync = (uint32_t)rng_below(&r, 5)};
    draw(&r, sources, &w);
    expect_sources(w.at, w.count, sources);
    free(w.at);
  }
}

// A half synchronization packet may stand in front of any even byte of a frame, several at once.
static void test_half_synchronization_packets(void **state) {
  (void)state;
  static struct source sources[SOURCES];
  static uint8_t with[16 * MOST * SOURCES];
  for (uint64_t seed = 1; seed <= 200; seed++) {
    struct rng r = rng_seed(seed, 0);
    struct frame_writer w = {0};
    struct frames_found found;
    size_t count = 0, halves = 0;
    draw(&r, sources, &w);
    for (size_t i = 0; i < w.count; i++) {
      while (i % 2 == 0 && rng_below(&r, 4) == 0) {
        with[count++] = 0xFF;
        with[count++] = 0x7F;
        halves++;
      }
      with[count++] = w.at[i];
    }
    expect_sources(with, count, sources);
    assert_true(frames_find(&found, with, count, "x", NULL));
    assert_int_equal(found.half_syncs, halves);
    free(w.at);
  }
}

// The ID comes again after eight frames (DDI 0314H 8.12.1), so a buffer that has lost its beginning is soon of use.
static void test_the_id_is_repeated(void **state) {
  (void)state;
  struct frame_writer w = {0};
  struct frames_found found;
  static const uint8_t bytes[1000];
  assert_true(frames_put(&w, 0x10, bytes, sizeof bytes));
  assert_true(frames_end(&w));
  for (size_t from = FRAME_BYTES; from + 9 * FRAME_BYTES <= w.count; from += FRAME_BYTES) {
    assert_true(frames_find(&found, w.at + from, w.count - from, "x", NULL));
    assert_true(found.unclaimed <= 8 * 15);
  }
  free(w.at);
}

#define ID(id) ((id) << 1 | 1)

// IHI 0029: byte 15 has bit 0 of the data, and says of each ID whether the byte behind it is the old one's.
static void test_frames_by_hand(void **state) {
  (void)state;
  static const uint8_t frames[] = {
      ID(0x10), 0x01, 0x02,  0x03, 0x04, 0x05, ID(0x20), 0x21, 0x22, 0x23, ID(0x10), 0x24, 0x06, 0x07, ID(0x20), 0x66,
      0x24,     0x26, ID(0), 0,    0,    0,    0,        0,    0,    0,    0,        0,    0,    0,    0,        0x01,
  };
  // Bit 1, 2, 6: odd data at bytes 2, 4, 12. Bit 5: byte 11 is of 0x20 still.
  static const uint8_t a[] = {0x01, 0x03, 0x03, 0x05, 0x05, 0x07, 0x07}, b[] = {0x21, 0x22, 0x23, 0x24, 0x25, 0x26};
  uint8_t out[sizeof frames];
  size_t count;
  struct error err = {0};
  assert_true(frames_take(frames, sizeof frames, 0x10, out, &count, "x", "no", &err));
  assert_int_equal(count, sizeof a);
  assert_memory_equal(out, a, count);
  assert_true(frames_take(frames, sizeof frames, 0x20, out, &count, "x", "no", &err));
  assert_int_equal(count, sizeof b);
  assert_memory_equal(out, b, count);
}

static void test_written_by_hand(void **state) {
  (void)state;
  static const uint8_t a[] = {0x01, 0x02, 0x03}, b[] = {0xFF, 0xFE};
  // Byte 4 is the last of 0x10 and at an odd place: it stands behind the next ID, and bit 2 says so. So does that of
  // 0x20 behind ID 0.
  static const uint8_t frame[] = {
      0xFF, 0xFF, 0xFF, 0x7F, ID(0x10), 0x01, 0x02, 0x03, ID(0x20), 0xFF, ID(0), 0xFE, 0, 0, 0, 0, 0, 0, 0, 1u << 3,
  };
  struct frame_writer w = {.sync = 4};
  assert_true(frames_put(&w, 0x10, a, sizeof a));
  assert_true(frames_put(&w, 0x20, b, sizeof b));
  assert_true(frames_end(&w));
  assert_int_equal(w.count, sizeof frame);
  assert_memory_equal(w.at, frame, sizeof frame);
  free(w.at);
}

// A trace port's capture begins anywhere: what is in front of the first synchronization packet is skipped.
static void test_capture_that_begins_anywhere(void **state) {
  (void)state;
  static struct source sources[SOURCES];
  struct rng r = rng_seed(7, 0);
  struct frame_writer w = {.sync = 1};
  draw(&r, sources, &w);
  for (size_t cut = 1; cut < 20; cut++) {
    struct frames_found found;
    assert_true(frames_find(&found, w.at + cut, w.count - cut, "x", NULL));
    assert_int_equal(found.skipped, 20 - cut == 16 ? 0 : 20 - cut);
  }
  free(w.at);
}

static void expect_refusal(const uint8_t *bytes, size_t count, const char *line) {
  struct frames_found found;
  struct error err = {0};
  assert_false(frames_find(&found, bytes, count, "x", &err));
  assert_string_equal(err.text, line);
  assert_false(frames_likely(bytes, count));
}

static void test_invalid_frames(void **state) {
  (void)state;
  uint8_t bytes[40] = {ID(0x10), 1, 2, 3};
  expect_refusal(bytes, 35, "x: byte 32: truncated: the last CoreSight frame has 3 of 16 bytes");
  bytes[18] = ID(0x70);
  expect_refusal(bytes, 32, "x: byte 18: trace ID 0x70 is reserved, so this is no CoreSight frame");
  bytes[18] = ID(FRAME_ID_TRIGGER);
  struct frames_found found;
  assert_true(frames_find(&found, bytes, 32, "x", NULL));
  bytes[0] = bytes[18] = 0;
  expect_refusal(bytes, 32, "x: byte 0: expected CoreSight frames, found no trace ID in 32 bytes");
  bytes[0] = ID(0x10);
  memcpy(bytes + 18, "\xFF\xFF\xFF\x7F", 4);
  expect_refusal(bytes, 32,
                 "x: byte 22: truncated: the last CoreSight frame has 10 of 16 bytes");  // it begins there
  memcpy(bytes + 16, "\xFF\xFF\xFF\x7F", 4);
  memcpy(bytes + 20, "\x00\x00\xFF\xFF\xFF\x7F", 6);
  expect_refusal(bytes, 40,
                 "x: byte 20: expected a CoreSight frame of 16 bytes, found a synchronization packet after 2");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),         cmocka_unit_test(test_half_synchronization_packets),
      cmocka_unit_test(test_the_id_is_repeated), cmocka_unit_test(test_frames_by_hand),
      cmocka_unit_test(test_written_by_hand),    cmocka_unit_test(test_capture_that_begins_anywhere),
      cmocka_unit_test(test_invalid_frames),
  };
  return cmocka_run_group_tests_name("frames", tests, NULL, NULL);
}
