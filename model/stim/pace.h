// SPDX-License-Identifier: Apache-2.0
// How fast a processor presents what it does: drawn, or fixed.
#ifndef PACE_H
#define PACE_H

#include <stdint.h>

#include "rng.h"

// How many clocks lie between two waypoints, given the instructions that the second covers; or between what is
// presented on the instruction port. Always 1 or more.
enum spacing {
  SPACING_WAYPOINT,  // a waypoint every clock. Instruction port: as fast as it allows
  SPACING_ONE,       // an instruction every clock
  SPACING_TWO,    // two instructions every clock. Instruction port: where the same state executes both, and not always
  SPACING_STALL,  // random: bursts of a waypoint every clock (one or two instructions), pauses of up to 256 clocks
};

struct pace {
  enum spacing spacing;
  struct rng rng;
  uint32_t burst;  // left in it
};

// Clocks from what was presented last to what comes next and covers so many instructions.
uint32_t pace_clocks(struct pace *pace, uint32_t instructions);

#endif
