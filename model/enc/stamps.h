// SPDX-License-Identifier: Apache-2.0
// The box stamps: timestamps that the processor's port does not request (docs/pipeline-pft.md#time;
// docs/pipeline-etm3.md#front 33). In each clock, the front calls either stamps_step or stamps_off.
#ifndef STAMPS_H
#define STAMPS_H

#include <stdbool.h>
#include <stdint.h>

struct stamps {
  uint64_t last;      // PTM: time of the most recent waypoint
  bool due;           // a timestamp has been requested
  bool reported;      // PTM: an entry was pushed since the last timestamp
  bool clock_change;  // TSCLKCHANGE was high since the last entry
  bool idle;          // PTMIDLEREQ or ETMWFIPENDING, one clock after the `in` register
};

// The wires of one clock.
struct stamps_in {
  bool on;                  // timestamps are on, and the front was on before the edge
  bool requested;           // a timestamp is requested: by the timestamp event, a flush of an ETM or the start of
                            // WFI
  bool pushed, stamps;      // an entry is pushed; a timestamp goes with it
  bool clock_change, idle;  // sampled
};

static inline void stamps_step(struct stamps *s, const struct stamps_in *in) {
  s->due = in->on && (in->requested || (s->due && !in->stamps));
  if (in->pushed) s->reported = !in->stamps;
  s->clock_change = (s->clock_change || in->clock_change) && !in->pushed;
  s->idle = in->idle;
}

// True if a timestamp entry is pending. PFTv1.1 does not report the same time twice.
static inline bool stamps_waiting(const struct stamps *s, bool v11) { return s->due && (!v11 || s->reported); }

static inline void stamps_off(struct stamps *s, bool idle) {
  s->due = s->reported = s->clock_change = false;
  s->idle = idle;
}

#endif
