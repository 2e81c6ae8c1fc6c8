// SPDX-License-Identifier: Apache-2.0
// trigger: the trigger event, once after each programming. (docs/pipeline.md 9)
#ifndef TRIGGER_H
#define TRIGGER_H

#include <stdbool.h>
#include <stdint.h>

struct trigger {
  uint8_t extin;   // EXTIN[3:0], sampled in the last clock
  bool request;    // of a trigger packet
  bool triggered;  // ETMSR[3]
  bool pulse;      // PTMTRIGGER
};

// The wires of one clock.
struct trigger_in {
  bool run;
  uint32_t event;       // ETMTRIGGER
  uint8_t extin;        // EXTIN
  bool ns, prohibited;  // of the front's target
  bool said;            // plan says a trigger in this clock
};

// IHI 0035B table 3.5: type [6:4] and index [3:0]. Only type 6 is built in; bit n of `type6` is its resource n.
static inline bool trigger_resource(uint32_t number, uint32_t type6) {
  return (number >> 4 & 7) == 6 && (type6 >> (number & 0xF) & 1);
}

// IHI 0035B 3.8.3: function [16:14] of resource B [13:7] and resource A [6:0].
static inline bool trigger_event(uint32_t event, uint32_t type6) {
  // Bit 2 * B + A is the value for A and B.
  static const uint8_t function[8] = {
      0xA,  // A
      0x5,  // not A
      0x8,  // A and B
      0x4,  // not A and B
      0x1,  // not A and not B
      0xE,  // A or B
      0xD,  // not A or B
      0x7,  // not A or not B
  };
  const bool a = trigger_resource(event, type6), b = trigger_resource(event >> 7, type6);
  return function[event >> 14 & 7] >> (2 * b + a) & 1;
}

// It has fired, and will not again before the next programming.
static inline void trigger_fire(struct trigger *t) { t->triggered = t->request = t->pulse = true; }

static inline void trigger_step(struct trigger *t, const struct trigger_in *in) {
  const uint32_t external = t->extin, ns = in->ns, prohibited = in->prohibited, always = 1;
  t->pulse = false;
  if (!in->run) {
    t->request = t->triggered = false;
  } else if (!t->triggered && trigger_event(in->event, always << 15 | prohibited << 14 | ns << 13 | external)) {
    trigger_fire(t);
  } else if (in->said) {
    t->request = false;
  }
  t->extin = in->extin & 0xF;
}

#endif
