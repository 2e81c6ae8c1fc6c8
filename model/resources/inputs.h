// SPDX-License-Identifier: Apache-2.0
// The inputs of a DUT, as its events read them: EXTIN, the extended external inputs that ETMEXTINSELR selects, and
// EmbeddedICE. Bits are numbered as in resource.h.
#ifndef INPUTS_H
#define INPUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "cycle.h"
#include "truth_event.h"

// The registers that select the inputs.
struct inputs_program {
  uint32_t selectors, ccer;
  uint8_t minor;
  bool is_etm, is_known;  // is_known: the value of ETMEXTINSELR
};

struct event_inputs {
  struct inputs_program program;
  uint64_t since;  // clock of the last change of it
  bool latches;    // The TraceEnable event reads the level of EmbeddedICE, because the DUT has no ETMEIBCR.
  uint32_t open;   // inputs whose value is not known
  // `high`: inputs that are HIGH in this clock. `sure`: these, except EmbeddedICE inputs that were HIGH before, too.
  uint32_t high, sure;
  uint64_t past[RESOURCES_SHOWN];  // each input in the last clocks, with the clock `noted_at` in bit 0
  uint64_t noted_at;
  unsigned latency;  // clocks after which a DUT surely applies a new value of ETMEXTINSELR
};

// Inputs that surely are HIGH, and that may be.
struct input_levels {
  uint32_t sure, high;
};

void inputs_start(struct event_inputs *i, unsigned latency);
// After the registers have taken an access. Returns whether the program has changed.
bool inputs_follow(struct event_inputs *i, const struct inputs_program *program, uint64_t clock);
// The inputs of this clock. inputs_note() must follow if they change, or if another part reads earlier ones.
void inputs_clock(struct event_inputs *i, const struct input_pins *pins);
void inputs_note(struct event_inputs *i, uint64_t clock);
// The inputs from `last` clocks ago to `first` clocks ago. `last` must be less than 64.
struct input_levels inputs_seen(const struct event_inputs *i, unsigned first, unsigned last);
// The inputs in this clock. `enables`: for the TraceEnable event.
struct input_levels inputs_now(const struct event_inputs *i, uint64_t clock, bool enables);
// The inputs in an earlier clock, which had these pins, for the TraceEnable event.
struct input_levels inputs_at(const struct event_inputs *i, uint64_t clock, const struct input_pins *pins);

// The resources that pins show, with the `state` of the processor (truth_state()). Reserved resources are unknown.
static inline struct truth_set inputs_shown(struct input_levels levels, struct truth_set state) {
  return (struct truth_set){~(levels.sure | RESOURCE_BITS_STATE | RESOURCE_BITS_ALWAYS) | state.no,
                            levels.high | RESOURCE_BITS_ALWAYS | ~(uint32_t)RESOURCE_BITS_SHOWN | state.yes};
}

#endif
