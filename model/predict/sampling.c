// SPDX-License-Identifier: Apache-2.0
// Samples the pins as the DUT does, and sets the moment of each item: whether the TraceEnable event selects it.
#include "sampling.h"

#include "register.h"
#include "resource.h"
#include "traced.h"
#include "truth_event.h"

// Clocks after an item in which a DUT may still decide on it, although the window of --latency is over.
enum { HELD_CLOCKS = 3 };

// The pins in the window of --latency after a clock.
struct window {
  unsigned is;         // enum truth: the TraceEnable event; unknown if it changes in the window
  uint64_t low, high;  // TSVALUEB
};

static bool is_exact(const struct sampling *s) { return (s->latency_low | s->latency_high) == 0; }

void sampling_start(struct sampling *s) {
  if (s->latency_high > 0) s->late = (unsigned)s->latency_high;
  s->mask = (is_exact(s) ? SAMPLES_MIN : SAMPLES_MAX) - 1;
  s->states = STATES_ALL;
}

// The sample `late` clocks after sample `i`, or the nearest one that was evaluated.
static inline uint64_t sample_after(const struct sampling *s, uint64_t i, int late) {
  if (late == 0) return i;
  const int64_t at = (int64_t)i + late, newest = (int64_t)s->count - 1;
  return (uint64_t)(at < 0 ? 0 : at > newest ? newest : at);
}

bool sampling_is_hidden(const struct sampling *s) {
  const uint32_t event = s->programmed->etmteevr;
  return event != EVENT_ALWAYS && !(resource_is_shown(resource_first(event)) &&
                                    (resource_is_alone(event) || resource_is_shown(resource_second(event))));
}

// The TraceEnable event with the pins of a sample, in each of the states: enum truth.
static unsigned enables_in(const struct sampling *s, const struct sample *seen, unsigned states) {
  const struct input_levels inputs = inputs_at(s->inputs, seen->clock, &seen->inputs);
  unsigned is = 0;
  for (unsigned left = states; left; left &= left - 1) {
    const unsigned state = (unsigned)__builtin_ctz(left);
    is |= truth_event_of_pins(s->programmed->etmteevr, inputs.sure, inputs.high, truth_of(state & 1),
                              truth_of(state >> 1));
  }
  return is;
}

static inline uint8_t states_at(const struct sampling *s, const struct sample *sample) {
  return s->is_etm ? sample_state(sample->port.ns, sample->port.prohibited) : s->states;
}

// `states`: those of the items on which the event decides. 0: those of the items of this clock.
static unsigned event_at(const struct sampling *s, const struct sample *seen, unsigned states) {
  if (sampling_is_hidden(s)) return seen->enables ? seen->enables : TRUTH_UNKNOWN;
  return enables_in(s, seen, states ? states : states_at(s, seen));
}

PER_EDGE_INLINE struct window seen_at(struct sampling *s, uint64_t at, unsigned states) {
  const struct sample *seen = sample_at(s, at);
  const uint64_t stamp = traced_stamp(s->programmed, seen->timestamp);
  unsigned is = TRUTH_YES;
  if (s->programmed->etmteevr != EVENT_ALWAYS) is = event_at(s, seen, states);
  if (s->programmed->unknown & CONFIG_ETMTEEVR) is = TRUTH_UNKNOWN;
  return (struct window){.is = is, .low = stamp, .high = stamp};
}

// The TraceEnable event and TSVALUEB in the clocks from latency_low to latency_high after clock `i`, as far as they
// were sampled. A DUT may use the state of the processor at the item, or at an earlier item whose clock is in the
// window.
__attribute__((noinline)) static struct window window_around(struct sampling *s, uint64_t i) {
  struct sample *sample = sample_at(s, i);
  sample->states = states_at(s, sample);
  const uint64_t first = sample_after(s, i, s->latency_low), end = sample_after(s, i, s->latency_high);
  unsigned states = 0;
  for (uint64_t at = first < i ? first : i; at <= i; at++) {
    const struct sample *old = sample_at(s, at);
    if (old->taken) states |= old->states;
  }
  struct window w = seen_at(s, first, sample->states);
  for (uint64_t at = first; at <= end; at++) {
    const struct window next = seen_at(s, at, states);
    w.is |= next.is;
    if (next.low < w.low) w.low = next.low;
    if (next.high > w.high) w.high = next.high;
  }
  return w;
}

// Adds the decision of comparators and of the start/stop block on the items of the sample.
static void filter(const struct sampling *s, const struct sample *sample) {
  const struct history *h = s->history;
  const size_t i = sample->from;
  if (s->is_etm) {
    moment_filter(h, i, &sample->port, sample->answers, s->programmed->etmteevr);
    return;
  }
  // No block precedes the first waypoint that the DUT takes.
  if (i > h->first && (i <= s->first || i <= *s->stream_first)) history_moment(h, i - 1)->is_undecided = false;
  moment_filter_block(h, i, sample->answers, s->programmed->etmteevr);
  history_moment(h, i)->doubted = sample->doubted;
}

// Sets the moment of an item that the DUT has taken. Before this, the moment has only the clock.
PER_EDGE_INLINE void set_taken(struct moment *m, const struct sampling *s, const struct sample *sample,
                               const struct window *w) {
  m->atb_clocks = sample->atb_clocks;
  m->left = sample->left;
  m->clocks = sample->clocks;
  m->enabling = sample->enabling + s->late;
  m->stamp_low = m->low = w->low;
  m->stamp_high = m->high = w->high;
  m->taken = true;
  m->enabled = w->is == TRUTH_YES;
  m->unsure = w->is == TRUTH_UNKNOWN;
  m->doubted = false;
}

// The DUT takes the items of a clock: a waypoint, or the steps of a clock of the instruction port. `withdrawn`: the
// moment of the instruction that the first step withdraws, or NULL.
PER_EDGE_INLINE void take(struct sampling *s, const struct sample *sample, const struct window *w,
                          const struct moment *withdrawn) {
  if (sample->from == sample->end) {
    if (s->is_etm) moment_late(s->history, sample->from, &sample->port);
    return;
  }
  for (size_t i = sample->from; i < sample->end; i++) set_taken(history_moment(s->history, i), s, sample, w);
  if (s->is_etm) {
    moment_steps(s->programmed, s->history, sample->from, &sample->port, withdrawn);
  } else {
    const struct waypoint *wp = history_waypoint(s->history, sample->from);
    s->states = sample_state(wp->ns, wp->prohibited);
  }
  if (sample->filtered) filter(s, sample);
  s->taken_end = sample->end;
}

static void widen(struct moment *m, uint64_t low, uint64_t high) {
  if (low < m->low) m->low = low;
  if (high > m->high) m->high = high;
}

// Adds a clock that has no item to the moment of item `i`, the last one before it.
static void wait(const struct sampling *s, size_t i, const struct window *w) {
  struct moment *m = history_moment(s->history, i);
  widen(m, w->low, w->high);
  m->enabled_later = m->enabled_later || w->is & TRUTH_YES;
  m->event = m->event && w->is == TRUTH_YES;
}

// Item `i` is withdrawn. Its times then belong to the item before it. If there is none, take_in_place() gives them to
// the item that replaces it.
static void withdraw(struct sampling *s, size_t i) {
  const struct moment *m = history_moment(s->history, i);
  if (i > s->first) widen(history_moment(s->history, i - 1), m->low, m->high);
  if (s->taken_end > i) s->taken_end = i;
}

// The DUT takes the items of a clock. The first of them replaces an item that is withdrawn.
__attribute__((cold)) static void take_in_place(struct sampling *s, const struct sample *sample,
                                                const struct window *w) {
  struct moment *first = history_moment(s->history, sample->from);
  const struct moment withdrawn = *first;
  withdraw(s, sample->from);
  *first = (struct moment){.clock = sample->clock};
  take(s, sample, w, &withdrawn);
  if (sample->from == s->first && sample->from < sample->end) widen(first, withdrawn.low, withdrawn.high);
}

PER_EDGE_INLINE void judge(struct sampling *s) {
  const struct sample *sample = sample_at(s, s->judged);
  if (!sample->taken) {
    if (sample->port.withdraws) {
      withdraw(s, sample->from);
      moment_withdrawn(history_moment(s->history, sample->from));
    }
    s->not_taken += sample->end - sample->from;
    s->states = STATES_ALL;
    s->first = sample->end;
  } else {
    const struct window w = is_exact(s) ? seen_at(s, s->judged, 0) : window_around(s, s->judged);
    if (sample->port.withdraws) {
      take_in_place(s, sample, &w);
    } else {
      take(s, sample, &w, NULL);
    }
    if (sample->from == sample->end && sample->end > s->first) wait(s, sample->end - 1, &w);
  }
  s->history->sampled = sample->end;
  s->judged++;
}

// WPTENABLE rises or falls.
__attribute__((cold)) static void change(struct sampling *s, const struct sample *sampled, const struct cycle *c) {
  s->is_enabled = c->is_enabled;
  if (c->is_enabled) s->enabled_at = c->clock;
  if (c->is_enabled && sampled->from < sampled->end) selection_doubt(s->filter);
  if (!c->is_enabled) selection_undo(s->filter, c->clock);
}

// No byte that has left by now reports the items that were presented SAMPLES_LEFT clocks ago.
PER_EDGE_INLINE void note_sampled(struct sampling *s, uint64_t bytes) {
  const struct sample *sampled = sample_at(s, s->count - SAMPLES_LEFT);
  for (size_t i = sampled->from; i < sampled->end; i++) history_moment(s->history, i)->sent = bytes;
}

void sampling_clock(struct sampling *s, const struct cycle *c, unsigned enables) {
  struct sample *sampled = sample_at(s, s->count++), *now = sample_at(s, s->count);
  if (c->is_enabled != s->is_enabled) change(s, sampled, c);
  sampled->taken = c->is_enabled;
  if (c->is_enabled) s->history->newest_stamp = traced_stamp(s->programmed, sampled->timestamp);
  sampled->clocks = c->clock - s->enabled_at;
  sampled->enabling = s->enabled_at - s->programmed_at;
  // A DUT samples its port, but not its counters and its sequencer, so these may have the values of the next clock.
  sampled->enables |= (uint8_t)enables;
  if (enables) now->enables = (uint8_t)enables;
  if (s->count > s->judged + s->late) judge(s);
  note_sampled(s, c->bytes);
  now->clock = c->clock;
  now->atb_clocks = c->atb_ready_edges;
  now->left = c->bytes_before;
  now->from = c->items - c->presented;
  now->end = c->items;
  now->inputs = c->inputs;
  now->timestamp = c->timestamp;
}

// --- comparators ----------------------------------------------------------------------------------------------------

static bool watch_inputs(struct sampling *s, const struct cycle *c) {
  return selection_inputs(s->filter, c->inputs.embeddedice, c->is_enabled && c->may_trace, c->clock);
}

__attribute__((noinline)) static void follow_filter(struct sampling *s, const struct cycle *c) {
  struct selection *f = s->filter;
  struct sample *sample = sample_now(s);
  sample->doubted = false;
  if (watch_inputs(s, c)) sampling_doubt(s, c->clock, false);
  if (!c->is_enabled) {
    selection_missed(f, c->presented > 0);
    for (unsigned i = 0; i < ETM3_PORT_STEPS; i++) sample->answers[i] = (struct selection_answer){.is = TRUTH_UNKNOWN};
  } else if (s->is_etm) {
    selection_steps(f, &sample->port, c->clock, sample->answers);
  } else if (c->presented > 0) {
    selection_waypoint(f, history_waypoint(s->history, c->items - 1), c->clock, sample->answers);
  }
  selection_clock(f, c->clock);
}

void sampling_filter(struct sampling *s, const struct cycle *c) {
  sample_now(s)->filtered = s->filter->program.used;
  if (s->filter->program.any)
    follow_filter(s, c);
  else if (s->filter->watched != c->inputs.embeddedice)
    watch_inputs(s, c);
}

void sampling_doubt(struct sampling *s, uint64_t clock, bool all) {
  const struct selection_program *p = &s->filter->program;
  const uint32_t started = 1u << SELECTION_STARTED;
  const bool by_event = p->event && selection_names(p->event & ~SELECTION_EVENT_GIVEN) & started;
  const uint64_t late = s->late < s->count ? s->late : s->count, from = all ? s->judged : s->count + 1 - late;
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
  // The DUT may still hold items whose window is over.
  const struct history *h = s->history;
  for (size_t i = h->count; all && i > h->first && history_moment(h, i - 1)->clock + HELD_CLOCKS >= clock; i--) {
    struct moment *m = history_moment(h, i - 1);
    m->enabled = false;
    m->unsure = m->doubted = true;
  }
}

// --- begin and end --------------------------------------------------------------------------------------------------

void sampling_reset(struct sampling *s) {
  s->taken_end = s->history->count;
  s->states = STATES_ALL;
  s->is_enabled = false;
  *sample_at(s, s->count) = (struct sample){.from = s->history->count, .end = s->history->count};
}

void sampling_end(struct sampling *s) {
  while (s->judged < s->count) judge(s);
}
