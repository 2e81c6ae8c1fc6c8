// SPDX-License-Identifier: Apache-2.0
// The box trigger: the trigger event, which takes effect once after each programming (docs/pipeline.md#trigger). The
// box dbgrq: the request of Debug state at the trigger (docs/decisions/0011-debug-request.md; IHI 0014Q 3.5.1).
//
// Call order: debug_request_find after each access, trigger_step in each clock, and then debug_request_step if the
// request is enabled.
#ifndef TRIGGER_H
#define TRIGGER_H

#include <stdbool.h>
#include <stdint.h>

#include "register.h"

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

struct debug_request {
  bool is_enabled;    // ETMCR permits a request
  bool is_requested;  // PTMDBGRQ, ETMDBGRQ
};

// The start of a clock after which ETMCR may differ. Neither the OS lock nor NIDEN ends a request.
static inline void debug_request_find(struct debug_request *d, uint32_t etmcr) {
  const uint32_t bits = ETMCR_DEBUG_REQUEST | ETMCR_PROGRAMMING | ETMCR_POWER_DOWN;
  d->is_enabled = (etmcr & bits) == ETMCR_DEBUG_REQUEST;
  d->is_requested &= d->is_enabled;
}

// `fires`: the trigger occurs in this clock. `is_acknowledged`: the pin PTMDBGACK or ETMDBGACK in this clock.
static inline void debug_request_step(struct debug_request *d, bool fires, bool is_acknowledged) {
  d->is_requested = (d->is_requested || fires) && !is_acknowledged;
}

#endif
