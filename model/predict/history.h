// SPDX-License-Identifier: Apache-2.0
// What happened on the processor's port, item by item: what the trace must report. An item of a PTM is a waypoint that
// was presented, of an ETM a step. Items and steps have running numbers from 0 on; the lists are rings, of which only
// the numbers from `first` on are still there.
#ifndef HISTORY_H
#define HISTORY_H

#include <stdbool.h>
#include <stddef.h>

#include "moment.h"
#include "step.h"
#include "waypoint.h"

struct history_waypoint {
  struct waypoint wp;
  size_t steps_end;  // steps up to it, its own included; 0: not known
};

// A mask is a ring's room, a power of two, less one; SIZE_MAX: a list that keeps everything.
struct history {
  struct history_waypoint *waypoints;  // NULL: the items are the steps
  struct step *steps;                  // NULL: not known
  struct moment *moments;              // of each item, and of the next
  struct selection_reason *reasons;    // of items that comparators or the start/stop block select
  size_t mask, steps_mask;             // of items, of steps, as long as the rings are now
  size_t room;                         // items, at most
  size_t first, count;                 // items: the oldest that is kept; those presented by now
  size_t first_step, steps_count;      // likewise steps
  size_t sampled;                      // items below this number have their moments
  uint64_t now;                        // TSVALUEB in the last clock in which the DUT was enabled
};

// HISTORY_ROOM: more items than the scoreboard keeps to take a choice back (SCOREBOARD_LOG), and those on their way.
// Seldom is that much needed, so the rings have HISTORY_BEGINS at first, which stay in a processor's cache, and twice
// as many where these are full. HISTORY_STEPS: of a PTM, steps a waypoint, on average. HISTORY_BEFORE: behind the
// oldest item that is needed as many are kept, for the reports and for what an item followed.
enum { HISTORY_ROOM = 1 << 19, HISTORY_BEGINS = 1 << 8, HISTORY_STEPS = 4, HISTORY_BEFORE = 64, HISTORY_MARGIN = 16 };

// Rings for `room` items, a power of two: waypoints, or steps alone; `steps`: the steps are known, too. Exits 2 when
// out of memory.
void history_start(struct history *h, bool waypoints, bool steps, size_t room);
void history_stop(struct history *h);

// The next item; its steps come first. The caller sees to it that there is room. `steps_end`: as in struct
// history_waypoint.
void history_add_waypoint(struct history *h, const struct waypoint *w, size_t steps_end);
void history_add_step(struct history *h, const struct step *s);
// Is there room for the items of a clock, and for so many steps? The rings are made longer for them.
bool history_has_room(struct history *h, size_t steps);
// The last step is none: an instruction that is cancelled.
void history_take_back(struct history *h);
// Items below `first` are not needed any more.
void history_release(struct history *h, size_t first);

// Is there room for them in the rings as they are?
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
// Item `i` is at this address: a waypoint leads there, an instruction lies there.
static inline bool history_is_at(const struct history *h, size_t i, uint32_t address) {
  if (h->waypoints) return history_waypoint(h, i)->target == address;
  return history_step(h, i)->kind == STEP_INSTRUCTION && history_step(h, i)->address == address;
}

// A packet that left before item `i` was on the port tells nothing of it, nor of the items behind it.
static inline bool history_is_later(const struct history *h, size_t i, uint64_t offset) {
  return history_moment(h, i)->left > offset;
}

// The number of steps behind the first `items` items.
static inline size_t history_steps(const struct history *h, size_t items) {
  if (!h->steps || items == 0) return 0;
  return h->waypoints ? history_item(h, items - 1)->steps_end : items;
}

#endif
