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

static void set_filtered(const struct history *history, size_t i, bool surely, bool maybe,
                         const struct selection_answer *a, uint32_t event) {
  struct moment *m = history_moment(history, i);
  struct selection_reason *reason = &history->reasons[i & history->mask];
  m->filtered = true;
  m->enabled = surely && a->is == TRUTH_YES;
  m->unsure = (surely || maybe) && a->is & TRUTH_YES && !m->enabled;
  *reason = a->reason;
  if (!surely && !maybe) selection_disable(reason, event);
}

void moment_filter(const struct history *history, size_t first, const struct etm3_port_clock *port,
                   const struct selection_answer *answers, uint32_t event) {
  for (unsigned n = 0; n < port->count; n++) {
    struct moment *m = history_moment(history, first + n);
    set_filtered(history, first + n, m->enabled, m->unsure, &answers[n], event);
    if (!port->cancels_this_clock[n]) continue;
    m->cancelled_unsure = m->cancelled_enabled || m->cancelled_unsure;
    m->cancelled_enabled = false;
  }
}

// The TraceEnable event also takes effect at waypoints. An event that has changed between two waypoints may take effect
// at the earlier or at the later one (IHI 0035B 3.3.2).
void moment_filter_block(const struct history *history, size_t i, const struct selection_answer *answer,
                         uint32_t event) {
  struct moment *m = history_moment(history, i);
  const bool always = m->enabled, ever = m->enabled || m->unsure;
  struct moment *block = i > history->first ? history_moment(history, i - 1) : NULL;
  if (block && block->is_undecided) {
    const bool surely = answer->event ? answer->event == TRUTH_YES : block->event && always,
               maybe = answer->event ? answer->event & TRUTH_YES : block->unsure || ever || block->enabled_later;
    set_filtered(history, i - 1, surely, maybe, answer, event);
    block->enabled_later = block->is_undecided = false;
    const struct moment *before = i > history->first + 1 ? history_moment(history, i - 2) : NULL;
    // If both a start and a stop point are in each of two blocks, the start/stop block was off between them (3.3.3).
    const bool was_enabled = before && before->filtered && !before->is_undecided && before->enabled;
    block->restarts = answer->resumes || !was_enabled;
  }
  history->reasons[i & history->mask] = (struct selection_reason){0};
  m->filtered = m->is_undecided = true;
  m->event = always;
  m->enabled = false;
  m->unsure = ever;
}
