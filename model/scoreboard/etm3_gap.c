// SPDX-License-Identifier: Apache-2.0
#include "etm3_gap.h"

#include "etm3_steps.h"
#include "etm3_wrong.h"

// Counting continues during an overflow, or in Debug state (IHI 0014Q 7.3.4).
bool etm3_counts_overflow(const struct config *c) { return config_minor(c) >= 1 && config_minor(c) <= 4; }
static bool counts_debug(const struct config *c) { return config_minor(c) >= 1; }

bool etm3_compare_gap(struct scoreboard *s, const struct flow_event *e, uint32_t reported) {
  const bool exact = reported <= s->at.gap_cycles && reported + s->at.gap_spread >= s->at.gap_cycles,
             any = !s->is_reference_rtl;
  s->at.needs_gap_count = false;
  if (s->at.gap == GAP_UNKNOWN && any) return true;
  if (s->at.gap == GAP_COUNTED ? exact : reported == 0) return true;
  return (s->at.gap == GAP_HIDDEN && exact) || etm3_wrong_count(s, e, reported);
}

enum scoreboard_gap etm3_gap_before(const struct scoreboard *s, uint8_t reason, bool passed_debug, bool overdue) {
  if (!s->at.started) return GAP_RESET;
  if (passed_debug && !counts_debug(s->config)) return GAP_UNKNOWN;
  if (etm3_counts_overflow(s->config)) return GAP_COUNTED;
  if (reason == ISYNC_OVERFLOW) return GAP_UNKNOWN;
  if (reason != ISYNC_DEBUG_EXIT) return GAP_COUNTED;
  return overdue ? GAP_UNKNOWN : GAP_HIDDEN;
}

// Only the Programming bit and the Power Down bit reset the counter (IHI 0014Q 7.3.4). If one of them was set in this
// run, while the DUT still traces, the count may also be 0. If neither was set at the last stop, the counter may have
// counted over the stop. Then the count may also be the clocks since the last stream. `clocks`: those of the
// instruction.
static void follow_resets(struct scoreboard *s, const struct moment *m, uint64_t clocks, uint8_t reason) {
  const uint64_t enabled_at = m->clock - m->clocks, reset_at = enabled_at - m->enabling;
  const bool is_reset_in_run = m->enabling != ENABLING_UNKNOWN && reset_at > enabled_at;
  const bool is_reset_at_stop = reset_at > s->at.stopped_clock && !is_reset_in_run;
  if (s->at.gap == GAP_COUNTED && is_reset_in_run) s->at.gap = GAP_HIDDEN;
  if (s->at.gap != GAP_RESET || s->at.stopped_clock == 0 || is_reset_at_stop) return;
  s->at.gap_cycles = enabled_at + clocks - 1 - s->at.stopped_clock;
  s->at.gap_spread = s->at.stopped_latest - s->at.stopped_clock;
  s->at.gap = reason == ISYNC_OVERFLOW && !etm3_counts_overflow(s->config) ? GAP_UNKNOWN : GAP_HIDDEN;
}

void etm3_begin_clocks(struct scoreboard *s, const struct flow_event *e, size_t i) {
  const struct moment *m = history_moment(s->history, i);
  struct executed x;
  if (!etm3_executed(s, i, &x)) return;
  s->at.isync_clocks = x.clocks;
  if (!s->traced.cycles) return;
  s->at.gap_cycles = x.clocks - 1 - (s->at.clock + e->cycles);
  s->at.gap_spread = 0;
  follow_resets(s, m, x.clocks, e->reason);
  s->at.clock = x.clocks - 1;
  s->at.clock_base = m->clock - m->clocks;
  s->at.needs_gap_count = !e->has_count;
  s->at.isync_offset = e->offset;
}

// Debug state is entered or left by an item in [from, end).
static bool has_debug(const struct history *h, size_t from, size_t end) {
  for (; from < end; from++) {
    const enum step_kind kind = history_step(h, from)->kind;
    if (kind == STEP_DEBUG_ENTRY || kind == STEP_DEBUG_EXIT) return true;
  }
  return false;
}

// A count that cannot be known is wrong for the reference RTL only, which must send 0.
bool etm3_gap_count(struct scoreboard *s, const struct flow_event *e, size_t i, uint64_t *count, bool *may_be_zero) {
  const struct scoreboard_position before = s->at;
  const bool passed_debug = s->at.passed_debug || has_debug(s->history, s->at.item, i);
  s->at.gap = etm3_gap_before(s, e->reason, passed_debug, false);
  etm3_begin_clocks(s, e, i);
  const bool has_length = s->at.gap == GAP_COUNTED || s->at.gap == GAP_HIDDEN, is_exact = s->at.gap_spread == 0;
  *count = has_length ? s->at.gap_cycles : 0;
  *may_be_zero = s->at.gap == GAP_HIDDEN;
  s->at = before;
  return is_exact;
}
