// SPDX-License-Identifier: Apache-2.0
// The items on the processor's port. The trace must report them. An item of a PTM is a waypoint that was presented, and
// an item of an ETM is a step. Items and steps are numbered from 0 on. The lists are rings, which hold the items from
// `first` on.
#ifndef HISTORY_H
#define HISTORY_H

#include <stdbool.h>
#include <stddef.h>

#include "moment.h"
#include "step.h"
#include "waypoint.h"

struct history_waypoint {
  struct waypoint wp;
  size_t steps_end;  // number of steps up to this waypoint, including the step of the waypoint; 0: not known
};

// The Cortex-A9's port: the clocks of a waypoint (wpt_port.h).
struct history_commit {
  uint64_t presented, committed;
};

// A mask is the length of a ring minus one. A length is a power of two. SIZE_MAX: the list keeps everything.
struct history {
  struct history_waypoint *waypoints;  // NULL: the items are the steps
  struct step *steps;                  // NULL: not known
  struct history_commit *commits;      // of each waypoint. NULL: each item is committed when it is presented
  struct moment *moments;              // one for each item, and one for the next item
  struct selection_reason *reasons;    // of items on which comparators or the start/stop block decide
  size_t mask, steps_mask;             // of the rings of items and of steps, at their present lengths
  size_t room;                         // the largest length of the ring of items
  size_t first, count;                 // the oldest item that is stored; the number of items presented by now
  size_t first_step, steps_count;      // the oldest step that is stored; the number of steps presented by now
  size_t sampled;                      // The moments of the items below this number are complete.
  uint64_t newest_stamp;               // The traced bits of TSVALUEB in the last clock whose items the DUT took.
};

// HISTORY_ROOM exceeds the number of items that the scoreboard needs to take a choice back (SCOREBOARD_LOG), together
// with the items whose trace has not left. Most runs need fewer, so the rings begin with HISTORY_BEGINS items, which
// stay in the cache of the machine, and double when they are full. HISTORY_STEPS is the average number of steps for
// each waypoint of a PTM. HISTORY_BEFORE items before the oldest one that is needed are stored for reports.
enum { HISTORY_ROOM = 1 << 19, HISTORY_BEGINS = 1 << 8, HISTORY_STEPS = 4, HISTORY_BEFORE = 64, HISTORY_MARGIN = 16 };

// Allocates rings for up to `room` items, a power of two. `waypoints`: the items are waypoints; otherwise they are
// steps. `steps`: steps are recorded. Exits with code 2 if there is no memory.
void history_start(struct history *h, bool waypoints, bool steps, size_t room);
void history_stop(struct history *h);
// Call it before the first item. The clock of a moment is then that in which the port delivers the waypoint.
void history_record_commits(struct history *h);

// Adds the next item, after its steps. The caller calls history_has_room() before. `steps_end`: as in struct
// history_waypoint.
void history_add_waypoint(struct history *h, const struct waypoint *w, size_t steps_end);
void history_add_step(struct history *h, const struct step *s);
// Lengthens the rings if the items of a clock and `steps` steps do not fit. Returns whether they fit then.
bool history_has_room(struct history *h, size_t steps);
// Removes the last step, an instruction that is cancelled.
void history_take_back(struct history *h);
// Items before `first` are no longer needed.
void history_release(struct history *h, size_t first);

// Whether the items of a clock and `steps` steps fit into the rings at their present lengths.
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
// The item was added before.
static inline void history_set_commit(struct history *h, size_t i, uint64_t presented, uint64_t committed) {
  h->commits[i & h->mask] = (struct history_commit){presented, committed};
}
// The clocks in which item `i` was presented and committed.
static inline uint64_t history_presented(const struct history *h, size_t i) {
  return h->commits ? h->commits[i & h->mask].presented : history_moment(h, i)->clock;
}
static inline uint64_t history_committed(const struct history *h, size_t i) {
  return h->commits ? h->commits[i & h->mask].committed : history_moment(h, i)->clock;
}
// The clock in which item `i` was presented, and on the Cortex-A9's port that of its commit: "clock 81", "clock 81,
// committed in clock 84".
enum { HISTORY_CLOCK = 72 };
const char *history_clock_words(const struct history *h, size_t i, char text[HISTORY_CLOCK]);
// Why comparators or the start/stop block select item `i` or do not. NULL: they do not decide on it.
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

// Whether the byte at `offset` left before item `i` was on the port. Then it reports neither this item nor a later one.
static inline bool history_is_later(const struct history *h, size_t i, uint64_t offset) {
  return history_moment(h, i)->left > offset;
}

// The number of steps of the first `items` items.
static inline size_t history_steps(const struct history *h, size_t items) {
  if (!h->steps || items == 0) return 0;
  return h->waypoints ? history_item(h, items - 1)->steps_end : items;
}

#endif
