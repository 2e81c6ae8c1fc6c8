// SPDX-License-Identifier: Apache-2.0
// stamps: when a timestamp is wanted of which the processor's port says nothing. (docs/pipeline-pft.md#time;
// docs/pipeline-etm3.md#front 33)
#ifndef STAMPS_H
#define STAMPS_H

#include <stdbool.h>
#include <stdint.h>

struct stamps {
  uint64_t last;      // PTM: time of the most recent waypoint
  bool due;           // a timestamp is wanted
  bool reported;      // PTM: something was pushed since the last timestamp
  bool clock_change;  // TSCLKCHANGE was high since the last entry
  bool idle;          // PTMIDLEREQ, ETMWFIPENDING, a clock later than the `in` register
};

// The wires of one clock.
struct stamps_in {
  bool on;                  // timestamps are, and front was before the edge
  bool wanted;              // by the timestamp event, a flush of an ETM or the start of WFI
  bool pushed, stamps;      // an entry is pushed; a timestamp goes with it
  bool clock_change, idle;  // sampled
};

static inline void stamps_step(struct stamps *s, const struct stamps_in *in) {
  s->due = in->on && (in->wanted || (s->due && !in->stamps));
  if (in->pushed) s->reported = !in->stamps;
  s->clock_change = (s->clock_change || in->clock_change) && !in->pushed;
  s->idle = in->idle;
}

// A timestamp entry is to come. In v1.1 the same time is not told twice.
static inline bool stamps_waiting(const struct stamps *s, bool v11) { return s->due && (!v11 || s->reported); }

static inline void stamps_off(struct stamps *s, bool idle) {
  s->due = s->reported = s->clock_change = false;
  s->idle = idle;
}

#endif
