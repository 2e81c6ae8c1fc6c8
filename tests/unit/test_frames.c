// SPDX-License-Identifier: Apache-2.0
// CoreSight frames. Frames that were written are read back, for any sources, lengths and synchronization packets
// between them. Frames by hand, missing bytes, and bytes that are no frames.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// after setjmp

#include "case.h"
#include "error.h"
#include "frames.h"
#include "rng.h"

enum { MOST = 4096, SOURCES = 5 };

struct source {
  uint8_t id;
  uint8_t bytes[MOST];
  size_t count;
};

// Several sources with different IDs, in random turns. Each turn continues the bytes of its source.
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
    frames_put(w, s->id, s->bytes + from, s->count - from);
  }
  frames_end(w);
}

static void expect_sources(const uint8_t *bytes, size_t count, const struct source *sources) {
  static uint8_t out[4 * MOST * SOURCES];
  struct frames_found found;
  struct frames_breaks breaks;
  struct error err = {0};
  assert_true(count <= sizeof out);
  if (!frames_find(&found, bytes, count, FRAMES_DEFAULT, "x", &err)) fail_msg("%s", err.text);
  for (unsigned s = 0; s < SOURCES; s++) {
    size_t got;
    assert_int_equal(found.of[sources[s].id].bytes, sources[s].count);
    if (sources[s].count == 0) {
      assert_false(frames_take(bytes, count, FRAMES_DEFAULT, sources[s].id, out, &got, &breaks, "x", "no", &err));
      continue;
    }
    if (!frames_take(bytes, count, FRAMES_DEFAULT, sources[s].id, out, &got, &breaks, "x", "no", &err))
      fail_msg("%s", err.text);
    assert_int_equal(got, sources[s].count);
    assert_memory_equal(out, sources[s].bytes, got);
    // Also if the output is the input buffer.
    memcpy(out, bytes, count);
    assert_true(frames_take(out, count, FRAMES_DEFAULT, sources[s].id, out, &got, &breaks, "x", "no", &err));
    assert_memory_equal(out, sources[s].bytes, got);
  }
}

CASE(test_round_trip) {
  static struct source sources[SOURCES];
  for (uint64_t seed = 1; seed <= 500; seed++) {
    struct rng r = rng_seed(seed, 0);
    struct frame_writer w = {.sync = (uint32_t)rng_below(&r, 5)};
    draw(&r, sources, &w);
    expect_sources(w.at, w.count, sources);
    free(w.at);
  }
}

// Half synchronization packets may precede any even byte of a frame, also several at once.
CASE(test_half_synchronization_packets) {
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
    assert_true(frames_find(&found, with, count, FRAMES_DEFAULT, "x", NULL));
    assert_int_equal(found.half_syncs, halves);
    free(w.at);
  }
}

// The ID is repeated after eight frames (DDI 0314H 8.12.1), so a buffer without its beginning is soon readable.
CASE(test_the_id_is_repeated) {
  struct frame_writer w = {0};
  struct frames_found found;
  static const uint8_t bytes[1000];
  frames_put(&w, 0x10, bytes, sizeof bytes);
  frames_end(&w);
  for (size_t from = FRAME_BYTES; from + 9 * FRAME_BYTES <= w.count; from += FRAME_BYTES) {
    assert_true(frames_find(&found, w.at + from, w.count - from, FRAMES_DEFAULT, "x", NULL));
    assert_true(found.unclaimed <= 8 * 15);
  }
  free(w.at);
}

#define ID(id) ((id) << 1 | 1)

// IHI 0029: byte 15 has bit 0 of the data bytes. For each ID it shows whether the byte after the ID belongs to the old
// ID.
CASE(test_frames_by_hand) {
  static const uint8_t frames[] = {
      ID(0x10), 0x01, 0x02,  0x03, 0x04, 0x05, ID(0x20), 0x21, 0x22, 0x23, ID(0x10), 0x24, 0x06, 0x07, ID(0x20), 0x66,
      0x24,     0x26, ID(0), 0,    0,    0,    0,        0,    0,    0,    0,        0,    0,    0,    0,        0x01,
  };
  // Bits 1, 2, 6: odd data at bytes 2, 4, 12. Bit 5: byte 11 still belongs to 0x20.
  static const uint8_t a[] = {0x01, 0x03, 0x03, 0x05, 0x05, 0x07, 0x07}, b[] = {0x21, 0x22, 0x23, 0x24, 0x25, 0x26};
  uint8_t out[sizeof frames];
  struct frames_breaks breaks;
  size_t count;
  struct error err = {0};
  assert_true(frames_take(frames, sizeof frames, FRAMES_DEFAULT, 0x10, out, &count, &breaks, "x", "no", &err));
  assert_int_equal(count, sizeof a);
  assert_memory_equal(out, a, count);
  assert_true(frames_take(frames, sizeof frames, FRAMES_DEFAULT, 0x20, out, &count, &breaks, "x", "no", &err));
  assert_int_equal(count, sizeof b);
  assert_memory_equal(out, b, count);
}

CASE(test_written_by_hand) {
  static const uint8_t a[] = {0x01, 0x02, 0x03}, b[] = {0xFF, 0xFE};
  // Byte 4 is the last byte of 0x10, at an odd position, so it follows the next ID, and bit 2 shows this. The last byte
  // of 0x20 after ID 0 is the same case.
  static const uint8_t frame[] = {
      0xFF, 0xFF, 0xFF, 0x7F, ID(0x10), 0x01, 0x02, 0x03, ID(0x20), 0xFF, ID(0), 0xFE, 0, 0, 0, 0, 0, 0, 0, 1u << 3,
  };
  struct frame_writer w = {.sync = 4};
  frames_put(&w, 0x10, a, sizeof a);
  frames_put(&w, 0x20, b, sizeof b);
  frames_end(&w);
  assert_int_equal(w.count, sizeof frame);
  assert_memory_equal(w.at, frame, sizeof frame);
  free(w.at);
}

// A capture of a trace port begins anywhere. The first complete frame is the first that is read.
CASE(test_capture_that_begins_anywhere) {
  static struct source sources[SOURCES];
  struct rng r = rng_seed(7, 0);
  struct frame_writer w = {.sync = 1};
  draw(&r, sources, &w);
  for (size_t cut = 1; cut < 20; cut++) {
    struct frames_found found;
    assert_true(frames_find(&found, w.at + cut, w.count - cut, FRAMES_DEFAULT, "x", NULL));
    assert_int_equal(found.skipped, cut == 2 ? 0 : cut == 1 ? 1 : (20 - cut) % 16);  // FF 7F by itself is a half one
    free(found.breaks.of);
  }
  free(w.at);
}

// --- start of the frames, and missing bytes --------------------------------------------------------------------------

// Two sources, with an A-sync after a fixed number of bytes, and random bytes between.
static void draw_synced(struct rng *r, struct source *sources, struct frame_writer *w, unsigned period) {
  static const uint8_t async[] = {0, 0, 0, 0, 0, 0x80, 0x08};
  for (unsigned s = 0; s < 2; s++) {
    sources[s] = (struct source){.id = (uint8_t)(0x10 + s)};
    while (sources[s].count < 1500) {
      const size_t in = sources[s].count % period;
      sources[s].bytes[sources[s].count++] = in < sizeof async ? async[in] : (uint8_t)(1 + rng_below(r, 255));
    }
  }
  for (size_t used = 0; used < 1500;) {
    const size_t turn = 1 + rng_below(r, 9), left = 1500 - used, count = turn < left ? turn : left;
    for (unsigned s = 0; s < 2; s++) frames_put(w, sources[s].id, sources[s].bytes + used, count);
    used += count;
  }
  frames_end(w);
}

// Returns the first A-sync from byte `at` on.
static size_t next_async(const uint8_t *bytes, size_t count, size_t at) {
  while (at < count && (count - at < 6 || memcmp(bytes + at, "\0\0\0\0\0\x80", 6) != 0)) at++;
  return at;
}

// The bytes before the first break are correct, and so are those after the second A-sync after the last break. The
// first A-sync may be in the damaged frame.
static void expect_marked(const uint8_t *bytes, size_t count, const struct source *source) {
  static uint8_t out[4 * MOST];
  struct frames_breaks breaks;
  struct error err = {0};
  size_t got;
  if (!frames_take(bytes, count, FRAMES_DEFAULT, source->id, out, &got, &breaks, "x", "no", &err)) {
    fail_msg("%s", err.text);
  }
  // No break: only a synchronization packet is missing.
  if (breaks.count == 0) assert_int_equal(got, source->count);
  assert_memory_equal(out, source->bytes, breaks.count ? breaks.of[0].at : got);
  if (breaks.count == 0) return;
  const size_t resumed = next_async(out, got, next_async(out, got, breaks.of[breaks.count - 1].at) + 1);
  if (resumed < got) {
    assert_memory_equal(out + resumed, source->bytes + source->count - (got - resumed), got - resumed);
  }
  free(breaks.of);
}

// @feature bytes of frames that are missing are found and left out
CASE(test_missing_bytes) {
  static struct source sources[2];
  static const unsigned missing[] = {1, 2, 4, 5, 8, 12, 15};
  for (uint64_t seed = 1; seed <= 200; seed++) {
    struct rng r = rng_seed(seed, 0);
    struct frame_writer w = {.sync = seed % 4 ? 0 : 4};
    const unsigned lost = missing[seed % 7];
    draw_synced(&r, sources, &w, 150);
    const size_t at = 64 + rng_below(&r, (uint32_t)w.count - 900);
    memmove(w.at + at, w.at + at + lost, w.count - at - lost);
    for (unsigned s = 0; s < 2; s++) expect_marked(w.at, w.count - lost, &sources[s]);
    free(w.at);
  }
}

// @feature a file of frames may begin and end inside a frame
CASE(test_begins_and_ends_inside_a_frame) {
  static struct source sources[2];
  for (size_t cut = 1; cut < FRAME_BYTES; cut++) {
    struct rng r = rng_seed(cut, 0);
    struct frame_writer w = {0};
    struct frames_found found;
    draw_synced(&r, sources, &w, 150);
    assert_true(frames_find(&found, w.at + cut, w.count - cut, FRAMES_DEFAULT, "x", NULL));
    assert_int_equal(found.skipped, FRAME_BYTES - cut);
    assert_int_equal(found.breaks.count, 1);
    assert_int_equal(found.breaks.of[0].kind, FRAMES_BEGIN);
    free(found.breaks.of);
    assert_true(frames_find(&found, w.at, w.count - cut, FRAMES_DEFAULT, "x", NULL));
    assert_int_equal(found.skipped, FRAME_BYTES - cut);
    assert_int_equal(found.breaks.of[found.breaks.count - 1].kind, FRAMES_END);
    free(found.breaks.of);
    // The offset of the first frame is given, correct or wrong.
    assert_true(frames_find(&found, w.at, w.count, (struct frames_options){.offset = 6}, "x", NULL));
    assert_int_equal(found.breaks.of[0].to, 6);
    free(found.breaks.of);
    free(w.at);
  }
}

// By hand: ID 0x10 and an A-sync; four full synchronization packets; a frame without an ID; the A-sync again.
CASE(test_barriers) {
  static const uint8_t frame[] = {ID(0x10), 0, 0, 0, 0, 0, 0x80, 0x84, 0x84, 0x84, 0x84, 0x84, 0x84, 0x84, 0x84, 0};
  static const uint8_t bare[] = {0x84, 0x84, 0x84, 0x84, 0x84, 0x84, 0x84, 0x84,
                                 0x84, 0x84, 0x84, 0x84, 0x84, 0x84, 0x84, 0};
  static const struct {
    unsigned front, syncs, barriers;  // frames before, synchronization packets
  } rows[] = {{1, 4, 1}, {0, 4, 1}, {3, 5, 1}, {2, 8, 1}, {1, 3, 0}, {1, 1, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (int ignores = 0; ignores < 2; ignores++) {
      uint8_t bytes[200], out[200];
      struct frames_breaks breaks;
      struct error err = {0};
      size_t count = 0, got;
      for (unsigned n = 0; n < rows[i].front; n++, count += 16) memcpy(bytes + count, frame, 16);
      const size_t barrier = count;
      for (unsigned n = 0; n < rows[i].syncs; n++, count += 4) memcpy(bytes + count, "\xFF\xFF\xFF\x7F", 4);
      memcpy(bytes + count, bare, 16);
      memcpy(bytes + count + 16, frame, 16);
      const struct frames_options options = {.offset = -1, .ignores_barriers = ignores};
      const bool ends = rows[i].barriers && !ignores, is_first = rows[i].front == 0;
      if (!frames_take(bytes, count + 32, options, 0x10, out, &got, &breaks, "x", "no", &err)) fail_msg("%s", err.text);
      assert_int_equal(got, (rows[i].front + 1) * 14 + (ends || is_first ? 0 : 15));
      assert_int_equal(breaks.count, ends);
      if (ends) assert_int_equal(breaks.of[0].kind, FRAMES_BARRIER);
      if (ends) assert_int_equal(breaks.of[0].from, barrier);
      if (ends) assert_int_equal(breaks.of[0].to, barrier + 4 * rows[i].syncs);
      if (ends) assert_int_equal(breaks.of[0].at, rows[i].front * 14);
      if (ends) assert_int_equal(breaks.of[0].unclaimed, 15);
      free(breaks.of);
    }
  }
}

static void expect_refusal(const uint8_t *bytes, size_t count, const char *line) {
  struct frames_found found;
  struct error err = {0};
  assert_false(frames_find(&found, bytes, count, FRAMES_DEFAULT, "x", &err));
  assert_string_equal(err.text, line);
  free(found.breaks.of);
  assert_false(frames_likely(bytes, count, (char[FRAMES_SOURCES_TEXT]){0}));
}

CASE(test_invalid_frames) {
  uint8_t bytes[40] = {ID(0x10), 1, 2, 3};
  bytes[2] = bytes[3] = ID(0x70);
  expect_refusal(bytes, 32, "x: byte 2: trace ID 0x70 is reserved, so this is no CoreSight frame");
  bytes[2] = ID(FRAME_ID_TRIGGER);
  struct frames_found found;
  assert_true(frames_find(&found, bytes, 32, FRAMES_DEFAULT, "x", NULL));
  bytes[0] = bytes[2] = bytes[3] = 0;
  expect_refusal(bytes, 32, "x: byte 0: expected CoreSight frames, found no trace ID in 32 bytes");
  expect_refusal(bytes, 15, "x: byte 0: truncated: the last CoreSight frame has 15 of 16 bytes");
  // An ID at an odd byte of the file, and no A-sync: the first frame may begin at any odd byte.
  bytes[1] = ID(0x10);
  bytes[2] = ID(0x7F);
  expect_refusal(bytes, 40, "x: byte 0: CoreSight frames may begin at several places; expected --frame-offset N");
}
