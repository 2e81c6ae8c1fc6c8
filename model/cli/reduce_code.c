// SPDX-License-Identifier: Apache-2.0
// Finds bytes of the code image that a text does not execute, and removes them.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "reduce.h"

enum {
  SIZE = 4,           // bytes of the largest instruction; segments start at a multiple of it
  LONGEST = 1 << 16,  // bytes: no code is longer without a waypoint
  TRIES = 300         // number of attempts to remove a part of the code
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

// Does execution continue in code of the image?
static bool leads_to_code(const struct waypoint *waypoint) {
  const bool jazelle = waypoint->target_j && !waypoint->target_t;
  return waypoint->type != WAYPOINT_DEBUG_ENTRY && !waypoint->prohibited && !jazelle;
}

// Adds the code from the target of a waypoint to the next one. An exception may read the size of an instruction.
static void add_waypoints(struct ranges *r, const struct text *text) {
  const struct waypoint *previous = NULL;
  for (size_t i = 0; i < text->count; i++) {
    const struct waypoint *w = &text->at[i].waypoint;
    if (text->at[i].kind != TEXT_WAYPOINT) continue;
    const uint32_t from = previous ? reduce_leads_to(previous) : w->pc;
    const bool whole = from <= w->pc && w->pc - from < LONGEST;
    add(r, whole ? from : w->pc, (uint64_t)w->pc + SIZE);
    if (previous) add(r, from, (uint64_t)from + SIZE);
    previous = leads_to_code(w) ? w : NULL;
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

// Takes the part of the range that is in the segment.
static void take(struct image *to, const struct segment *s, const struct range *range) {
  const uint64_t from = range->from > s->address ? range->from : s->address;
  const uint64_t last = (uint64_t)s->address + s->length, end = range->end < last ? range->end : last;
  if (from >= end) return;
  uint8_t *bytes = error_memory(image_add(to, (uint32_t)from, (uint32_t)(end - from), NULL));
  memcpy(bytes, s->bytes + (from - s->address), (size_t)(end - from));
}

// The ranges that the text executes, in order.
static struct ranges executed_ranges(const struct text *text) {
  struct ranges r = {.at = error_memory(calloc(2 * text->count + 1, sizeof *r.at))};
  add_waypoints(&r, text);
  add_slots(&r, text);
  merge(&r);
  return r;
}

// The ranges of the image that the text does not execute, in order.
static struct ranges spare_ranges(const struct text *text) {
  const struct ranges executed = executed_ranges(text);
  const size_t most = text->image.count + executed.count;
  struct ranges spare = {.at = error_memory(calloc(most + 1, sizeof *spare.at))};
  for (size_t s = 0, i = 0; s < text->image.count; s++) {
    const struct segment *segment = &text->image.at[s];
    const uint64_t end = (uint64_t)segment->address + segment->length;
    uint64_t at = segment->address;
    while (i < executed.count && executed.at[i].end <= at) i++;
    for (size_t k = i; at < end; k++) {
      const struct range *next = k < executed.count && executed.at[k].from < end ? &executed.at[k] : NULL;
      const uint64_t from = next ? next->from : end;
      if (from > at) spare.at[spare.count++] = (struct range){at, from};
      at = next ? next->end : end;
    }
  }
  free(executed.at);
  return spare;
}

// Removes the code in these ranges, if the condition holds without it.
static bool remove_code(struct reduce *r, const struct range *ranges, size_t count) {
  const struct image *image = &r->text->image;
  struct text candidate = *r->text;
  candidate.image = (struct image){0};
  for (size_t s = 0; s < image->count; s++) {
    uint64_t from = 0;
    for (size_t i = 0; i <= count; i++) {
      take(&candidate.image, &image->at[s], &(struct range){from, i < count ? ranges[i].from : UINT64_MAX});
      if (i < count) from = ranges[i].end;
    }
  }
  const bool good = r->holds(r->user, &candidate);
  image_free(good ? &r->text->image : &candidate.image);
  if (good) r->text->image = candidate.image;
  return good;
}

bool reduce_code(struct reduce *r) {
  const struct ranges spare = spare_ranges(r->text);
  const bool good = spare.count > 0 && remove_code(r, spare.at, spare.count);
  free(spare.at);
  return good;
}

// Removes all ranges, or each half without which the condition holds.
static void remove_halves(struct reduce *r, struct range *ranges, size_t count, unsigned *tries) {
  const uint64_t from = ranges->from, middle = (from + ranges->end) / 2 / SIZE * SIZE;
  if (*tries == 0) return;
  --*tries;
  if (remove_code(r, ranges, count)) return;
  if (count > 1) {
    remove_halves(r, ranges, count / 2, tries);
    remove_halves(r, ranges + count / 2, count - count / 2, tries);
  } else if (middle > from) {
    remove_halves(r, &(struct range){from, middle}, 1, tries);
    remove_halves(r, &(struct range){middle, ranges->end}, 1, tries);
  }
}

void reduce_code_in_parts(struct reduce *r) {
  const struct ranges spare = spare_ranges(r->text);
  unsigned tries = TRIES;
  if (spare.count > 0) remove_halves(r, spare.at, spare.count, &tries);
  free(spare.at);
}
