// SPDX-License-Identifier: Apache-2.0
// The moments of items.
#include "moment.h"

#include "history.h"

// Copies the moment of a cancelled instruction to the `cancelled_*` members of the exception.
static void set_cancelled(struct moment *m, const struct moment *of) {
  m->cancelled_known = true;
  m->cancelled_enabled = of->enabled;
  m->cancelled_unsure = of->unsure;
  m->cancelled_clocks = of->clocks;
  m->cancelled_stamp = of->stamp_low;
  m->cancelled_context_id = of->context_id;
}

void moment_paused(struct moment *moment) {
  moment->unsure = moment->unsure || moment->enabled;
  moment->cancelled_unsure = moment->cancelled_unsure || moment->cancelled_enabled;
  moment->enabled = moment->enabled_throughout = moment->cancelled_enabled = false;
  moment->doubted = true;
}

void moment_cancelled(struct moment *moment) { set_cancelled(moment, moment); }

void moment_withdrawn(struct moment *moment) {
  const struct moment instruction = *moment;
  *moment = (struct moment){0};
  set_cancelled(moment, &instruction);
}

static void set_step(const struct config *c, struct moment *m, const struct etm3_port_clock *port, unsigned n) {
  m->context_id = port->context_id;
  m->vmid = port->vmid;
  m->exits = port->eret[n] && config_minor(c) >= 4;
  m->cancelled = port->cancels[n];
  m->branch = port->branch[n];
  if (port->cancels_this_clock[n]) set_cancelled(m, m);
}

static void set_late(const struct history *history, size_t first, const struct etm3_port_clock *port) {
  if (port->branch_of_previous.kind && first > history->first)
    history_moment(history, first - 1)->branch = port->branch_of_previous;
}

static void set_halt(const struct history *history, size_t end, const struct etm3_port_clock *port) {
  if (port->enters_debug && end > history->first) history_moment(history, end - 1)->halts = true;
}

void moment_late(const struct history *history, size_t first, const struct etm3_port_clock *port) {
  set_late(history, first, port);
  set_halt(history, first, port);
}

void moment_steps(const struct config *c, const struct history *history, size_t first,
                  const struct etm3_port_clock *port, const struct moment *withdrawn) {
  for (unsigned n = 0; n < port->count; n++) {
    struct moment *m = history_moment(history, first + n);
    set_step(c, m, port, n);
    if (history_step(history, first + n)->kind != port->steps[n].kind) moment_cancelled(m);
  }
  if (withdrawn) {
    history_moment(history, first)->left = withdrawn->left;
    set_cancelled(history_moment(history, first), withdrawn);
  }
  set_late(history, first, port);
  set_halt(history, first + port->count, port);
}

// `event`: the truth of the TraceEnable event, which is `etmteevr`, for the item.
static void set_filtered(const struct history *history, size_t i, unsigned event, const struct selection_answer *a,
                         uint32_t etmteevr) {
  struct moment *m = history_moment(history, i);
  struct selection_reason *reason = &history->reasons[i & history->mask];
  const unsigned is_traced = truth_and(event, a->is);
  m->filtered = true;
  m->enabled = is_traced == TRUTH_YES;
  m->unsure = is_traced == TRUTH_UNKNOWN;
  *reason = a->reason;
  if (event == TRUTH_NO) selection_disable(reason, etmteevr);
}

void moment_filter(const struct history *history, size_t first, const struct etm3_port_clock *port,
                   const struct selection_answer *answers, uint32_t etmteevr) {
  for (unsigned n = 0; n < port->count; n++) {
    struct moment *m = history_moment(history, first + n);
    set_filtered(history, first + n, truth_span(m->enabled, m->unsure), &answers[n], etmteevr);
    if (!port->cancels_this_clock[n]) continue;
    m->cancelled_unsure = m->cancelled_enabled || m->cancelled_unsure;
    m->cancelled_enabled = false;
  }
}

// The TraceEnable event for the block from waypoint `start` to waypoint `end`. It takes effect at waypoints, and an
// event that has changed between the two may take effect at the earlier or at the later one (IHI 0035B 3.3.2).
static unsigned event_for_block(const struct moment *start, const struct moment *end,
                                const struct selection_answer *answer) {
  const bool may_be_true_at_end = end->enabled || end->unsure;
  if (answer->event) return answer->event;
  return truth_span(start->enabled_throughout && end->enabled,
                    start->unsure || start->enabled_later || may_be_true_at_end);
}

// The block that began with waypoint `i` has ended.
static void end_block(const struct history *history, size_t i, const struct selection_answer *answer) {
  struct moment *block = history_moment(history, i);
  const struct moment *before = i > history->first ? history_moment(history, i - 1) : NULL;
  const bool was_enabled = before && before->filtered && !before->is_undecided && before->enabled;
  block->enabled_later = block->is_undecided = false;
  // If both a start and a stop point are in each of two blocks, the start/stop block was off between them (3.3.3).
  block->restarts = answer->resumes || !was_enabled;
}

// A block begins with waypoint `i`. Nothing is decided on it before the waypoint that ends it.
static void begin_block(const struct history *history, size_t i) {
  struct moment *block = history_moment(history, i);
  history->reasons[i & history->mask] = (struct selection_reason){0};
  block->filtered = block->is_undecided = true;
  block->enabled_throughout = block->enabled;
  block->unsure = block->enabled || block->unsure;
  block->enabled = false;
}

void moment_filter_block(const struct history *history, size_t i, const struct selection_answer *answer,
                         uint32_t etmteevr) {
  const struct moment *start = i > history->first ? history_moment(history, i - 1) : NULL;
  if (start && start->is_undecided) {
    set_filtered(history, i - 1, event_for_block(start, history_moment(history, i), answer), answer, etmteevr);
    end_block(history, i - 1, answer);
  }
  begin_block(history, i);
}
