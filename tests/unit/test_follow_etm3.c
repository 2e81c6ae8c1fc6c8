// SPDX-License-Identifier: Apache-2.0
// Check 2 of an ETM: what it accepts, and the wrong stream beside it. Bytes by hand from IHI 0014Q 7.3 to 7.10.
#include "follow_bench.h"

// --- what happened ---------------------------------------------------------------------------------------------------

static struct step *add(struct story *s, enum step_kind kind, uint32_t address) {
  const size_t i = s->happened.count++;
  assert_true(i < STORY_ITEMS);
  s->happened.steps = s->steps;
  s->steps[i] = (struct step){.address = address, .kind = (uint8_t)kind, .passed = true};
  s->moments[i] = (struct moment){.clocks = 10 * (i + 1), .high = UINT64_MAX, .enabled = true};
  if (kind != STEP_INSTRUCTION) return &s->steps[i];
  s->steps[i].size = 4;
  s->steps[i].opcode = A32_NOP;
  return &s->steps[i];
}

// --- packets ---------------------------------------------------------------------------------------------------------

static bool counts(const struct story *s) { return s->config.etmcr & ETMCR_CYCLE_ACCURATE; }

static void count(struct story *s, uint32_t n) {
  for (; n > 0x7F; n >>= 7) put(s, (uint8_t)(0x80 | (n & 0x7F)));
  put(s, (uint8_t)n);
}

static void isync(struct story *s, uint32_t address, enum isync_reason reason, uint32_t cycles) {
  put(s, counts(s) ? 0x70 : 0x08);
  if (counts(s)) count(s, cycles);
  put(s, (uint8_t)(0x01 | reason << 5));
  put_word(s, address);
}

// `n` E atoms; cycle-accurate: each in a cycle of its own.
static void executed(struct story *s, unsigned n) { put(s, (uint8_t)(0x80 | n << 2)); }

// --- the reason of an I-sync (4.8)
// --------------------------------------------------------------------------------------

// 0x8000 and 0x8004 are executed, Debug state is entered and left to 0x8100, 0x8104, 0x8108.
static struct story *debug_story(void) {
  struct story *s = story_new(&config_default_etm3, A32_NOP);
  add(s, STEP_INSTRUCTION, 0x8000);
  add(s, STEP_INSTRUCTION, 0x8004);
  add(s, STEP_DEBUG_ENTRY, 0)->resume = 0x8008;
  add(s, STEP_DEBUG_EXIT, 0x8100);
  for (uint32_t at = 0x8100; at <= 0x8108; at += 4) add(s, STEP_INSTRUCTION, at);
  return s;
}
enum { FIRST = 4, SECOND, THIRD };

// Told again at the first instruction behind the exit, or at a later one. `lost`: from 0x8004 on nothing was told.
static struct story *told_at(struct story *s, unsigned item, enum isync_reason reason, bool lost) {
  async(s);
  isync(s, 0x8000, ISYNC_TRACE_ON, 0);
  executed(s, lost ? 1 : 2);
  isync(s, 0x8100 + 4 * (item - FIRST), reason, 0);
  executed(s, THIRD + 1 - item);
  return s;
}

static const char no_place[] = "none leads there for that reason";

static void debug_exit_where_tracing_restarts(void **state) {
  (void)state;
  for (int lost = 0; lost < 2; lost++) {
    right(told_at(debug_story(), FIRST, ISYNC_DEBUG_EXIT, lost));
    wrong(told_at(debug_story(), FIRST, ISYNC_OVERFLOW, lost), no_place);
    wrong(told_at(debug_story(), FIRST, ISYNC_TRACE_ON, lost), no_place);
  }
}

static void overflow_over_the_exit(void **state) {
  (void)state;
  right(told_at(debug_story(), SECOND, ISYNC_OVERFLOW, true));
  wrong(told_at(debug_story(), SECOND, ISYNC_TRACE_ON, true), no_place);
  wrong(told_at(debug_story(), SECOND, ISYNC_DEBUG_EXIT, true), no_place);
  wrong(told_at(debug_story(), SECOND, ISYNC_DEBUG_EXIT, false), no_place);
}

static struct story *off_at_exit(void) {
  struct story *s = debug_story();
  s->moments[FIRST].enabled = false;
  return s;
}

static struct story *exit_prohibited(void) {
  struct story *s = debug_story();
  s->steps[FIRST].prohibited = true;
  return s;
}

static void not_traced_at_the_exit(void **state) {
  (void)state;
  for (unsigned reason = ISYNC_TRACE_ON; reason <= ISYNC_DEBUG_EXIT; reason++) {
    right(told_at(off_at_exit(), SECOND, reason, false));
    right(told_at(exit_prohibited(), SECOND, reason, false));
  }
  wrong(told_at(off_at_exit(), SECOND, ISYNC_TRACE_ON, true), no_place);
  wrong(told_at(off_at_exit(), THIRD, ISYNC_DEBUG_EXIT, false), no_place);
}

// 7.3.8: an exception there may be told by an I-sync at its vector alone.
static void exception_at_the_exit(void **state) {
  (void)state;
  for (unsigned reason = ISYNC_TRACE_ON; reason <= ISYNC_DEBUG_EXIT; reason++) {
    struct story *s = story_new(&config_default_etm3, A32_NOP);
    add(s, STEP_INSTRUCTION, 0x8000);
    add(s, STEP_DEBUG_ENTRY, 0)->resume = 0x8004;
    add(s, STEP_DEBUG_EXIT, 0x8100);
    struct step *irq = add(s, STEP_EXCEPTION, 0x8200);
    irq->exception = 14;
    irq->resume = 0x8100;
    add(s, STEP_INSTRUCTION, 0x8200);
    async(s);
    isync(s, 0x8000, ISYNC_TRACE_ON, 0);
    executed(s, 1);
    isync(s, 0x8200, reason, 0);
    executed(s, 1);
    if (reason == ISYNC_DEBUG_EXIT) {
      right(s);
    } else {
      wrong(s, no_place);
    }
  }
}

static struct story *told_twice(enum isync_reason reason) {
  struct story *s = debug_story();
  async(s);
  isync(s, 0x8000, ISYNC_TRACE_ON, 0);
  executed(s, 2);
  isync(s, 0x8100, ISYNC_DEBUG_EXIT, 0);
  isync(s, 0x8100, reason, 0);
  executed(s, 3);
  return s;
}

static void told_again_behind_an_overflow(void **state) {
  (void)state;
  right(told_twice(ISYNC_OVERFLOW));
  right(told_twice(ISYNC_DEBUG_EXIT));
  wrong(told_twice(ISYNC_TRACE_ON), no_place);
}

// Tracing stops behind 0x8000; what is lost behind it no I-sync tells. It goes on at 0x8100.
static struct story *stopped(bool overflow, enum isync_reason reason) {
  struct story *s = story_new(&config_default_etm3, A32_NOP);
  add(s, STEP_INSTRUCTION, 0x8000);
  if (overflow) add(s, STEP_INSTRUCTION, 0x8004);
  async(s);
  isync(s, 0x8000, ISYNC_TRACE_ON, 0);
  executed(s, 1);
  restart(s, overflow);
  add(s, STEP_INSTRUCTION, 0x8100);
  async(s);
  isync(s, 0x8100, reason, 0);
  executed(s, 1);
  return s;
}

static void overflow_before_a_stop(void **state) {
  (void)state;
  right(stopped(true, ISYNC_TRACE_ON));
  right(stopped(true, ISYNC_OVERFLOW));
  wrong(stopped(true, ISYNC_DEBUG_EXIT), no_place);
  right(stopped(false, ISYNC_TRACE_ON));
  wrong(stopped(false, ISYNC_OVERFLOW), no_place);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(debug_exit_where_tracing_restarts),
      cmocka_unit_test(overflow_over_the_exit),
      cmocka_unit_test(not_traced_at_the_exit),
      cmocka_unit_test(exception_at_the_exit),
      cmocka_unit_test(told_again_behind_an_overflow),
      cmocka_unit_test(overflow_before_a_stop),
  };
  return cmocka_run_group_tests_name("follow, ETMv3", tests, NULL, NULL);
}
