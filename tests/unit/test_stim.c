// SPDX-License-Identifier: Apache-2.0
// Random code that is made step by step has the same clocks, steps and code as code that is made at once. Its memory
// does not depend on its length.

#include <string.h>

#include "case.h"
#include "error.h"
#include "presented.h"
#include "stim.h"

static const struct random_knobs code = {.waypoints = 60000,
                                         .thumb_percent = 60,
                                         .indirect_percent = 15,
                                         .exception_percent = 10,
                                         .debug_percent = 5,
                                         .prohibited_percent = 20,
                                         .thumbee_percent = 20,
                                         .jazelle_percent = 10,
                                         .long_percent = 10,
                                         .ns_changes = true};

static void open_code(struct stim *stim, const struct stim_knobs *knobs, uint64_t seed) {
  struct error err;
  if (!stim_open_random(stim, knobs, &code, seed, &err)) fail_msg("%s", err.text);
}

static bool same_slot(const struct slot *a, const struct slot *b) {
  return a->executed == b->executed && a->passed == b->passed && a->branched == b->branched &&
         a->at.address == b->at.address && a->to.address == b->to.address && a->exception == b->exception &&
         a->cancel == b->cancel && a->secret == b->secret;
}

static void same_clock(const struct stim_clock *a, const struct stim_clock *b) {
  assert_true(a->done == b->done && a->valid == b->valid && a->busy == b->busy && a->sync == b->sync);
  assert_true(a->timestamp == b->timestamp && a->extin == b->extin);
  assert_memory_equal(&a->wp, &b->wp, sizeof a->wp);
  assert_int_equal(a->slots.context_id, b->slots.context_id);
  for (int n = 0; n < 2; n++) assert_true(same_slot(&a->slots.at[n], &b->slots.at[n]));
}

static void same_steps(const struct stim *a, const struct stim *b, size_t from) {
  assert_int_equal(a->steps_end, b->steps_end);
  for (size_t i = from; i < a->steps_end; i++) {
    assert_memory_equal(step_list_at(&a->steps, i), step_list_at(&b->steps, i), sizeof(struct step));
  }
}

static void same_code(const struct image *a, const struct image *b) {
  assert_int_equal(a->count, b->count);
  for (size_t i = 0; i < a->count; i++) {
    assert_int_equal(a->at[i].address, b->at[i].address);
    assert_memory_equal(a->at[i].bytes, b->at[i].bytes, a->at[i].length);
  }
}

// Compares the events with those that are made from all steps, which are available from the first event on.
static void same_events(const struct stim *stim, const struct stim_knobs *knobs) {
  struct presented p;
  struct stim_event e;
  presented_start(&p, knobs, &stim->steps, &stim->image);
  for (size_t i = 0; i < stim->count; i++) {
    const struct stim_event *made = &stim->at[i];
    assert_true(presented_next(&p, true, &e));
    assert_true(e.clocks == made->clocks && e.steps_end == made->steps_end);
    assert_true(e.valid == made->valid && e.busy == made->busy);
    if (e.valid) assert_memory_equal(&e.wp, &made->wp, sizeof e.wp);
    for (int n = 0; e.busy && n < 2; n++) assert_true(same_slot(&e.slots.at[n], &made->slots.at[n]));
  }
  assert_false(presented_next(&p, true, &e));
}

CASE(incremental_and_complete_generation_agree) {
  static const enum spacing spacings[] = {SPACING_WAYPOINT, SPACING_ONE, SPACING_TWO, SPACING_STALL};
  for (uint64_t seed = 0; seed < 8; seed++) {
    const struct stim_knobs knobs = {.instructions = seed % 2,
                                     .spacing = spacings[seed / 2],
                                     .late_percent = 20,
                                     .context_percent = 20,
                                     .other_target_percent = 30,
                                     .updates = seed % 4 == 2,
                                     .sync_permille = 5,
                                     .extin_permille = 5,
                                     .seed = seed};
    struct stim at_once, goes;
    struct stim_clock a, b;
    open_code(&at_once, &knobs, seed);
    open_code(&goes, &knobs, seed);
    stim_make_whole(&at_once);
    same_events(&at_once, &knobs);
    assert_true(at_once.count > 10000 && at_once.steps.count > 60000);
    size_t told = 0;
    do {
      stim_next(&at_once, &a);
      stim_next(&goes, &b);
      same_clock(&a, &b);
      same_steps(&at_once, &goes, told);
      told = goes.steps_end;
    } while (!a.done);
    same_code(&at_once.image, &goes.image);
    assert_int_equal(goes.room, 1024);
    assert_true(goes.steps.room <= at_once.steps.room / 2);
    stim_close(&at_once);
    stim_close(&goes);
  }
}

// --- Debug state that is inserted ------------------------------------------------------------------------------------

enum { HALT_CLOCKS = 5, HALT_EVERY = 30, HALT_RUN = 30000 };

// The clock with this number, from 1 on, of Debug state.
static void is_halted(const struct stim *stim, const struct stim_clock *c, const struct step *resume, unsigned number) {
  const struct step *last = step_list_at(&stim->steps, stim->steps_end - 1);
  const bool is_etm = stim->events.instructions, is_first = number == 1;
  const bool is_last = number == HALT_CLOCKS + (is_etm ? 0u : 1u);
  if (is_etm) assert_true(c->busy && c->slots.debug && !c->slots.at[0].executed && !c->slots.at[0].branched);
  if (!is_etm) assert_int_equal(c->valid, is_first || is_last);
  assert_int_equal(last->kind, is_last ? STEP_DEBUG_EXIT : STEP_DEBUG_ENTRY);
  if (is_first) assert_true(last->resume == resume->address && last->resume_thumb == resume->thumb);
  if (is_last) assert_true(last->address == resume->address && last->ns == resume->ns);
  if (is_etm || !c->valid) return;
  assert_int_equal(c->wp.type, is_first ? WAYPOINT_DEBUG_ENTRY : WAYPOINT_DEBUG_EXIT);
  if (is_first) assert_true(c->wp.pc == resume->address && c->wp.target == 0);
  if (is_last) assert_true(c->wp.target == resume->address && c->wp.target_t == resume->thumb);
}

CASE(a_halt_inserts_only_debug_state) {
  for (int instructions = 0; instructions < 2; instructions++) {
    const struct stim_knobs knobs = {.instructions = instructions,
                                     .spacing = SPACING_TWO,
                                     .late_percent = 30,
                                     .context_percent = 20,
                                     .vmid_percent = 20,
                                     .seed = 5};
    const unsigned length = HALT_CLOCKS + (instructions ? 0u : 1u);
    struct stim plain, halting;
    struct stim_clock a, b;
    struct step resume = {0};
    unsigned halts = 0, refusals = 0, left = 0;
    open_code(&plain, &knobs, 5);
    open_code(&halting, &knobs, 5);
    for (unsigned clock = 0; clock < HALT_RUN; clock++) {
      if (clock % HALT_EVERY == 0 && stim_halt(&halting, HALT_CLOCKS)) {
        resume = *step_list_at(&halting.steps, halting.steps_end + 2);
        left = length;
        halts++;
      }
      refusals += left == 0 && clock % HALT_EVERY == 0;
      stim_next(&halting, &b);
      if (left > 0) {
        is_halted(&halting, &b, &resume, length - left-- + 1);
        if (left > 0) assert_false(stim_halt(&halting, HALT_CLOCKS));
        continue;
      }
      stim_next(&plain, &a);
      b.timestamp = a.timestamp;
      same_clock(&a, &b);
      assert_int_equal(halting.steps_end, plain.steps_end + 2 * (size_t)halts);
    }
    assert_true(halts > 400 && refusals > 50);
    stim_close(&plain);
    stim_close(&halting);
  }
}

CASE(code_is_generated_without_steps) {
  const struct stim_knobs knobs = {0};
  struct stim at_once, alone;
  open_code(&at_once, &knobs, 3);
  open_code(&alone, &knobs, 3);
  stim_make_whole(&at_once);
  stim_make_code(&alone);
  same_code(&at_once.image, &alone.image);
  assert_true(alone.steps.room < at_once.steps.room / 4);
  stim_close(&at_once);
  stim_close(&alone);
}

#define A32_B_SELF 0xEAFFFFFEu  // B .
enum { LOOP = 0x8000, ROUNDS = 100 };

// A run of 10^9 waypoints has more steps than a 32-bit number can count.
CASE(steps_are_counted_in_64_bits) {
  const size_t first = UINT32_MAX - (size_t)(ROUNDS / 2);
  for (int instructions = 0; instructions < 2; instructions++) {
    struct step_list steps = {.dropped = first};
    struct image image = {0};
    struct presented p;
    struct stim_event e;
    for (int i = 0; i <= ROUNDS; i++) {
      *step_list_add(&steps) = (struct step){.address = LOOP, .opcode = A32_B_SELF, .size = 4, .passed = true};
    }
    presented_start(&p, &(struct stim_knobs){.instructions = instructions, .spacing = SPACING_ONE}, &steps, &image);
    p.waypoints.at = p.slots.at = first;
    for (size_t i = 1; i <= ROUNDS; i++) {
      assert_true(presented_next(&p, true, &e));
      assert_true(e.steps_end == first + i);
      if (i == ROUNDS / 2) step_list_drop(&steps, first + i - 1);
    }
    assert_false(presented_next(&p, true, &e));
    assert_true(step_list_end(&steps) == first + ROUNDS + 1);
    step_list_free(&steps);
  }
}
