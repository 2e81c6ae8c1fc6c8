// SPDX-License-Identifier: Apache-2.0
// The Cortex-A9's waypoint port (monitor/wpt_port.h): which waypoints are committed, flushed and taken, in which order
// and in which clocks.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "case.h"
#include "cycle.h"
#include "wpt_port.h"

static struct wpt_port port;
static struct cycle cycle;
static struct pins pins;
static char text[400];  // "A5/7 ": waypoint A was presented in clock 5, committed in clock 7, and taken

static void begin(bool keeps) {
  wpt_port_start(&port, keeps);
  cycle = (struct cycle){.pins = &pins, .may_trace = true};
  pins = (struct pins){.in = {.resetn = true, .hdbgen = true, .niden = true}};
  text[0] = '\0';
}

static void note_last(void) {
  const struct wpt_entry *e = port.last;
  if (!e) return;
  snprintf(text + strlen(text), sizeof text - strlen(text), "%c%" PRIu64 "/%" PRIu64 "%s ", (int)e->wp.pc, e->presented,
           e->committed, e->is_taken ? "" : "!");
}

// A clock in which the processor presents `name` ('-': nothing), commits `commit` waypoints, and flushes.
static void step(char name, unsigned commit, bool flush, bool enable) {
  cycle.before.is_enabled = cycle.is_enabled;
  cycle.is_enabled = enable;
  pins.in.wpt_valid = name != '-';
  pins.in.wpt = (struct waypoint){.pc = (uint32_t)name};
  if (name == 'D') pins.in.wpt.type = WAYPOINT_DEBUG_ENTRY;
  pins.in.wpt_commit = (uint8_t)commit;
  pins.in.wpt_flush = flush;
  wpt_port_clock(&port, &cycle);
  note_last();
  cycle.clock++;
}

// Waypoints, commits and levels of WPTENABLE in consecutive clocks. A letter in lower case is flushed in its clock, and
// '*' flushes without a waypoint.
static const char *run(const char *waypoints, const char *commits, const char *enables) {
  for (size_t i = 0; waypoints[i]; i++) {
    const char w = waypoints[i];
    const bool flush = w == '*' || (w >= 'a' && w <= 'z');
    step(w == '*' ? '-' : (char)(flush ? w - 'a' + 'A' : w), (unsigned)(commits[i] - '0'), flush, enables[i] == '1');
  }
  for (unsigned i = 0; i < 4; i++) step('-', 0, false, cycle.is_enabled);
  return text;
}

CASE(a_waypoint_is_committed_in_its_clock_or_later) {
  begin(false);
  assert_string_equal(run("AB-C-", "10011", "11111"), "A0/0 B1/3 C3/4 ");
  begin(false);
  assert_string_equal(run("AB---", "00001", "11111"), "A0/4 ");
}

CASE(the_oldest_are_committed_first_and_one_is_delivered_in_a_clock) {
  begin(false);
  step('A', 0, false, true);
  step('B', 0, false, true);
  step('C', 3, false, true);
  assert_int_equal(cycle.waypoint->pc, 'A');
  assert_true(cycle.has_backlog);
  step('E', 1, false, true);
  assert_int_equal(cycle.waypoint->pc, 'B');
  step('-', 0, false, true);
  assert_int_equal(cycle.waypoint->pc, 'C');
  step('-', 0, false, true);
  assert_int_equal(cycle.waypoint->pc, 'E');
  assert_false(cycle.has_backlog);
  step('-', 0, false, true);
  assert_null(cycle.waypoint);
  assert_string_equal(text, "A0/2 B1/2 C2/2 E3/3 ");
}

CASE(commits_precede_the_flush_of_their_clock) {
  begin(false);
  assert_string_equal(run("ABC*E", "00021", "11111"), "A0/3 B1/3 E4/4 ");
  assert_int_equal(port.flushed_count, 1);
  assert_int_equal(port.flushed[0].wp.pc, 'C');
  assert_int_equal(port.flushed[0].presented, 2);
  assert_int_equal(port.flushed[0].flushed, 3);
}

CASE(a_flush_in_the_clock_of_a_waypoint_has_two_readings) {
  begin(false);
  assert_string_equal(run("AbC", "001", "111"), "C2/2 ");
  begin(true);
  assert_string_equal(run("AbC", "001", "111"), "B1/2 ");
  assert_int_equal(port.flushed_count, 1);
  begin(true);
  assert_string_equal(run("Ab--", "0200", "1111"), "A0/1 B1/1 ");
}

CASE(a_waypoint_is_taken_if_wptenable_is_high_until_the_clock_after_its_commit) {
  begin(false);
  assert_string_equal(run("ABCE-", "00210", "11100"), "A0/2! B1/2! C2/3! ");
  begin(false);
  assert_string_equal(run("AB-C-", "00210", "11110"), "A0/2 B1/2 C3/3! ");
  begin(false);
  assert_string_equal(run("A--B-", "01001", "11011"), "A0/1! B3/4 ");
}

// The waypoint in the clock before the rise is kept, and an older one is dropped.
CASE(a_rise_of_wptenable_drops_what_was_presented_before) {
  begin(false);
  assert_string_equal(run("AB--", "0001", "0011"), "B1/3 ");
  assert_true(port.has_dropped);
  assert_int_equal(port.enabled_at, 2);
  begin(false);
  assert_string_equal(run("A---B", "00001", "00011"), "B4/4 ");
  begin(false);
  assert_string_equal(run("AB-*C", "00001", "00111"), "C4/4 ");
  assert_false(port.has_dropped);
}

CASE(commits_of_a_taken_waypoint_outlast_wptenable) {
  begin(false);
  assert_string_equal(run("ABC---", "003000", "111100"), "A0/2 B1/2 C2/2 ");
}

CASE(counts_are_clocks_since_the_rise) {
  begin(false);
  step('-', 0, false, false);
  step('-', 0, false, true);
  step('A', 0, false, true);
  step('-', 1, false, true);
  const struct wpt_entry *e = port.delivered;
  step('-', 0, false, true);
  assert_int_equal(e->clocks, 3);
}

CASE(a_change_of_debug_state_without_halting_takes_an_entry) {
  begin(false);
  pins.in.hdbgen = false;
  step('D', 0, false, true);
  pins.in.hdbgen = true;
  step('A', 2, false, true);
  assert_null(cycle.waypoint);
  step('B', 1, false, true);
  assert_int_equal(cycle.waypoint->pc, 'A');
  step('-', 0, false, true);
  assert_int_equal(cycle.waypoint->pc, 'B');
  assert_true(wpt_port_entry(&port, 0)->is_hidden && wpt_port_entry(&port, 0)->follows_hdbgen_low);
  assert_false(wpt_port_entry(&port, 1)->is_hidden || wpt_port_entry(&port, 1)->follows_hdbgen_low);
}

CASE(a_reset_empties_the_list) {
  begin(false);
  step('A', 0, false, true);
  step('B', 0, false, true);
  cycle.is_reset = true;
  step('C', 0, false, false);
  assert_true(port.has_dropped);
  cycle.is_reset = false;
  step('-', 1, false, false);
  assert_string_equal(run("E", "1", "1"), "E4/4 ");
  assert_int_equal(port.end - port.first, 0);
}

CASE(the_list_says_how_many_wait) {
  begin(false);
  step('-', 0, false, false);
  step('A', 0, false, true);
  assert_int_equal(port.waiting, 0);
  step('B', 0, false, true);
  assert_int_equal(port.waiting, 1);
  step('-', 1, false, true);
  assert_int_equal(port.waiting, 1);
  step('-', 0, true, true);
  assert_int_equal(port.waiting, 0);
  step('E', 3, false, true);
  assert_int_equal(port.excess, 2);
  assert_int_equal(port.most_outstanding, 2);
  assert_false(port.has_dropped);
}

// A log may begin while waypoints are outstanding.
CASE(waypoints_may_precede_the_first_clock) {
  begin(false);
  step('-', 1, false, true);
  assert_true(port.has_dropped && port.excess == 0);
}

CASE(more_than_64_waypoints_fill_the_list) {
  begin(false);
  for (unsigned i = 0; i < WPT_PORT_MOST; i++) step('A', 0, false, true);
  assert_false(port.is_full);
  step('B', 1, false, true);
  assert_false(port.is_full);
  step('C', 0, false, true);
  assert_true(port.is_full);
  for (unsigned i = 0; i < 3 * WPT_PORT_RING; i++) step('E', 0, false, true);
  assert_null(port.delivered);
}
