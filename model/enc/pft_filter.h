// SPDX-License-Identifier: Apache-2.0
// The PTM's comparators: which blocks of instructions are selected, a clock before front decides on the waypoint that
// ends them. (docs/pipeline-pft.md#filter)
#ifndef PFT_FILTER_H
#define PFT_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "events.h"
#include "filter.h"
#include "pft_front.h"

// The instructions between two waypoints, and the state in which they were executed.
struct pft_block {
  uint32_t first, last;
  struct filter_state state;
};

// What nothing looks at is not compared before a register changes: the last block is remembered till then.
struct pft_filter {
  uint16_t single;        // of the block that ends with the waypoint in front's `in`
  uint8_t range, covers;  // of the last block: what include looks at, and exclude
  uint8_t matches;        // of front's Context ID and VMID
  bool fresh;             // `block` ends with the waypoint in front's `in`
  bool ice_start;         // an EmbeddedICE input was a start point in the last clock
  bool ice_stop;          // one was a stop point since the last block ended
  bool ended;             // the waypoint in front's `in` ends a block
  bool due;               // `block` was not compared with all that is built
  struct pft_block block;
  struct front_selection selection;  // in this clock, if front runs
};

// A clock begins in which the filter cares: the resources that are true.
uint64_t pft_filter_true(const struct pft_filter *f, struct filter *c, const struct apb *a);

// One clock. *front is as it is before the edge.
void pft_filter_step(struct pft_filter *f, struct filter *c, const struct apb *a, const struct events *e,
                     const struct pft_front *front, const struct ports_in *pins);

// A register may change with the end of this clock: all that was not looked at is compared. *front is as it is after
// the edge; `run`: it ran before it.
void pft_filter_settle(struct pft_filter *f, const struct filter *c, const struct apb *a, const struct pft_front *front,
                       bool run);

#endif
