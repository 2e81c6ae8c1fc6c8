// SPDX-License-Identifier: Apache-2.0
// Check 2 of a PTM: what it accepts, and the wrong stream beside it. Bytes by hand from IHI 0035B 4.5.
#include "follow_bench.h"

// --- what happened ---------------------------------------------------------------------------------------------------

static struct moment *moment_of(struct story *s, size_t i) { return &s->moments[i]; }

static struct waypoint *add(struct story *s, enum waypoint_type type, uint32_t pc, uint32_t target) {
  const size_t i = s->happened.count++;
  assert_true(i < STORY_ITEMS);
  s->happened.waypoints = s->waypoints;
  s->waypoints[i] =
      (struct happened_waypoint){.wp = {.type = (uint8_t)type, .pc = pc, .target = target, .taken = true}};
  s->moments[i] = (struct moment){.clocks = 10 * (i + 1), .enabled = true};
  return &s->waypoints[i].wp;
}

static void goes(struct story *s, uint32_t from, uint32_t to) { add(s, WAYPOINT_INDIRECT, from, to); }

// --- packets ---------------------------------------------------------------------------------------------------------

static void count(struct story *s, uint32_t n, uint8_t first) {
  put(s, (uint8_t)(first | (n > 15 ? 0x40 : 0) | (n & 15) << 2));
  for (n >>= 4; n > 0; n >>= 7) put(s, (uint8_t)((n & 0x7F) | (n > 0x7F ? 0x80 : 0)));
}

static bool counts(const struct story *s) { return s->config.etmcr & ETMCR_CYCLE_ACCURATE; }

static void isync(struct story *s, uint32_t address, enum isync_reason reason, uint32_t clocks) {
  put(s, 0x08);
  put_word(s, address);
  put(s, (uint8_t)(0x01 | reason << 5));
  if (counts(s) && reason != ISYNC_PERIODIC) count(s, clocks, 0x80);
}

static void address(struct story *s, uint32_t to, uint8_t last) {
  put(s, (uint8_t)(0x81 | (to >> 2 & 0x3F) << 1));
  for (int bit = 8; bit <= 22; bit += 7) put(s, (uint8_t)(0x80 | (to >> bit & 0x7F)));
  put(s, (uint8_t)(last | to >> 29));
}

static void branch(struct story *s, uint32_t to, uint32_t clocks) {
  address(s, to, 0x08);
  if (counts(s)) count(s, clocks, 0);
}

static void exception(struct story *s, uint32_t to, unsigned number, uint32_t clocks) {
  address(s, to, 0x48);
  put(s, (uint8_t)(number << 1));
  if (counts(s)) count(s, clocks, 0);
}

static struct config plain(void) { return config_default; }

// --- the reason of an I-sync (4.5.2)
// ----------------------------------------------------------------------------------

// Tracing starts at 0x8100; Debug state is entered at 0x8200 and left to 0x8300; 0x8300 goes to 0x8400, and that to
// 0x8500.
static struct story *debug_story(void) {
  const struct config config = plain();
  struct story *s = story_new(&config, A32_BX_R0);
  goes(s, 0x8000, 0x8100);
  goes(s, 0x8100, 0x8200);
  add(s, WAYPOINT_DEBUG_ENTRY, 0x8200, 0);
  add(s, WAYPOINT_DEBUG_EXIT, 0, 0x8300);
  goes(s, 0x8300, 0x8400);
  goes(s, 0x8400, 0x8500);
  return s;
}
enum { AT_START, BEFORE_ENTRY, ENTRY, EXIT, BEHIND_EXIT, LAST };

static void tell_entry(struct story *s) {
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  branch(s, 0x8200, 0);
  exception(s, 0, 1, 0);
}

// `reason` at the exit, or one waypoint later.
static struct story *told_at_exit(struct story *s, enum isync_reason reason) {
  tell_entry(s);
  isync(s, 0x8300, reason, 0);
  branch(s, 0x8400, 0);
  branch(s, 0x8500, 0);
  return s;
}

static struct story *told_behind_exit(struct story *s, enum isync_reason reason) {
  tell_entry(s);
  isync(s, 0x8400, reason, 0);
  branch(s, 0x8500, 0);
  return s;
}

static const char no_place[] = "none leads there for that reason";

static void the_first_instruction_behind_debug_exit(void **state) {
  (void)state;
  right(told_at_exit(debug_story(), ISYNC_DEBUG_EXIT));
  wrong(told_at_exit(debug_story(), ISYNC_TRACE_ON), no_place);
  wrong(told_at_exit(debug_story(), ISYNC_OVERFLOW), no_place);
}

static struct story *off_at_exit(bool later) {
  struct story *s = debug_story();
  moment_of(s, EXIT)->enabled = false;
  moment_of(s, EXIT)->enabled_later = later;
  return s;
}

static void debug_exit_is_not_kept(void **state) {
  (void)state;
  right(told_behind_exit(off_at_exit(false), ISYNC_TRACE_ON));
  right(told_behind_exit(off_at_exit(false), ISYNC_OVERFLOW));
  wrong(told_behind_exit(off_at_exit(false), ISYNC_DEBUG_EXIT), no_place);
}

static void debug_exit_told_late(void **state) {
  (void)state;
  right(told_at_exit(off_at_exit(true), ISYNC_DEBUG_EXIT));
  wrong(told_at_exit(off_at_exit(true), ISYNC_TRACE_ON), no_place);
}

// The exit leads into a prohibited region, which is left to 0x8400.
static struct story *exit_prohibited(void) {
  struct story *s = debug_story();
  s->waypoints[EXIT].wp.prohibited = true;
  s->waypoints[EXIT].wp.target = 0;
  return s;
}

static void debug_exit_into_a_prohibited_region(void **state) {
  (void)state;
  right(told_behind_exit(exit_prohibited(), ISYNC_DEBUG_EXIT));
  wrong(told_behind_exit(exit_prohibited(), ISYNC_TRACE_ON), no_place);
  wrong(told_behind_exit(exit_prohibited(), ISYNC_OVERFLOW), no_place);
}

// Text does not say what Jazelle code is to the debug exit's rule.
static void debug_exit_into_jazelle(void **state) {
  (void)state;
  for (unsigned reason = ISYNC_TRACE_ON; reason <= ISYNC_DEBUG_EXIT; reason++) {
    struct story *s = debug_story();
    s->waypoints[EXIT].wp.target_j = true;
    right(told_behind_exit(s, reason));
  }
}

// The trace is lost from 0x8100 on.
static struct story *overflow_story(uint32_t address, enum isync_reason reason) {
  struct story *s = debug_story();
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  isync(s, address, reason, 0);
  if (address == 0x8300) branch(s, 0x8400, 0);
  branch(s, 0x8500, 0);
  return s;
}

static void debug_exit_goes_before_overflow(void **state) {
  (void)state;
  right(overflow_story(0x8300, ISYNC_DEBUG_EXIT));
  wrong(overflow_story(0x8300, ISYNC_OVERFLOW), no_place);
  right(overflow_story(0x8400, ISYNC_OVERFLOW));
  wrong(overflow_story(0x8400, ISYNC_DEBUG_EXIT), no_place);
  wrong(overflow_story(0x8400, ISYNC_TRACE_ON), no_place);
}

static struct story *told_twice_at_exit(enum isync_reason reason) {
  struct story *s = debug_story();
  s->forced = true;
  tell_entry(s);
  isync(s, 0x8300, ISYNC_DEBUG_EXIT, 0);
  isync(s, 0x8300, reason, 0);
  branch(s, 0x8400, 0);
  branch(s, 0x8500, 0);
  return s;
}

static void debug_exit_told_again_after_an_overflow(void **state) {
  (void)state;
  right(told_twice_at_exit(ISYNC_OVERFLOW));
  right(told_twice_at_exit(ISYNC_DEBUG_EXIT));
  wrong(told_twice_at_exit(ISYNC_TRACE_ON), no_place);
}

// Tracing stops at 0x8200; what is lost behind it no I-sync tells. It goes on at 0x8400.
static struct story *stopped(bool overflow, enum isync_reason reason) {
  struct story *s = story_new(&config_default, A32_BX_R0);
  goes(s, 0x8000, 0x8100);
  goes(s, 0x8100, 0x8200);
  if (overflow) goes(s, 0x8200, 0x8300);
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  branch(s, 0x8200, 0);
  restart(s, overflow);
  goes(s, 0x8300, 0x8400);
  goes(s, 0x8400, 0x8500);
  async(s);
  isync(s, 0x8400, reason, 0);
  branch(s, 0x8500, 0);
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

// The exit into a prohibited region came before the unit was started again: it need not know.
static void debug_exit_while_the_unit_was_off(void **state) {
  (void)state;
  for (unsigned reason = ISYNC_TRACE_ON; reason <= ISYNC_DEBUG_EXIT; reason++) {
    struct story *s = story_new(&config_default, A32_BX_R0);
    add(s, WAYPOINT_DEBUG_EXIT, 0, 0)->prohibited = true;
    async(s);
    restart(s, false);
    goes(s, 0, 0x8400);
    goes(s, 0x8400, 0x8500);
    async(s);
    isync(s, 0x8400, reason, 0);
    branch(s, 0x8500, 0);
    if (reason == ISYNC_OVERFLOW) {
      wrong(s, no_place);
    } else {
      right(s);
    }
  }
}

// --- the cycle count of an I-sync (4.5.2)
// ------------------------------------------------------------------------------

enum { V10 = 0x571CF300, V11 = 0x571CF310 };

static struct config counted(uint32_t etmidr) {
  struct config config = config_default;
  config.etmcr |= ETMCR_CYCLE_ACCURATE;
  config.etmidr = etmidr;
  return config;
}

// A waypoint every ten clocks. The I-sync of `reason` tells the target of the fourth, and `clocks`; the fifth's packet
// tells `next`.
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

static void count_behind_an_overflow(void **state) {
  (void)state;
  right(resumed(V11, ISYNC_OVERFLOW, 20, 10));
  right(resumed(V11, ISYNC_OVERFLOW, 0, 10));
  right(resumed(V11, ISYNC_OVERFLOW, 12345, 10));
  right(resumed(V11, ISYNC_OVERFLOW, UINT32_MAX, 10));
  wrong(resumed(V11, ISYNC_OVERFLOW, 0, 30), "clocks up to waypoint 4");
  wrong(resumed(V11, ISYNC_OVERFLOW, 20, 11), "clocks up to waypoint 4");
  wrong(resumed(V11, ISYNC_OVERFLOW, UINT32_MAX, 11), "clocks up to waypoint 4");
}

static void count_where_it_is_known(void **state) {
  (void)state;
  right(resumed(V10, ISYNC_OVERFLOW, 20, 10));
  wrong(resumed(V10, ISYNC_OVERFLOW, 21, 10), no_place);
  right(resumed(V11, ISYNC_TRACE_ON, 20, 10));
  wrong(resumed(V11, ISYNC_TRACE_ON, 21, 10), no_place);
  right(resumed(V10, ISYNC_TRACE_ON, 20, 10));
  wrong(resumed(V10, ISYNC_TRACE_ON, 20, 11), "clocks up to waypoint 4");
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

static void count_behind_a_debug_exit(void **state) {
  (void)state;
  right(counted_exit(V11, 10, 10));
  right(counted_exit(V11, 5, 10));
  wrong(counted_exit(V11, 5, 15), "clocks up to waypoint 4");
  right(counted_exit(V10, 10, 10));
  wrong(counted_exit(V10, 5, 15), no_place);
}

// The first count runs from a clock between the write that clears the Programming bit, five clocks before WPTENABLE,
// and WPTENABLE. The waypoint that it tells is the `at`-th.
static struct story *first_count(size_t at, uint32_t clocks, uint32_t next) {
  const struct config config = counted(V11);
  struct story *s = story_new(&config, A32_BX_R0);
  for (uint32_t from = 0x8000; from < 0x8400; from += 0x100) goes(s, from, from + 0x100);
  for (size_t i = 0; i < s->happened.count; i++) {
    s->moments[i].enabling = 5;
    s->moments[i].enabled = i >= at;
  }
  async(s);
  isync(s, 0x8100 + 0x100 * (uint32_t)at, ISYNC_TRACE_ON, clocks);
  branch(s, 0x8200 + 0x100 * (uint32_t)at, next);
  for (uint32_t to = 0x8300 + 0x100 * (uint32_t)at; to <= 0x8400; to += 0x100) branch(s, to, 10);
  return s;
}

static void first_count_since_programming(void **state) {
  (void)state;
  for (uint32_t at = 0; at < 2; at++) {
    for (uint32_t more = 0; more <= 5; more++) right(first_count(at, 10 * (at + 1) + more, 10));
    wrong(first_count(at, 10 * (at + 1) + 6, 10), no_place);
    wrong(first_count(at, 10 * (at + 1) - 1, 10), no_place);
    wrong(first_count(at, 10 * (at + 1) + 5, 5), "clocks up to waypoint");
  }
}

// --- streams without an I-sync (4.5.1, 4.11.2)
// -------------------------------------------------------------------------

static void trigger(struct story *s) { put(s, 0x0C); }

// The processor has gone to Debug state at once.
static struct story *nothing_to_tell(void) {
  struct story *s = story_new(&config_default, A32_BX_R0);
  add(s, WAYPOINT_DEBUG_ENTRY, 0x8000, 0);
  return s;
}

static void nothing_but_synchronization(void **state) {
  (void)state;
  struct story *s = nothing_to_tell();
  async(s);
  right(s);
  s = nothing_to_tell();
  async(s);
  trigger(s);
  right(s);
  s = nothing_to_tell();
  trigger(s);
  async(s);
  wrong(s, "bytes before an A-sync");
  s = debug_story();
  async(s);
  trigger(s);
  wrong(s, "waypoints are not in it");
}

static void nothing_is_told_before_an_isync(void **state) {
  (void)state;
  struct story *s = nothing_to_tell();
  async(s);
  put(s, 0x84);  // E
  wrong(s, "before the first I-sync");
  s = debug_story();
  async(s);
  branch(s, 0x8100, 0);
  told_at_exit(s, ISYNC_DEBUG_EXIT);
  wrong(s, "before the first I-sync");
}

// Its I-sync waits for tracing to start; the A-sync does not.
static void isync_later_than_async(void **state) {
  (void)state;
  struct story *s = debug_story();
  async(s);
  trigger(s);
  told_at_exit(s, ISYNC_DEBUG_EXIT);
  right(s);
}

static void behind_a_stream_without_an_isync(void **state) {
  (void)state;
  struct story *s = nothing_to_tell();
  async(s);
  restart(s, false);
  add(s, WAYPOINT_DEBUG_EXIT, 0, 0x8300);
  goes(s, 0x8300, 0x8400);
  async(s);
  isync(s, 0x8300, ISYNC_DEBUG_EXIT, 0);
  branch(s, 0x8400, 0);
  right(s);
  s = nothing_to_tell();
  async(s);
  restart(s, false);
  async(s);
  put(s, 0x84);
  wrong(s, "before the first I-sync");
}

// --- timestamps (4.14)
// -------------------------------------------------------------------------------------------------

// 64 bits, binary: as a Cortex-A15 has them. v1.0: 48 bits, Gray.
static struct config stamped(uint32_t etmidr) {
  struct config config = config_default;
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

// A waypoint every ten clocks, the second in clock 110; tracing starts with the first, and behind the second if it is
// `off` goes on with the fourth.
static struct story *stamped_story(uint32_t etmidr, bool off) {
  const struct config config = stamped(etmidr);
  struct story *s = story_new(&config, A32_BX_R0);
  for (uint32_t at = 0x8000; at < 0x8500; at += 0x100) goes(s, at, at + 0x100);
  for (size_t i = 0; i < s->happened.count; i++) {
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

static void time_of_the_last_waypoint(void **state) {
  (void)state;
  for (int off = 0; off < 2; off++) {
    right(one_stamp(V11, off, 110));
    wrong(one_stamp(V11, off, 109), "timestamp 0x6D");
  }
  wrong(one_stamp(V11, false, 111), "timestamp 0x6F");
}

static void stamp_while_tracing_is_off(void **state) {
  (void)state;
  right(one_stamp(V11, true, 111));
  right(one_stamp(V11, true, 149));
  wrong(one_stamp(V11, true, 150), "timestamp 0x96");
}

static void stamp_with_nothing_traced_since(void **state) {
  (void)state;
  for (int off = 0; off < 2; off++) {
    right(two_stamps(V11, off, 110));
    right(two_stamps(V11, off, 115));
    right(two_stamps(V11, off, 149));
    wrong(two_stamps(V11, off, 109), "timestamp 0x6D");
    wrong(two_stamps(V11, off, 150), "timestamp 0x96");
  }
}

static void time_of_generation(void **state) {
  (void)state;
  right(one_stamp(V10, false, 110));
  right(one_stamp(V10, false, 119));
  wrong(one_stamp(V10, false, 109), "timestamp 0x6D");
  wrong(one_stamp(V10, false, 120), "timestamp 0x78");
  right(one_stamp(V10, true, 120));
  right(two_stamps(V10, true, 149));
  wrong(one_stamp(V10, true, 150), "timestamp 0x96");
}

// Where the next waypoints are lost, the time of generation may be later than theirs.
static struct story *stamp_in_overflow(uint32_t etmidr, uint64_t time) {
  struct story *s = stamped_story(etmidr, false);
  stamp(s, time);
  isync(s, 0x8400, ISYNC_OVERFLOW, 0);
  branch(s, 0x8500, 0);
  return s;
}

static void stamp_before_an_overflow(void **state) {
  (void)state;
  right(stamp_in_overflow(V10, 110));
  right(stamp_in_overflow(V10, 135));
  wrong(stamp_in_overflow(V10, 109), "timestamp 0x6D");
  wrong(stamp_in_overflow(V10, 150), "timestamp 0x96");
  right(stamp_in_overflow(V11, 110));
  wrong(stamp_in_overflow(V11, 111), "timestamp 0x6F");
}

static void stamp_before_the_isync(void **state) {
  (void)state;
  struct story *s = story_new(&config_default, A32_BX_R0);
  s->config = stamped(V11);
  goes(s, 0x8000, 0x8100);
  goes(s, 0x8100, 0x8200);
  async(s);
  stamp(s, 12345);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  branch(s, 0x8200, 0);
  right(s);
}

// An exception asks for one; so does the next, `between` waypoints later. One behind `later` more serves both.
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

static void requests_share_a_stamp(void **state) {
  (void)state;
  right(asked(0, 0, true));
  right(asked(3, 0, true));
  right(asked(3, 20, true));
  right(asked(3, 20, false));  // one may still come
  wrong(asked(3, 70, false), "no timestamp behind waypoint");
  wrong(asked(3, 70, true), "no timestamp behind waypoint");
}

// --- what the text leaves open
// ------------------------------------------------------------------------------------------

// An ISB at 0x8100, told by a branch packet to `to`.
static struct story *barrier(bool broadcast, uint32_t to) {
  struct config config = config_default;
  if (broadcast) config.etmcr |= ETMCR_BRANCH_BROADCAST;
  struct story *s = story_new(&config, A32_BX_R0);
  word(s, 0x8100, A32_ISB);
  goes(s, 0x8000, 0x8100);
  add(s, WAYPOINT_BARRIER, 0x8100, 0);
  goes(s, 0x8104, 0x8200);
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  if (to) {
    branch(s, to, 0);
  } else {
    put(s, 0x84);
  }
  branch(s, 0x8200, 0);
  return s;
}

static void barriers_may_be_broadcast(void **state) {
  (void)state;
  right(barrier(true, 0));
  right(barrier(false, 0));
  right(barrier(true, 0x8104));
  wrong(barrier(true, 0x8108), "another target");
  wrong(barrier(false, 0x8104), "a branch packet for a barrier");
}

// The branch, or exception, at 0x8100 leads into a prohibited region, or to Debug state; tracing goes on at 0x8400.
enum entry { BY_BRANCH, BY_EXCEPTION, BY_DEBUG };

static struct story *hidden(enum entry entry, uint32_t to, uint8_t last, uint8_t info) {
  struct story *s = story_new(&config_default, A32_BX_R0);
  goes(s, 0x8000, 0x8100);
  if (entry == BY_DEBUG) {
    add(s, WAYPOINT_DEBUG_ENTRY, 0x8100, 0);
    add(s, WAYPOINT_DEBUG_EXIT, 0, 0x8400);
  } else {
    struct waypoint *w = add(s, entry == BY_BRANCH ? WAYPOINT_INDIRECT : WAYPOINT_EXCEPTION, 0x8100, 0);
    w->prohibited = true;
    w->exception = entry == BY_EXCEPTION ? 14 : 0;
    goes(s, 0, 0x8400);
  }
  goes(s, 0x8400, 0x8500);
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  address(s, to, last);
  put(s, info);
  isync(s, 0x8400, entry == BY_DEBUG ? ISYNC_DEBUG_EXIT : ISYNC_TRACE_ON, 0);
  branch(s, 0x8500, 0);
  return s;
}
enum { TO_ARM = 0x48, TO_THUMB = 0x50, NS_BIT = 1, IRQ_INFO = 14 << 1, DEBUG_INFO = 1 << 1 };

static void entry_to_a_prohibited_region(void **state) {
  (void)state;
  static const struct {
    enum entry entry;
    uint8_t info;
  } entries[] = {{BY_BRANCH, 0}, {BY_EXCEPTION, IRQ_INFO}};
  for (size_t i = 0; i < 2; i++) {
    for (uint8_t ns = 0; ns < 2; ns++) {
      right(hidden(entries[i].entry, 0, TO_ARM, entries[i].info | ns));
      right(hidden(entries[i].entry, 0, TO_THUMB, entries[i].info | ns));
    }
    wrong(hidden(entries[i].entry, 0x8400, TO_ARM, entries[i].info), "0x00008400");
  }
  wrong(hidden(BY_EXCEPTION, 0, TO_ARM, 15 << 1), "exception 15");
  wrong(hidden(BY_BRANCH, 0, TO_ARM, IRQ_INFO), "exception 14");
}

// 5.3.8: all but the exception number is not valid.
static void entry_to_debug_state(void **state) {
  (void)state;
  for (uint8_t ns = 0; ns < 2; ns++) {
    right(hidden(BY_DEBUG, 0, TO_ARM, DEBUG_INFO | ns));
    right(hidden(BY_DEBUG, 0x8100, TO_ARM, DEBUG_INFO | ns));
    right(hidden(BY_DEBUG, 0, TO_THUMB, DEBUG_INFO | ns));
  }
  wrong(hidden(BY_DEBUG, 0, TO_ARM, IRQ_INFO), "exception 14");
}

// Code runs from 0xBFF8 to 0xC004, where an interrupt comes. Its packet has address bits 13 to 2 alone: those above are
// of the I-sync, or of the waypoint update. The next packet is short again.
static struct story *behind_an_update(uint32_t vector) {
  struct story *s = story_new(&config_default, A32_NOP);
  goes(s, 0x8000, 0xBFF8);
  add(s, WAYPOINT_EXCEPTION, 0xC008, vector)->exception = 14;
  for (uint32_t at = 0x8018; at <= 0xC018; at += 0x4000) word(s, at, A32_BX_R0);
  goes(s, vector, vector + 8);
  async(s);
  isync(s, 0xBFF8, ISYNC_TRACE_ON, 0);
  put(s, 0x72);
  address(s, 0xC004, 0x08);
  static const uint8_t bytes[] = {0x8D, 0x40, IRQ_INFO, 0x11};
  for (size_t i = 0; i < sizeof bytes; i++) put(s, bytes[i]);
  return s;
}

static void base_of_an_update(void **state) {
  (void)state;
  right(behind_an_update(0x8018));
  right(behind_an_update(0xC018));
  wrong(behind_an_update(0x4018), "exception 14 to 0x0000C018");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_first_instruction_behind_debug_exit),
      cmocka_unit_test(debug_exit_is_not_kept),
      cmocka_unit_test(debug_exit_told_late),
      cmocka_unit_test(debug_exit_into_a_prohibited_region),
      cmocka_unit_test(debug_exit_into_jazelle),
      cmocka_unit_test(debug_exit_goes_before_overflow),
      cmocka_unit_test(debug_exit_told_again_after_an_overflow),
      cmocka_unit_test(overflow_before_a_stop),
      cmocka_unit_test(count_behind_an_overflow),
      cmocka_unit_test(count_where_it_is_known),
      cmocka_unit_test(count_behind_a_debug_exit),
      cmocka_unit_test(first_count_since_programming),
      cmocka_unit_test(nothing_but_synchronization),
      cmocka_unit_test(nothing_is_told_before_an_isync),
      cmocka_unit_test(time_of_the_last_waypoint),
      cmocka_unit_test(stamp_while_tracing_is_off),
      cmocka_unit_test(stamp_with_nothing_traced_since),
      cmocka_unit_test(stamp_before_an_overflow),
      cmocka_unit_test(debug_exit_while_the_unit_was_off),
      cmocka_unit_test(time_of_generation),
      cmocka_unit_test(stamp_before_the_isync),
      cmocka_unit_test(requests_share_a_stamp),
      cmocka_unit_test(isync_later_than_async),
      cmocka_unit_test(barriers_may_be_broadcast),
      cmocka_unit_test(base_of_an_update),
      cmocka_unit_test(entry_to_a_prohibited_region),
      cmocka_unit_test(entry_to_debug_state),
      cmocka_unit_test(behind_a_stream_without_an_isync),
  };
  return cmocka_run_group_tests_name("follow, PFT", tests, NULL, NULL);
}
