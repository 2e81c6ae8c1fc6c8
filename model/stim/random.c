// SPDX-License-Identifier: Apache-2.0
// The knobs of a random walk with their limits, and the walk as a whole.
#include "random.h"

#include <stdlib.h>

#include "error.h"
#include "random_walk.h"
#include "step.h"

enum { PORTION_MAX = 50 };  // percent of special code: most of a walk should be traced

const struct random_knobs random_knobs_default = {
    .waypoints = 10000,
    .thumb_percent = 50,
    .indirect_percent = 10,
    .exception_percent = 2,
};

void random_knobs_limit(struct random_knobs *knobs, unsigned minor) {
  if (minor < 5) knobs->hyp_percent = 0;
  if (minor < 4) knobs->high_percent = 0;
  if (minor < 3) knobs->thumbee_percent = 0;
  if (minor < 3) knobs->no_generic = true;
  if (minor < 2) knobs->ns = knobs->ns_changes = false;
}

static bool knobs_in_range(const struct random_knobs *knobs, struct error *err) {
  const uint32_t percents[] = {knobs->thumb_percent, knobs->indirect_percent, knobs->exception_percent,
                               knobs->debug_percent, knobs->hyp_percent,      knobs->user_percent,
                               knobs->high_percent,  knobs->barrier_percent,  knobs->ns_write_percent,
                               knobs->eret_percent};
  const uint32_t halves[] = {knobs->prohibited_percent, knobs->thumbee_percent, knobs->jazelle_percent,
                             knobs->long_percent};
  bool ok = knobs->waypoints > 0;
  for (size_t i = 0; i < sizeof percents / sizeof *percents; i++) ok = ok && percents[i] <= 100;
  for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) ok = ok && halves[i] <= PORTION_MAX;
  if (!ok) {
    error_set(
        err,
        "random code: expected 1 or more waypoints, percentages up to 100, and percentages of prohibited, ThumbEE, "
        "Jazelle or long up to %d",
        PORTION_MAX);
  }
  return ok;
}

struct walk *random_open(const struct random_knobs *knobs, uint64_t seed, struct image *image, struct step_list *steps,
                         struct error *err) {
  if (!knobs_in_range(knobs, err)) return NULL;
  struct walk *w = error_memory(malloc(sizeof *w));
  *w = (struct walk){.knobs = *knobs, .rng = rng_seed(seed, 1), .steps = steps, .ns = knobs->ns};
  if (!layout_make(w, image, err)) {
    random_close(w);
    return NULL;
  }
  exception_start(w);
  const uint32_t first = below(w, w->function_count);
  w->at = target_inside(w, w->functions[first].j ? layout_next(w, first, false) : first);
  w->user = knob(w, w->knobs.user_percent);
  return w;
}

static bool has_arrived(const struct walk *walk) {
  return walk->waypoints >= walk->knobs.waypoints ||
         (walk->knobs.steps && step_list_end(walk->steps) >= walk->knobs.steps);
}

bool random_continue(struct walk *walk, size_t steps) {
  const size_t enough = step_list_end(walk->steps) + steps;
  while (!has_arrived(walk) && step_list_end(walk->steps) < enough) walk_step(walk);
  if (!has_arrived(walk)) return true;
  const size_t last = step_list_end(walk->steps);
  while (!walk->ended && step_list_end(walk->steps) == last)
    walk_step(walk);  // one more step: the last waypoint's target
  walk->ended = true;
  return false;
}

void random_close(struct walk *walk) {
  if (!walk) return;
  free(walk->functions);
  free(walk->sites);
  free(walk);
}
