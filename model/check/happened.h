// SPDX-License-Identifier: Apache-2.0
// What happened on the processor's port, item by item: what the trace must report. An item of a PTM is a waypoint that
// was presented, of an ETM a step. Items and steps have running numbers from 0 on; the lists are rings, of which only
// the numbers from `first` on are still there.
#ifndef HAPPENED_H
#define HAPPENED_H

#include <stdbool.h>
#include <stddef.h>

#include "step.h"
#include "told.h"
#include "waypoint.h"

struct happened_waypoint {
  struct waypoint wp;
  size_t steps_end;  // steps up to it, its own included; 0: not known
};

// A mask is a ring's room, a power of two, less one; SIZE_MAX: a list that keeps everything.
struct happened {
  struct happened_waypoint *waypoints;  // NULL: the items are the steps
  struct step *steps;                   // NULL: not known
  struct moment *moments;               // of each item, and of the next; NULL: not known
  size_t mask, steps_mask;              // of items, of steps
  size_t first, count;                  // items: the oldest that is kept; those presented by now
};

static inline const struct happened_waypoint *happened_item(const struct happened *h, size_t i) {
  return &h->waypoints[i & h->mask];
}
static inline const struct waypoint *happened_waypoint(const struct happened *h, size_t i) {
  return &happened_item(h, i)->wp;
}
static inline struct moment *happened_moment(const struct happened *h, size_t i) {
  return h->moments ? &h->moments[i & h->mask] : NULL;
}
static inline const struct step *happened_step(const struct happened *h, size_t i) {
  return &h->steps[i & h->steps_mask];
}

// The number of steps behind the first `items` items.
static inline size_t happened_steps(const struct happened *h, size_t items) {
  if (!h->steps || items == 0) return 0;
  return h->waypoints ? happened_item(h, items - 1)->steps_end : items;
}

#endif
