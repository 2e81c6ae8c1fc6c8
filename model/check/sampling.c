// SPDX-License-Identifier: Apache-2.0
// What the unit saw, and what it may or must do with it by the TraceEnable event.
#include "sampling.h"

#include "observer.h"
#include "resource.h"
#include "rule_resource.h"

// A unit decides on what was presented so many clocks ago, if no window says that it is later.
enum { HELD_CLOCKS = 3 };

// What the pins were in the window of a clock.
struct window {
  bool always, ever;   // the TraceEnable event was true in all of its clocks, in one
  uint64_t low, high;  // TSVALUEB
};

// The sample `late` clocks behind sample `i`, or the nearest of those that were looked at.
static inline uint64_t sample_behind(const struct sampling *s, uint64_t i, int late) {
  if (late == 0) return i;
  const int64_t at = (int64_t)i + late, newest = (int64_t)s->count - 1;
  return (uint64_t)(at < 0 ? 0 : at > newest ? newest : at);
}

// Does the TraceEnable event need more than pins?
static inline bool is_hidden(const struct observer *o) {
  const uint32_t event = o->programmed.etmteevr;
  return event != EVENT_ALWAYS && !(resource_is_shown(resource_first(event)) &&
                                    (resource_is_alone(event) || resource_is_shown(resource_second(event))));
}

// The TraceEnable event with the pins of a sample, in each of the states: enum truth.
static unsigned enables_in(const struct observer *o, const struct sample *seen, unsigned states) {
  unsigned is = 0;
  for (unsigned left = states; left; left &= left - 1) {
    const unsigned state = (unsigned)__builtin_ctz(left);
    is |= rule_input_enables(&o->rules, seen->clock, &seen->inputs, state & 1, state >> 1);
  }
  return is;
}

static inline struct window seen_at(struct observer *o, uint64_t at, unsigned states) {
  const struct sample *seen = sample_at(&o->sampling, at);
  const uint64_t stamp = traced_stamp(&o->programmed, seen->timestamp);
  unsigned is = TRUTH_YES;
  if (o->programmed.etmteevr != EVENT_ALWAYS) is = is_hidden(o) ? seen->enables : enables_in(o, seen, states);
  return (struct window){.always = is == TRUTH_YES, .ever = is != TRUTH_NO, .low = stamp, .high = stamp};
}

static inline uint8_t states_at(const struct observer *o, const struct sample *sample) {
  return o->etm ? sample_state(sample->port.ns, sample->port.prohibited) : o->sampling.states;
}

// By EXTIN and TSVALUEB of the clocks from latency_low to latency_high behind clock `i`, as far as they were seen. The
// resources of the state are those of the item itself, or as old as EXTIN may be.
__attribute__((noinline)) static struct window window_around(struct observer *o, uint64_t i) {
  struct sampling *s = &o->sampling;
  struct sample *sample = sample_at(s, i);
  sample->states = states_at(o, sample);
  const uint64_t first = sample_behind(s, i, o->options.latency_low),
                 end = sample_behind(s, i, o->options.latency_high);
  unsigned states = 0;
  for (uint64_t at = first < i ? first : i; at <= i; at++) {
    const struct sample *old = sample_at(s, at);
    if (old->taken) states |= old->states;
  }
  struct window w = seen_at(o, first, sample->states);
  for (uint64_t at = first; at <= end; at++) {
    const struct window next = seen_at(o, at, states);
    w.always &= next.always;
    w.ever |= next.ever;
    if (next.low < w.low) w.low = next.low;
    if (next.high > w.high) w.high = next.high;
  }
  return w;
}

static struct window window_of(struct observer *o, uint64_t i) {
  const bool exact = o->options.latency_low == 0 && o->options.latency_high == 0;
  struct window w = exact ? seen_at(o, i, states_at(o, sample_at(&o->sampling, i))) : window_around(o, i);
  if (o->programmed.unknown & CONFIG_ETMTEEVR) w.always = false, w.ever = true;
  return w;
}

// Comparators and the start/stop block, too, decide on it.
static void filter(struct observer *o, const struct sample *sample) {
  struct sampling *s = &o->sampling;
  const struct history *h = &o->history;
  const size_t i = sample->from;
  if (o->etm) {
    moment_filter(h, i, &sample->port, sample->answers, o->programmed.etmteevr);
    return;
  }
  // Before the first waypoint that the unit takes there is no block.
  if (i > h->first && (i <= s->first || i <= o->scoreboard.first)) history_moment(h, i - 1)->open = false;
  moment_filter_block(h, i, sample->answers, o->programmed.etmteevr);
  history_moment(h, i)->doubted = sample->doubted;
}

// The unit takes the items of a clock: a waypoint, or the steps of a clock of the instruction port.
static inline void take(struct observer *o, const struct sample *sample, const struct window *w) {
  struct sampling *s = &o->sampling;
  if (sample->from == sample->end) {
    if (o->etm) moment_late(&o->history, sample->from, &sample->port);
    return;
  }
  const struct moment m = {.clock = sample->clock,
                           .atb_clocks = sample->atb_clocks,
                           .left = o->sent.before[sample->clock % SENT_CLOCKS],
                           .clocks = sample->clocks,
                           .enabling = sample->enabling + o->late,
                           .stamp_low = w->low,
                           .stamp_high = w->high,
                           .low = w->low,
                           .high = w->high,
                           .taken = true,
                           .enabled = w->always,
                           .unsure = w->ever && !w->always};
  if (o->etm) {
    moment_steps(&o->programmed, &o->history, sample->from, &sample->port, &m);
  } else {
    const struct waypoint *wp = history_waypoint(&o->history, sample->from);
    *history_moment(&o->history, sample->from) = m;
    s->states = sample_state(wp->ns, wp->prohibited);
  }
  if (sample->filtered) filter(o, sample);
  s->reported = sample->end;
}

static void widen(struct moment *m, uint64_t low, uint64_t high) {
  if (low < m->low) m->low = low;
  if (high > m->high) m->high = high;
}

// A clock behind item `i`.
static void wait(struct observer *o, size_t i, const struct window *w) {
  struct moment *m = history_moment(&o->history, i);
  widen(m, w->low, w->high);
  m->enabled_later = m->enabled_later || w->ever;
  m->event = m->event && w->always;
}

// Item `i` is withdrawn: its time was that behind the item before it, or in front of the one in its place.
static void withdraw(struct observer *o, size_t i) {
  const struct moment *m = history_moment(&o->history, i);
  if (i > o->sampling.first) widen(history_moment(&o->history, i - 1), m->low, m->high);
  if (o->sampling.reported > i) o->sampling.reported = i;
}

// The unit takes the items of a clock, the first of which stands in the place of one that is withdrawn.
static void take_in_place(struct observer *o, const struct sample *sample, const struct window *w) {
  const struct moment before = *history_moment(&o->history, sample->from);
  take(o, sample, w);
  if (sample->from < sample->end) widen(history_moment(&o->history, sample->from), before.low, before.high);
}

static void judge(struct observer *o) {
  struct sampling *s = &o->sampling;
  const struct sample *sample = sample_at(s, s->judged);
  if (sample->port.withdraws) withdraw(o, sample->from);
  if (!sample->taken) {
    if (sample->port.withdraws) moment_withdrawn(history_moment(&o->history, sample->from));
    s->not_taken += sample->end - sample->from;
    s->states = STATES_ALL;
    s->first = sample->end;
  } else {
    const struct window w = window_of(o, s->judged);
    s->must_trace = w.always;
    if (sample->port.withdraws && sample->from == s->first) {
      take_in_place(o, sample, &w);
    } else {
      take(o, sample, &w);
    }
    if (sample->from == sample->end && sample->end > s->first) wait(o, sample->end - 1, &w);
  }
  s->judged++;
}

// WPTENABLE rises or falls.
__attribute__((cold)) static void change(struct observer *o, const struct sample *sampled, bool enabled) {
  if (enabled) o->last.enabled = o->clock;
  if (enabled && sampled->from < sampled->end) selection_doubt(&o->filter);
  if (!enabled) selection_undo(&o->filter, o->clock);
}

void sampling_edge(struct observer *o, const struct cycle *c) {
  struct sampling *s = &o->sampling;
  struct sample *sampled = sample_at(s, s->count++), *now = sample_at(s, s->count);
  if (c->is_enabled != o->previous.enabled) change(o, sampled, c->is_enabled);
  sampled->taken = c->is_enabled;
  sampled->clocks = o->clock - o->last.enabled;
  sampled->enabling = o->last.enabled - o->last.programming_cleared;
  // Counters and the sequencer may be those of a clock later: a unit samples its port, and not them.
  if (is_hidden(o)) sampled->enables |= (uint8_t)rule_resource_enables(&o->rules);
  if (s->count > s->judged + o->late) judge(o);
  now->clock = o->clock;
  now->atb_clocks = o->rules.atb_clocks;
  now->from = c->items - c->presented;
  now->end = c->items;
  now->inputs = c->inputs;
  if (is_hidden(o)) now->enables = (uint8_t)rule_resource_enables(&o->rules);
  now->timestamp = c->timestamp;
}

void sampling_doubt(struct observer *o, bool all) {
  struct sampling *s = &o->sampling;
  const struct selection_program *p = &o->filter.program;
  const uint32_t started = 1u << SELECTION_STARTED;
  const bool by_event = p->event && selection_names(p->event & ~SELECTION_EVENT_GIVEN) & started;
  const uint64_t late = o->late < s->count ? o->late : s->count, from = all ? s->judged : s->count + 1 - late;
  for (uint64_t i = from; i <= s->count + all && (all || p->starts || by_event); i++) {
    struct sample *sample = sample_at(s, i);
    for (unsigned n = 0; n < ETM3_PORT_STEPS; n++) {
      struct selection_answer *a = &sample->answers[n];
      if (!sample->filtered) *a = (struct selection_answer){0};
      if (all || p->starts) a->is = TRUTH_UNKNOWN;
      if (a->event && (all || by_event)) a->event = TRUTH_UNKNOWN;
    }
    sample->doubted |= all;
    sample->filtered |= all;
  }
  // Those whose window has closed may still be in the unit.
  const struct history *h = &o->history;
  for (size_t i = h->count; all && i > h->first && history_moment(h, i - 1)->clock + HELD_CLOCKS >= o->clock; i--) {
    struct moment *m = history_moment(h, i - 1);
    m->enabled = false;
    m->unsure = m->doubted = true;
  }
}

void sampling_end(struct observer *o) {
  while (o->sampling.judged < o->sampling.count) judge(o);
}
