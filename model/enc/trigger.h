// SPDX-License-Identifier: Apache-2.0
// trigger: the trigger event, which fires once after each programming. (docs/pipeline.md#trigger)
#ifndef TRIGGER_H
#define TRIGGER_H

#include <stdbool.h>
#include <stdint.h>

struct trigger {
  bool request;    // of a trigger packet
  bool triggered;  // ETMSR[3]
  bool kept;       // it was written, and the next clearing of the Programming bit leaves it
  bool pulse;      // PTMTRIGGER
};

// The wires of one clock.
struct trigger_in {
  bool run, stopped;
  bool programming;         // ETMCR[10]
  bool sr_write, sr_reset;  // struct apb_strobes
  bool written;             // sr_write: to ETMSR[3]
  bool event;               // the trigger event is true
  bool sent;                // plan says a trigger in this clock
};

// Once it has fired, it does not fire again before the next programming.
static inline void trigger_step(struct trigger *t, const struct trigger_in *in) {
  t->pulse = in->run && in->event && !t->triggered;
  t->request = t->pulse || (t->request && !in->sent && !in->stopped);
  if (in->sr_write) {
    t->triggered = in->written;
    t->kept = t->kept || in->programming;
  } else if (in->sr_reset && !t->kept) {
    t->triggered = false;
  } else if (t->pulse) {
    t->triggered = true;
  }
  if (in->sr_reset) t->kept = false;
}

#endif
