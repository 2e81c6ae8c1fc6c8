// SPDX-License-Identifier: Apache-2.0
// What a processor shows as WPTTARGETPC of a waypoint that does not branch. Execution goes on behind the waypoint; DDI
// 0388 table A-29 can be read as if the target were that place, or where the branch would have gone
// (docs/checker-module.md).
#ifndef SHOWN_TARGET_H
#define SHOWN_TARGET_H

#include <stdint.h>

struct rng;
struct step;
struct waypoint;

// `w` has the place behind it as its target, `last` is the last instruction executed. In so many percent a direct
// branch that was not taken gets the target that it would have had. An indirect one, a barrier and an update get any
// address that is aligned for the state behind them. Others stay as they are.
void shown_target(struct rng *rng, uint32_t percent, struct waypoint *w, const struct step *last);

#endif
