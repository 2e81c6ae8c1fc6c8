// SPDX-License-Identifier: Apache-2.0
// Back-pressure: when the ATB sink is ready. Repeats for a seed.
#ifndef PRESSURE_H
#define PRESSURE_H

#include <stdbool.h>
#include <stdint.h>

#include "rng.h"

enum pressure_kind {
  PRESSURE_NONE,      // always ready
  PRESSURE_RANDOM,    // not ready in `value` percent of the clocks
  PRESSURE_BURST,     // not ready, then ready, for 1 to `value` clocks each
  PRESSURE_PERIODIC,  // ready in one clock of `value`
};

struct pressure {
  enum pressure_kind kind;
  uint32_t value;
};

struct pressure_state {
  struct pressure pressure;
  struct rng rng;
  uint32_t left;  // clocks until the burst ends or the period is over
  bool ready;
};

// ATREADY of the next clock.
static inline bool pressure_next(struct pressure_state *p) {
  switch (p->pressure.kind) {
    case PRESSURE_NONE:
      return true;
    case PRESSURE_RANDOM:
      return !rng_chance(&p->rng, p->pressure.value);
    case PRESSURE_BURST:
      if (p->left == 0) {
        p->left = 1 + rng_below(&p->rng, p->pressure.value);
        p->ready = !p->ready;
      }
      p->left--;
      return p->ready;
    case PRESSURE_PERIODIC:
      p->left = p->left ? p->left - 1 : p->pressure.value - 1;
      return p->left == 0;
  }
  return true;
}

#endif
