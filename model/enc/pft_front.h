// SPDX-License-Identifier: Apache-2.0
// The PTM's front: which waypoints are traced, and in which entry (docs/pipeline-pft.md#front).
//
// Call order in each clock: pft_front_step, then pft_front_sample. The encoder without clocks calls pft_front_decide
// instead. Counts are in clocks.
#ifndef PFT_FRONT_H
#define PFT_FRONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "count.h"
#include "front.h"
#include "pft_entry.h"
#include "ports.h"
#include "settings.h"
#include "stamps.h"
#include "waypoint.h"

struct pft_front {
  struct waypoint in;  // sampled in the last clock, if `in_valid`
  bool in_valid;
  struct front_times in_times;
  bool run;  // WPTENABLE
  enum front_state state;
  struct place target;  // of the most recent waypoint
  uint32_t context;     // Context ID and VMID after that waypoint
  uint8_t vmid;
  bool user;        // User mode after that waypoint
  bool known;       // execution continues at `target`, which may be traced
  bool prohibited;  // tracing is prohibited after the most recent waypoint
  bool debug;       // `target` is the first instruction after Debug state, or no such instruction has come yet
  bool overflowed;  // an overflow started, and no I-sync was pushed since
  bool flush_due;   // a flush has requested a timestamp
  bool synced;      // an I-sync was pushed, and no overflow started since; only then may a flush have a timestamp
  struct count count;
  struct stamps stamps;
};

// True if a timestamp entry is pending.
static inline bool pft_front_has_pending_stamp(const struct pft_front *front, const struct settings *s) {
  return (front->flush_due && front->synced) || stamps_waiting(&front->stamps, has_v11(s));
}

// Returns `w`, or NULL if it is no waypoint for this unit, such as a barrier that ETMCCER does not count. `w` may be
// NULL.
static inline const struct waypoint *pft_front_waypoint(const struct waypoint *waypoint, const struct settings *s) {
  if (!waypoint || waypoint->type > WAYPOINT_UPDATE) return NULL;
  if (waypoint->type == WAYPOINT_UPDATE && (has_v11(s) || s->etmauxcr & ETMAUXCR_NO_UPDATES)) return NULL;
  if (waypoint->type == WAYPOINT_BARRIER && waypoint->barrier != WAYPOINT_ISB && !has_barrier_waypoints(s)) return NULL;
  return waypoint;
}

// Debug state is a waypoint only with Halting debug-mode (IHI 0035B 5.3.8).
static inline bool pft_front_accepts(const struct ports_in *in) {
  return in->wpt_valid && (in->hdbgen || (in->wpt.type != WAYPOINT_DEBUG_ENTRY && in->wpt.type != WAYPOINT_DEBUG_EXIT));
}

// The waypoint at the pins if the front knew that execution comes to it from `target`. It ends a block of instructions,
// or is an exception before the first of them. Otherwise NULL.
static inline const struct waypoint *pft_front_block_end(const struct pft_front *front, const struct ports_in *in,
                                                         const struct settings *s) {
  if (!front->known || !pft_front_accepts(in) || in->wpt.type == WAYPOINT_DEBUG_EXIT) return NULL;
  return pft_front_waypoint(&in->wpt, s);
}

// Follows execution to such a waypoint and to its target.
void pft_front_follow(struct pft_front *front, const struct waypoint *waypoint, const struct settings *s);

// Decides one such waypoint, or a clock without one (`w` is NULL). Tracing must be enabled. True if *e must be pushed.
// Otherwise *e is not written.
bool pft_front_decide(struct pft_front *front, const struct waypoint *waypoint, const struct front_in *in,
                      struct pft_entry *entry);

// One clock. *e is written only if it must be pushed. *out is written completely.
static inline __attribute__((always_inline)) void pft_front_step(struct pft_front *front, const struct front_in *in,
                                                                 struct pft_entry *entry, struct front_out *out) {
  *out = (struct front_out){0};
  if (front->run) {
    const struct waypoint *w = pft_front_waypoint(front->in_valid ? &front->in : NULL, in->settings);
    bool recovering = front->overflowed, was_overflow = front->state == FRONT_OVERFLOW;
    out->push = pft_front_decide(front, w, in, entry);
    out->overflow_begins = front->state == FRONT_OVERFLOW && !was_overflow;
    out->lost = w && (recovering || out->overflow_begins);
  } else {
    front->state = FRONT_OFF;
    front->known = front->prohibited = front->debug = front->flush_due = front->synced = false;
    count_off(&front->count, in->stopped && !(in->settings->etmcr & ETMCR_PROGRAMMING));
    stamps_off(&front->stamps, front->in_times.idle);
  }
  if (in->forget_overflow) front->overflowed = false;
  front->run = in->enabled && (front->run || in->stopped);
}

// Loads the `in` register. Called in every clock, after pft_front_step.
static inline void pft_front_sample(struct pft_front *front, const struct ports_in *in) {
  front->in_valid = pft_front_accepts(in);
  if (in->wpt_valid) front->in = in->wpt;
  front->in_times = front_times(in);
}

#endif
