// SPDX-License-Identifier: Apache-2.0
// Counts, reloads and transitions that are certain, although their clock is not known. If an event is surely true in
// one clock, a DUT has acted on it at least once after `latency` more clocks. This holds only while the DUT surely
// runs. Only counting.c uses these functions, for a loose machine.
#ifndef COUNTING_CERTAIN_H
#define COUNTING_CERTAIN_H

#include "counting.h"

// What a DUT may see in a clock, and the pins of this clock.
struct certain_inputs {
  uint64_t clock;
  const struct counting_inputs *seen, *now;
};

// What the sequencer may do in a clock: the states that it may enter from another state, and the events that may be
// true in the state that they leave. Bits.
struct counting_moves {
  uint8_t entered, possible;
};

// Nothing that happened by this clock is certain.
void certain_clear(struct counting *r);
// These functions correct the values after a clock. `is_counted`: counter `i` has counted in this clock. It must not be
// reloaded.
void certain_count(struct counting *r, unsigned i, bool is_counted, const struct certain_inputs *in,
                   struct counting_values *next);
void certain_reload(struct counting *r, unsigned i, const struct certain_inputs *in, struct counting_values *next);
void certain_transition(struct counting *r, const struct counting_moves *moves, const struct certain_inputs *in,
                        struct counting_values *next);

#endif
