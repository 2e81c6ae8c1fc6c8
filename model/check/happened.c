// SPDX-License-Identifier: Apache-2.0
#include "happened.h"

#include <stdlib.h>

#include "error.h"

void happened_start(struct happened *h, bool waypoints, bool steps, size_t room) {
  *h = (struct happened){.mask = room - 1, .steps_mask = (waypoints ? HAPPENED_STEPS : 1) * room - 1};
  h->moments = error_memory(calloc(room, sizeof *h->moments));
  if (waypoints) h->waypoints = error_memory(calloc(room, sizeof *h->waypoints));
  if (steps) h->steps = error_memory(calloc(h->steps_mask + 1, sizeof *h->steps));
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

void happened_add_step(struct happened *h, const struct step *s) {
  h->steps[h->steps_count++ & h->steps_mask] = *s;
  if (!h->waypoints) count(h);
}

bool happened_has_room(const struct happened *h, size_t steps) {
  const size_t kept = h->steps_count - happened_steps(h, h->first);
  return h->count - h->first + HAPPENED_MARGIN <= h->mask && kept + steps <= h->steps_mask;
}

void happened_release(struct happened *h, size_t first) {
  first -= first < HAPPENED_BEFORE ? first : HAPPENED_BEFORE;
  if (first > h->first) h->first = first;
}

void happened_take_back(struct happened *h) {
  h->count--;
  h->steps_count--;
}
