// SPDX-License-Identifier: Apache-2.0
// What the unit saw, and what it may or must do with it by the TraceEnable event.
#include <string.h>

#include "run.h"

// What the pins were in the window of a clock.
struct window {
  bool always, ever;   // the TraceEnable event was true in all of its clocks, in one
  uint64_t low, high;  // TSVALUEB
};

static struct glance *glance_at(struct session *s, uint64_t i) { return &s->glances[i % GLANCES]; }

// By EXTIN and TSVALUEB of the clocks from --latency's LOW to its HIGH from clock `i` on, as far as they were seen. The
// resources of the state are those of the item itself.
static struct window window_of(struct session *s, uint64_t i) {
  const struct glance *g = glance_at(s, i);
  const bool ns = s->etm ? g->slots.ns : s->ns, prohibited = s->etm ? g->slots.prohibited : s->prohibited;
  struct window w = {.always = true, .low = UINT64_MAX};
  for (int k = s->options.latency_low; k <= s->options.latency_high; k++) {
    int64_t at = (int64_t)i + k;
    if (at < 0) at = 0;
    if (at >= (int64_t)s->glanced) at = (int64_t)s->glanced - 1;
    const struct glance *seen = glance_at(s, (uint64_t)at);
    const bool enabled = told_event(s->config.etmteevr, seen->extin, ns, prohibited);
    const uint64_t stamp = told_stamp(&s->config, seen->timestamp);
    w.always = w.always && enabled;
    w.ever = w.ever || enabled;
    if (stamp < w.low) w.low = stamp;
    if (stamp > w.high) w.high = stamp;
  }
  return w;
}

// The unit takes the items of a clock: a waypoint, or the steps of a clock of the instruction port.
static void take(struct session *s, const struct glance *g, const struct window *w) {
  const int late = s->options.latency_high;
  const struct moment m = {.clocks = g->clocks,
                           .enabling = g->enabling + (late > 0 ? (unsigned)late : 0),
                           .stamp_low = w->low,
                           .stamp_high = w->high,
                           .low = w->low,
                           .high = w->high,
                           .enabled = w->always,
                           .unsure = w->ever && !w->always};
  if (s->etm) {
    told_clock(&s->config, s->moments, s->happened.steps, g->from, g->end, &g->slots, g->step, &m);
  } else if (g->from < g->end) {
    const struct waypoint *wp = happened_waypoint(&s->happened, g->from);
    s->moments[g->from] = m;
    s->ns = wp->ns;
    s->prohibited = wp->prohibited;
  }
  if (g->from < g->end) s->told = g->end;
  s->traceable = s->traceable || (g->from < g->end && w->always);
}

// A clock behind item `i`.
static void wait(struct session *s, size_t i, const struct glance *g, const struct window *w) {
  struct moment *m = &s->moments[i];
  if (w->low < m->low) m->low = w->low;
  if (w->high > m->high) m->high = w->high;
  m->enabled_later = m->enabled_later || (w->ever && !g->idle_request);
}

static void judge(struct session *s) {
  const struct glance *g = glance_at(s, s->judged);
  if (!g->taken) {
    s->refused += g->end - g->from;
    s->prohibited = false;
    s->first = g->end;
  } else {
    const struct window w = window_of(s, s->judged);
    s->must_trace = w.always;
    take(s, g, &w);
    if (g->from == g->end && g->end > s->first) wait(s, g->end - 1, g, &w);
  }
  s->judged++;
}

void session_look(struct session *s, const struct ports_out *out) {
  struct glance *g = glance_at(s, s->glanced++);
  if (out->wpt_enable && !s->enabled) s->enabled_at = s->clock;
  g->end = s->happened.count - s->presents;
  g->from = g->end - s->sampled.items;
  g->taken = out->wpt_enable;
  g->clocks = s->clock - s->enabled_at;
  g->enabling = s->enabled_at - s->cleared_at;
  g->idle_request = s->sampled.idle_request;
  g->extin = s->sampled.extin;
  g->timestamp = s->sampled.timestamp;
  if (s->etm) {
    g->slots = s->sampled.slots;
    memcpy(g->step, s->sampled.step, sizeof g->step);
  }
  const int late = s->options.latency_high;
  if (s->glanced > s->judged + (late > 0 ? (unsigned)late : 0)) judge(s);
  s->sampled.items = s->presents;
  s->sampled.idle_request = s->in->idle_request;
  s->sampled.extin = s->in->extin;
  s->sampled.timestamp = s->in->timestamp;
  if (s->etm) {
    s->sampled.slots = s->in->slots;
    const struct driver_meant meant = driver_meant(s->driver);
    if (meant.step) memcpy(s->sampled.step, meant.step, sizeof s->sampled.step);
  }
}

void session_look_at_all(struct session *s) {
  while (s->judged < s->glanced) judge(s);
}
