// SPDX-License-Identifier: Apache-2.0
// The random clocks of resets.
#include "resets.h"

#include "streams.h"

enum { FIRST_RESET = 3, RESET_MAX = 5 };  // clocks

// One reset in each of as many equal parts of the run.
static void draw(struct resets *r) {
  const uint64_t from = r->count * r->every;
  r->at = r->count < r->wanted ? from + rng_below(&r->rng, (uint32_t)r->every) : UINT64_MAX;
}

void resets_start(struct resets *r, uint32_t wanted, uint64_t seed, uint64_t clocks) {
  *r = (struct resets){
      .rng = rng_seed(seed, STREAM_RESETS), .wanted = wanted, .left = FIRST_RESET, .every = clocks / (wanted + 1) + 1};
  draw(r);
}

bool resets_step(struct resets *r, uint64_t clock, bool *resetn) {
  const bool is_due = clock >= r->at, begins = is_due || r->is_requested;
  if (r->is_requested) r->left = FIRST_RESET;
  r->is_requested = false;
  if (is_due) {
    r->left = 1 + rng_below(&r->rng, RESET_MAX);
    r->count++;
    draw(r);
  }
  *resetn = r->left == 0;
  r->left -= r->left > 0;
  return begins;
}
