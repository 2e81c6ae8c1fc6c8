// SPDX-License-Identifier: Apache-2.0
// front: which waypoints are traced. (docs/pipeline.md 3)
#ifndef FRONT_H
#define FRONT_H

#include <stdbool.h>
#include <stdint.h>

#include "entry.h"
#include "waypoint.h"

enum front_state { FRONT_OFF, FRONT_ON, FRONT_OVERFLOW };

struct front {
  struct waypoint in;  // sampled in the last clock, if `in_valid`
  bool in_valid;
  bool run;                // WPTENABLE
  uint8_t state;           // enum front_state
  struct location target;  // of the most recent waypoint
  bool known;              // `target` is where execution goes, and may be told
  bool prohibited;         // the most recent waypoint went where tracing is prohibited
  bool debug;              // a debug entry was seen and no I-sync pushed since
  bool overflowed;         // an overflow began and no I-sync was pushed since
};

// The wires of one clock.
struct front_in {
  bool enabled, stopped;
  bool queue_full;
  bool drained;  // the drain for an overflow is done
  bool forced;   // an overflow is forced
};

// The decision on one waypoint, or on a clock without one (w = NULL), while tracing is enabled, which it takes for
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
static inline void front_sample(struct front *f, bool valid, const struct waypoint *w) {
  f->in_valid = valid;
  if (valid) f->in = *w;
}

#endif
