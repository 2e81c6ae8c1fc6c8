// SPDX-License-Identifier: Apache-2.0
// The PTM's comparators: which blocks of instructions are selected, one clock before the front decides on the waypoint
// that ends them (docs/pipeline-pft.md#filter; IHI 0035B 3.3.3, 3.3.4, 3.4).
//
// Call order in each clock in which the filter is active: pft_filter_true, pft_filter_step, then, if a register may
// change at the end of the clock, pft_filter_settle.
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

// A comparator that has no effect is not compared for each block, but only before a register changes. `block` stores
// the last block for this comparison.
struct pft_filter {
  uint16_t single;        // single address comparators of the block that ends with the waypoint in the front's `in`
  uint8_t range, covers;  // ranges that the last block overlaps, for include; ranges that contain it, for exclude
  uint8_t matches;        // Context ID and VMID comparators that match the front's state
  bool block_is_new;      // `block` ends with the waypoint in the front's `in`
  bool ice_start;         // an EmbeddedICE input was a start point in the last clock
  bool ice_stop;          // one was a stop point since the last block ended
  bool ended;             // the waypoint in the front's `in` ends a block
  bool due;               // `block` has not been compared with all comparators
  struct pft_block block;
  struct front_selection selection;  // in this clock, if the front is enabled
};

// The start of a clock. Returns the resources of comparators that are true.
uint64_t pft_filter_true(const struct pft_filter *f, struct filter *c, const struct apb *a);

// One clock. *front has its state before the edge. `arriving`: the waypoint at its port, NULL if there is none.
void pft_filter_step(struct pft_filter *f, struct filter *c, const struct apb *a, const struct events *e,
                     const struct pft_front *front, const struct waypoint *arriving);

// A register may change at the end of this clock: makes all comparisons that were left out. *front has its state after
// the edge. `run`: it was enabled before the edge.
void pft_filter_settle(struct pft_filter *f, const struct filter *c, const struct apb *a, const struct pft_front *front,
                       bool run);

#endif
