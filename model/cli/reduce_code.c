// SPDX-License-Identifier: Apache-2.0
// Which bytes of the code image a text executes, and an image of those alone.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "reduce.h"

enum {
  SIZE = 4,          // bytes: the largest instruction; segments begin at a multiple of it
  LONGEST = 1 << 16  // bytes: no code goes on longer without a waypoint
};

struct range {
  uint64_t from, end;
};

struct ranges {
  struct range *at;
  size_t count;
};

static void add(struct ranges *r, uint64_t from, uint64_t end) {
  r->at[r->count++] = (struct range){from / SIZE * SIZE, (end + SIZE - 1) / SIZE * SIZE};
}

// Nothing is executed behind it that the image has.
static bool leads_to_code(const struct waypoint *w) {
  const bool jazelle = w->target_j && !w->target_t;
  return w->type != WAYPOINT_DEBUG_ENTRY && !w->prohibited && !jazelle;
}

// Up to a waypoint, from where the one before leads; of an exception as much may be read as of an instruction.
static void add_waypoints(struct ranges *r, const struct text *text) {
  const struct waypoint *before = NULL;
  for (size_t i = 0; i < text->count; i++) {
    const struct waypoint *w = &text->at[i].waypoint;
    if (text->at[i].kind != TEXT_WAYPOINT) continue;
    const uint32_t from = before ? reduce_leads_to(before) : w->pc;
    const bool whole = from <= w->pc && w->pc - from < LONGEST;
    add(r, whole ? from : w->pc, (uint64_t)w->pc + SIZE);
    if (before) add(r, from, (uint64_t)from + SIZE);
    before = leads_to_code(w) ? w : NULL;
  }
}

static void add_slots(struct ranges *r, const struct text *text) {
  for (size_t i = 0; i < text->count; i++) {
    for (int k = 0; text->at[i].kind == TEXT_CLOCK && k < 2; k++) {
      const struct slot *s = &text->at[i].slots.at[k];
      if (s->executed) add(r, s->at.address, (uint64_t)s->at.address + SIZE);
    }
  }
}

static int by_address(const void *a, const void *b) {
  const struct range *x = a, *y = b;
  return x->from < y->from ? -1 : x->from > y->from;
}

static void merge(struct ranges *r) {
  size_t count = 0;
  qsort(r->at, r->count, sizeof *r->at, by_address);
  for (size_t i = 0; i < r->count; i++) {
    struct range *last = count ? &r->at[count - 1] : NULL;
    if (last && r->at[i].from <= last->end) {
      if (r->at[i].end > last->end) last->end = r->at[i].end;
    } else {
      r->at[count++] = r->at[i];
    }
  }
  r->count = count;
}

// What of the range the segment has.
static void take(struct image *to, const struct segment *s, const struct range *range) {
  const uint64_t from = range->from > s->address ? range->from : s->address;
  const uint64_t last = (uint64_t)s->address + s->length, end = range->end < last ? range->end : last;
  if (from >= end) return;
  uint8_t *bytes = error_memory(image_add(to, (uint32_t)from, (uint32_t)(end - from), NULL));
  memcpy(bytes, s->bytes + (from - s->address), (size_t)(end - from));
}

static uint64_t image_bytes(const struct image *image) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < image->count; i++) bytes += image->at[i].length;
  return bytes;
}

bool reduce_code(struct reduce *r) {
  struct ranges ranges = {.at = error_memory(calloc(2 * r->text->count + 1, sizeof *ranges.at))};
  struct text candidate = *r->text;
  candidate.image = (struct image){0};
  add_waypoints(&ranges, r->text);
  add_slots(&ranges, r->text);
  merge(&ranges);
  for (size_t s = 0; s < r->text->image.count; s++) {
    for (size_t i = 0; i < ranges.count; i++) take(&candidate.image, &r->text->image.at[s], &ranges.at[i]);
  }
  free(ranges.at);
  const bool less = image_bytes(&candidate.image) < image_bytes(&r->text->image);
  const bool good = less && r->holds(r->user, &candidate);
  image_free(good ? &r->text->image : &candidate.image);
  if (good) r->text->image = candidate.image;
  return good;
}
