// SPDX-License-Identifier: Apache-2.0
#include "etm3_reason.h"

#include "etm3_steps.h"

// The DUT was off before step `i`, which is an exit from Debug state. Then it need not have seen Debug state.
static bool was_off_before(const struct scoreboard *s, size_t i) {
  const struct moment *m = history_moment(s->history, i);
  return i < s->stream_first || (i < s->history->sampled && (!m->taken || m->clocks == 0));
}

// DEBUG_EXIT_FIRST: no other instruction is between the exit and the item. DEBUG_EXIT_DOUBTFUL: the instructions
// between them need not be traced or were cancelled (IHI 0014Q 7.3.8), or the DUT was off before the exit. Only the
// reason of a debug exit depends on DEBUG_EXIT_DOUBTFUL. For each other `reason` the walk ends at the first
// instruction, because a search calls this function for thousands of items.
static enum debug_exit after_debug_exit(const struct scoreboard *s, size_t i, uint8_t reason) {
  enum debug_exit debug_exit = DEBUG_EXIT_FIRST;
  while (i-- > s->history->first) {
    struct executed x;
    const enum step_kind kind = history_step(s->history, i)->kind;
    if (kind == STEP_DEBUG_EXIT) return was_off_before(s, i) ? DEBUG_EXIT_DOUBTFUL : debug_exit;
    if (kind == STEP_DEBUG_ENTRY || (kind == STEP_INSTRUCTION && etm3_must_start(s, i))) break;
    if (!etm3_executed(s, i, &x)) continue;
    if (reason != ISYNC_DEBUG_EXIT) return DEBUG_EXIT_NONE;
    debug_exit = DEBUG_EXIT_DOUBTFUL;
  }
  return s->history->first > 0 && i + 1 == s->history->first ? DEBUG_EXIT_DOUBTFUL : DEBUG_EXIT_NONE;
}

// Was Debug state entered and left again, before item `i`, in an overflow that had lost an instruction before? If
// cycles are counted, it may have lost only cycles.
static bool overflow_spans_debug(const struct scoreboard *s, const struct scoreboard_position *before, size_t i) {
  const size_t end = before->item + !s->traced.cycles;
  bool left = false;
  while (before->started && i-- > end) {
    const enum step_kind kind = history_step(s->history, i)->kind;
    if (kind == STEP_DEBUG_ENTRY) return left;
    left = left || kind == STEP_DEBUG_EXIT;
  }
  return false;
}

bool etm3_is_reason(const struct scoreboard *s, const struct scoreboard_position *before, size_t i, uint8_t reason,
                    bool tracing, bool overdue) {
  const bool own = s->is_reference_rtl;  // another unit may start later
  const enum debug_exit debug_exit = after_debug_exit(s, i, reason);
  const bool is_same_item = before->started && before->item == i;
  if (debug_exit != DEBUG_EXIT_NONE && reason == ISYNC_DEBUG_EXIT) return true;
  if (debug_exit == DEBUG_EXIT_FIRST) return is_same_item && reason == ISYNC_OVERFLOW;
  if (!own && reason == ISYNC_DEBUG_EXIT) return overflow_spans_debug(s, before, i);
  if (tracing) return reason == ISYNC_OVERFLOW;
  if (reason == ISYNC_OVERFLOW) return before->started || overdue || s->has_unreported_overflow;
  // A late start of another DUT is believed only if nothing else explains the I-sync.
  return reason == ISYNC_TRACE_ON && (!overdue || (s->belief > BELIEVE_AT_ONCE && !own));
}
