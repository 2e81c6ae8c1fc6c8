// SPDX-License-Identifier: Apache-2.0
#include "untraced.h"

#include "pft_walk.h"
#include "step.h"

// Why the processor's port prohibits tracing, whatever is programmed. SELECTION_NO_WHY: it does not.
static enum selection_why by_waypoint(const struct waypoint *w) {
  if (w->type == WAYPOINT_DEBUG_ENTRY) return SELECTION_DEBUG;
  if (w->prohibited) return SELECTION_PROHIBITED;
  return pft_ends_tracing(w) ? SELECTION_JAZELLE : SELECTION_NO_WHY;
}

static enum selection_why by_step(const struct step *s) {
  if (s->kind == STEP_DEBUG_ENTRY) return SELECTION_DEBUG;
  return s->prohibited ? SELECTION_PROHIBITED : SELECTION_NO_WHY;
}

// The decision of the DUT at this moment. PTM: it is about the block after the waypoint. ETM: it is about the step
// itself.
static enum truth by_moment(const struct history *h, size_t i, const struct config *config,
                            struct selection_reason *reason) {
  const struct moment *m = history_moment(h, i);
  *reason = m->filtered ? *history_reason(h, i) : (struct selection_reason){0};
  if (m->doubted || m->is_undecided) return TRUTH_UNKNOWN;
  if (m->enabled) return TRUTH_YES;
  if (m->unsure || m->enabled_later) return TRUTH_UNKNOWN;
  if (!m->filtered) selection_disable(reason, config->etmteevr);
  return TRUTH_NO;
}

// PTM: the block of instructions that a waypoint ends begins after the waypoint before it.
enum truth untraced_is(const struct history *h, size_t i, const struct config *config,
                       struct selection_reason *reason) {
  *reason = (struct selection_reason){.why = SELECTION_DISABLED};
  if (!history_moment(h, i)->taken) return TRUTH_NO;
  reason->why = SELECTION_BEGINS;
  if (h->waypoints && (i <= h->first || !history_moment(h, i - 1)->taken)) return TRUTH_NO;
  reason->why = (uint8_t)(h->waypoints ? by_waypoint(history_waypoint(h, i - 1)) : by_step(history_step(h, i)));
  if (reason->why != SELECTION_NO_WHY) return TRUTH_NO;
  return by_moment(h, h->waypoints ? i - 1 : i, config, reason);
}

// Nothing was traced before the item, since the DUT was enabled.
static bool is_first(const struct history *h, size_t i, const struct config *config) {
  struct selection_reason reason;
  if (i == 0 || i <= h->first) return i == 0;
  untraced_is(h, i, config, &reason);
  return reason.why == SELECTION_BEGINS || !history_moment(h, i - 1)->taken;
}

struct selection_reason untraced_of(const struct history *h, size_t first, size_t end, const struct config *config) {
  struct selection_reason found = {0};
  bool is_disabled = true;
  for (size_t i = first; i >= h->first && i < end; i++) {
    struct selection_reason reason;
    const enum truth is = untraced_is(h, i, config, &reason);
    if (reason.why == SELECTION_BEGINS || reason.why == SELECTION_DISABLED) continue;
    if (is == TRUTH_NO && found.why == SELECTION_NO_WHY) found = reason;
    is_disabled = is_disabled && reason.is_disabled;
  }
  if (!is_disabled || !found.is_disabled) return found;
  found.why = is_first(h, first, config) ? SELECTION_NEVER : SELECTION_EVENT;
  found.number = 0;
  return found;
}
