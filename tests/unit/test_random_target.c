// SPDX-License-Identifier: Apache-2.0
// The stimulus may present a waypoint that does not branch with another target than the address at which execution
// continues.

#include "case.h"
#include "error.h"
#include "isa.h"
#include "pft_derive.h"
#include "stim.h"

static const struct stim_knobs knobs = {.barrier_waypoints = true, .updates = true, .other_target_percent = 75};
static const struct random_knobs code = {.waypoints = 20000,
                                         .thumb_percent = 50,
                                         .indirect_percent = 30,
                                         .exception_percent = 5,
                                         .barrier_percent = 10,
                                         .thumbee_percent = 10,
                                         .prohibited_percent = 5,
                                         .long_percent = 20};

struct tally {
  uint32_t other[WAYPOINT_TYPES], kept[WAYPOINT_TYPES];
};

// `at` is the address at which execution continues.
static void look(const struct stim *stim, const struct waypoint *w, const struct waypoint *at, struct tally *t) {
  const bool falls = !w->taken || w->type == WAYPOINT_BARRIER || w->type == WAYPOINT_UPDATE;
  if (!falls || w->prohibited) {
    assert_int_equal(w->target, at->target);
    return;
  }
  ++*(w->target == at->target ? &t->kept[w->type] : &t->other[w->type]);
  assert_int_equal(w->target & (w->target_t ? 1 : 3), 0);
  if (w->type == WAYPOINT_DIRECT && w->target != at->target) {
    struct instruction i;
    assert_true(isa_fetch(&stim->image, w->pc, at->target_t ? ISA_THUMB : ISA_ARM, true, &i));
    assert_int_equal(w->target, i.target);
  }
}

CASE(only_branches_show_their_target) {
  struct tally t = {0};
  for (uint64_t seed = 1; seed <= 5; seed++) {
    struct stim stim;
    struct error err;
    if (!stim_open_random(&stim, &knobs, &code, seed, &err)) fail_msg("%s", err.text);
    stim_make_whole(&stim);
    struct derive d = {.steps = &stim.steps, .barriers = true, .updates = true};
    struct waypoint at;
    size_t count = 0;
    for (uint32_t n; derive_next(&d, &at, &n); count++) {
      assert_true(count < stim.count);
      look(&stim, &stim.at[count].wp, &at, &t);
      at.target = stim.at[count].wp.target;
      assert_memory_equal(&stim.at[count].wp, &at, sizeof at);
    }
    assert_int_equal(count, stim.count);
    stim_close(&stim);
  }
  static const int types[] = {WAYPOINT_DIRECT, WAYPOINT_INDIRECT, WAYPOINT_BARRIER, WAYPOINT_UPDATE};
  for (int i = 0; i < 4; i++) {
    assert_true(t.other[types[i]] > 100);
    assert_in_range(100 * t.kept[types[i]] / (t.kept[types[i]] + t.other[types[i]]), 10, 40);
  }
}
