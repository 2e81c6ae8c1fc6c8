// SPDX-License-Identifier: Apache-2.0
// The scoreboard of a PTM, cycle counts and timestamps: traces that it accepts, each with a similar wrong trace.
#include "pft_scoreboard_bench.h"

// --- the cycle count of an I-sync (4.5.2) ----------------------------------------------------------------------------

static struct config counted(uint32_t etmidr) {
  struct config config = config_default_pft;
  config.etmcr |= ETMCR_CYCLE_ACCURATE;
  config.etmidr = etmidr;
  return config;
}

// A waypoint every ten clocks. The I-sync with `reason` reports the target of the fourth, and `clocks`. The packet of
// the fifth reports `next`.
static struct story *resumed(uint32_t etmidr, enum isync_reason reason, uint32_t clocks, uint32_t next) {
  const struct config config = counted(etmidr);
  struct story *s = story_new(&config, A32_BX_R0);
  for (uint32_t at = 0x8000; at < 0x8600; at += 0x100) goes(s, at, at + 0x100);
  if (reason == ISYNC_TRACE_ON) s->moments[1].enabled = s->moments[2].enabled = false;
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 10);
  branch(s, 0x8200, 10);
  isync(s, 0x8400, reason, clocks);
  branch(s, 0x8500, next);
  branch(s, 0x8600, 10);
  return s;
}

CASE(count_after_an_overflow) {
  right(resumed(V11, ISYNC_OVERFLOW, 20, 10));
  right(resumed(V11, ISYNC_OVERFLOW, 0, 10));
  right(resumed(V11, ISYNC_OVERFLOW, 12345, 10));
  right(resumed(V11, ISYNC_OVERFLOW, UINT32_MAX, 10));
  wrong(resumed(V11, ISYNC_OVERFLOW, 0, 30), "cycles from waypoint #3 to #4: the trace counts 30, expected 10");
  wrong(resumed(V11, ISYNC_OVERFLOW, 20, 11), "cycles from waypoint #3 to #4: the trace counts 11, expected 10");
  wrong(resumed(V11, ISYNC_OVERFLOW, UINT32_MAX, 11),
        "cycles from waypoint #3 to #4: the trace counts 11, expected 10");
}

CASE(known_counts) {
  right(resumed(V10, ISYNC_OVERFLOW, 20, 10));
  wrong(resumed(V10, ISYNC_OVERFLOW, 21, 10), no_place);
  right(resumed(V11, ISYNC_TRACE_ON, 20, 10));
  wrong(resumed(V11, ISYNC_TRACE_ON, 21, 10), no_place);
  right(resumed(V10, ISYNC_TRACE_ON, 20, 10));
  wrong(resumed(V10, ISYNC_TRACE_ON, 20, 11), "cycles from waypoint #1 to #4: the trace counts 31, expected 30");
}

static struct story *counted_exit(uint32_t etmidr, uint32_t clocks, uint32_t next) {
  struct story *s = debug_story();
  s->config = counted(etmidr);
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 10);
  branch(s, 0x8200, 10);
  exception(s, 0, 1, 10);
  isync(s, 0x8300, ISYNC_DEBUG_EXIT, clocks);
  branch(s, 0x8400, next);
  branch(s, 0x8500, 10);
  return s;
}

CASE(count_after_a_debug_exit) {
  right(counted_exit(V11, 10, 10));
  right(counted_exit(V11, 5, 10));
  wrong(counted_exit(V11, 5, 15), "cycles from waypoint #3 to #4: the trace counts 15, expected 10");
  right(counted_exit(V10, 10, 10));
  wrong(counted_exit(V10, 5, 15), no_place);
}

// The first count begins in a clock from the write that clears the Programming bit, five clocks before WPTENABLE, to
// WPTENABLE. It reports waypoint `at`.
static struct story *first_count(size_t at, uint32_t clocks, uint32_t next) {
  const struct config config = counted(V11);
  struct story *s = story_new(&config, A32_BX_R0);
  for (uint32_t from = 0x8000; from < 0x8400; from += 0x100) goes(s, from, from + 0x100);
  for (size_t i = 0; i < s->history.count; i++) {
    s->moments[i].enabling = 5;
    s->moments[i].enabled = i >= at;
  }
  async(s);
  isync(s, 0x8100 + 0x100 * (uint32_t)at, ISYNC_TRACE_ON, clocks);
  branch(s, 0x8200 + 0x100 * (uint32_t)at, next);
  for (uint32_t to = 0x8300 + 0x100 * (uint32_t)at; to <= 0x8400; to += 0x100) branch(s, to, 10);
  return s;
}

CASE(first_count_since_programming) {
  for (uint32_t at = 0; at < 2; at++) {
    for (uint32_t more = 0; more <= 5; more++) right(first_count(at, 10 * (at + 1) + more, 10));
    wrong(first_count(at, 10 * (at + 1) + 6, 10), no_place);
    wrong(first_count(at, 10 * (at + 1) - 1, 10), no_place);
    wrong(first_count(at, 10 * (at + 1) + 5, 5),
          at == 0 ? "cycles from waypoint #0 to #1: the trace counts 5, expected 10"
                  : "cycles from waypoint #1 to #2: the trace counts 5, expected 10");
  }
}

// --- timestamps (4.14) -----------------------------------------------------------------------------------------------

// 64-bit binary timestamps, as those of a Cortex-A15. PFTv1.0: 48-bit Gray code.
static struct config stamped(uint32_t etmidr) {
  struct config config = config_default_pft;
  config.etmcr |= ETMCR_TIMESTAMP;
  config.etmidr = etmidr;
  config.etmccer = etmidr == V10 ? 0x00C01800 : 0x34C01800;
  return config;
}

static void stamp(struct story *s, uint64_t time) {
  const bool v10 = s->config.etmidr == V10;
  if (v10) time ^= time >> 1;
  put(s, 0x42);
  for (int i = 0; i < (v10 ? 6 : 8); i++) put(s, (uint8_t)(0x80 | (time >> 7 * i & 0x7F)));
  put(s, (uint8_t)(time >> (v10 ? 42 : 56)));
}

// A waypoint every ten clocks, the second in clock 110. Tracing starts with the first. If tracing is `off` after the
// second, it continues with the fourth.
static struct story *stamped_story(uint32_t etmidr, bool off) {
  const struct config config = stamped(etmidr);
  struct story *s = story_new(&config, A32_BX_R0);
  for (uint32_t at = 0x8000; at < 0x8500; at += 0x100) goes(s, at, at + 0x100);
  for (size_t i = 0; i < s->history.count; i++) {
    const uint64_t time = 100 + 10 * i;
    s->moments[i].stamp_low = s->moments[i].stamp_high = s->moments[i].low = time;
    s->moments[i].high = time + 9;
    s->moments[i].enabled = !(off && (i == 1 || i == 2));
  }
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  branch(s, 0x8200, 0);
  return s;
}

static struct story *told_on(struct story *s, bool off) {
  if (off) {
    isync(s, 0x8400, ISYNC_TRACE_ON, 0);
  } else {
    branch(s, 0x8300, 0);
    branch(s, 0x8400, 0);
  }
  branch(s, 0x8500, 0);
  return s;
}

// PFTv1.0, cycle-accurate: a timestamp counts clocks, too (4.14). If it precedes the first I-sync, which counts none,
// the first count that must be exact is that of the next waypoint.
static struct story *count_before_isync(uint32_t next) {
  struct config config = stamped(V10);
  config.etmcr |= ETMCR_CYCLE_ACCURATE;
  struct story *s = story_new(&config, A32_BX_R0);
  for (uint32_t at = 0x8000; at < 0x8300; at += 0x100) goes(s, at, at + 0x100);
  for (size_t i = 0; i < s->history.count; i++) s->moments[i].stamp_high = s->moments[i].high = UINT64_MAX;
  async(s);
  stamp(s, 100);
  count(s, 10, 0);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  branch(s, 0x8200, next);
  branch(s, 0x8300, 10);
  return s;
}

CASE(count_before_the_first_isync) {
  right(count_before_isync(10));
  wrong(count_before_isync(7), "cycle count up to waypoint #1 is 17, expected 20");
}

static struct story *one_stamp(uint32_t etmidr, bool off, uint64_t time) {
  struct story *s = stamped_story(etmidr, off);
  stamp(s, time);
  return told_on(s, off);
}

static struct story *two_stamps(uint32_t etmidr, bool off, uint64_t time) {
  struct story *s = stamped_story(etmidr, off);
  stamp(s, 110);
  stamp(s, time);
  return told_on(s, off);
}

CASE(time_of_the_last_waypoint) {
  for (int off = 0; off < 2; off++) {
    right(one_stamp(V11, off, 110));
    wrong(one_stamp(V11, off, 109), "timestamp after waypoint #1 is 0x6D, ");
  }
  wrong(one_stamp(V11, false, 111), "timestamp after waypoint #1 is 0x6F, ");
}

CASE(timestamp_while_tracing_is_off) {
  right(one_stamp(V11, true, 111));
  right(one_stamp(V11, true, 149));
  wrong(one_stamp(V11, true, 150), "timestamp after waypoint #1 is 0x96, ");
}

CASE(timestamp_without_new_trace) {
  for (int off = 0; off < 2; off++) {
    right(two_stamps(V11, off, 110));
    right(two_stamps(V11, off, 115));
    right(two_stamps(V11, off, 149));
    wrong(two_stamps(V11, off, 109), "timestamp after waypoint #1 is 0x6D, ");
    wrong(two_stamps(V11, off, 150), "timestamp after waypoint #1 is 0x96, ");
  }
}

CASE(time_of_generation) {
  right(one_stamp(V10, false, 110));
  right(one_stamp(V10, false, 119));
  wrong(one_stamp(V10, false, 109), "timestamp after waypoint #1 is 0x6D, ");
  wrong(one_stamp(V10, false, 120), "timestamp after waypoint #1 is 0x78, ");
  right(one_stamp(V10, true, 120));
  right(two_stamps(V10, true, 149));
  wrong(one_stamp(V10, true, 150), "timestamp after waypoint #1 is 0x96, ");
}

// If the next waypoints are lost, the time of generation may be later than theirs.
static struct story *stamp_in_overflow(uint32_t etmidr, uint64_t time) {
  struct story *s = stamped_story(etmidr, false);
  stamp(s, time);
  isync(s, 0x8400, ISYNC_OVERFLOW, 0);
  branch(s, 0x8500, 0);
  return s;
}

CASE(timestamp_before_an_overflow) {
  right(stamp_in_overflow(V10, 110));
  right(stamp_in_overflow(V10, 135));
  wrong(stamp_in_overflow(V10, 109), "timestamp after waypoint #1 is 0x6D, ");
  wrong(stamp_in_overflow(V10, 150), "timestamp after waypoint #1 is 0x96, ");
  right(stamp_in_overflow(V11, 110));
  wrong(stamp_in_overflow(V11, 111), "timestamp after waypoint #1 is 0x6F, ");
}

CASE(timestamp_before_the_isync) {
  struct story *s = story_new(&config_default_pft, A32_BX_R0);
  s->config = stamped(V11);
  goes(s, 0x8000, 0x8100);
  goes(s, 0x8100, 0x8200);
  async(s);
  stamp(s, 12345);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  branch(s, 0x8200, 0);
  right(s);
}

// An exception requests a timestamp, and so does the next exception, `between` waypoints later. One timestamp after
// `later` more waypoints serves both.
static struct story *asked(unsigned between, unsigned later, bool served) {
  const struct config config = stamped(V11);
  struct story *s = story_new(&config, A32_BX_R0);
  goes(s, 0x8000, 0x8100);
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  for (unsigned i = 0; i < between + later + 2; i++) {
    if (i == 0 || i == between + 1) {
      add(s, WAYPOINT_EXCEPTION, 0x8100, 0x8100)->exception = 14;
      exception(s, 0x8100, 14, 0);
    } else {
      goes(s, 0x8100, 0x8100);
      branch(s, 0x8100, 0);
    }
  }
  if (served) stamp(s, 0);
  goes(s, 0x8100, 0x8200);
  branch(s, 0x8200, 0);
  return s;
}

CASE(requests_share_a_timestamp) {
  right(asked(0, 0, true));
  right(asked(3, 0, true));
  right(asked(3, 20, true));
  right(asked(3, 20, false));  // a timestamp may still follow
  wrong(asked(3, 70, false), "no timestamp after waypoint #");
  wrong(asked(3, 70, true), "no timestamp after waypoint #");
}
