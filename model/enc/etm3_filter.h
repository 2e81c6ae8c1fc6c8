// SPDX-License-Identifier: Apache-2.0
// The ETM's comparators: whether an instruction of a clock is selected (docs/pipeline-etm3.md#filter; IHI 0014Q 2.6,
// 2.7).
//
// Call order in each clock in which the filter is active: etm3_filter_look, then, if a register may change at the end
// of the clock, etm3_filter_settle.
#ifndef ETM3_FILTER_H
#define ETM3_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "filter.h"
#include "slot.h"

// The comparators that an instruction matches.
struct etm3_hits {
  uint16_t same;   // single address comparators
  uint8_t within;  // ranges
};

// A comparator that has no effect is not compared in each clock, but only before a register changes. `last` stores the
// clock for this comparison.
struct etm3_filter {
  uint8_t range;           // address range comparators, of the last clock with an executed instruction
  bool due;                // `last` has not been compared with all comparators
  bool selected;           // an instruction that is executed in this clock is selected
  struct etm3_hits waits;  // exact match: of the last instruction, until the next one is executed
  struct slots last;
};

struct etm3_front;
// The start of a clock. Returns the resources of comparators that are true, and sets `selected`. `watched`: EmbeddedICE
// inputs.
uint64_t etm3_filter_look(struct etm3_filter *f, struct filter *c, const struct apb *a, const struct etm3_front *front,
                          uint8_t watched);

// A register may change at the end of this clock: makes all comparisons that were left out. `run`: the front was
// enabled in this clock.
void etm3_filter_settle(struct etm3_filter *f, const struct filter *c, const struct apb *a, bool run);

#endif
