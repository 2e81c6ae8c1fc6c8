// SPDX-License-Identifier: Apache-2.0
// The order of the draws is part of each seed: a new draw comes after all others.
#include "draws.h"

#include "coding.h"
#include "step.h"
#include "waypoint.h"

uint32_t pace_clocks(struct pace *pace, uint32_t instructions) {
  switch (pace->spacing) {
    case SPACING_WAYPOINT:
      break;
    case SPACING_ONE:
      return instructions ? instructions : 1;
    case SPACING_TWO:
      return instructions > 2 ? (instructions + 1) / 2 : 1;
    case SPACING_STALL:
      if (pace->burst > 0) {
        pace->burst--;
        break;
      }
      pace->burst = rng_below(&pace->rng, 1u << rng_below(&pace->rng, 6));
      return 1 + rng_below(&pace->rng, 1u << rng_below(&pace->rng, 9));
  }
  return 1;
}

void random_register_next(struct random_register *r) {
  if (!rng_chance(&r->rng, r->percent)) return;
  uint32_t before = r->before, any = (uint32_t)rng_next(&r->rng);
  r->before = r->now;
  switch (rng_below(&r->rng, 4)) {
    case 0:
      r->now = before;
      break;
    case 1:
      r->now ^= 0xFFu << 8 * rng_below(&r->rng, r->bits / 8) & any;
      break;
    case 2:
      r->now ^= 1u << rng_below(&r->rng, r->bits);
      break;
    default:
      r->now = any & UINT32_MAX >> (32 - r->bits);
      break;
  }
}

// The target is 0 if it is prohibited.
void random_target(struct rng *rng, uint32_t percent, struct waypoint *waypoint, const struct step *last) {
  if (!waypoint_falls_through(waypoint) || waypoint->prohibited || !rng_chance(rng, percent)) return;
  if (waypoint->type == WAYPOINT_DIRECT) {
    waypoint->target = branch_decode(last->opcode, last->thumb, last->address);
  } else {
    waypoint->target = (uint32_t)rng_next(rng) & (waypoint->target_t ? ~1u : ~3u);
  }
}
