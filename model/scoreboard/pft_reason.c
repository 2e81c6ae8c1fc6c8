// SPDX-License-Identifier: Apache-2.0
#include "pft_reason.h"

#include "pft_walk.h"

// The exit is doubtful if the DUT was off at it, or if Jazelle code follows it: IHI 0035B does not say whether tracing
// is prohibited there.
static enum debug_exit after_debug_exit(const struct scoreboard *s, size_t i) {
  enum debug_exit debug_exit = DEBUG_EXIT_FIRST;
  for (;; i--) {
    if (i < s->stream_first) debug_exit = DEBUG_EXIT_DOUBTFUL;
    if (history_waypoint(s->history, i)->type == WAYPOINT_DEBUG_EXIT) return debug_exit;
    if (i == s->history->first) return i > 0 ? DEBUG_EXIT_DOUBTFUL : DEBUG_EXIT_NONE;
    const struct waypoint *before = history_waypoint(s->history, i - 1);
    if (before->type == WAYPOINT_DEBUG_ENTRY || !pft_ends_tracing(before)) return DEBUG_EXIT_NONE;
    if (!before->prohibited) debug_exit = DEBUG_EXIT_DOUBTFUL;
  }
}

bool pft_is_reason(const struct scoreboard *s, const struct scoreboard_position *before, size_t i, uint8_t reason,
                   bool tracing, bool overdue) {
  const enum debug_exit debug_exit = after_debug_exit(s, i);
  if (debug_exit != DEBUG_EXIT_NONE) {
    if (reason == ISYNC_DEBUG_EXIT) return true;
    // An I-sync has reported the exit, and an overflow follows: each of the two reasons is permitted.
    if (before->started && before->item == i + 1) return reason == ISYNC_OVERFLOW;
    if (debug_exit == DEBUG_EXIT_FIRST) return false;
  }
  if (tracing) return reason == ISYNC_OVERFLOW;
  // The reference RTL starts on time. Another DUT may start later.
  if (reason == ISYNC_TRACE_ON) return !(s->is_reference_rtl && overdue);
  // An overflow may also begin while tracing is off.
  return reason == ISYNC_OVERFLOW && (before->started || s->has_unreported_overflow);
}
