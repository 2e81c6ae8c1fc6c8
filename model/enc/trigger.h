// SPDX-License-Identifier: Apache-2.0
// The box trigger: the trigger event, which takes effect once after each programming (docs/pipeline.md#trigger). unit.c
// calls trigger_step in each clock.
#ifndef TRIGGER_H
#define TRIGGER_H

#include <stdbool.h>
#include <stdint.h>

struct trigger {
  bool request;    // a trigger packet is requested
  bool triggered;  // ETMSR[3]
  bool preserved;  // written while the Programming bit was set: the next clearing of that bit leaves it
  bool pulse;      // PTMTRIGGER
};

// The wires of one clock.
struct trigger_in {
  bool run, stopped;
  bool programming;         // ETMCR[10]
  bool sr_write, sr_reset;  // struct apb_strobes
  bool written;             // sr_write: to ETMSR[3]
  bool event;               // the trigger event is true
  bool sent;                // plan sends a trigger packet in this clock
};

// After a trigger, no other follows before the next programming.
static inline void trigger_step(struct trigger *t, const struct trigger_in *in) {
  t->pulse = in->run && in->event && !t->triggered;
  t->request = t->pulse || (t->request && !in->sent && !in->stopped);
  if (in->sr_write) {
    t->triggered = in->written;
    t->preserved = t->preserved || in->programming;
  } else if (in->sr_reset && !t->preserved) {
    t->triggered = false;
  } else if (t->pulse) {
    t->triggered = true;
  }
  if (in->sr_reset) t->preserved = false;
}

#endif
