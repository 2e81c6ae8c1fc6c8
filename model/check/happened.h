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
  size_t mask, steps_mask;              // of items, of steps, as long as the rings are now
  size_t room;                          // items, at most
  size_t first, count;                  // items: the oldest that is kept; those presented by now
  size_t first_step, steps_count;       // likewise steps
};

// HAPPENED_ROOM: more items than check 2 keeps to take a choice back (FOLLOW_LOG), and those on their way. Seldom is
// that much needed, so the rings have HAPPENED_BEGINS at first, which stay in a processor's cache, and twice as many
// where these are full.
// HAPPENED_STEPS: of a PTM, steps a waypoint, on average. HAPPENED_BEFORE: behind the oldest item that is needed as
// many are kept, for the reports and for what an item followed.
enum {
  HAPPENED_ROOM = 1 << 19,
  HAPPENED_BEGINS = 1 << 8,
  HAPPENED_STEPS = 4,
  HAPPENED_BEFORE = 64,
  HAPPENED_MARGIN = 16
};

// Rings for `room` items, a power of two: waypoints, or steps alone; `steps`: the steps are known, too. Exits 2 when
// out of memory.
void happened_start(struct happened *h, bool waypoints, bool steps, size_t room);
void happened_stop(struct happened *h);

// The next item; its steps come first. The caller sees to it that there is room. `steps_end`: as in struct
// happened_waypoint.
void happened_add_waypoint(struct happened *h, const struct waypoint *w, size_t steps_end);
void happened_add_step(struct happened *h, const struct step *s);
// Is there room for the items of a clock, and for so many steps? The rings are made longer for them.
bool happened_has_room(struct happened *h, size_t steps);
// The last step is none: an instruction that is cancelled.
void happened_take_back(struct happened *h);
// Items below `first` are not needed any more.
void happened_release(struct happened *h, size_t first);

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
