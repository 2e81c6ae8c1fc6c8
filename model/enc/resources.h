// SPDX-License-Identifier: Apache-2.0
// resources: counters, sequencer and external outputs. (docs/pipeline.md#resources)
#ifndef RESOURCES_H
#define RESOURCES_H

#include <stdbool.h>
#include <stdint.h>

#include "apb.h"

enum { RESOURCES_COUNTERS = 4, RESOURCES_OUTPUTS = 4 };

// Of counters and outputs, bit n is that of n + 1.
struct resources {
  uint16_t counter[RESOURCES_COUNTERS];
  uint8_t sequencer;  // the state less 1
  uint8_t outputs;    // EXTOUT
  // Written while the Programming bit was set: the next clearing of it leaves them.
  uint8_t counter_kept;
  bool sequencer_kept;
  // These follow from the resources and the registers, and are found anew when the events are.
  uint8_t reloads, counts, shows;  // the event is true
  uint8_t next;                    // where the sequencer goes, its state if it stays
};

// There is one of them: else none of the functions below need be called.
static inline bool resources_built(const struct ports_in *in) {
  return in->cfgccr & (ETMCCR_COUNTERS | ETMCCR_SEQUENCER | ETMCCR_OUTPUTS);
}

// Those that are true in this clock, as event_true has them.
uint64_t resources_true(const struct resources *r, const struct ports_in *in);
// Those that their events look at.
uint64_t resources_looked_at(const struct apb *a, const struct ports_in *in);
// The events have been found anew: by all resources that are true, `now`.
void resources_find(struct resources *r, const struct apb *a, const struct ports_in *in, uint64_t now);
// `moves`: the unit is enabled.
void resources_step(struct resources *r, const struct apb *a, const struct ports_in *in,
                    const struct apb_strobes *strobes, bool moves);

// What a register of theirs reads, if it is there.
uint32_t resources_read(const struct resources *r, unsigned offset);

#endif
