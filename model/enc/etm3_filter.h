// SPDX-License-Identifier: Apache-2.0
// The ETM's comparators: whether an instruction of a clock is selected. (docs/pipeline-etm3.md#filter)
#ifndef ETM3_FILTER_H
#define ETM3_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "filter.h"
#include "slot.h"

// Comparators that an instruction matches.
struct etm3_hits {
  uint16_t same;   // single address comparators
  uint8_t within;  // ranges
};

// What nothing looks at is not compared before a register changes: the last clock is remembered till then.
struct etm3_filter {
  uint8_t range;           // address range comparators, of the last clock that executed something
  bool due;                // `last` was not compared with all that is built
  bool selected;           // an instruction that is executed in this clock
  struct etm3_hits waits;  // exact match: of the last instruction, until the next one
  struct slots last;
};

struct etm3_front;
// A clock begins in which the filter cares: the resources that are true, and `selected`. `watched`: EmbeddedICE inputs.
uint64_t etm3_filter_look(struct etm3_filter *f, struct filter *c, const struct apb *a, const struct etm3_front *front,
                          uint8_t watched);

// A register may change with the end of this clock: all that was not looked at is compared. `run`: front ran in it.
void etm3_filter_settle(struct etm3_filter *f, const struct filter *c, const struct apb *a, bool run);

#endif
