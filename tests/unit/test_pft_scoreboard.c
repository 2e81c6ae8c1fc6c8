// SPDX-License-Identifier: Apache-2.0
// The scoreboard of a PTM: the I-syncs that it accepts, the cases that the text leaves open, and a similar wrong trace
// for each.
#include "pft_scoreboard_bench.h"

// --- the reason of an I-sync (4.5.2) ---------------------------------------------------------------------------------
static void tell_entry(struct story *s) {
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  branch(s, 0x8200, 0);
  exception(s, 0, 1, 0);
}

// An I-sync with `reason` at the exit, or one waypoint later.
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

CASE(first_instruction_after_debug_exit) {
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

// 5.3.8: a packet for the entry "might be generated". `off`: the TraceEnable event is false at the exit.
static struct story *untold_entry(bool off, enum isync_reason reason) {
  struct story *s = off ? off_at_exit(false) : debug_story();
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  branch(s, 0x8200, 0);
  s->whole = true;
  isync(s, off ? 0x8400 : 0x8300, reason, 0);
  if (!off) branch(s, 0x8400, 0);
  branch(s, 0x8500, 0);
  return s;
}

CASE(no_packet_at_debug_entry) {
  right(untold_entry(false, ISYNC_DEBUG_EXIT));
  wrong(untold_entry(false, ISYNC_TRACE_ON), no_place);
  right(untold_entry(true, ISYNC_TRACE_ON));
  wrong(untold_entry(true, ISYNC_DEBUG_EXIT), no_place);
}

CASE(untraced_debug_exit_is_not_reported_later) {
  right(told_behind_exit(off_at_exit(false), ISYNC_TRACE_ON));
  right(told_behind_exit(off_at_exit(false), ISYNC_OVERFLOW));
  wrong(told_behind_exit(off_at_exit(false), ISYNC_DEBUG_EXIT), no_place);
}

CASE(debug_exit_reported_late) {
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

CASE(debug_exit_into_a_prohibited_region) {
  right(told_behind_exit(exit_prohibited(), ISYNC_DEBUG_EXIT));
  wrong(told_behind_exit(exit_prohibited(), ISYNC_TRACE_ON), no_place);
  wrong(told_behind_exit(exit_prohibited(), ISYNC_OVERFLOW), no_place);
}

// The text does not define Jazelle code for the rule of the debug exit.
CASE(debug_exit_into_jazelle) {
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

CASE(debug_exit_wins_over_overflow) {
  right(overflow_story(0x8300, ISYNC_DEBUG_EXIT));
  wrong(overflow_story(0x8300, ISYNC_OVERFLOW), no_place);
  right(overflow_story(0x8400, ISYNC_OVERFLOW));
  wrong(overflow_story(0x8400, ISYNC_DEBUG_EXIT), no_place);
  wrong(overflow_story(0x8400, ISYNC_TRACE_ON), no_place);
}

// Tracing starts at a target of a waypoint of the story, but with another state or address than that of the I-sync.
static struct story *told_first(uint32_t address, enum isync_reason reason, struct story *s) {
  async(s);
  isync(s, address, reason, 0);
  return s;
}

static struct waypoint *first_of(struct story *s) { return &s->waypoints[AT_START].wp; }

// Each cause is named.
CASE(isync_errors) {
  struct story *s = debug_story();
  first_of(s)->target_t = true;
  wrong(told_first(0x8100, ISYNC_TRACE_ON, s),
        "instruction set of the I-sync is ARM, expected Thumb (I-sync at 0x00008100 ARM ns=0, the target of waypoint "
        "#0)");
  s = debug_story();
  first_of(s)->ns = true;
  wrong(told_first(0x8100, ISYNC_TRACE_ON, s),
        "NS of the I-sync is 0, expected 1 (I-sync at 0x00008100 ARM ns=0, the target of waypoint #0)");
  s = debug_story();
  first_of(s)->prohibited = true;
  wrong(told_first(0x8100, ISYNC_TRACE_ON, s),
        "I-sync (reason trace-on) at 0x00008100, the target of waypoint #0, expected none: tracing is prohibited");
  s = debug_story();
  moment_of(s, AT_START)->enabled = false;
  wrong(told_first(0x8100, ISYNC_TRACE_ON, s),
        "I-sync (reason trace-on) at 0x00008100, the target of waypoint #0, expected none: the TraceEnable event is "
        "false");
  s = debug_story();
  s->waypoints[ENTRY].wp.target = 0x9000;
  wrong(told_first(0x9000, ISYNC_TRACE_ON, s),
        "I-sync (reason trace-on) at 0x00009000, the target of waypoint #2, expected none: it enters Debug state");
  wrong(told_first(0x8100, ISYNC_DEBUG_EXIT, debug_story()),
        "I-sync reason is debug-exit, expected trace-on (I-sync at 0x00008100 ARM ns=0, the target of waypoint #0)");
  wrong(told_first(0x9000, ISYNC_TRACE_ON, debug_story()), "none of the 6 waypoints from #0 on has that target");
  s = debug_story();
  moment_of(s, AT_START)->left = STORY_BYTES;
  wrong(told_first(0x8100, ISYNC_TRACE_ON, s),
        "I-sync at 0x00008100, reason trace-on: waypoint #0 has that target, but was presented later than the DUT sent "
        "the I-sync");
  s = debug_story();
  s->config.etmcr |= ETMCR_CYCLE_ACCURATE;
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 9);
  wrong(s, "cycle count of the I-sync is 9, expected 10 (I-sync at 0x00008100 ARM ns=0, the target of waypoint #0)");
  s = debug_story();
  s->config.etmcr |= FIELD_OF(ETMCR_CONTEXT_ID, 1);
  first_of(s)->context_id = 5;
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  put(s, 4);
  wrong(s, "Context ID of the I-sync is 0x4, expected 0x5 (I-sync at 0x00008100 ARM ns=0, the target of waypoint #0)");
  s = debug_story();
  first_of(s)->target_j = true;
  wrong(told_first(0x8100, ISYNC_TRACE_ON, s),
        "I-sync (reason trace-on) at 0x00008100, the target of waypoint #0, expected none: it enters Jazelle state");
  s = debug_story();
  s->waypoints[BEFORE_ENTRY].wp.type = WAYPOINT_EXCEPTION;
  isync(told_first(0x8100, ISYNC_TRACE_ON, s), 0x8200, ISYNC_TRACE_ON, 0);
  wrong(s,
        "I-sync reason is trace-on, expected overflow (I-sync at 0x00008200 ARM ns=0, the target of waypoint #1); "
        "exception waypoint #1 has no packet");
  s = debug_story();
  s->config.etmteevr = RESOURCE_EXTIN;  // tracing may be off now and then, but not here
  isync(told_first(0x8100, ISYNC_TRACE_ON, s), 0x8200, ISYNC_TRACE_ON, 0);
  wrong(s,
        "waypoint #1 (0x00008100 to 0x00008103) is missing, but must be traced: the TraceEnable event is true "
        "(ETMTEEVR=0x00060: EXTIN[0]); the trace goes on with an I-sync (reason trace-on) at 0x00008200");
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

CASE(debug_exit_repeated_after_overflow) {
  right(told_twice_at_exit(ISYNC_OVERFLOW));
  right(told_twice_at_exit(ISYNC_DEBUG_EXIT));
  wrong(told_twice_at_exit(ISYNC_TRACE_ON), no_place);
}

// Tracing stops at 0x8200. No I-sync reports what is lost after it. Tracing continues at 0x8400.
static struct story *stopped(bool overflow, enum isync_reason reason) {
  struct story *s = story_new(&config_default_pft, A32_BX_R0);
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

CASE(overflow_before_a_stop) {
  right(stopped(true, ISYNC_TRACE_ON));
  right(stopped(true, ISYNC_OVERFLOW));
  wrong(stopped(true, ISYNC_DEBUG_EXIT), no_place);
  right(stopped(false, ISYNC_TRACE_ON));
  wrong(stopped(false, ISYNC_OVERFLOW), no_place);
}

// The exit into a prohibited region came before the unit was started again. The unit need not report it.
CASE(debug_exit_while_disabled) {
  for (unsigned reason = ISYNC_TRACE_ON; reason <= ISYNC_DEBUG_EXIT; reason++) {
    struct story *s = story_new(&config_default_pft, A32_BX_R0);
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

// --- streams without an I-sync (4.5.1, 4.11.2) -----------------------------------------------------------------------

static void trigger(struct story *s) { put(s, 0x0C); }

// The processor has entered Debug state at once.
static struct story *nothing_to_tell(void) {
  struct story *s = story_new(&config_default_pft, A32_BX_R0);
  add(s, WAYPOINT_DEBUG_ENTRY, 0x8000, 0);
  return s;
}

CASE(only_synchronization) {
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
  wrong(s, "the trace ends without the last ");
}

CASE(no_packet_before_isync) {
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

// The I-sync waits for the start of tracing, the A-sync does not.
CASE(isync_later_than_async) {
  struct story *s = debug_story();
  async(s);
  trigger(s);
  told_at_exit(s, ISYNC_DEBUG_EXIT);
  right(s);
}

CASE(after_a_stream_without_an_isync) {
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

// --- cases that the text leaves open ---------------------------------------------------------------------------------

// An ISB at 0x8100, reported by a branch packet to `to`.
static struct story *barrier(bool broadcast, uint32_t to) {
  struct config config = config_default_pft;
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

CASE(barriers_may_be_broadcast) {
  right(barrier(true, 0));
  right(barrier(false, 0));
  right(barrier(true, 0x8104));
  wrong(barrier(true, 0x8108), "another target");
  wrong(barrier(false, 0x8104), "branch packet for the barrier at 0x00008100, expected an atom: ETMCR[8] is 0");
}

// The branch or exception at 0x8100 leads into a prohibited region, or to Debug state. Tracing continues at 0x8400.
enum entry { BY_BRANCH, BY_EXCEPTION, BY_DEBUG };

static struct story *hidden(enum entry entry, uint32_t to, uint8_t last, uint8_t info) {
  struct story *s = story_new(&config_default_pft, A32_BX_R0);
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

CASE(entry_to_a_prohibited_region) {
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
  wrong(hidden(BY_EXCEPTION, 0, TO_ARM, 15 << 1), "exception number is 15");
  wrong(hidden(BY_BRANCH, 0, TO_ARM, IRQ_INFO), "the trace reports exception 14, but waypoint #1 is a branch");
}

// 5.3.8: only the exception number is valid.
CASE(entry_to_debug_state) {
  for (uint8_t ns = 0; ns < 2; ns++) {
    right(hidden(BY_DEBUG, 0, TO_ARM, DEBUG_INFO | ns));
    right(hidden(BY_DEBUG, 0x8100, TO_ARM, DEBUG_INFO | ns));
    right(hidden(BY_DEBUG, 0, TO_THUMB, DEBUG_INFO | ns));
  }
  wrong(hidden(BY_DEBUG, 0, TO_ARM, IRQ_INFO), "exception number is 14");
}

// Code runs from 0xBFF8 to 0xC004, where an interrupt comes. Its packet has only address bits 13 to 2. The higher bits
// are those of the I-sync, or of the waypoint update. The next packet is short again.
static struct story *behind_an_update(uint32_t vector) {
  struct story *s = story_new(&config_default_pft, A32_NOP);
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

CASE(base_of_an_update) {
  right(behind_an_update(0x8018));
  right(behind_an_update(0xC018));
  wrong(behind_an_update(0x4018), "exception 14, waypoint #1, goes to 0x0000C018");
}

// A branch goes back, and after it two updates of long code follow each other. If `is_short`, the packet of the second
// update has only address bits 13 to 2. The higher bits are those of the I-sync, or of the first update.
static struct story *update_behind_update(bool is_short, uint32_t last) {
  struct config v10 = config_default_pft;
  v10.etmidr = V10;
  struct story *s = story_new(&v10, A32_NOP);
  goes(s, 0x8000, 0xC800);
  word(s, 0xC800, 0xEA000000 | (((0x9F00 - 0xC808) / 4) & 0xFFFFFF));
  add(s, WAYPOINT_DIRECT, 0xC800, 0x9F00);
  add(s, WAYPOINT_UPDATE, 0xB000, 0x1230);
  add(s, WAYPOINT_UPDATE, 0xC108, 0x4560);
  word(s, 0xC200, A32_BX_R0);
  goes(s, 0xC200, 0x8400);
  async(s);
  isync(s, 0xC800, ISYNC_TRACE_ON, 0);
  put(s, 0x84);
  put(s, 0x72);
  address(s, 0xAFFC, 0x08);
  put(s, 0x72);
  if (is_short) {
    put(s, (uint8_t)(0x81 | (last >> 2 & 0x3F) << 1));
    put(s, (uint8_t)(last >> 8 & 0x3F));
  } else {
    address(s, last, 0x08);
  }
  branch(s, 0x8400, 0);
  return s;
}

CASE(base_of_an_update_after_an_update) {
  right(update_behind_update(true, 0xC104));
  right(update_behind_update(false, 0xC104));
  wrong(update_behind_update(false, 0xC100), "waypoint update is up to 0x0000C104");
  wrong(update_behind_update(true, 0xC108), "update");
}

// The fifth byte shows that an information byte follows, so the packet consumes the first byte 00 of an A-sync.
CASE(a_branch_packet_is_too_long_before_an_async) {
  struct story *s = debug_story();
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  address(s, 0x8200, 0x48);
  async(s);
  wrong(s, "branch packet has 6 bytes and ends inside the next A-sync, expected it to end before the bytes 00 of");
}

// The DUT is stopped before the first waypoint that needs the I-sync of a start. The I-sync may wait for that waypoint,
// because IHI 0035A 3.3.2 gives its place and no time. Here `more` waypoints follow the start.
static struct story *start_without_isync(unsigned more, bool own) {
  struct story *s = story_new(&config_default_pft, A32_BX_R0);
  s->own = own;
  goes(s, 0x8000, 0x8100);
  for (unsigned i = 0; i < more; i++) goes(s, 0x8100 + 0x100 * i, 0x8200 + 0x100 * i);
  async(s);
  return s;
}

CASE(isync_of_the_last_start) {
  right(start_without_isync(0, false));
  wrong(start_without_isync(1, false),
        "the trace ends without the last 1 waypoint, which must be traced; it is waypoint #1");
  wrong(start_without_isync(0, true), "the trace ends without an I-sync at 0x00008100");
}

// --- silence ---------------------------------------------------------------------------------------------------------

// The clocks in which a DUT had to trace and reported nothing add up over its starts.
CASE(an_overflow_over_two_starts) {
  enum { HELD = 15, EACH = HELD + 10 };  // waypoints: a DUT with an ATB of 8 bits may hold back the first HELD
  static struct scoreboard board;
  struct config config = config_default_pft;
  config.atb_bits = 8;
  struct story *s = story_new(&config, A32_BX_R0);
  for (uint32_t i = 0; i < 2 * EACH; i++) {
    goes(s, 0x8000, 0x8000);
    moment_of(s, i)->atb_clocks = 4 * i;
  }
  async(s);
  scoreboard_start(&board, &config, NULL, &s->history);
  scoreboard_bytes(&board, s->bytes, s->size);
  board.silence.window = 4 * 10;
  board.bounds.start = 0;
  scoreboard_silence_begin(&board, 7, 0);
  assert_true(scoreboard_silence_stop(&board, EACH));
  assert_false(board.wrong);
  scoreboard_silence_begin(&board, 300, 4 * EACH);
  assert_false(scoreboard_silence_stop(&board, 2 * EACH));
  assert_string_equal(
      board.error.why,
      "no I-sync ended the overflow since clock 7, in more than 40 clocks of tracing with ATREADY high, "
      "over 2 starts");
  scoreboard_free(&board);
  image_free(&s->image);
  free(s);
}
