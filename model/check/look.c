// SPDX-License-Identifier: Apache-2.0
// What the unit saw, and what it may or must do with it by the TraceEnable event.
#include "observer.h"
#include "resource_function.h"

// What the pins were in the window of a clock.
struct window {
  bool always, ever;   // the TraceEnable event was true in all of its clocks, in one
  uint64_t low, high;  // TSVALUEB
};

// The glance `late` clocks behind glance `i`, or the nearest of those that were looked at.
static uint64_t glance_behind(const struct look *l, uint64_t i, int late) {
  const int64_t at = (int64_t)i + late, newest = (int64_t)l->glanced - 1;
  return (uint64_t)(at < 0 ? 0 : at > newest ? newest : at);
}

// By EXTIN and TSVALUEB of the clocks from latency_low to latency_high behind clock `i`, as far as they were seen. The
// resources of the state are those of the item itself.
static struct window window_of(struct observer *o, uint64_t i) {
  const struct look *l = &o->look;
  const struct glance *g = observer_glance(o, i);
  const bool ns = o->etm ? g->port.ns : l->ns, prohibited = o->etm ? g->port.prohibited : l->prohibited;
  const uint64_t end = glance_behind(l, i, o->options.latency_high);
  struct window w = {.always = true, .low = UINT64_MAX};
  for (uint64_t at = glance_behind(l, i, o->options.latency_low); at <= end; at++) {
    const struct glance *seen = observer_glance(o, at);
    const bool enabled = event_is_true(o->config.etmteevr, seen->extin, ns, prohibited);
    const uint64_t stamp = traced_stamp(&o->config, seen->timestamp);
    w.always &= enabled;
    w.ever |= enabled;
    if (stamp < w.low) w.low = stamp;
    if (stamp > w.high) w.high = stamp;
  }
  if (o->config.unknown & CONFIG_ETMTEEVR) w.always = false, w.ever = true;
  return w;
}

// The unit takes the items of a clock: a waypoint, or the steps of a clock of the instruction port.
static void take(struct observer *o, const struct glance *g, const struct window *w) {
  struct look *l = &o->look;
  if (g->from == g->end) {
    if (o->etm) moment_late(&o->history, g->from, &g->port);
    return;
  }
  const struct moment m = {.clock = g->clock,
                           .atb_clocks = g->atb_clocks,
                           .clocks = g->clocks,
                           .enabling = g->enabling + o->late,
                           .stamp_low = w->low,
                           .stamp_high = w->high,
                           .low = w->low,
                           .high = w->high,
                           .enabled = w->always,
                           .unsure = w->ever && !w->always};
  if (o->etm) {
    moment_steps(&o->config, &o->history, g->from, &g->port, &m);
  } else {
    const struct waypoint *wp = history_waypoint(&o->history, g->from);
    *history_moment(&o->history, g->from) = m;
    l->ns = wp->ns;
    l->prohibited = wp->prohibited;
  }
  l->reported = g->end;
  l->traceable = l->traceable || w->always;
}

static void widen(struct moment *m, uint64_t low, uint64_t high) {
  if (low < m->low) m->low = low;
  if (high > m->high) m->high = high;
}

// A clock behind item `i`.
static void wait(struct observer *o, size_t i, const struct glance *g, const struct window *w) {
  struct moment *m = history_moment(&o->history, i);
  widen(m, w->low, w->high);
  m->enabled_later = m->enabled_later || (w->ever && !g->idle_request);
}

// Item `i` is withdrawn: its time was that behind the item before it.
static void withdraw(struct observer *o, size_t i) {
  const struct moment *m = history_moment(&o->history, i);
  if (i > o->look.first) widen(history_moment(&o->history, i - 1), m->low, m->high);
  if (o->look.reported > i) o->look.reported = i;
}

static void judge(struct observer *o) {
  struct look *l = &o->look;
  const struct glance *g = observer_glance(o, l->judged);
  if (g->port.withdraws) withdraw(o, g->from);
  if (!g->taken) {
    if (g->port.withdraws) moment_withdrawn(history_moment(&o->history, g->from));
    l->refused += g->end - g->from;
    l->prohibited = false;
    l->first = g->end;
  } else {
    const struct window w = window_of(o, l->judged);
    l->must_trace = w.always;
    take(o, g, &w);
    if (g->from == g->end && g->end > l->first) wait(o, g->end - 1, g, &w);
  }
  l->judged++;
}

void observer_look(struct observer *o, const struct pins *pins) {
  struct look *l = &o->look;
  struct glance *sampled = observer_glance(o, l->glanced++), *now = observer_glance(o, l->glanced);
  if (pins->out.wpt_enable && !o->enabled) o->enabled_at = o->clock;
  sampled->taken = pins->out.wpt_enable;
  sampled->clocks = o->clock - o->enabled_at;
  sampled->enabling = o->enabled_at - o->cleared_at;
  if (l->glanced > l->judged + o->late) judge(o);
  now->clock = o->clock;
  now->atb_clocks = o->rules.atb_clocks;
  now->from = o->history.count - o->presents;
  now->end = o->history.count;
  now->idle_request = pins->in.idle_request;
  now->extin = pins->in.extin;
  now->timestamp = pins->in.timestamp;
}

void observer_look_at_all(struct observer *o) {
  while (o->look.judged < o->look.glanced) judge(o);
}
