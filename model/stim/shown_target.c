// SPDX-License-Identifier: Apache-2.0
#include "shown_target.h"

#include "coding.h"
#include "rng.h"
#include "step.h"
#include "waypoint.h"

static bool goes_nowhere(const struct waypoint *w) {
  return !w->taken || w->type == WAYPOINT_BARRIER || w->type == WAYPOINT_UPDATE;
}

void shown_target(struct rng *rng, uint32_t percent, struct waypoint *w, const struct step *last) {
  if (!goes_nowhere(w) || w->prohibited || !rng_chance(rng, percent)) return;  // of a prohibited place it is 0
  if (w->type == WAYPOINT_DIRECT) {
    w->target = branch_decode(last->opcode, last->thumb, last->address);
  } else {
    w->target = (uint32_t)rng_next(rng) & (w->target_t ? ~1u : ~3u);
  }
}
