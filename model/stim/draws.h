// SPDX-License-Identifier: Apache-2.0
// The values that a stimulus draws at random: distances in clocks, contents of system registers, and targets of
// waypoints that do not branch. Each kind has its own random numbers, so that one does not change another.
#ifndef DRAWS_H
#define DRAWS_H

#include <stdint.h>

#include "rng.h"

struct step;
struct waypoint;

// The distance between two waypoints, by the instructions that the second covers, or between two clocks of the
// instruction port. It is always 1 or more.
enum spacing {
  SPACING_WAYPOINT,  // a waypoint in each clock. Instruction port: as fast as it allows
  SPACING_ONE,       // an instruction in each clock
  SPACING_TWO,       // two instructions in each clock. Instruction port: often, if the same state executes both
  SPACING_STALL,     // random: bursts of a waypoint in each clock (one or two instructions), pauses of up to 256 clocks
};

struct pace {
  enum spacing spacing;
  struct rng rng;
  uint32_t burst;  // waypoints left in the burst
};

// The clocks from the last waypoint to the next, which covers `instructions`.
uint32_t pace_clocks(struct pace *pace, uint32_t instructions);

// A system register, Context ID or VMID, which barriers and exceptions change.
struct random_register {
  struct rng rng;
  uint32_t percent;      // of the barriers and exceptions that change it
  uint32_t bits;         // 8 to 32
  uint32_t now, before;  // values
};

// To be called at each barrier and exception. The new value is any, the old one with a byte or a bit changed, or the
// value before.
void random_register_next(struct random_register *r);

// Sets the WPTTARGETPC of a waypoint that does not branch. Execution continues after such a waypoint. DDI 0388 table
// A-29 permits that address, and the target that the branch would have had (docs/checker-module.md).
//
// `waypoint` has the address after it as its target. `last` is the last executed instruction. In `percent` of the
// calls, a direct branch that was not taken gets its target. An indirect branch, a barrier and an update get any
// address that is aligned for the state after them. Other waypoints do not change.
void random_target(struct rng *rng, uint32_t percent, struct waypoint *waypoint, const struct step *last);

#endif
