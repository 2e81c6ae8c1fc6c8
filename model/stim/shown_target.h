// SPDX-License-Identifier: Apache-2.0
// What a processor shows as WPTTARGETPC of a waypoint that does not branch (docs/attach.md): execution goes on behind
// the waypoint, and no trace unit may take its target for that place.
#ifndef SHOWN_TARGET_H
#define SHOWN_TARGET_H

struct rng;
struct step;
struct waypoint;

// `w` has the place behind it as its target, `last` is the last instruction executed. A direct branch that was not
// taken gets the target that it would have had. An indirect one, a barrier and an update get any address that is
// aligned for the state behind them; now and then they keep the place. Others stay as they are.
void shown_target(struct rng *rng, struct waypoint *w, const struct step *last);

#endif
