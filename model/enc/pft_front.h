// SPDX-License-Identifier: Apache-2.0
// The PTM's front: which waypoints are traced, and in which entry (docs/pipeline-pft.md#front).
//
// Call order in each clock: pft_front_step, then pft_front_sample. A unit with a buffer calls pft_front_delay_clear
// before them, and pft_front_sample_commit after them. The encoder without clocks calls pft_front_decide instead.
// Counts are in clocks.
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
  uint8_t in_losses;  // committed waypoints that the front did not get, and that are missing before the next one
  bool clear;         // ETMSR[0] is cleared after the last committed waypoint of a stop
  uint8_t in_age;     // clocks from the commit of `in` to the clock in which it was sampled
  uint64_t in_stamp;  // TSVALUEB in the clock of its commit, if `in_age` is not 0
  struct front_times in_times;
  bool open;  // WPTENABLE: waypoints are taken
  bool run;   // the front is enabled: `open`, or committed waypoints have not reached it
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

// Returns `waypoint`, which is at the port, if the front knew that execution comes to it from `target`. It ends a block
// of instructions, or is an exception before the first of them. Otherwise NULL. `waypoint` may be NULL.
static inline const struct waypoint *pft_front_block_end(const struct pft_front *front, const struct waypoint *waypoint,
                                                         const struct settings *s) {
  if (!front->known || !waypoint || waypoint->type == WAYPOINT_DEBUG_EXIT) return NULL;
  return pft_front_waypoint(waypoint, s);
}

// True if the unit takes waypoints and commits in this clock. After a stop it takes none until it has sent its trace.
static inline bool pft_front_takes(const struct pft_front *front, const struct front_in *in) {
  return in->enabled && (front->open || in->stopped);
}

// Waypoints are missing: nothing is known of the place of execution until the next one.
static inline void pft_front_lose(struct pft_front *front) { front->known = front->debug = false; }

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
    if (recovering || out->overflow_begins) out->lost = (uint8_t)((w != NULL) + front->in_losses);
  } else {
    front->state = FRONT_OFF;
    front->known = front->prohibited = front->debug = front->flush_due = front->synced = false;
    count_off(&front->count, in->stopped && !(in->settings->etmcr & ETMCR_PROGRAMMING));
    stamps_off(&front->stamps, front->in_times.idle);
  }
  if (in->forget_overflow) front->overflowed = false;
  front->open = pft_front_takes(front, in);
  front->run = front->open || in->port.pending;
}

// Loads the `in` register. Called in every clock, after pft_front_step.
static inline void pft_front_sample(struct pft_front *front, const struct pft_port *port, const struct ports_in *in) {
  front->in_valid = port->waypoint;
  if (port->waypoint) front->in = *port->waypoint;
  front->in_times = front_times(in);
}

// Delays the clearing of ETMSR[0] until the front has the last committed waypoint of a stop. An overflow may end before
// that waypoint, and its I-sync must report it. Without a buffer no committed waypoint follows a stop.
static inline void pft_front_delay_clear(struct pft_front *front, struct front_in *in) {
  const bool finishes = in->port.pending && !pft_front_takes(front, in);
  const bool clears = in->forget_overflow || front->clear;
  front->clear = clears && finishes;
  in->forget_overflow = clears && !finishes;
}

// Loads the other registers that are 0 without a buffer.
static inline void pft_front_sample_commit(struct pft_front *front, const struct pft_port *port, uint64_t stamp) {
  front->in_losses = port->losses;
  front->in_age = port->age;
  front->in_stamp = stamp;
}

#endif
