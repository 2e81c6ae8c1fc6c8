// SPDX-License-Identifier: Apache-2.0
// The addresses of random code: segments in all parts of the address space, the functions in them, and the handlers
// among these.
#include <stdlib.h>

#include "error.h"
#include "image.h"
#include "random_walk.h"

enum {
  SEGMENT_ALIGN = 0x4000,   // every segment lies inside its own 16 KiB
  LONG_BYTES_MIN = 0x1100,  // so that more than 4096 bytes of them are fillers
  LONG_BYTES_MAX = 0x2800,
};

// An address that differs from an earlier segment's in bit 14-20, 21-27 or 28-31 and below, so that branches of every
// length lead from one to another.
static uint32_t pick_segment_address(struct walk *walk, const uint32_t *earlier, uint32_t count) {
  if (count == 0) return below(walk, 1u << 18) * SEGMENT_ALIGN;
  static const struct { uint32_t low, span; } classes[] = {{14, 7}, {14, 7}, {21, 7}, {28, 4}};
  uint32_t c = below(walk, 4), top = 1u << (classes[c].low + below(walk, classes[c].span));
  uint32_t change = top | ((uint32_t)rng_next(&walk->rng) & (top - 1));
  return (earlier[below(walk, count)] ^ change) & -(uint32_t)SEGMENT_ALIGN;
}

static bool segment_address_free(uint32_t address, const uint32_t *earlier, uint32_t count) {
  if (address == 0 || address == -(uint32_t)SEGMENT_ALIGN) return false;  // no branch wraps around the address space
  for (uint32_t i = 0; i < count; i++) {
    if (earlier[i] == address) return false;
  }
  return true;
}

static int by_value(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

// The kind of the next function of a segment, without its address.
static struct function pick_kind(struct walk *walk) {
  const struct random_knobs *k = &walk->knobs;
  struct function f = {.thumb = chance(walk, k->thumb_percent)};
  if (knob(walk, k->jazelle_percent)) return (struct function){.j = true};
  f.j = f.thumb && knob(walk, k->thumbee_percent);
  return f;
}

// ThumbEE code starts directly after the function before it, because execution continues there after ENTERX.
static void divide_segment(struct walk *walk, uint32_t segment, uint32_t address, uint32_t length, uint8_t *bytes) {
  walk->segments[segment].first = walk->function_count;
  bool has_long = knob(walk, walk->knobs.long_percent);
  for (uint32_t at = 0; at + FUNCTION_BYTES_MIN + 4 <= length;) {
    struct function f = pick_kind(walk);
    uint32_t room =
        FUNCTION_BYTES_MIN + 4 * below(walk, 1 + below(walk, (FUNCTION_BYTES_MAX - FUNCTION_BYTES_MIN) / 4));
    if (has_long && !is_jazelle(&f) && length - at >= LONG_BYTES_MIN) {
      uint32_t most = length - at < LONG_BYTES_MAX ? length - at : LONG_BYTES_MAX;
      room = LONG_BYTES_MIN + 4 * below(walk, (most - LONG_BYTES_MIN) / 4 + 1);
      has_long = false;
    }
    if (room > length - at) room = length - at;
    uint32_t skip = f.thumb && !f.j ? 2 * below(walk, 2) : 0;
    f.address = address + at + skip;
    f.bytes = bytes + at + skip;
    f.room = (uint16_t)(room - skip);
    f.segment = (uint8_t)segment;
    walk->functions[walk->function_count++] = f;
    at += room;
  }
  walk->segments[segment].count = walk->function_count - walk->segments[segment].first;
}

// At least one segment may be traced, because the walk would never end otherwise. If there is ThumbEE code, this
// segment has some, because few branches lead out of ThumbEE code.
static void prohibit(struct walk *walk) {
  if (walk->knobs.prohibited_percent == 0) return;
  for (uint32_t i = 0; i < walk->segment_count; i++) {
    walk->segments[i].prohibited = chance(walk, walk->knobs.prohibited_percent);
  }
  uint32_t traced = below(walk, walk->segment_count);
  walk->segments[traced].prohibited = false;
  if (walk->knobs.thumbee_percent > 0) {
    struct function *f = &walk->functions[walk->segments[traced].first];
    f->thumb = f->j = true;
  }
}

uint32_t layout_next(const struct walk *walk, uint32_t from, bool thumbee) {
  uint32_t to = from;
  do {
    to = (to + 1) % walk->function_count;
  } while (to != from && !(thumbee ? is_thumbee(&walk->functions[to]) : !walk->functions[to].j));
  return to;
}

// Exceptions are taken in ARM or Thumb state, except for those that ThumbEE code raises.
void layout_pick_vectors(struct walk *walk) {
  uint32_t worlds = walk->knobs.hyp_percent ? WORLDS : HYP, numbers = walk->knobs.high_percent ? VECTORS : HIGH;
  for (uint32_t world = 0; world < worlds; world++) {
    for (uint32_t n = 0; n < numbers; n++) {
      uint32_t f = below(walk, walk->function_count);
      bool thumbee = walk->knobs.thumbee_percent > 0 && n == THUMBEE_CHECK;
      if (walk->functions[f].j || thumbee) f = layout_next(walk, f, thumbee);
      walk->vectors[world][n] = f;
      walk->functions[f].handler = true;
    }
  }
}

bool layout_make(struct walk *walk, struct image *image, struct error *err) {
  uint32_t pages[SEGMENTS_MAX] = {0};
  uint32_t count = 16 + below(walk, SEGMENTS_MAX - 16 + 1);
  while (walk->segment_count < count) {
    uint32_t address = pick_segment_address(walk, pages, walk->segment_count);
    if (segment_address_free(address, pages, walk->segment_count)) pages[walk->segment_count++] = address;
  }
  qsort(pages, count, sizeof *pages, by_value);
  walk->functions = error_memory(malloc(count * (SEGMENT_ALIGN / FUNCTION_BYTES_MIN) * sizeof *walk->functions));
  walk->sites = error_memory(malloc(count * (SEGMENT_ALIGN / 2) * sizeof *walk->sites));
  for (uint32_t i = 0; i < count; i++) {
    uint32_t length = 0x400u << below(walk, 4);
    length += 4 * below(walk, length / 4);
    uint32_t address = pages[i] + 4 * below(walk, (SEGMENT_ALIGN - length) / 4 + 1);
    uint8_t *bytes = image_add(image, address, length, err);
    if (!bytes) return false;
    divide_segment(walk, i, address, length, bytes);
  }
  prohibit(walk);
  layout_pick_vectors(walk);
  return true;
}

uint32_t layout_pick(struct walk *walk, uint32_t from) {
  uint32_t segment = walk->functions[from].segment;
  switch (below(walk, 4)) {
    case 0: {
      uint32_t near = from + below(walk, 9) - 4;  // may wrap below 0: out of range as well
      if (near < walk->function_count && walk->functions[near].segment == segment) return near;
      break;
    }
    case 1:
      break;
    case 2:
      segment = (segment + walk->segment_count + below(walk, 5) - 2) % walk->segment_count;
      break;
    case 3:
      segment = below(walk, walk->segment_count);
      break;
  }
  return walk->segments[segment].first + below(walk, walk->segments[segment].count);
}
