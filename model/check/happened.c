// SPDX-License-Identifier: Apache-2.0
#include "happened.h"

#include <stdlib.h>

bool happened_start(struct happened *h, bool waypoints, bool steps, size_t room) {
  *h = (struct happened){.mask = room - 1, .steps_mask = (waypoints ? HAPPENED_STEPS : 1) * room - 1};
  h->moments = calloc(room, sizeof *h->moments);
  if (waypoints) h->waypoints = calloc(room, sizeof *h->waypoints);
  if (steps) h->steps = calloc(h->steps_mask + 1, sizeof *h->steps);
  if (h->moments && (h->waypoints || !waypoints) && (h->steps || !steps)) return true;
  happened_stop(h);
  return false;
}

void happened_stop(struct happened *h) {
  free(h->waypoints);
  free(h->steps);
  free(h->moments);
  *h = (struct happened){0};
}

// The moment of the next item may hold what an instruction was that it will cancel, so it is cleared an item ahead.
static void count(struct happened *h) {
  h->count++;
  h->moments[h->count & h->mask] = (struct moment){0};
}

void happened_add_waypoint(struct happened *h, const struct waypoint *w, size_t steps_end) {
  h->waypoints[h->count & h->mask] = (struct happened_waypoint){.wp = *w, .steps_end = steps_end};
  count(h);
}

bool happened_add_step(struct happened *h, const struct step *s) {
  const size_t first = h->waypoints ? happened_steps(h, h->first) : h->first;
  if (h->steps_count - first > h->steps_mask) return false;
  h->steps[h->steps_count++ & h->steps_mask] = *s;
  if (!h->waypoints) count(h);
  return true;
}

bool happened_is_full(const struct happened *h) { return h->count - h->first + HAPPENED_MARGIN > h->mask; }

void happened_release(struct happened *h, size_t first) {
  first -= first < HAPPENED_BEFORE ? first : HAPPENED_BEFORE;
  if (first > h->first) h->first = first;
}

void happened_take_back(struct happened *h) {
  h->count--;
  h->steps_count--;
}
