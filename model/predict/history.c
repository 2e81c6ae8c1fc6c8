// SPDX-License-Identifier: Apache-2.0
// The rings, and how they grow.
#include "history.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

void history_start(struct history *h, bool waypoints, bool steps, size_t room) {
  const size_t begins = room < HISTORY_BEGINS ? room : HISTORY_BEGINS, of_each = waypoints ? HISTORY_STEPS : 1;
  *h = (struct history){.room = room, .mask = begins - 1, .steps_mask = of_each * begins - 1};
  h->moments = error_memory(calloc(room, sizeof *h->moments));
  h->reasons = error_memory(calloc(room, sizeof *h->reasons));
  if (waypoints) h->waypoints = error_memory(calloc(room, sizeof *h->waypoints));
  if (steps) h->steps = error_memory(calloc(of_each * room, sizeof *h->steps));
}

void history_record_commits(struct history *h) { h->commits = error_memory(calloc(h->room, sizeof *h->commits)); }

void history_stop(struct history *h) {
  free(h->commits);
  free(h->waypoints);
  free(h->steps);
  free(h->moments);
  free(h->reasons);
  *h = (struct history){0};
}

// An exception that cancels an instruction takes over the moment of that instruction before it is added as an item. So
// a moment is cleared when the item before it is added, and not when its own item is added.
static void count(struct history *h) {
  static const struct moment none;  // a copy takes less time than clearing
  h->count++;
  h->moments[h->count & h->mask] = none;
}

void history_add_waypoint(struct history *h, const struct waypoint *w, size_t steps_end) {
  h->waypoints[h->count & h->mask] = (struct history_waypoint){.wp = *w, .steps_end = steps_end};
  count(h);
}

void history_add_step(struct history *h, const struct step *s) {
  h->steps[h->steps_count++ & h->steps_mask] = *s;
  if (!h->waypoints) count(h);
}

const char *history_clock_words(const struct history *h, size_t i, char text[HISTORY_CLOCK]) {
  const int length = snprintf(text, HISTORY_CLOCK, "clock %" PRIu64, history_presented(h, i));
  if (h->commits) {
    snprintf(text + length, HISTORY_CLOCK - (size_t)length, ", committed in clock %" PRIu64, history_committed(h, i));
  }
  return text;
}

// The length of the ring has doubled. Copies the elements from `first` to `last` whose index is now in the second half
// of the ring to that half.
static void spread(void *ring, size_t size, size_t mask, size_t first, size_t last) {
  if (!ring) return;
  for (size_t i = first; i <= last; i++) {
    if (i & (mask + 1)) memcpy((char *)ring + (i & (2 * mask + 1)) * size, (char *)ring + (i & mask) * size, size);
  }
}

// The memory for the longest rings was allocated at the start. The operating system provides a page of it only when the
// page is first written.
static void double_rings(struct history *h) {
  // `steps_end` of this item is the first step of item `first`.
  const size_t before = h->first > 0 ? h->first - 1 : 0;
  spread(h->steps, sizeof *h->steps, h->steps_mask, h->first_step, h->steps_count);
  spread(h->waypoints, sizeof *h->waypoints, h->mask, before, h->count);
  spread(h->commits, sizeof *h->commits, h->mask, before, h->count);
  spread(h->moments, sizeof *h->moments, h->mask, before, h->count);
  spread(h->reasons, sizeof *h->reasons, h->mask, before, h->count);
  h->mask = 2 * h->mask + 1;
  h->steps_mask = 2 * h->steps_mask + 1;
}

bool history_has_room(struct history *h, size_t steps) {
  while (!history_fits(h, steps) && h->mask + 1 < h->room) double_rings(h);
  return history_fits(h, steps);
}

void history_release(struct history *h, size_t first) {
  first -= first < HISTORY_BEFORE ? first : HISTORY_BEFORE;
  if (first <= h->first) return;
  h->first = first;
  h->first_step = history_steps(h, first);
}

void history_take_back(struct history *h) {
  h->count--;
  h->steps_count--;
}
