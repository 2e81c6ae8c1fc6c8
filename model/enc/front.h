// SPDX-License-Identifier: Apache-2.0
// front: which waypoints are traced. (docs/pipeline.md 3)
#ifndef FRONT_H
#define FRONT_H

#include <stdbool.h>
#include <stdint.h>

#include "count.h"
#include "entry.h"
#include "ports.h"
#include "settings.h"
#include "stamps.h"
#include "waypoint.h"

enum front_state { FRONT_OFF, FRONT_ON, FRONT_OVERFLOW };

// What came in beside the waypoint in one clock.
struct front_times {
  uint64_t stamp;     // TSVALUEB
  bool clock_change;  // TSCLKCHANGE
  bool idle;          // PTMIDLEREQ
};

struct front {
  struct waypoint in;  // sampled in the last clock, if `in_valid`
  bool in_valid;
  struct front_times in_times;
  bool run;                // WPTENABLE
  uint8_t state;           // enum front_state
  struct location target;  // of the most recent waypoint
  uint32_t context;        // Context ID and VMID after it
  uint8_t vmid;
  bool known;       // `target` is where execution goes, and may be told
  bool prohibited;  // the most recent waypoint went where tracing is prohibited
  bool debug;       // a debug entry was seen and no I-sync pushed since
  bool overflowed;  // an overflow began and no I-sync was pushed since
  struct count count;
  struct stamps stamps;
};

// The wires of one clock.
struct front_in {
  const struct settings *settings;
  bool enabled, stopped;
  bool queue_full, queue_empty;
  bool drained;       // the drain for an overflow is done
  bool forced;        // an overflow is forced
  bool flush_begins;  // the drain begins a flush
  bool trace_enable;  // the TraceEnable event
  bool stamp_event;   // the timestamp event
};

// `w`, or NULL if this unit takes it for none (a barrier that is no waypoint here, ...). w may be NULL.
const struct waypoint *front_waypoint(const struct waypoint *w, const struct settings *s);

// The decision on one such waypoint, or on a clock without one (w = NULL), while tracing is enabled, which it takes for
// granted. True if *e is to be pushed; *e is not written otherwise.
bool front_decide(struct front *f, const struct waypoint *w, const struct front_in *in, struct entry *e);

struct front_out {
  bool push;             // *e into the queue
  bool overflow_begins;  // in this clock
  bool lost;             // a waypoint was not traced because of an overflow
};

// One clock; *e is written only if it is to be pushed, *out whole.
void front_step(struct front *f, const struct front_in *in, struct entry *e, struct front_out *out);

// Loads the `in` register, every clock, after front_step.
static inline void front_sample(struct front *f, const struct ports_in *in) {
  f->in_valid = in->wpt_valid;
  if (in->wpt_valid) f->in = in->wpt;
  f->in_times = (struct front_times){in->timestamp, in->clock_change, in->idle_request};
}

#endif
