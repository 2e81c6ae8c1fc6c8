// SPDX-License-Identifier: Apache-2.0
// The box resources: counters, sequencer and external outputs (docs/pipeline.md#resources; IHI 0035B 3.9, 3.10). In
// each clock, unit.c calls resources_true, resources_find if the events have changed, and resources_step at the end.
#ifndef RESOURCES_H
#define RESOURCES_H

#include <stdbool.h>
#include <stdint.h>

#include "apb.h"

enum { RESOURCES_COUNTERS = 4, RESOURCES_OUTPUTS = 4 };

// Bit n is that of counter or output n + 1.
struct resources {
  uint16_t counter[RESOURCES_COUNTERS];
  uint8_t sequencer;  // the state minus 1
  uint8_t outputs;    // EXTOUT
  // Written while the Programming bit was set: the next clearing of that bit leaves them.
  uint8_t counter_preserved;
  bool sequencer_preserved;
  // Computed when the events are, from the resources and the registers.
  uint8_t reloads, counts, output_events;  // the event is true: to reload, to count, for an output
  uint8_t next;                            // the next state of the sequencer, or its state if it stays
};

// True if the unit has one of them. Otherwise the functions below need not be called.
static inline bool resources_built(const struct ports_in *in) {
  return in->cfgccr & (ETMCCR_COUNTERS | ETMCCR_SEQUENCER | ETMCCR_OUTPUTS);
}

// The resources of counters and sequencer that are true in this clock, as event_true expects them.
uint64_t resources_true(const struct resources *r, const struct ports_in *in);
// The resources that their events use.
uint64_t resources_used(const struct apb *a, const struct ports_in *in);
// The events have been computed again. `now` are all resources that are true.
void resources_find(struct resources *r, const struct apb *a, const struct ports_in *in, uint64_t now);
// One clock. `moves`: the unit is enabled.
void resources_step(struct resources *r, const struct apb *a, const struct ports_in *in,
                    const struct apb_strobes *strobes, bool moves);

// The value of one of their registers, if it exists.
uint32_t resources_read(const struct resources *r, unsigned offset);

#endif
