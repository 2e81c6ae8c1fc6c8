// SPDX-License-Identifier: Apache-2.0
// The cycle counter between waypoints, in clocks (docs/pipeline-pft.md#time 2 to 6). Clocks that are not traced add up.
// In each clock, the front of the PTM calls either count_step or count_off.
#ifndef COUNT_H
#define COUNT_H

#include <stdbool.h>
#include <stdint.h>

// Both saturate: 0xFFFFFFFF indicates an overflow of the count.
struct count {
  uint32_t held;     // clocks from the last count in the trace to the most recent waypoint
  uint32_t elapsed;  // clocks since that waypoint, or since the end of programming
};

static inline uint32_t count_add(uint32_t a, uint32_t b) { return a + b < a ? UINT32_MAX : a + b; }

// Clocks from the last count in the trace to a waypoint that was committed `age` clocks before it was sampled.
static inline uint32_t count_total(const struct count *c, unsigned age) {
  return count_add(c->held, c->elapsed == UINT32_MAX ? UINT32_MAX : c->elapsed - age);
}

// One clock. `marks`: `elapsed` starts again, at a waypoint or at a timestamp with the clocks since a waypoint.
// `reported`: a count enters the queue. `age`: of that waypoint, otherwise 0.
static inline void count_step(struct count *c, bool marks, bool reported, unsigned age) {
  if (marks) {
    c->held = reported ? 0 : count_total(c, age);
    c->elapsed = age + 1;
  } else {
    if (reported) c->held = 0;
    c->elapsed = count_add(c->elapsed, 1);
  }
}

// One clock of a unit that is off. `counts`: the first count has started.
static inline void count_off(struct count *c, bool counts) {
  *c = (struct count){.elapsed = counts ? count_add(c->elapsed, 1) : 0};
}

#endif
