// SPDX-License-Identifier: Apache-2.0
#include "shown_target.h"

#include "coding.h"
#include "rng.h"
#include "step.h"
#include "waypoint.h"

enum { KEEP_PERCENT = 25 };

static bool has_no_target(const struct waypoint *w) {
  return (w->type == WAYPOINT_INDIRECT && !w->taken) || w->type == WAYPOINT_BARRIER || w->type == WAYPOINT_UPDATE;
}

void shown_target(struct rng *rng, struct waypoint *w, const struct step *last) {
  if (w->prohibited) return;  // 0
  if (w->type == WAYPOINT_DIRECT && !w->taken) w->target = branch_decode(last->opcode, last->thumb, last->address);
  if (!has_no_target(w) || rng_chance(rng, KEEP_PERCENT)) return;
  w->target = (uint32_t)rng_next(rng) & (w->target_t ? ~1u : ~3u);
}
