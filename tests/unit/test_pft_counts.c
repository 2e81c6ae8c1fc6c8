// SPDX-License-Identifier: Apache-2.0
// Cycle counts of the Cortex-A9's port (scoreboard/pft_counts.h): a run counts up to the commits of waypoints or up to
// their presentations, and does not mix the two.
#include "pft_scoreboard_bench.h"

enum { WAYPOINTS = 6 };

// The waypoints are committed every ten clocks, so many clocks after they were presented.
static const unsigned delays[WAYPOINTS] = {0, 3, 1, 4, 0, 2}, none[WAYPOINTS], twice[WAYPOINTS] = {2, 2, 2, 5, 1, 0};

static struct history_commit commits[WAYPOINTS];

static void set_commits(struct story *s, const unsigned delay[WAYPOINTS]) {
  s->history.commits = commits;
  for (unsigned i = 0; i < WAYPOINTS; i++) {
    const uint64_t clock = 100 + s->moments[i].clocks;
    commits[i] = (struct history_commit){.presented = clock - delay[i], .committed = clock};
  }
}

static uint32_t by_presentation(size_t i, const unsigned delay[WAYPOINTS]) { return 10 + delay[i - 1] - delay[i]; }

static struct story *begin(const unsigned delay[WAYPOINTS], uint32_t etmidr) {
  struct config config = config_default_pft;
  config.etmcr |= ETMCR_CYCLE_ACCURATE;
  config.etmidr = etmidr;
  struct story *s = story_new(&config, A32_BX_R0);
  for (uint32_t at = 0x8000; at < 0x8000 + 0x100 * WAYPOINTS; at += 0x100) goes(s, at, at + 0x100);
  set_commits(s, delay);
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 10 - delay[0]);
  return s;
}

static uint32_t target(size_t i) { return 0x8100 + 0x100 * (uint32_t)i; }

// The count of a waypoint is by commit up to number `last`, and then by presentation.
static struct story *mixed(const unsigned delay[WAYPOINTS], size_t last) {
  struct story *s = begin(delay, V11);
  for (size_t i = 1; i < WAYPOINTS; i++) branch(s, target(i), i <= last ? 10 : by_presentation(i, delay));
  return s;
}

CASE(each_reading_alone) {
  right(mixed(delays, WAYPOINTS));
  right(mixed(delays, 0));
  right(mixed(none, WAYPOINTS));
  right(mixed(none, 3));
}

CASE(mixed_readings) {
  wrong(mixed(delays, 1),
        "cycles from waypoint #1 to #2: the trace counts 12, expected 10 by commit, which waypoint #1 "
        "has decided");
  wrong(mixed(delays, 3),
        "cycles from waypoint #3 to #4: the trace counts 14, expected 10 by commit, which waypoint #1 "
        "has decided");
  struct story *s = begin(delays, V11);
  branch(s, target(1), by_presentation(1, delays));
  branch(s, target(2), 10);
  wrong(s,
        "cycles from waypoint #1 to #2: the trace counts 10, expected 12 by presentation, which waypoint #1 has "
        "decided");
}

CASE(neither_reading) {
  struct story *s = begin(delays, V11);
  branch(s, target(1), 9);
  wrong(s, "cycles from waypoint #0 to #1: the trace counts 9, expected 10 by commit, or 7 by presentation");
}

// WPTENABLE has risen between waypoints #1 and #2, so the clocks of the second are fewer.
CASE(fewer_clocks_than_at_the_last_waypoint) {
  struct story *s = begin(none, V11);
  s->moments[2].clocks = 5;
  commits[2] = (struct history_commit){.presented = 105, .committed = 105};
  branch(s, target(1), 10);
  branch(s, target(2), 1);
  wrong(s, "cycle count up to waypoint #2 is 21, expected 5");
}

// Equal delays leave both readings. The first count is not compared, because it may begin before WPTENABLE.
CASE(equal_delays_decide_nothing) {
  right(mixed(twice, 2));
  right(mixed(twice, WAYPOINTS));
  wrong(mixed(twice, 3),
        "cycles from waypoint #3 to #4: the trace counts 14, expected 10 by commit, which waypoint #3 "
        "has decided");
}

// The reading is that of the run: a restart does not change it.
CASE(the_reading_outlasts_a_restart) {
  for (unsigned is_mixed = 0; is_mixed < 2; is_mixed++) {
    struct story *s = begin(delays, V11);
    branch(s, target(1), 10);
    branch(s, target(2), 10);
    s->history.count = 3;
    restart(s, false);
    s->history.count = WAYPOINTS;
    async(s);
    isync(s, target(3), ISYNC_TRACE_ON, 40);
    branch(s, target(4), is_mixed ? by_presentation(4, delays) : 10);
    branch(s, target(5), is_mixed ? by_presentation(5, delays) : 10);
    for (size_t i = 3; i < WAYPOINTS; i++) s->moments[i].enabling = 50;
    if (is_mixed) wrong(s, "the trace counts 14, expected 10 by commit, which waypoint #1 has decided");
    if (!is_mixed) right(s);
  }
}

// An I-sync after an interruption of tracing has a count, which decides, too.
static struct story *interrupted(const unsigned delay[WAYPOINTS], uint32_t clocks, bool by_commit) {
  struct story *s = begin(delay, V11);
  s->moments[1].enabled = s->moments[2].enabled = false;
  branch(s, target(1), 10 - delay[1] + delay[0]);
  isync(s, target(3), ISYNC_TRACE_ON, clocks);
  branch(s, target(4), by_commit ? 10 : by_presentation(4, delay));
  branch(s, target(5), by_commit ? 10 : by_presentation(5, delay));
  return s;
}

CASE(counts_of_isyncs) {
  static const unsigned late[WAYPOINTS] = {0, 0, 0, 4, 0, 2};
  right(interrupted(late, 20, true));
  right(interrupted(late, 16, false));
  wrong(interrupted(late, 18, false), no_place);
  wrong(interrupted(late, 20, false), "the trace counts 34, expected 30 by commit, which waypoint #3 has decided");
  wrong(interrupted(late, 16, true), "the trace counts 26, expected 30 by presentation, which waypoint #3 has decided");
}

// NIDEN and DBGEN may pause a DUT after waypoint #1. Whether the counter then runs is IMPLEMENTATION DEFINED (IHI 0035B
// 4.7.2), so the I-sync after the pause may count fewer clocks, but not more.
static struct story *paused(uint32_t clocks, uint32_t next, bool may_pause) {
  struct story *s = begin(none, V11);
  s->moments[1].enabled = s->moments[2].enabled = false;
  s->moments[1].unsure = s->moments[2].unsure = true;
  for (size_t i = 2; i < WAYPOINTS; i++) s->moments[i].pauses = may_pause;
  branch(s, target(1), 10);
  isync(s, target(3), ISYNC_TRACE_ON, clocks);
  branch(s, target(4), next);
  branch(s, target(5), 10);
  return s;
}

CASE(the_counter_may_stop_in_a_pause) {
  right(paused(20, 10, true));
  right(paused(0, 10, true));
  wrong(paused(0, 10, false), no_place);
  wrong(paused(21, 10, true), no_place);
  wrong(paused(0, 9, true), "cycles from waypoint #3 to #4: the trace counts 9, expected 10");
}

// A timestamp of PFTv1.0 counts up to its own clock. The waypoint after it may have been presented before.
static struct story *with_timestamp(uint32_t clocks, uint32_t more) {
  struct story *s = begin(delays, V10);
  s->config.etmcr |= ETMCR_TIMESTAMP;
  s->config.etmccer = 0x00C01800;
  for (size_t i = 0; i < WAYPOINTS; i++) s->moments[i].high = s->moments[i].stamp_high = 1000;
  branch(s, target(1), by_presentation(1, delays));
  put(s, 0x46);
  put(s, 0);
  count(s, clocks, 0);
  branch(s, target(2), more);
  branch(s, target(3), by_presentation(3, delays));
  s->history.count = 4;
  return s;
}

CASE(timestamps_of_pftv10) {
  right(with_timestamp(9, 0));
  right(with_timestamp(14, 0));
  right(with_timestamp(7, 5));
}
