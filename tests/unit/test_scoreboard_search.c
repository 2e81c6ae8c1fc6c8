// SPDX-License-Identifier: Apache-2.0
// The search for the item at which the trace continued. It is bounded, and its choice stays open only while another
// item fits.
#include "offline_check.h"
#include "scoreboard_bench.h"
#include "scoreboard_search.h"

enum { WAYPOINTS = 1 << 20, GAPS = 40, ATOMS = 5000 };

static struct history_waypoint waypoints[WAYPOINTS];
static struct moment moments[WAYPOINTS + 1];
static struct history history;
static struct image image;
static struct scoreboard board, whole;
static uint8_t trace_bytes[1 << 16];  // all bytes up to now, for the check of the whole trace
static size_t trace_count;

static void tell(const uint8_t *bytes, size_t count) {
  assert_true(trace_count + count <= sizeof trace_bytes);
  memcpy(trace_bytes + trace_count, bytes, count);
  trace_count += count;
  scoreboard_bytes(&board, bytes, count);
}

static void isync(uint8_t information) {
  const uint8_t bytes[] = {0x08, CODE & 0xFF, CODE >> 8 & 0xFF, 0, 0, information};
  tell(bytes, sizeof bytes);
}

static void atom(bool passed) { tell((const uint8_t[]){passed ? 0x84 : 0x86}, 1); }

// Begins after the first A-sync and I-sync, in code of these ARM instructions.
static void start(const uint32_t *code, size_t count) {
  static const uint8_t alignment[] = {0, 0, 0, 0, 0, 0x80};
  image = (struct image){0};
  uint8_t *bytes = image_add(&image, CODE, (uint32_t)(4 * count), NULL);
  assert_non_null(bytes);
  for (size_t i = 0; i < 4 * count; i++) bytes[i] = (uint8_t)(code[i / 4] >> 8 * (i % 4));
  history.waypoints = waypoints;
  history.moments = moments;
  for (size_t i = 0; i <= WAYPOINTS; i++)
    moments[i] = (struct moment){.high = UINT64_MAX, .evaluated = true, .taken = true, .enabled = true};
  history.mask = history.steps_mask = SIZE_MAX;
  scoreboard_start(&board, &config_default_pft, &image, &history);
  trace_count = 0;
  tell(alignment, sizeof alignment);
  isync(0x21);
}

static void stop(void) {
  scoreboard_free(&board);
  image_free(&image);
}

// --- the search is bounded ------------------------------------------------------------------------------------------

// Checks the whole trace of a loop that ended after this number of waypoints, of which each overflow has lost one. If
// at most half of them may be lost, or if the last atom is wrong, no other iterations fit. If many more iterations may
// be lost, the search does not try all.
static void whole_of_so_much(size_t waypoints_presented) {
  static struct coverage coverage;
  static const struct bounds exact = {GAPS, 0, 0}, half = {GAPS / 2, 0, 0}, any = {CHECK_NO_BOUND, 0, 0};
  const size_t presented = history.count;
  history.count = waypoints_presented;
  struct judgement j =
      whole_trace(&whole, &coverage, &config_default_pft, &image, &history, &exact, trace_bytes, trace_count);
  assert_int_equal(j.verdict, VERDICT_PASS);
  j = whole_trace(&whole, &coverage, &config_default_pft, &image, &history, &half, trace_bytes, trace_count);
  assert_int_equal(j.verdict, VERDICT_FAIL);
  whole.gave_up = true;
  assert_int_equal(whole_verdict(&whole, 0, &half).verdict, VERDICT_INCOMPLETE);
  trace_bytes[trace_count] = 0x86;  // N
  j = whole_trace(&whole, &coverage, &config_default_pft, &image, &history, &exact, trace_bytes, trace_count + 1);
  assert_int_equal(j.verdict, VERDICT_FAIL);
  history.count = presented;
  j = whole_trace(&whole, &coverage, &config_default_pft, &image, &history, &any, trace_bytes, trace_count + 1);
  assert_int_equal(j.verdict, VERDICT_INCOMPLETE);
  assert_non_null(strstr(j.why, "did not try all"));
}

// A branch to itself is executed all the time. Each overflow may have ended at any iteration. One wrong atom after them
// requires steps that are linear in the trace, and the message is that of the first contradiction.
CASE(equal_iterations) {
  for (size_t i = 0; i < WAYPOINTS; i++) {
    waypoints[i].wp = (struct waypoint){.pc = CODE, .target = CODE, .type = WAYPOINT_DIRECT, .taken = true};
  }
  history.count = WAYPOINTS;
  start((const uint32_t[]){0xEAFFFFFE}, 1);  // b .
  for (int gap = 0; gap < GAPS; gap++) {
    for (int i = 0; i < ATOMS / 5; i++) tell((const uint8_t[]){0xC0}, 1);  // EEEEE
    isync(0x41);
  }
  assert_false(board.wrong);
  whole_of_so_much(board.at.item);
  assert_non_null(strstr(whole.error.why, "the trace says not taken, the processor took it"));
  const uint64_t events = (uint64_t)GAPS * (ATOMS + 1) + 2;
  assert_in_range(whole.spent, WAYPOINTS,
                  SCOREBOARD_BUDGET + SCOREBOARD_STEPS_PER_EVENT * events + SCOREBOARD_LOG + WAYPOINTS);
  stop();
}

// If the scoreboard can store no more items, it assumes that the overflows lost their iterations. The trace after
// them still fits.
CASE(iterations_without_room) {
  enum { TURNS = 100 };
  history.count = WAYPOINTS;
  start((const uint32_t[]){0xEAFFFFFE}, 1);  // b .
  for (int gap = 0; gap < GAPS; gap++) {
    isync(0x41);
    for (int i = 0; i < TURNS; i++) atom(true);
  }
  assert_int_equal(board.at.lost_items, GAPS);
  const size_t before = board.at.item, waiting = WAYPOINTS - before;
  scoreboard_settle(&board, history.count);
  assert_int_equal(board.at.item, before + waiting / 2);
  assert_int_equal(board.at.lost_items, GAPS + waiting / 2);
  assert_int_equal(scoreboard_oldest(&board), board.at.item);
  atom(true);
  assert_false(board.wrong);
  atom(false);
  assert_true(board.wrong);
  stop();
}

// --- a choice becomes final ------------------------------------------------------------------------------------------

// A conditional branch to itself, and a branch after it that returns there. The first is executed `turns` times, and
// the last time it is not taken.
static void add_turns(unsigned turns) {
  for (unsigned i = 1; i <= turns; i++) {
    waypoints[history.count++].wp =
        (struct waypoint){.pc = CODE, .target = CODE, .type = WAYPOINT_DIRECT, .taken = i < turns};
  }
  waypoints[history.count++].wp =
      (struct waypoint){.pc = CODE + 4, .target = CODE, .type = WAYPOINT_DIRECT, .taken = true};
}

static void report_turns(unsigned turns) {
  for (unsigned i = 1; i <= turns; i++) atom(i < turns);
  atom(true);
}

static const uint32_t two_branches[] = {0x1AFFFFFE, 0xEAFFFFFD};  // bne .; b .-4

// Only the last of 300 iterations shows how many iterations an overflow lost, long after the first checks whether a
// choice is final.
CASE(open_while_another_fits) {
  history.count = 0;
  add_turns(300);
  add_turns(2);
  start(two_branches, 2);
  isync(0x41);  // the trace may continue after the first iteration, but 50 are lost
  report_turns(300 - 1 - 50);
  report_turns(2);
  assert_false(board.wrong);
  assert_int_equal(board.at.lost_items, 50);
  assert_int_equal(board.at.item, history.count);
  stop();
}

// If no two groups have the same number of iterations, only the first item fits.
CASE(settled_when_no_other_fits) {
  history.count = 0;
  for (unsigned i = 0; i < 100; i++) add_turns(2 + (unsigned)__builtin_popcount(i));
  start(two_branches, 2);
  report_turns(1);
  for (unsigned i = 1; i < 100; i++) report_turns(2 + (unsigned)__builtin_popcount(i));
  assert_false(board.wrong);
  assert_int_equal(board.at.item, history.count);
  assert_int_equal(scoreboard_oldest(&board), history.count);
  stop();
}

// The iterations after each overflow fit in each of the later groups, so 2.7 million placements exist. A search
// examines each group once for each overflow, and finds that no placement fits.
CASE(looks_once_at_a_position) {
  enum { GROUPS = 24, MOST = 1 << 17 };
  history.count = 0;
  add_turns(1);
  for (unsigned i = 0; i < GROUPS; i++) add_turns(4);
  start(two_branches, 2);
  for (unsigned i = 0; i < GROUPS / 2; i++) {
    isync(0x41);
    report_turns(3);
  }
  assert_false(board.wrong);
  atom(false);  // no group has so few iterations
  assert_true(board.wrong);
  assert_false(board.gave_up);
  assert_in_range(board.spent, GROUPS, MOST);
  stop();
}

// At most 5 waypoints may be lost. An early placement reaches a position after it has lost more than 5. A later
// placement reaches the same position, and loses 4 in all.
CASE(looks_again_if_fewer_are_lost) {
  history.count = 0;
  add_turns(1);
  for (unsigned i = 0; i < 3; i++) add_turns(3);
  add_turns(1);
  add_turns(4);
  start(two_branches, 2);
  board.bounds = (struct bounds){5, CHECK_NO_BOUND, CHECK_NO_BOUND};
  report_turns(1);
  isync(0x41);
  report_turns(2);
  isync(0x41);
  report_turns(3);
  assert_false(board.wrong);
  assert_false(board.exceeds_bounds);
  assert_int_equal(board.at.lost_items, 4);
  stop();
}
