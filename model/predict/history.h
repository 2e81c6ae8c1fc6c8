// SPDX-License-Identifier: Apache-2.0
// The items on the processor's port, which the trace must report. An item of a PTM is a waypoint that was presented,
// and an item of an ETM is a step. Items and steps are numbered from 0 on. The lists are rings, which still have the
// numbers from `first` on.
#ifndef HISTORY_H
#define HISTORY_H

#include <stdbool.h>
#include <stddef.h>

#include "moment.h"
#include "step.h"
#include "waypoint.h"

struct history_waypoint {
  struct waypoint wp;
  size_t steps_end;  // number of steps up to this waypoint, including its own; 0: not known
};

// A mask is the length of a ring minus one. A length is a power of two. SIZE_MAX: the list keeps everything.
struct history {
  struct history_waypoint *waypoints;  // NULL: the items are the steps
  struct step *steps;                  // NULL: not known
  struct moment *moments;              // of each item, and of the next
  struct selection_reason *reasons;    // of items that comparators or the start/stop block select
  size_t mask, steps_mask;             // of items, of steps, as long as the rings are now
  size_t room;                         // items, at most
  size_t first, count;                 // items: the oldest that is kept; those presented by now
  size_t first_step, steps_count;      // steps: the oldest that is kept; those presented by now
  size_t sampled;                      // items below this number have their moments
  uint64_t newest_stamp;               // The traced bits of TSVALUEB in the last clock whose items the DUT took.
};

// HISTORY_ROOM is more than the items that the scoreboard keeps to take a choice back (SCOREBOARD_LOG), together with
// the items whose trace has not left. So many are rarely needed. The rings begin with HISTORY_BEGINS items, which stay
// in a processor's cache, and double when they are full. HISTORY_STEPS is the average number of steps for each waypoint
// of a PTM. HISTORY_BEFORE items before the oldest one that is needed are kept for reports.
enum { HISTORY_ROOM = 1 << 19, HISTORY_BEGINS = 1 << 8, HISTORY_STEPS = 4, HISTORY_BEFORE = 64, HISTORY_MARGIN = 16 };

// Rings for up to `room` items, a power of two. The items are waypoints, or else steps. `steps`: steps are recorded.
// The program exits with code 2 if memory is short.
void history_start(struct history *h, bool waypoints, bool steps, size_t room);
void history_stop(struct history *h);

// Adds the next item, after its steps. The caller calls history_has_room() before. `steps_end`: as in struct
// history_waypoint.
void history_add_waypoint(struct history *h, const struct waypoint *w, size_t steps_end);
void history_add_step(struct history *h, const struct step *s);
// Returns whether the items of a clock and so many steps fit, after it has made the rings longer for them if possible.
bool history_has_room(struct history *h, size_t steps);
// Removes the last step, an instruction that is cancelled.
void history_take_back(struct history *h);
// Items before `first` are not needed any more.
void history_release(struct history *h, size_t first);

// Whether they fit into the rings as they are.
static inline bool history_fits(const struct history *h, size_t steps) {
  return h->count - h->first + HISTORY_MARGIN <= h->mask && h->steps_count - h->first_step + steps <= h->steps_mask;
}

static inline const struct history_waypoint *history_item(const struct history *h, size_t i) {
  return &h->waypoints[i & h->mask];
}
static inline const struct waypoint *history_waypoint(const struct history *h, size_t i) {
  return &history_item(h, i)->wp;
}
static inline struct moment *history_moment(const struct history *h, size_t i) { return &h->moments[i & h->mask]; }
// Why comparators or the start/stop block select item `i`, or do not; NULL: they do not decide on it.
static inline const struct selection_reason *history_reason(const struct history *h, size_t i) {
  return history_moment(h, i)->filtered ? &h->reasons[i & h->mask] : NULL;
}
static inline const struct step *history_step(const struct history *h, size_t i) {
  return &h->steps[i & h->steps_mask];
}
// Whether a waypoint leads to this address, or an instruction is at this address.
static inline bool history_is_at(const struct history *h, size_t i, uint32_t address) {
  if (h->waypoints) return history_waypoint(h, i)->target == address;
  return history_step(h, i)->kind == STEP_INSTRUCTION && history_step(h, i)->address == address;
}

// Whether a packet left before item `i` was on the port. Then it reports neither this item nor a later one.
static inline bool history_is_later(const struct history *h, size_t i, uint64_t offset) {
  return history_moment(h, i)->left > offset;
}

// The number of steps of the first `items` items.
static inline size_t history_steps(const struct history *h, size_t items) {
  if (!h->steps || items == 0) return 0;
  return h->waypoints ? history_item(h, items - 1)->steps_end : items;
}

#endif
