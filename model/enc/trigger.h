// SPDX-License-Identifier: Apache-2.0
// trigger: events of resources, and the trigger event, which fires once after each programming.
// (docs/pipeline.md#events, docs/pipeline.md#trigger)
#ifndef TRIGGER_H
#define TRIGGER_H

#include <stdbool.h>
#include <stdint.h>

struct trigger {
  uint8_t extin;   // EXTIN[3:0], sampled in the last clock
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
  bool event;               // ETMTRIGGER is true
  uint8_t extin;            // EXTIN
  bool sent;                // plan says a trigger in this clock
};

// The resources that are true in a clock, IHI 0035B table 3.5: only type 6 is built in; bit n is its resource n.
// `ns`, `prohibited`: of the front's target.
static inline uint32_t resources(uint8_t extin, bool ns, bool prohibited) {
  return extin | (uint32_t)ns << 13 | (uint32_t)prohibited << 14 | 1u << 15;
}

// Type [6:4] and index [3:0].
static inline bool resource_true(uint32_t number, uint32_t type6) {
  return (number >> 4 & 7) == 6 && (type6 >> (number & 0xF) & 1);
}

// IHI 0035B 3.8.3: function [16:14] of resource B [13:7] and resource A [6:0].
static inline bool event_true(uint32_t event, uint32_t type6) {
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
  const bool a = resource_true(event, type6), b = resource_true(event >> 7, type6);
  return function[event >> 14 & 7] >> (2 * b + a) & 1;
}

// Once it has fired, it does not fire again before the next programming.
static inline void trigger_step(struct trigger *t, const struct trigger_in *in) {
  t->pulse = in->run && in->event && !t->triggered;
  t->request = t->pulse || (t->request && !in->sent && !in->stopped);
  if (in->sr_write) {
    t->triggered = in->written;
    t->kept = t->kept || in->programming;
  } else if (in->sr_reset) {
    t->triggered = t->triggered && t->kept;
    t->kept = false;
  } else if (t->pulse) {
    t->triggered = true;
  }
  t->extin = in->extin & 0xF;
}

#endif
