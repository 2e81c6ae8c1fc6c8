// SPDX-License-Identifier: Apache-2.0
// count: clocks between waypoints. They add up over what is not traced. (docs/pipeline-pft.md#time 2 to 6)
#ifndef COUNT_H
#define COUNT_H

#include <stdbool.h>
#include <stdint.h>

// Both saturate: 0xFFFFFFFF says that there were too many.
struct count {
  uint32_t held;     // clocks from the last count told to the most recent waypoint
  uint32_t elapsed;  // clocks since that waypoint, or since the unit was programmed
};

static inline uint32_t count_add(uint32_t a, uint32_t b) { return a + b < a ? UINT32_MAX : a + b; }
static inline uint32_t count_total(const struct count *c) { return count_add(c->held, c->elapsed); }

// One clock. `marks`: elapsed starts anew (a waypoint, or what tells the clocks since one). `reported`: a count is
// told.
static inline void count_step(struct count *c, bool marks, bool reported) {
  if (marks) {
    c->held = reported ? 0 : count_total(c);
    c->elapsed = 1;
  } else {
    if (reported) c->held = 0;
    c->elapsed = count_add(c->elapsed, 1);
  }
}

// One clock of a unit that is off. `counts`: the first count has begun.
static inline void count_off(struct count *c, bool counts) {
  *c = (struct count){.elapsed = counts ? count_add(c->elapsed, 1) : 0};
}

#endif
