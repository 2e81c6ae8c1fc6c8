// SPDX-License-Identifier: Apache-2.0
// The scoreboard of an ETM: traces that it accepts, each with a similar wrong trace. Bytes by hand from IHI 0014Q 7.3
// to 7.10.
#include <stdio.h>

#include "scoreboard_attributes.h"
#include "scoreboard_bench.h"

// --- what was executed -----------------------------------------------------------------------------------------------

static struct step *add(struct story *s, enum step_kind kind, uint32_t address) {
  const size_t i = s->history.count++;
  assert_true(i < STORY_ITEMS);
  s->history.steps = s->steps;
  s->steps[i] = (struct step){.address = address, .kind = (uint8_t)kind, .passed = true};
  s->moments[i] = (struct moment){.clocks = 10 * (i + 1), .high = UINT64_MAX, .evaluated = true, .enabled = true};
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

// A branch packet to ARM state with an information byte, in the original encoding.
static void put_five(struct story *s, uint32_t address, uint8_t info) {
  put(s, (uint8_t)(0x81 | (address >> 2 & 0x3F) << 1));
  for (int i = 0; i < 3; i++) put(s, (uint8_t)(0x80 | (address >> (8 + 7 * i) & 0x7F)));
  put(s, (uint8_t)(0x48 | (address >> 29 & 7)));
  put(s, info);
}

// `n` E atoms. If tracing is cycle-accurate, each has its own cycle.
static void executed(struct story *s, unsigned n) { put(s, (uint8_t)(0x80 | n << 2)); }

// --- the reason of an I-sync (4.8) -----------------------------------------------------------------------------------

// 0x8000 and 0x8004 are executed. Debug state is entered, and left to 0x8100, 0x8104 and 0x8108.
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

// Tracing continues at the first instruction after the exit, or at a later one. `lost`: the trace from 0x8004 on is
// lost.
static struct story *told_at(struct story *s, unsigned item, enum isync_reason reason, bool lost) {
  async(s);
  isync(s, 0x8000, ISYNC_TRACE_ON, 0);
  executed(s, lost ? 1 : 2);
  isync(s, 0x8100 + 4 * (item - FIRST), reason, 0);
  executed(s, THIRD + 1 - item);
  return s;
}

static const char no_place[] = "I-sync at 0x";

// Tracing begins at 0x8000.
static struct story *begun(struct story *s) {
  async(s);
  isync(s, 0x8000, ISYNC_TRACE_ON, 0);
  return s;
}

CASE(isync_errors) {
  struct story *s = debug_story();
  s->steps[0].prohibited = true;
  wrong(begun(s),
        "I-sync (reason trace-on) at 0x00008000, the address of step #0, expected none: tracing is prohibited");
  s = debug_story();
  s->moments[0].enabled = false;
  wrong(
      begun(s),
      "I-sync (reason trace-on) at 0x00008000, the address of step #0, expected none: the TraceEnable event is false");
  s = debug_story();
  s->steps[0].thumb = true;
  wrong(begun(s), "instruction set of the I-sync is ARM, expected Thumb");
  s = debug_story();
  s->steps[0].j = true;
  wrong(begun(s), "instruction set of the I-sync is ARM, expected Jazelle");
  s = debug_story();
  s->config.etmcr |= FIELD_OF(ETMCR_CONTEXT_ID, 1);
  s->moments[0].context_id = 5;
  async(s);
  put(s, 0x08);
  put(s, 4);
  put(s, 0x01 | ISYNC_TRACE_ON << 5);
  put_word(s, 0x8000);
  wrong(s, "Context ID of the I-sync is 0x4, expected 0x5 (I-sync at 0x00008000 ARM ns=0, the address of step #0)");
}

// NIDEN and DBGEN may pause a DUT between two instructions (IHI 0014Q 2.14). Both are traced.
static struct story *paused(bool may_pause) {
  struct story *s = story_new(&config_default_etm3, A32_NOP);
  for (uint32_t at = 0x8000; at <= 0x8008; at += 4) add(s, STEP_INSTRUCTION, at);
  for (size_t i = 0; i < 3; i++) s->moments[i].taken = true;
  s->moments[2].pauses = may_pause;
  executed(begun(s), 2);
  isync(s, 0x8008, ISYNC_TRACE_ON, 0);
  executed(s, 1);
  return s;
}

CASE(trace_on_after_a_pause) {
  right(paused(true));
  wrong(paused(false), "I-sync reason is trace-on, expected overflow");
}

CASE(debug_exit_at_restart) {
  for (int lost = 0; lost < 2; lost++) {
    right(told_at(debug_story(), FIRST, ISYNC_DEBUG_EXIT, lost));
    wrong(told_at(debug_story(), FIRST, ISYNC_OVERFLOW, lost), no_place);
    wrong(told_at(debug_story(), FIRST, ISYNC_TRACE_ON, lost), no_place);
  }
}

// 7.3.5: the entry may have a branch packet, whose address has no meaning. `exception` is its number.
static struct story *told_entry(uint8_t exception, unsigned before) {
  struct story *s = debug_story();
  async(s);
  isync(s, 0x8000, ISYNC_TRACE_ON, 0);
  executed(s, before);
  put_five(s, 0x12345678, (uint8_t)(exception << 1));
  isync(s, 0x8100, ISYNC_DEBUG_EXIT, 0);
  executed(s, 3);
  return s;
}

CASE(debug_entry_packet) {
  right(told_entry(1, 2));
  wrong(told_entry(14, 2), "tracing was off from step #2 on: it enters Debug state");
  wrong(told_entry(1, 1), "the processor executed 0x00008004");
  struct story *s = told_entry(1, 2);
  s->steps[2].resume = 0x800C;
  wrong(s, "Debug state entry is at 0x00008008, expected 0x0000800C");
}

// Debug state is left before ETMDBGACK is high, or a reset comes in between. The scoreboard accepts a position at which
// the port has presented it.
static struct story *told_early(uint8_t info, bool presented) {
  struct story *s = story_new(&config_default_etm3, A32_NOP);
  add(s, STEP_INSTRUCTION, 0x8000);
  add(s, STEP_INSTRUCTION, 0x8004);
  struct etm3_port_clock port = {.enters_debug = presented};
  moment_steps(&s->config, &s->history, 2, &port, NULL);
  async(s);
  isync(s, 0x8000, ISYNC_TRACE_ON, 0);
  executed(s, 2);
  put_five(s, 0x12345678, info);
  return s;
}

CASE(packet_before_debug_entry) {
  right(told_early(1 << 1, true));
  wrong(told_early(1 << 1, false), "the processor executed no more");
  wrong(told_early(14 << 1, true), "the processor executed no more");
}

// An exception is taken before any instruction after 0x8004. Its handler is traced, but no packet reports the
// exception. Tracing may end if execution continues in a prohibited region, or if the TraceEnable event is false
// (2.6.2, 4.8, 7.3.5).
static struct story *exception_untold(bool prohibited, bool enabled, enum isync_reason reason) {
  struct story *s = story_new(&config_default_etm3, A32_NOP);
  add(s, STEP_INSTRUCTION, 0x8000);
  add(s, STEP_INSTRUCTION, 0x8004);
  struct step *irq = add(s, STEP_EXCEPTION, 0x8200);
  irq->exception = 14;
  irq->resume = 0x8008;
  irq->resume_prohibited = prohibited;
  s->moments[s->history.count - 1].enabled = enabled;
  add(s, STEP_INSTRUCTION, 0x8200);
  async(s);
  isync(s, 0x8000, ISYNC_TRACE_ON, 0);
  executed(s, 2);
  s->whole = reason == ISYNC_TRACE_ON;
  isync(s, 0x8200, reason, 0);
  executed(s, 1);
  return s;
}

CASE(exceptions_near_the_end_of_tracing) {
  right(exception_untold(true, true, ISYNC_TRACE_ON));
  right(exception_untold(false, false, ISYNC_TRACE_ON));
  wrong(exception_untold(false, true, ISYNC_TRACE_ON), no_place);
  right(exception_untold(false, true, ISYNC_OVERFLOW));
}

CASE(overflow_across_debug_exit) {
  right(told_at(debug_story(), SECOND, ISYNC_OVERFLOW, true));
  wrong(told_at(debug_story(), SECOND, ISYNC_TRACE_ON, true), no_place);
  right(told_at(debug_story(), SECOND, ISYNC_DEBUG_EXIT, true));  // it had begun before Debug state
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

CASE(untraced_debug_exit) {
  for (unsigned reason = ISYNC_TRACE_ON; reason <= ISYNC_DEBUG_EXIT; reason++) {
    right(told_at(off_at_exit(), SECOND, reason, false));
    right(told_at(exit_prohibited(), SECOND, reason, false));
  }
  wrong(told_at(off_at_exit(), SECOND, ISYNC_TRACE_ON, true), no_place);
  wrong(told_at(off_at_exit(), THIRD, ISYNC_DEBUG_EXIT, false), no_place);
}

// 7.3.8: such an exception may be reported only by an I-sync at its vector. `cancelled`: an instruction was executed
// before it, and is lost.
static struct story *exception_at_exit(bool cancelled, enum isync_reason reason) {
  struct story *s = story_new(&config_default_etm3, A32_NOP);
  add(s, STEP_INSTRUCTION, 0x8000);
  add(s, STEP_INSTRUCTION, 0x8004);
  add(s, STEP_DEBUG_ENTRY, 0)->resume = 0x8008;
  add(s, STEP_DEBUG_EXIT, 0x8100);
  struct step *irq = add(s, STEP_EXCEPTION, 0x8200);
  s->moments[s->history.count - 1].cancelled_known = s->moments[s->history.count - 1].cancelled_enabled = cancelled;
  irq->exception = 14;
  irq->resume = 0x8100;
  add(s, STEP_INSTRUCTION, 0x8200);
  async(s);
  isync(s, 0x8000, ISYNC_TRACE_ON, 0);
  executed(s, 1);
  isync(s, 0x8200, reason, 0);
  executed(s, 1);
  return s;
}

CASE(exception_at_the_exit) {
  right(exception_at_exit(false, ISYNC_DEBUG_EXIT));
  wrong(exception_at_exit(false, ISYNC_OVERFLOW), no_place);
  wrong(exception_at_exit(false, ISYNC_TRACE_ON), no_place);
  right(exception_at_exit(true, ISYNC_DEBUG_EXIT));
  right(exception_at_exit(true, ISYNC_OVERFLOW));
  wrong(exception_at_exit(true, ISYNC_TRACE_ON), no_place);
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

CASE(debug_exit_repeated_after_overflow) {
  right(told_twice(ISYNC_OVERFLOW));
  right(told_twice(ISYNC_DEBUG_EXIT));
  wrong(told_twice(ISYNC_TRACE_ON), no_place);
}

// Debug state was left before the unit was started again. The unit need not report it.
CASE(debug_exit_while_disabled) {
  for (unsigned reason = ISYNC_TRACE_ON; reason <= ISYNC_DEBUG_EXIT; reason++) {
    struct story *s = story_new(&config_default_etm3, A32_NOP);
    add(s, STEP_DEBUG_ENTRY, 0)->resume = 0x8000;
    add(s, STEP_DEBUG_EXIT, 0x8100);
    async(s);
    restart(s, false);
    add(s, STEP_INSTRUCTION, 0x8100);
    async(s);
    isync(s, 0x8100, reason, 0);
    executed(s, 1);
    if (reason == ISYNC_OVERFLOW) {
      wrong(s, no_place);
    } else {
      right(s);
    }
  }
}

// --- the cycles of a gap (7.3.4) -------------------------------------------------------------------------------------

// Cycles 10 and 11; after Debug state, cycles 40, 41 and 42.
static struct story *counted_story(unsigned minor, bool lost) {
  static const uint64_t clocks[] = {10, 11, 12, 39, 40, 41, 42};
  struct story *s = debug_story();
  s->config.etmcr |= ETMCR_CYCLE_ACCURATE;
  s->config.etmidr = (s->config.etmidr & ~0xF0u) | minor << 4;
  for (size_t i = 0; i < s->history.count; i++) s->moments[i].clocks = clocks[i];
  async(s);
  isync(s, 0x8000, ISYNC_TRACE_ON, 0);
  executed(s, lost ? 1 : 2);
  return s;
}

static struct story *gap(unsigned minor, bool lost, enum isync_reason reason, uint32_t cycles) {
  struct story *s = counted_story(minor, lost);
  const unsigned item = reason == ISYNC_DEBUG_EXIT ? FIRST : SECOND;
  if (reason == ISYNC_TRACE_ON) s->moments[FIRST].enabled = false;
  isync(s, 0x8100 + 4 * (item - FIRST), reason, cycles);
  executed(s, THIRD + 1 - item);
  return s;
}

// An overflow from before Debug state may have lost only cycles.
CASE(overflow_that_loses_only_cycles) {
  struct story *s = counted_story(3, false);
  isync(s, 0x8104, ISYNC_DEBUG_EXIT, 29);
  executed(s, 2);
  right(s);
}

static const char cycles_wrong[] = "cycle count of the I-sync is ";

CASE(counted_gaps) {
  for (unsigned minor = 1; minor <= 5; minor++) {
    right(gap(minor, false, ISYNC_DEBUG_EXIT, 28));
    right(gap(minor, false, ISYNC_TRACE_ON, 29));
    wrong(gap(minor, false, ISYNC_TRACE_ON, 28), "cycle count of the I-sync is 28, expected 29 (");
    wrong(gap(minor, false, ISYNC_TRACE_ON, 0),
          "cycle count of the I-sync is 0, expected 29: the clocks since the last traced cycle");
    if (minor == 5) continue;
    wrong(gap(minor, false, ISYNC_DEBUG_EXIT, 0), cycles_wrong);
    wrong(gap(minor, false, ISYNC_DEBUG_EXIT, 27), "cycle count of the I-sync is 27, expected 28 (");
    right(gap(minor, true, ISYNC_OVERFLOW, 30));
    wrong(gap(minor, true, ISYNC_OVERFLOW, 29), "cycle count of the I-sync is 29, expected 30 (");
    wrong(gap(minor, true, ISYNC_OVERFLOW, 0), cycles_wrong);
  }
}

CASE(uncounted_gaps) {
  for (uint32_t cycles = 0; cycles < 40; cycles += 13) {
    right(gap(5, true, ISYNC_OVERFLOW, cycles));
    right(gap(5, true, ISYNC_DEBUG_EXIT, cycles));
    right(gap(0, false, ISYNC_DEBUG_EXIT, cycles));
    right(gap(0, true, ISYNC_OVERFLOW, cycles));
  }
  right(gap(5, false, ISYNC_DEBUG_EXIT, 0));  // an overflow may hide
  wrong(gap(5, false, ISYNC_DEBUG_EXIT, 27), cycles_wrong);
}

// The trace ends with clock 100, and the DUT is enabled in clock 180. Its Programming bit was cleared, or its Power
// Down bit was set, last in clock `released`. `has_pause`: the last three clocks are in a P-header without an
// instruction.
static struct story *gap_after_stop(unsigned minor, uint64_t released, enum isync_reason reason, uint32_t cycles,
                                    bool has_pause) {
  struct story *s = story_new(&config_default_etm3, A32_NOP);
  s->config.etmcr |= ETMCR_CYCLE_ACCURATE;
  s->config.etmidr = (s->config.etmidr & ~0xF0u) | minor << 4;
  add(s, STEP_INSTRUCTION, 0x8000);
  async(s);
  isync(s, 0x8000, ISYNC_TRACE_ON, 0);
  executed(s, 1);
  if (has_pause) put(s, 0xA8);
  restart(s, reason == ISYNC_OVERFLOW);
  add(s, STEP_INSTRUCTION, 0x8100);
  s->moments[0].clock = has_pause ? 97 : 100;
  s->moments[0].clocks = 10;
  s->moments[1].clock = 200;
  s->moments[1].clocks = 20;
  s->moments[1].enabling = 180 - released;
  async(s);
  isync(s, 0x8100, reason, cycles);
  executed(s, 1);
  return s;
}

static struct story *stopped_gap(unsigned minor, uint64_t released, enum isync_reason reason, uint32_t cycles) {
  return gap_after_stop(minor, released, reason, cycles, false);
}

// Only the Programming bit and the Power Down bit reset the counter, so over another stop it may have counted.
CASE(gaps_over_a_stop) {
  for (unsigned minor = 1; minor <= 5; minor++) {
    for (uint64_t released = 20; released <= 120; released += 40) {
      const bool is_reset = released > 100;
      right(stopped_gap(minor, released, ISYNC_TRACE_ON, 0));
      if (is_reset)
        wrong(stopped_gap(minor, released, ISYNC_TRACE_ON, 99), "cycle count of the I-sync is 99, expected 0: ");
      else
        right(stopped_gap(minor, released, ISYNC_TRACE_ON, 99));
      wrong(stopped_gap(minor, released, ISYNC_TRACE_ON, 98), "cycle count of the I-sync is 98, expected ");
      wrong(stopped_gap(minor, released, ISYNC_TRACE_ON, 100), "cycle count of the I-sync is 100, expected ");
    }
  }
  right(gap_after_stop(4, 20, ISYNC_TRACE_ON, 99, true));
  wrong(gap_after_stop(4, 20, ISYNC_TRACE_ON, 102, true), "cycle count of the I-sync is 102, expected 99: ");
  right(stopped_gap(5, 20, ISYNC_OVERFLOW, 7));  // an overflow is not counted in this version
  wrong(stopped_gap(4, 20, ISYNC_OVERFLOW, 7), "cycle count of the I-sync is 7, expected 99");
}

// An overflow ends at one of two executions of an instruction, in clock 110 or 112. Then NIDEN stops the DUT.
static struct story *gap_after_overflow(uint32_t cycles) {
  static const struct {
    uint32_t address;
    uint64_t clock, clocks;
  } steps[] = {{0x8000, 100, 10}, {0x8100, 110, 20}, {0x8100, 112, 22}, {0x8200, 200, 20}};
  struct story *s = story_new(&config_default_etm3, A32_NOP);
  s->config.etmcr |= ETMCR_CYCLE_ACCURATE;
  for (unsigned i = 0; i < 4; i++) {
    if (i == 3) {
      async(s);
      isync(s, 0x8000, ISYNC_TRACE_ON, 0);
      executed(s, 1);
      isync(s, 0x8100, ISYNC_OVERFLOW, 0);
      executed(s, 1);
      restart(s, true);
    }
    add(s, STEP_INSTRUCTION, steps[i].address);
    s->moments[i].clock = steps[i].clock;
    s->moments[i].clocks = steps[i].clocks;
    s->moments[i].enabling = 160;
    s->moments[i].taken = true;
  }
  async(s);
  isync(s, 0x8200, ISYNC_TRACE_ON, cycles);
  executed(s, 1);
  return s;
}

// The clocks since either execution are a correct count.
CASE(gap_after_a_stop_in_a_loop) {
  right(gap_after_overflow(0));
  right(gap_after_overflow(89));
  right(gap_after_overflow(87));
  wrong(gap_after_overflow(90), "cycle count of the I-sync is 90, expected ");
  wrong(gap_after_overflow(86), "cycle count of the I-sync is 86, expected ");
}

// Tracing was enabled in clock 100. The Programming bit is set in clock `set_at`, in which the DUT has not stopped.
// Tracing is off until clock `resumed`.
static struct story *gap_while_stopping(unsigned minor, uint64_t set_at, uint64_t resumed, uint32_t cycles) {
  struct story *s = counted_story(minor, false);
  for (size_t i = 0; i < s->history.count; i++) {
    struct moment *m = &s->moments[i];
    m->clock = 100 + m->clocks;
    m->enabling = m->clock < resumed ? 80 : (uint64_t)100 - set_at;
  }
  s->moments[FIRST].enabled = false;
  isync(s, 0x8104, ISYNC_TRACE_ON, cycles);
  executed(s, 2);
  return s;
}

// The Programming bit resets the counter, so a DUT that still traces may send 0. It may also act on the bit later.
CASE(gap_after_the_programming_bit_was_set) {
  for (unsigned minor = 1; minor <= 5; minor++) {
    right(gap_while_stopping(minor, 101, 139, 0));
    right(gap_while_stopping(minor, 130, 139, 0));
    right(gap_while_stopping(minor, 130, 139, 29));
    wrong(gap_while_stopping(minor, 130, 139, 28), "cycle count of the I-sync is 28, expected 0 or 29 (");
    wrong(gap_while_stopping(minor, 130, 1000, 0), "cycle count of the I-sync is 0, expected 29: ");
  }
}

static void plain_isync(struct story *s, uint32_t address, enum isync_reason reason) {
  put(s, 0x08);
  put(s, (uint8_t)(0x01 | reason << 5));
  put_word(s, address);
}

static void count_packet(struct story *s, uint32_t cycles) {
  put(s, 0x04);
  count(s, cycles);
}

// The count is in a separate packet. `reported` of the three instructions precede it.
static struct story *count_later(unsigned reported, uint32_t cycles) {
  struct story *s = counted_story(4, false);
  plain_isync(s, 0x8100, ISYNC_DEBUG_EXIT);
  if (reported > 0) executed(s, reported);
  count_packet(s, cycles);
  if (reported < 3) executed(s, 3 - reported);
  return s;
}

CASE(late_count_packets) {
  for (unsigned reported = 0; reported <= 3; reported++) {
    right(count_later(reported, 28));
    wrong(count_later(reported, 27), "cycle-count packet for the I-sync at byte ");
    wrong(count_later(reported, 27), " has 27, expected 28: the clocks since the last traced cycle");
  }
}

// Another unit may report it later. The reference RTL does not.
CASE(count_packet_of_the_reference_rtl) {
  struct story *s = count_later(0, 28);
  s->own = true;
  right(s);
  s = count_later(2, 28);
  s->own = true;
  wrong(s, "no cycle count follows the I-sync at byte ");
}

// Tracing was off at the second instruction after the exit.
static struct story *count_missing(bool reported, enum isync_reason reason) {
  struct story *s = counted_story(4, false);
  s->moments[SECOND].enabled = false;
  plain_isync(s, 0x8100, ISYNC_DEBUG_EXIT);
  executed(s, 1);
  if (reported) count_packet(s, 28);
  isync(s, 0x8108, reason, 1);
  executed(s, 1);
  return s;
}

CASE(missing_count_packets) {
  right(count_missing(true, ISYNC_TRACE_ON));
  wrong(count_missing(false, ISYNC_TRACE_ON), "no cycle count follows the I-sync at byte ");
  right(count_missing(false, ISYNC_OVERFLOW));
}

// Tracing stops after 0x8000. No I-sync reports what is lost after it. Tracing continues at 0x8100.
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

CASE(overflow_before_a_stop) {
  right(stopped(true, ISYNC_TRACE_ON));
  right(stopped(true, ISYNC_OVERFLOW));
  wrong(stopped(true, ISYNC_DEBUG_EXIT), no_place);
  right(stopped(false, ISYNC_TRACE_ON));
  wrong(stopped(false, ISYNC_OVERFLOW), no_place);
}

// The reason of a late first I-sync is right, so an item before it is missing.
CASE(late_first_isync) {
  struct story *s = debug_story();
  async(s);
  isync(s, 0x8004, ISYNC_TRACE_ON, 0);
  executed(s, 1);
  s->own = true;
  wrong(s,
        "step #0 at 0x00008000 is missing, but must be traced; the trace goes on with an I-sync (reason trace-on) at "
        "0x00008004");
}

// The term of an event contains the clock of the item, and no other word repeats it.
CASE(clock_of_the_first_missing_item) {
  static const uint32_t events[] = {EVENT_ALWAYS, RESOURCE_EXTIN};
  static const char *const ends[] = {
      "it is step #1 at 0x00008004; presented in clock 96",
      "it is step #1 at 0x00008004: the TraceEnable event is true (ETMTEEVR=0x00060: EXTIN[0]) in clock 96"};
  for (unsigned i = 0; i < 2; i++) {
    struct story *s = story_new(&config_default_etm3, A32_NOP);
    s->config.etmteevr = events[i];
    add(s, STEP_INSTRUCTION, 0x8000);
    add(s, STEP_INSTRUCTION, 0x8004);
    s->moments[1].clock = 96;
    begun(s);
    executed(s, 1);
    tell_all(s);
    const char *why = verdict_of_story(s, true), *end = why ? strstr(why, "it is step") : NULL;
    assert_non_null(end);
    assert_string_equal(end, ends[i]);
    image_free(&s->image);
    free(s);
  }
}

// The trace reports an exception at 0x8004, to 0x8200, after 0x8000.
static struct story *exception_told(uint32_t resume, bool unknown) {
  struct story *s = story_new(&config_default_etm3, A32_NOP);
  add(s, STEP_INSTRUCTION, 0x8000);
  struct step *irq = add(s, STEP_EXCEPTION, 0x8200);
  irq->exception = 14;
  irq->resume = resume;
  irq->resume_unknown = unknown;
  async(s);
  isync(s, 0x8000, ISYNC_TRACE_ON, 0);
  executed(s, 1);
  static const uint8_t branch[] = {0x81, 0x82, 0x81, 0x80, 0x48, 0x1C};  // IHI 0014Q 7.3.5: to 0x8200, exception 14
  for (size_t i = 0; i < sizeof branch; i++) put(s, branch[i]);
  return s;
}

CASE(wrong_exceptions) {
  struct story *s = exception_told(0x8004, false);
  s->moments[1].cancelled = true;
  wrong(s, "exception 14 does not cancel the last instruction, but it did");
  s = exception_told(0x8004, false);
  s->steps[1].address = 0x8300;
  wrong(s, "exception 14, step #1, goes to 0x00008200 ARM ns=0 by the trace, expected 0x00008300 ARM ns=0");
}

CASE(values_unknown_from_the_pins) {
  right(exception_told(0x8004, false));
  wrong(exception_told(0x8008, false),
        "exception 14, step #1, interrupted 0x00008004 by the trace, expected 0x00008008");
  right(exception_told(0, true));
  for (unsigned size = 0; size <= 4; size += 2) {
    struct story *s = story_new(&config_default_etm3, A32_NOP);
    add(s, STEP_INSTRUCTION, 0x8000)->size = (uint8_t)size;
    async(s);
    isync(s, 0x8000, ISYNC_TRACE_ON, 0);
    executed(s, 1);
    if (size == 2) wrong(s, "the instruction at 0x00008000 has 4 bytes in the image, expected 2: step #0");
    if (size != 2) right(s);
  }
}

// The trace reports 0x8000, 0x8004 and 0x8008. The processor took an exception, which cancelled 0x8004.
CASE(a_cancelled_instruction_needs_an_exception_packet) {
  struct story *s = story_new(&config_default_etm3, A32_NOP);
  add(s, STEP_INSTRUCTION, 0x8000);
  struct step *irq = add(s, STEP_EXCEPTION, 0x8200);
  irq->exception = 14;
  irq->resume = 0x8004;
  s->moments[1].cancelled = s->moments[1].cancelled_known = s->moments[1].cancelled_enabled = true;
  add(s, STEP_INSTRUCTION, 0x8200);
  async(s);
  isync(s, 0x8000, ISYNC_TRACE_ON, 0);
  executed(s, 3);
  wrong(s,
        "no exception packet with Cancel = 1 precedes 0x00008008: exception 14, step #1, cancelled the instruction at "
        "0x00008004");
}

// The moments of an instruction, and of an exception in a later clock that cancels it. The scoreboard may get the
// exception before it evaluates the instruction.
CASE(time_of_a_cancelled_instruction) {
  const struct moment at = {.clocks = 10, .stamp_low = 100, .enabled = true}, then = {.clocks = 20, .unsure = true};
  struct moment moments[2] = {at};
  struct step steps[2] = {{.kind = STEP_INSTRUCTION}};
  const struct history history = {.steps = steps, .moments = moments, .mask = SIZE_MAX, .steps_mask = SIZE_MAX};
  struct etm3_port_clock port = {.count = 1, .eret[0] = true, .context_id = 1};
  moment_steps(&config_default_etm3, &history, 0, &port, NULL);
  assert_true(moments[0].exits && !moments[0].cancelled_known && moments[0].clocks == 10 && moments[0].context_id == 1);
  steps[0].kind = STEP_EXCEPTION;
  moment_steps(&config_default_etm3, &history, 0, &port, NULL);
  assert_true(moments[0].cancelled_known && moments[0].cancelled_enabled && moments[0].cancelled_clocks == 10);
  port = (struct etm3_port_clock){
      .count = 2, .steps[0] = steps[0], .cancels[0] = true, .withdraws = true, .context_id = 2, .vmid = 3};
  struct moment withdrawn = moments[0];
  moments[0] = moments[1] = then;
  moment_steps(&config_default_etm3, &history, 0, &port, &withdrawn);
  assert_true(moments[0].cancelled && !moments[0].exits && moments[0].clocks == 20 && moments[0].context_id == 2);
  assert_true(moments[0].cancelled_known && moments[0].cancelled_enabled && !moments[0].cancelled_unsure &&
              moments[0].cancelled_clocks == 10);
  assert_true(moments[0].cancelled_stamp == 100 && moments[0].cancelled_context_id == 1);
  assert_true(!moments[1].cancelled_known && moments[1].clocks == 20 && moments[1].vmid == 3);
  moment_withdrawn(&withdrawn);
  assert_true(withdrawn.cancelled_known && withdrawn.cancelled_clocks == 10 && withdrawn.clocks == 0);
  port = (struct etm3_port_clock){.count = 1, .steps[0] = steps[0], .cancels[0] = true, .cancels_this_clock[0] = true};
  moments[0] = then;
  moment_steps(&config_default_etm3, &history, 0, &port, NULL);
  assert_true(moments[0].cancelled_known && moments[0].cancelled_unsure && moments[0].cancelled_clocks == 20);
}

// The unit stops after an instruction, and an exception then cancels it. The timestamp may have the instruction's time.
CASE(timestamp_of_an_instruction_that_is_cancelled_after_the_stop) {
  struct moment moment = {.evaluated = true, .clocks = 10, .stamp_low = 100, .low = 100, .high = 100, .enabled = true};
  moment_withdrawn(&moment);
  const struct history history = {.moments = &moment, .mask = SIZE_MAX, .count = 1, .newest_stamp = 120};
  const struct scoreboard s = {.history = &history};
  uint64_t low = UINT64_MAX, high = 0;
  scoreboard_time_range(&s, 0, 1, &low, &high);
  assert_int_equal(low, 100);
  assert_int_equal(high, 120);
}

static void stamp_in_full(struct story *s, uint64_t time) {
  put(s, 0x42);
  for (int i = 0; i < 8; i++) put(s, (uint8_t)(0x80 | (time >> 7 * i & 0x7F)));
  put(s, (uint8_t)(time >> 56));
}

enum { TIMED = 4 };

// A story of TIMED instructions, executed in clocks 10, 20 and so on. `reported` of them precede the first timestamp.
static struct story *timed(unsigned reported, uint64_t time) {
  struct story *s = story_new(&config_default_etm3, A32_NOP);
  s->config.etmcr |= ETMCR_TIMESTAMP;
  for (uint32_t i = 0; i < TIMED; i++) {
    add(s, STEP_INSTRUCTION, 0x8000 + 4 * i);
    s->moments[i].low = s->moments[i].high = 10 * (i + 1);
  }
  async(s);
  isync(s, 0x8000, ISYNC_TRACE_ON, 0);
  if (reported > 0) executed(s, reported);
  stamp_in_full(s, time);
  return s;
}

static struct story *rest(struct story *s, unsigned reported) {
  if (reported < TIMED) executed(s, TIMED - reported);
  return s;
}

// 7.10.2: it need not follow the I-sync directly.
CASE(tsync_after_atoms) {
  for (unsigned reported = 0; reported <= TIMED; reported++) {
    right(rest(timed(reported, 40), reported));
    char words[48];
    snprintf(words, sizeof words, "timestamp before step #%u is 0x29, ", reported);
    wrong(rest(timed(reported, 41), reported), words);
  }
  right(rest(timed(2, 20), 2));
  wrong(rest(timed(2, 19), 2), "timestamp before step #2 is 0x13, ");
}

static struct story *timed_twice(bool full, uint8_t time) {
  struct story *s = timed(1, 10);
  if (full) {
    stamp_in_full(s, time);
  } else {
    put(s, 0x42);
    put(s, time);
  }
  return rest(s, 1);
}

// One of the two instructions that the second P-header reports was not executed.
CASE(timestamp_after_too_many_atoms) {
  struct story *s = timed(TIMED - 1, 40);
  executed(s, 2);
  stamp_in_full(s, 40);
  wrong(s, "the trace reports more instructions than the processor executed");
}

// Another timestamp has taken the place of its time.
CASE(timestamp_after_tsync) {
  for (int full = 0; full < 2; full++) {
    right(timed_twice(full, 20));
    wrong(timed_twice(full, 21), "timestamp before step #1 is 0x15, ");
  }
}

// Two instructions are reported. Then tracing is off, and the clock is set back. The timestamp has the new time.
static struct story *timed_while_off(uint8_t time) {
  struct story *s = timed(1, 10);
  for (unsigned i = 2; i < TIMED; i++) s->moments[i].enabled = false;
  s->moments[3].low = s->moments[3].high = 5;
  executed(s, 1);
  put(s, 0x42);
  put(s, time);
  return s;
}

CASE(timestamp_while_tracing_is_off) {
  right(timed_while_off(5));
  wrong(timed_while_off(4), "timestamp before step #2 is 0x4, ");
}

#define A32_MOVS_PC_LR 0xE1B0F00Eu

// An exception return of ETMv3.n, with or without an exception exit packet.
static struct story *exits(unsigned minor, bool is_one, bool reported) {
  struct story *s = story_new(&config_default_etm3, A32_NOP);
  s->config.etmidr = (s->config.etmidr & ~0xF0u) | minor << 4;
  add(s, STEP_INSTRUCTION, 0x8000)->opcode = A32_MOVS_PC_LR;
  add(s, STEP_INSTRUCTION, 0x8004);
  word(s, 0x8000, A32_MOVS_PC_LR);
  s->moments[0].exits = is_one;
  async(s);
  isync(s, 0x8000, ISYNC_TRACE_ON, 0);
  executed(s, 1);
  if (reported) put(s, 0x76);
  put(s, 0x03);  // to 0x8004
  executed(s, 1);
  return s;
}

// 7.6: ETMv3.4 has the packet only for ARMv7-M.
CASE(exception_returns_of_an_a_profile) {
  right(exits(4, true, true));
  right(exits(4, true, false));
  right(exits(5, true, true));
  wrong(exits(5, true, false), "no exception return packet for step #0 at 0x00008000, expected one");
  for (unsigned minor = 4; minor <= 5; minor++)
    wrong(exits(minor, false, true), "exception return packet for step #0 at 0x00008000, expected none");
}

// --- ranges ----------------------------------------------------------------------------------------------------------

enum { MIDDLE = 2 };

// Five instructions from 0x8000 on, reported by one P-header.
static struct story *row(uint32_t etmcr) {
  struct config config = config_default_etm3;
  config.etmcr |= etmcr;
  config.etmccer |= 1u << 26;  // virtualization
  struct story *s = story_new(&config, A32_NOP);
  for (uint32_t i = 0; i < 5; i++) {
    add(s, STEP_INSTRUCTION, 0x8000 + 4 * i);
    s->moments[i].clocks = i + 1;
  }
  async(s);
  plain_isync(s, 0x8000, ISYNC_TRACE_ON);
  if (etmcr & ETMCR_VMID) {
    put(s, 0x3C);
    put(s, 0);
  }
  executed(s, 5);
  return s;
}

static void is_wrong_in_the_middle(struct step change, const char *words) {
  struct story *s = row(0);
  change.opcode = A32_NOP;
  s->steps[MIDDLE] = change;
  wrong(s, words);
}

// An instruction of a P-header is wrong in the same way as a single instruction.
CASE(inside_a_range) {
  const struct step right_one = {.address = 0x8008, .size = 4, .passed = true};
  struct step s = right_one;
  right(row(0));
  s.address = 0x800C;
  is_wrong_in_the_middle(s, "the trace reports 0x00008008 ARM ns=0 hyp=0 executed, expected 0x0000800C ARM ns=0 hyp=0");
  s = right_one;
  s.ns = true;
  is_wrong_in_the_middle(s, "the trace reports 0x00008008 ARM ns=0 hyp=0 executed, expected 0x00008008 ARM ns=1 hyp=0");
  s = right_one;
  s.hyp = true;
  is_wrong_in_the_middle(s, "the trace reports 0x00008008 ARM ns=0 hyp=0 executed, expected 0x00008008 ARM ns=0 hyp=1");
  s = right_one;
  s.thumb = true;
  is_wrong_in_the_middle(s,
                         "the trace reports 0x00008008 ARM ns=0 hyp=0 executed, expected 0x00008008 Thumb ns=0 hyp=0");
  s = right_one;
  s.size = 2;
  is_wrong_in_the_middle(s, "the instruction at 0x00008008 has 4 bytes in the image, expected 2: step #2");
  s = right_one;
  s.passed = false;
  is_wrong_in_the_middle(s, "0x00008008: atom is E, expected N");
  s = right_one;
  s.prohibited = true;
  is_wrong_in_the_middle(s, "0x00008008 is in the trace, but tracing was off from step #2 on: tracing is prohibited");
  s = (struct step){.kind = STEP_EXCEPTION, .address = 0x8100, .exception = 14};
  is_wrong_in_the_middle(s, "the trace reports 0x00008008 executed, the processor took exception 14 there");
}

CASE(exception_return_and_end_of_a_range) {
  struct story *s = row(0);
  s->moments[MIDDLE].exits = true;
  wrong(s, "no exception return packet for step #2 at 0x00008008, expected one");
  s = row(0);
  s->history.count = 3;
  wrong(s, "the trace reports execution at 0x0000800C, the processor executed no more");
  right(row(ETMCR_VMID));
  s = row(ETMCR_VMID);
  s->moments[MIDDLE].vmid = 7;
  wrong(s, "VMID at step #2 is 0x00, expected 0x07");
  right(row(ETMCR_CYCLE_ACCURATE));
  s = row(ETMCR_CYCLE_ACCURATE);
  s->moments[MIDDLE].clocks = 4;
  wrong(s, "0x00008008 is in cycle 3 of the trace, expected 4");
  s = row(0);
  s->config.etmcr |= FIELD_OF(ETMCR_CONTEXT_ID, 1);
  s->size -= 6;  // the I-sync, with a byte of Context ID, and the P-header
  s->size--;
  put(s, 0x08);
  put(s, 0x05);
  put(s, 0x01 | ISYNC_TRACE_ON << 5);
  put_word(s, 0x8000);
  executed(s, 5);
  for (uint32_t i = 0; i < 5; i++) s->moments[i].context_id = i == MIDDLE ? 6 : 5;
  wrong(s, "no packet reports Context ID 0x6, expected one before step #2: the trace still has 0x5");
}

// --- without code ----------------------------------------------------------------------------------------------------

// 0x8000 is an indirect branch to 0x8100. Execution continues after 0x8104.
static struct story *branch_story(void) {
  struct story *s = story_new(&config_default_etm3, A32_NOP);
  word(s, 0x8000, A32_BX_R0);
  add(s, STEP_INSTRUCTION, 0x8000);
  s->moments[0].branch = (struct etm3_branch){.kind = ETM3_INDIRECT, .to = {.address = 0x8100}};
  add(s, STEP_INSTRUCTION, 0x8100);
  add(s, STEP_INSTRUCTION, 0x8104);
  async(s);
  isync(s, 0x8000, ISYNC_TRACE_ON, 0);
  executed(s, 1);
  return s;
}

// 7.3.5: two address bytes, compressed relative to 0x8000.
static void branch_to(struct story *s, uint32_t to) {
  put(s, (uint8_t)(0x81 | (to >> 2 & 0x3F) << 1));
  put(s, (uint8_t)(to >> 8 & 0x3F));
}

CASE(port_replaces_the_image) {
  struct story *s = branch_story();
  branch_to(s, 0x8100);
  isync(s, 0x8100, ISYNC_PERIODIC, 0);
  executed(s, 2);
  right(s);
  s = branch_story();
  branch_to(s, 0x8104);
  executed(s, 2);
  wrong_by_port(s, "branch to step #1: the trace says to 0x00008104 ARM, the processor went to 0x00008100 ARM");
  s = branch_story();
  executed(s, 2);
  wrong_by_port(s, "no branch packet follows the indirect branch at 0x00008000, step #0, expected one");
  s = branch_story();
  isync(s, 0x8100, ISYNC_PERIODIC, 0);
  branch_to(s, 0x8100);
  wrong_by_port(s, "periodic I-sync between an indirect branch and its branch packet");
  s = branch_story();
  branch_to(s, 0x8100);
  executed(s, 1);
  isync(s, 0x8108, ISYNC_PERIODIC, 0);
  wrong_by_port(s, "periodic I-sync is at 0x00008108 ARM, expected 0x00008104 ARM");
  s = branch_story();
  branch_to(s, 0x8100);
  put(s, 0x80 | 1 << 6 | 1 << 2);  // E N
  wrong_by_port(s, "0x00008104: atom is N, expected E");
  s = branch_story();
  branch_to(s, 0x8100);
  executed(s, 1);
  wrong_by_port(s, "the trace ends without the last 1 step, which must be traced; it is step #");
}

// A superfluous continuation bit or information byte, so the packet consumes the first byte 00 of an A-sync.
CASE(a_branch_packet_is_too_long_before_an_async) {
  static const char *const target =
      "branch to step #1: the trace says to 0x00000100 ARM, the processor went to 0x00008100 ARM";
  static const char *const length = "branch packet has 6 bytes and ends inside the next A-sync, expected it to end ";
  for (int code = 0; code < 2; code++) {
    struct story *s = branch_story();
    put(s, 0x81);
    put(s, 0x81);
    async(s);
    isync(s, 0x8100, ISYNC_PERIODIC, 0);
    (code ? wrong : wrong_by_port)(s, target);
    s = branch_story();
    put_five(s, 0x8100, 0);
    for (int i = 0; i < 4; i++) put(s, 0);
    put(s, 0x80);
    isync(s, 0x8100, ISYNC_PERIODIC, 0);
    (code ? wrong : wrong_by_port)(s, length);
  }
}

// The flow withholds a branch packet with another target. No valid packet follows it.
CASE(a_wrong_branch_before_an_invalid_packet) {
  struct story *s = branch_story();
  branch_to(s, 0x8104);
  put(s, 0x62);  // no header
  wrong(s, "branch to step #1: the trace says to 0x00008104 ARM, the processor went to 0x00008100 ARM");
  s = branch_story();
  branch_to(s, 0x8100);
  put(s, 0x62);
  wrong(s, "invalid packet 62 (ETMCR=0x00000800): expected a packet header");
  s = branch_story();
  branch_to(s, 0x8100);
  put(s, 0x08);
  put(s, 0x01);
  put_word(s, 0x8002);
  wrong(s, "invalid packet 08 01 02 80 00 00 (ETMCR=0x00000800): I-sync in ARM state: expected address bit 1 = 0");
  s = branch_story();
  branch_to(s, 0x8100);
  put(s, 0);
  put(s, 0);
  put(s, 0x91);
  wrong(s, "invalid packet 00 00 91 (ETMCR=0x00000800): A-sync: expected 5 or more zero bytes, then 0x80");
}
