// SPDX-License-Identifier: Apache-2.0
// The execution that the instruction port of an ETM presents: each rule by hand, and everything that the stimulus can
// present.
#include <stdlib.h>

#include "case.h"
#include "error.h"
#include "etm3_port.h"
#include "image.h"
#include "intent.h"
#include "stim.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

// --- by hand -------------------------------------------------------------------------------------------------------

enum { ARM_AT = 0x8000, THUMB_AT = 0x9000, HANDLER = 0x18, ELSEWHERE = 0xA000 };

// ARM: NOPs, and B 0x8020 at 0x8010. Thumb: a NOP, a BL of 32 bits, NOPs.
static struct image make_image(void) {
  static const uint16_t thumb[] = {0xBF00, 0xF000, 0xF800, 0xBF00};
  struct image image = {0};
  uint8_t *arm = image_add(&image, ARM_AT, 0x40, NULL), *halves = image_add(&image, THUMB_AT, sizeof thumb, NULL);
  assert_true(arm && halves);
  for (unsigned i = 0; i < 0x40; i++) arm[i] = (uint8_t)((i / 4 == 4 ? 0xEA000002u : 0xE320F000u) >> 8 * (i % 4));
  for (unsigned i = 0; i < sizeof thumb; i++) halves[i] = (uint8_t)(thumb[i / 2] >> 8 * (i % 2));
  return image;
}

static struct slot executed(uint32_t address) {
  return (struct slot){.executed = true, .passed = true, .at = {.address = address}};
}

static struct slot branch(uint32_t to) { return (struct slot){.branched = true, .to = {.address = to}}; }

static struct slot taken(uint16_t number, bool cancel) {
  return (struct slot){.branched = true, .exception = number, .cancel = cancel, .to = {.address = HANDLER}};
}

// An instruction and a branch in one slot.
static struct slot with(struct slot instruction, struct slot branch) {
  branch.executed = true;
  branch.passed = instruction.passed;
  branch.at = instruction.at;
  return branch;
}

static const struct slot none;

struct bench {
  struct image image;
  struct etm3_port port;
  struct etm3_port_clock clock;
};

static struct bench bench_new(void) {
  struct bench b = {.image = make_image()};
  return b;
}

// Resets the monitor.
static void begin(struct bench *b) { etm3_port_start(&b->port, &b->image); }

static unsigned present(struct bench *b, struct slot older, struct slot younger) {
  etm3_port_clock(&b->port, &(struct slots){.at = {older, younger}}, &b->clock);
  return b->clock.count;
}

static void expect_executed(const struct bench *b, unsigned n, uint32_t address, unsigned size) {
  const struct step *s = &b->clock.steps[n];
  assert_true(n < b->clock.count);
  assert_int_equal(s->kind, STEP_INSTRUCTION);
  assert_int_equal(s->address, address);
  struct step fetched = *s;
  etm3_port_fetch(b->port.image, &fetched);
  assert_int_equal(fetched.size, size);
}

static void expect_exception(const struct bench *b, unsigned n, uint16_t number, uint32_t resume) {
  const struct step *s = &b->clock.steps[n];
  assert_true(n < b->clock.count);
  assert_int_equal(s->kind, STEP_EXCEPTION);
  assert_int_equal(s->exception, number);
  assert_int_equal(s->address, HANDLER);
  assert_false(s->resume_unknown);
  assert_int_equal(s->resume, resume);
}

CASE(each_instruction_is_a_step) {
  struct bench b = bench_new();
  begin(&b);
  struct slot first = executed(0x8000), second = executed(THUMB_AT + 2);
  first.passed = false;
  second.at.t = second.eret = true;
  const struct slots slots = {.at = {first, second}, .ns = true, .hyp = true, .prohibited = true};
  etm3_port_clock(&b.port, &slots, &b.clock);
  assert_int_equal(b.clock.count, 2);
  expect_executed(&b, 0, 0x8000, 4);
  expect_executed(&b, 1, THUMB_AT + 2, 4);
  const struct step *s = b.clock.steps;
  assert_true(!s[0].passed && s[1].passed && !s[0].thumb && s[1].thumb);
  assert_true(s[0].ns && s[0].hyp && s[0].prohibited && s[1].ns && s[1].hyp && s[1].prohibited);
  assert_true(!b.clock.eret[0] && b.clock.eret[1] && !b.clock.withdraws);
  struct step fetched[] = {s[0], s[1]};
  for (size_t i = 0; i < COUNT(fetched); i++) etm3_port_fetch(&b.image, &fetched[i]);
  assert_int_equal(fetched[0].opcode, 0xE320F000);
  assert_int_equal(fetched[1].opcode, 0xF000F800);
  assert_int_equal(present(&b, none, none), 0);
  image_free(&b.image);
}

CASE(exception_has_the_resume_address) {
  struct bench b = bench_new();
  struct slot thumb = executed(THUMB_AT);
  thumb.at.t = true;
  begin(&b);
  assert_int_equal(present(&b, with(executed(0x8000), taken(10, false)), taken(14, false)), 3);
  expect_executed(&b, 0, 0x8000, 4);
  expect_exception(&b, 1, 10, 0x8004);
  expect_exception(&b, 2, 14, HANDLER);  // the target of the exception before it
  present(&b, thumb, none);
  assert_int_equal(present(&b, none, taken(14, false)), 1);  // in a later clock
  expect_exception(&b, 0, 14, THUMB_AT + 2);
  assert_true(b.clock.steps[0].resume_thumb && !b.clock.cancels[0]);
  present(&b, with(executed(0x8000), branch(ELSEWHERE)), none);
  present(&b, taken(14, false), none);
  expect_exception(&b, 0, 14, ELSEWHERE);
  present(&b, executed(0x8000), none);
  present(&b, none, none);
  present(&b, branch(ELSEWHERE), taken(14, false));  // the target of a branch of an earlier clock
  expect_exception(&b, 0, 14, ELSEWHERE);
  present(&b, executed(0x8010), none);  // a direct branch that the port does not present
  present(&b, taken(14, false), none);
  expect_exception(&b, 0, 14, 0x8020);
  struct slot fails = executed(0x8010);
  fails.passed = false;
  present(&b, fails, taken(14, false));
  expect_exception(&b, 1, 14, 0x8014);
  image_free(&b.image);
}

CASE(state_at_each_address) {
  struct bench b = bench_new();
  begin(&b);
  struct slot to = branch(ELSEWHERE), exception = taken(14, false);
  to.to = (struct place){.address = ELSEWHERE, .t = true, .j = true, .ns = true, .hyp = true};
  to.secret = true;
  exception.to.t = exception.to.ns = exception.secret = true;
  present(&b, with(executed(0x8000), to), exception);
  const struct step *s = &b.clock.steps[1];
  assert_true(s->resume_thumb && s->resume_j && s->resume_ns && s->resume_hyp && s->resume_prohibited);
  assert_true(s->thumb && !s->j && s->ns && !s->hyp && s->prohibited);
  // Secure code becomes Non-secure without a branch.
  to = branch(0x8004);
  to.to.ns = true;
  present(&b, with(executed(0x8000), to), taken(14, false));
  expect_exception(&b, 1, 14, 0x8004);
  assert_true(b.clock.steps[1].resume_ns && !b.clock.steps[0].ns);
  // The address of Jazelle state is that at which it was entered, until the port presents another.
  to = branch(0x9003);
  to.to.j = true;
  present(&b, with(executed(0x8000), to), none);
  present(&b, none, taken(14, false));
  expect_exception(&b, 0, 14, 0x9003);
  assert_true(b.clock.steps[0].resume_j && !b.clock.steps[0].resume_thumb);
  image_free(&b.image);
}

CASE(cancelled_instruction) {
  struct bench b = bench_new();
  begin(&b);
  // An instruction that is cancelled in its own clock is not a step. The exception is in the same slot, or in the next.
  assert_int_equal(present(&b, executed(0x8000), with(executed(0x8004), taken(12, true))), 2);
  expect_executed(&b, 0, 0x8000, 4);
  expect_exception(&b, 1, 12, 0x8004);
  assert_true(b.clock.cancels[1] && b.clock.cancels_this_clock[1] && !b.clock.withdraws);
  assert_int_equal(present(&b, executed(0x8004), taken(12, true)), 1);
  expect_exception(&b, 0, 12, 0x8004);
  assert_true(b.clock.cancels_this_clock[0] && !b.clock.withdraws);
  // In a later clock, the exception withdraws the step, and has the state of the instruction.
  etm3_port_clock(&b.port, &(struct slots){.at = {executed(0x8000), executed(0x8004)}, .ns = true, .prohibited = true},
                  &b.clock);
  assert_int_equal(b.clock.count, 2);
  present(&b, none, none);
  assert_int_equal(present(&b, taken(12, true), executed(HANDLER)), 2);
  expect_exception(&b, 0, 12, 0x8004);
  assert_true(b.clock.withdraws && b.clock.cancels[0] && !b.clock.cancels_this_clock[0]);
  assert_true(b.clock.steps[0].resume_ns && b.clock.steps[0].resume_prohibited);
  expect_executed(&b, 1, HANDLER, 0);
  // The instruction is cancelled together with its branch.
  present(&b, with(executed(0x8008), branch(ELSEWHERE)), none);
  present(&b, taken(12, true), none);
  expect_exception(&b, 0, 12, 0x8008);
  assert_true(b.clock.withdraws);
  // No instruction is left that the exception could cancel.
  present(&b, taken(4, true), none);
  expect_exception(&b, 0, 4, HANDLER);
  assert_true(!b.clock.withdraws && !b.clock.cancels_this_clock[0] && b.clock.cancels[0]);
  image_free(&b.image);
}

static void present_debug(struct bench *b, bool debug, struct slot older, struct slot younger) {
  etm3_port_clock(&b->port, &(struct slots){.at = {older, younger}, .debug = debug}, &b->clock);
}

CASE(debug_state_by_entry_and_exit) {
  struct bench b = bench_new();
  begin(&b);
  struct slot to = branch(ELSEWHERE);
  to.to.ns = to.to.hyp = true;
  present(&b, with(executed(0x8000), to), none);
  present_debug(&b, true, executed(0x8000), taken(14, false));  // the slots are ignored
  assert_int_equal(b.clock.count, 1);
  const struct step *s = b.clock.steps;
  assert_true(s->kind == STEP_DEBUG_ENTRY && s->exception == 1 && s->resume == ELSEWHERE && !s->resume_unknown);
  assert_true(s->resume_ns && s->resume_hyp && s->ns && s->hyp);
  present_debug(&b, true, none, none);
  assert_int_equal(b.clock.count, 0);
  present_debug(&b, false, with(executed(0x8004), taken(12, true)), executed(HANDLER));
  assert_int_equal(b.clock.count, 3);
  assert_int_equal(s->kind, STEP_DEBUG_EXIT);
  expect_exception(&b, 1, 12, 0x8004);
  expect_executed(&b, 2, HANDLER, 0);
  // Debug state separates an instruction from the exception that would cancel it. The address after Debug state
  // is not known.
  present(&b, executed(0x8000), none);
  present_debug(&b, true, none, none);
  assert_int_equal(s->resume, 0x8004);
  present_debug(&b, false, taken(12, true), taken(14, false));
  assert_int_equal(b.clock.count, 3);
  assert_true(!b.clock.withdraws && !b.clock.cancels_this_clock[1]);
  assert_true(s[1].kind == STEP_EXCEPTION && s[1].resume_unknown && s[1].resume == 0);
  expect_exception(&b, 2, 14, HANDLER);
  image_free(&b.image);
}

// An exception in Jazelle code, in a prohibited region or at an unknown address need not cancel an instruction.
CASE(exceptions_in_hidden_code) {
  struct bench b = bench_new();
  begin(&b);
  present(&b, taken(12, false), none);
  assert_true(b.clock.interrupts_hidden);
  present(&b, executed(HANDLER), none);
  assert_false(b.clock.interrupts_hidden);
  present(&b, executed(0x8000), taken(12, false));
  assert_false(b.clock.interrupts_hidden);
  present(&b, executed(ELSEWHERE), taken(12, false));  // the size of the instruction is not known
  assert_false(b.clock.interrupts_hidden);
  struct slot to_jazelle = branch(0x8000), to_secret = branch(0x8000);
  to_jazelle.to.j = to_secret.secret = true;
  present(&b, with(executed(0x8010), to_jazelle), taken(12, false));
  assert_true(b.clock.interrupts_hidden);
  present(&b, with(executed(0x8010), to_secret), taken(12, false));
  assert_true(b.clock.interrupts_hidden);
  present(&b, with(executed(0x8010), branch(0x8000)), taken(12, false));
  assert_false(b.clock.interrupts_hidden);
  image_free(&b.image);
}

CASE(unknown_values_are_0) {
  struct bench b = bench_new();
  begin(&b);
  present(&b, taken(14, false), none);
  assert_true(b.clock.steps[0].resume_unknown);
  struct slot bytecode = executed(0x8000);
  bytecode.at.j = true;
  const struct slot unknown[] = {executed(ELSEWHERE), bytecode};
  for (size_t i = 0; i < COUNT(unknown); i++) {
    present(&b, unknown[i], taken(14, false));
    struct step fetched = b.clock.steps[0];
    etm3_port_fetch(&b.image, &fetched);
    assert_int_equal(fetched.size, 0);
    assert_int_equal(fetched.opcode, 0);
    assert_true(b.clock.steps[1].resume_unknown && b.clock.steps[1].resume == 0);
    present(&b, unknown[i], taken(12, true));
    expect_exception(&b, 0, 12, unknown[i].at.address);
  }
  etm3_port_start(&b.port, NULL);
  present(&b, executed(0x8000), taken(14, false));
  expect_executed(&b, 0, 0x8000, 0);
  assert_true(b.clock.steps[1].resume_unknown);
  image_free(&b.image);
}

// --- all that the stimulus presents --------------------------------------------------------------------------------

struct met {
  uint32_t exceptions, withdrawn, swallowed, entries, late, thumbee, jazelle, prohibited, ns, hyp, unknown;
};

static void same_resume(const struct step *reported, const struct step *intent) {
  assert_int_equal(reported->resume, intent->resume);
  assert_true(reported->resume_thumb == intent->resume_thumb && reported->resume_j == intent->resume_j);
  assert_true(reported->resume_ns == intent->resume_ns && reported->resume_hyp == intent->resume_hyp);
  assert_int_equal(reported->resume_prohibited, intent->resume_prohibited);
}

// `before` is the step before it, or NULL.
static void same_step(const struct step *reported, const struct step *intent, const struct step *before,
                      struct met *met) {
  assert_int_equal(reported->kind, intent->kind);
  if (reported->kind == STEP_DEBUG_EXIT) return;
  assert_int_equal(reported->address, intent->address);
  assert_int_equal(reported->exception, intent->exception);
  assert_true(reported->thumb == intent->thumb && reported->j == intent->j && reported->passed == intent->passed);
  const bool halts = reported->kind == STEP_DEBUG_ENTRY && reported->resume_unknown;
  assert_true(halts || (reported->ns == intent->ns && reported->hyp == intent->hyp));
  assert_int_equal(reported->prohibited, intent->prohibited);
  met->thumbee += reported->thumb && reported->j;
  met->prohibited += reported->prohibited;
  met->ns += reported->ns;
  met->hyp += reported->hyp;
  if (reported->kind == STEP_INSTRUCTION) {
    return;
  }
  met->exceptions += reported->kind == STEP_EXCEPTION;
  met->entries += reported->kind == STEP_DEBUG_ENTRY;
  met->unknown += reported->resume_unknown;
  if (reported->resume_unknown) assert_true(!before || before->kind == STEP_DEBUG_EXIT);
  if (!reported->resume_unknown) same_resume(reported, intent);
  met->jazelle += reported->resume_j && !reported->resume_thumb;
}

struct reading {
  struct etm3_port port;
  struct step_list reported;
  struct intent intent;
  struct met *met;
};

static void read_clock(struct reading *r, const struct slots *slots, uint64_t clock) {
  struct etm3_port_clock c;
  etm3_port_clock(&r->port, slots, &c);
  intent_clock(&r->intent, &c, clock);
  if (c.withdraws) assert_int_equal(r->reported.at[--r->reported.count].kind, STEP_INSTRUCTION);
  r->met->withdrawn += c.withdraws;
  r->met->late += slots->at[0].branched && !slots->at[0].executed && !slots->at[0].exception;
  for (unsigned n = 0; n < c.count; n++) {
    *step_list_add(&r->reported) = c.steps[n];
    r->met->swallowed += c.cancels_this_clock[n];
  }
}

// Each step is reported in its clock, except a cancelled instruction and the exit from Debug state.
static void read_all(const struct stim *stim, struct met *met) {
  static const struct slots idle;
  struct reading r = {.met = met};
  etm3_port_start(&r.port, &stim->image);
  intent_start(&r.intent, &stim->steps);
  for (size_t i = 0; i < stim->count; i++) {
    if (stim->at[i].clocks > 1) read_clock(&r, &idle, i);
    read_clock(&r, &stim->at[i].slots, i);
    const long ahead = (long)r.reported.count - (long)stim->at[i].steps_end;
    assert_in_range(ahead + 1, 0, 2);
  }
  read_clock(&r, &idle, stim->count);
  const size_t end = stim->at[stim->count - 1].steps_end;
  intent_end(&r.intent, end, stim->count);
  assert_false(r.intent.wrong);
  assert_int_equal(r.reported.count, end);
  for (size_t i = 0; i < end; i++) {
    same_step(&r.reported.at[i], &stim->steps.at[i], i > 0 ? &stim->steps.at[i - 1] : NULL, met);
  }
  step_list_free(&r.reported);
}

CASE(random_code_gives_its_steps) {
  static const enum spacing spacings[] = {SPACING_WAYPOINT, SPACING_ONE, SPACING_TWO, SPACING_STALL};
  struct met met = {0};
  for (uint64_t seed = 0; seed < 400; seed++) {
    const struct random_knobs random = {.waypoints = 1000,
                                        .thumb_percent = 60,
                                        .indirect_percent = 15,
                                        .exception_percent = 15,
                                        .debug_percent = seed % 3 ? 5 : 30,
                                        .prohibited_percent = seed % 2 ? 15 : 0,
                                        .thumbee_percent = 30,
                                        .jazelle_percent = 10,
                                        .hyp_percent = 20,
                                        .high_percent = 20,
                                        .barrier_percent = 5,
                                        .ns_write_percent = 5,
                                        .ns_changes = seed % 4 != 0};
    const struct stim_knobs knobs = {.instructions = true,
                                     .spacing = spacings[seed % 4],
                                     .late_percent = (uint32_t)(seed % 3 * 40),
                                     .pairs_apart = seed % 5 == 0,
                                     .seed = seed};
    struct stim stim;
    struct error err;
    if (!stim_open_random(&stim, &knobs, &random, seed, &err)) fail_msg("%s", err.text);
    stim_make_whole(&stim);
    read_all(&stim, &met);
    stim_close(&stim);
  }
  assert_true(met.exceptions > 10000 && met.withdrawn > 1000 && met.swallowed > 1000 && met.entries > 10000);
  assert_true(met.late > 1000 && met.thumbee > 10000 && met.jazelle > 1000 && met.prohibited > 10000);
  assert_true(met.ns > 10000 && met.hyp > 1000 && met.unknown > 100);
}

CASE(programs_give_their_steps) {
  static const char *const paths[] = {"tests/program/system-arm.wpp", "tests/program/system-thumb.wpp",
                                      "tests/program/sort-thumb.wpp", "tests/program/parser-arm.wpp"};
  struct met met = {0};
  for (size_t i = 0; i < COUNT(paths); i++) {
    const struct stim_knobs knobs = {.instructions = true, .spacing = SPACING_TWO, .late_percent = 20, .seed = i};
    struct stim stim;
    struct error err;
    if (!stim_open_program(&stim, &knobs, paths[i], &err)) fail_msg("%s", err.text);
    stim_make_whole(&stim);
    read_all(&stim, &met);
    stim_close(&stim);
  }
  assert_true(met.exceptions > 100);
}

// --- steps that the pins represent -----------------------------------------------------------------------------------

// An instruction, an exception that cancels the next one, and the first instruction of the handler.
static void mean(struct step_list *list) {
  *step_list_add(list) =
      (struct step){.address = 0x8000, .kind = STEP_INSTRUCTION, .size = 4, .opcode = 0xE320F000, .passed = true};
  *step_list_add(list) = (struct step){.address = HANDLER, .kind = STEP_EXCEPTION, .exception = 12, .resume = 0x8004};
  *step_list_add(list) = (struct step){.address = HANDLER, .kind = STEP_INSTRUCTION, .size = 4, .passed = true};
}

static struct intent compare(struct bench *b, const struct step_list *list, size_t end) {
  struct intent m;
  begin(b);
  intent_start(&m, list);
  present(b, executed(0x8000), executed(0x8004));
  intent_clock(&m, &b->clock, 1);
  present(b, none, taken(12, true));
  intent_clock(&m, &b->clock, 2);
  present(b, executed(HANDLER), none);
  intent_clock(&m, &b->clock, 3);
  intent_end(&m, end, 4);
  return m;
}

CASE(intent_mismatch_is_detected) {
  struct bench b = bench_new();
  struct step_list list = {0};
  mean(&list);
  assert_false(compare(&b, &list, 3).wrong);
  struct intent m = compare(&b, &list, 4);
  assert_true(m.wrong);
  assert_string_equal(m.why, "number of steps on the port is 3, expected 4");
  list.at[1].resume = 0x8008;
  m = compare(&b, &list, 3);
  assert_true(m.wrong && m.clock == 3);
  assert_string_equal(m.why,
                      "step #1 on the port is exception 12 at 0x00008004 to 0x00000018 arm, expected exception 12 at "
                      "0x00008008 to 0x00000018 arm");
  list.at[1].resume = 0x8004;
  list.at[0].passed = false;
  m = compare(&b, &list, 3);
  assert_string_equal(m.why, "step #0 on the port is E 0x00008000 arm, expected N 0x00008000 arm");
  assert_int_equal(m.clock, 1);
  list.at[0].passed = true;
  list.count = 2;
  m = compare(&b, &list, 2);
  assert_string_equal(m.why, "step #2 on the port is E 0x00000018 arm, expected nothing");
  step_list_free(&list);
  image_free(&b.image);
}
