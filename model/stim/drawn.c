// SPDX-License-Identifier: Apache-2.0
// The draws of a register.
#include "drawn.h"

void drawn_next(struct drawn *drawn) {
  if (!rng_chance(&drawn->rng, drawn->percent)) return;
  uint32_t before = drawn->before, any = (uint32_t)rng_next(&drawn->rng);
  drawn->before = drawn->now;
  switch (rng_below(&drawn->rng, 4)) {
    case 0:
      drawn->now = before;
      break;
    case 1:
      drawn->now ^= 0xFFu << 8 * rng_below(&drawn->rng, drawn->bits / 8) & any;
      break;
    case 2:
      drawn->now ^= 1u << rng_below(&drawn->rng, drawn->bits);
      break;
    default:
      drawn->now = any & UINT32_MAX >> (32 - drawn->bits);
      break;
  }
}
