// SPDX-License-Identifier: Apache-2.0
// The draws of a distance between two clocks.
#include "pace.h"

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
