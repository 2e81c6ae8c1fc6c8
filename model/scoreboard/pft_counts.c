// SPDX-License-Identifier: Apache-2.0
#include "pft_counts.h"

#include <inttypes.h>
#include <stdio.h>

#include "scoreboard_wrong.h"

static const char *const names[] = {[COUNTS_COMMIT] = "commit", [COUNTS_PRESENTATION] = "presentation"};

const char *pft_counts_name(const struct scoreboard *s) {
  return s->at.counts == COUNTS_EITHER ? "either" : names[pft_counts_reading(s)];
}

static bool is_possible(const struct scoreboard *s, unsigned reading) { return s->at.counts >> reading & 1; }

static uint64_t sum(const struct scoreboard *s, const struct stream_totals *t, unsigned reading) {
  return s->at.clocks_base[reading] + t->clocks;
}

// A timestamp of PFTv1.0 counts up to its own clock, which may follow the presentation of the next waypoint.
static bool follows_timestamp(const struct scoreboard *s, const struct stream_totals *t) {
  return !unit_is_v11(s->config) && t->timestamps != s->at.timestamps;
}

static void set_counted(struct scoreboard *s, size_t i) {
  s->at.counted_end = i + 1;
  s->at.counted_pauses = history_moment(s->history, i)->pauses;
  for (unsigned r = 0; r < COUNTS_READINGS; r++) s->at.counted_clock[r] = pft_counts_clocks(s->history, i, r);
}

static void keep_readings(struct scoreboard *s, unsigned readings, size_t i) {
  if (s->at.counts == readings) return;
  s->at.counts = (uint8_t)readings;
  s->at.counts_item = i;
}

// --- a wrong count --------------------------------------------------------------------------------------------------

enum { EXPECTED = 120 };

// Writes the clocks from `from` of each reading that is possible, and the item that has decided on one.
static const char *put_expected(const struct scoreboard *s, size_t i, const uint64_t from[COUNTS_READINGS],
                                char text[EXPECTED]) {
  const unsigned reading = pft_counts_reading(s);
  const uint64_t clocks = pft_counts_clocks(s->history, i, reading) - from[reading];
  if (s->at.counts == COUNTS_EITHER) {
    snprintf(text, EXPECTED, "%" PRIu64 " by commit, or %" PRIu64 " by presentation", clocks,
             pft_counts_clocks(s->history, i, COUNTS_PRESENTATION) - from[COUNTS_PRESENTATION]);
  } else if (s->at.counts_item != COUNTS_UNDECIDED) {
    snprintf(text, EXPECTED, "%" PRIu64 " by %s, which waypoint #%zu has decided", clocks, names[reading],
             s->at.counts_item);
  } else {
    snprintf(text, EXPECTED, "%" PRIu64, clocks);
  }
  return text;
}

// Were fewer clocks counted up to the last waypoint than up to waypoint `i`, by each reading? Not if WPTENABLE has
// risen between the two.
static bool follows_counted(const struct scoreboard *s, size_t i) {
  for (unsigned r = 0; r < COUNTS_READINGS; r++) {
    if (pft_counts_clocks(s->history, i, r) < s->at.counted_clock[r]) return false;
  }
  return s->at.counted_end > 0;
}

static bool wrong_clocks(struct scoreboard *s, const struct scoreboard_event *event, size_t i) {
  static const uint64_t none[COUNTS_READINGS];
  const unsigned reading = pft_counts_reading(s);
  const uint64_t reported = sum(s, &event->totals, reading), from = s->at.counted_clock[reading];
  char expected[EXPECTED];
  if (follows_counted(s, i) && reported >= from)
    return scoreboard_field_wrong(
        s, event->flow.offset, "cycles from waypoint #%zu to #%zu: the trace counts %" PRIu64 ", expected %s",
        s->at.counted_end - 1, i, reported - from, put_expected(s, i, s->at.counted_clock, expected));
  return scoreboard_field_wrong(s, event->flow.offset, "cycle count up to waypoint #%zu is %" PRIu64 ", expected %s", i,
                                reported, put_expected(s, i, none, expected));
}

// --- waypoints ------------------------------------------------------------------------------------------------------

// The count of an I-sync that a comparator has caused may end between the waypoint before the block and this waypoint.
static bool is_resumed(const struct scoreboard *s, size_t i, unsigned reading, uint64_t reported, uint64_t clocks) {
  return s->at.resumed_by_comparators && reported < clocks && reported >= pft_counts_clocks(s->history, i - 1, reading);
}

// Returns whether the sum fits the reading. If it cannot be compared, the next sums begin here.
static bool fits(struct scoreboard *s, const struct scoreboard_event *event, size_t i, unsigned reading) {
  const uint64_t reported = sum(s, &event->totals, reading), clocks = pft_counts_clocks(s->history, i, reading);
  const bool is_by_time = reading == COUNTS_PRESENTATION && follows_timestamp(s, &event->totals);
  const bool is_anew = is_by_time || is_resumed(s, i, reading, reported, clocks);
  if (is_anew) s->at.clocks_base[reading] += clocks - reported;
  return is_anew || reported == clocks;
}

bool pft_counts_compare(struct scoreboard *s, const struct scoreboard_event *event, size_t i) {
  const struct waypoint *w = history_waypoint(s->history, i);
  unsigned readings = 0;
  if (!s->traced.cycles || event->totals.saturated || w->type == WAYPOINT_UPDATE) return true;
  for (unsigned r = 0; r < COUNTS_READINGS; r++) {
    if (is_possible(s, r) && fits(s, event, i, r)) readings |= 1u << r;
  }
  if (!readings) return wrong_clocks(s, event, i);
  keep_readings(s, readings, i);
  set_counted(s, i);
  s->at.counts_compared++;
  return true;
}

// --- I-syncs --------------------------------------------------------------------------------------------------------

uint64_t pft_counts_more(const struct scoreboard *s, size_t i, const struct stream_totals *t,
                         enum counts_reading reading) {
  const struct moment *m = history_moment(s->history, i);
  const bool waits = m->filtered && i + 1 < s->history->count;
  const uint64_t from = pft_counts_clocks(s->history, i, reading),
                 to = waits ? pft_counts_clocks(s->history, i + 1, reading) : 0;
  return t->clocks_since_waypoint + (s->at.started ? 0 : m->enabling) + (to > from ? to - from : 0);
}

// NIDEN and DBGEN may have paused the DUT since the last count, and the counter may stop then (IHI 0035B 4.7.2).
bool pft_counts_may_have_paused(const struct scoreboard *s, size_t i) {
  return history_moment(s->history, i)->pauses != s->at.counted_pauses;
}

// The first count begins at a clock between the write that cleared the Programming bit and WPTENABLE (IHI 0035B 4.5.2).
// A timestamp of v1.0 also counts clocks after the waypoint.
unsigned pft_counts_fit(const struct scoreboard *s, size_t i, const struct scoreboard_event *event) {
  const struct stream_totals *t = &event->totals;
  const struct moment *m = history_moment(s->history, i);
  const bool may_be_less = pft_counts_may_have_paused(s, i);
  unsigned readings = 0;
  if (!s->traced.cycles || t->saturated || !isync_count_is_known(s->config, event->flow.reason)) return s->at.counts;
  if (m->enabling == ENABLING_UNKNOWN && !s->at.started) return s->at.counts;
  for (unsigned r = 0; r < COUNTS_READINGS; r++) {
    const uint64_t reported = sum(s, t, r), clocks = pft_counts_clocks(s->history, i, r);
    const bool is_by_time = r == COUNTS_PRESENTATION && follows_timestamp(s, t);
    const bool is_right = (clocks <= reported || may_be_less) && clocks + pft_counts_more(s, i, t, r) >= reported;
    if (is_possible(s, r) && (is_by_time || is_right)) readings |= 1u << r;
  }
  return readings;
}

void pft_counts_resume(struct scoreboard *s, size_t i, const struct scoreboard_event *event, unsigned readings) {
  if (!s->traced.cycles) return;
  if (readings) keep_readings(s, readings, i);
  if (readings && !pft_counts_may_have_paused(s, i)) return;
  for (unsigned r = 0; r < COUNTS_READINGS; r++) {
    s->at.clocks_base[r] = pft_counts_clocks(s->history, i, r) - event->totals.clocks;
  }
  set_counted(s, i);
}
