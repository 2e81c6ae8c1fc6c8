// SPDX-License-Identifier: Apache-2.0
// Samples the pins as the DUT does, and sets the moment of each item: whether the TraceEnable event selects it.
#include "sampling.h"

#include "register.h"
#include "resource.h"
#include "traced.h"
#include "truth_event.h"

// Clocks after an item in which a DUT may still decide on it, although the window of --latency is over.
enum { HELD_CLOCKS = 3 };

void sampling_start(struct sampling *s) {
  if (s->latency_high > 0) s->late = (unsigned)s->latency_high;
  s->is_exact = (s->latency_low | s->latency_high) == 0 && !s->port;
  s->mask = (s->is_exact ? SAMPLES_MIN : s->port ? SAMPLES_MAX : SAMPLES_LATE) - 1;
  s->states = STATES_ALL;
  sampling_programmed(s);
}

void sampling_programmed(struct sampling *s) { s->stamp_bits = traced_stamp(s->programmed, UINT64_MAX); }

// The part of TSVALUEB that is traced.
static inline uint64_t stamp_of(const struct sampling *s, uint64_t timestamp) { return timestamp & s->stamp_bits; }

// The sample `late` clocks after sample `i`, or the nearest one that was evaluated.
static inline uint64_t sample_after(const struct sampling *s, uint64_t i, int late) {
  if (late == 0) return i;
  const int64_t at = (int64_t)i + late, newest = (int64_t)s->count - 1;
  return (uint64_t)(at < 0 ? 0 : at > newest ? newest : at);
}

bool sampling_is_hidden(const struct sampling *s) {
  const uint32_t event = s->programmed->etmteevr;
  return event != EVENT_ALWAYS && resource_named(event) & ~(uint32_t)RESOURCE_BITS_SHOWN;
}

// The TraceEnable event with the pins of a sample, in each of the states: enum truth.
static unsigned enables_in(const struct sampling *s, const struct sample *seen, unsigned states) {
  const struct input_levels inputs = inputs_at(s->inputs, seen->clock, &seen->inputs);
  unsigned is = 0;
  for (unsigned left = states; left; left &= left - 1) {
    const unsigned state = (unsigned)__builtin_ctz(left);
    const struct truth_set shown = inputs_shown(inputs, truth_state(truth_of(state & 1), truth_of(state >> 1)));
    is |= truth_event_of_pins(s->programmed->etmteevr, shown);
  }
  return is;
}

// In a prohibited region resource 0x6D of an ETM is LOW (IHI 0014Q 2.6.2).
static inline uint8_t states_at(const struct sampling *s, const struct sample *sample) {
  const struct etm3_port_clock *c = &sample->port;
  return s->is_etm ? sample_state(c->ns && !c->prohibited, c->prohibited) : s->states;
}

// `states`: those of the items on which the event decides. 0: those of the items of this clock.
static unsigned event_at(const struct sampling *s, const struct sample *seen, unsigned states) {
  if (sampling_is_hidden(s)) return seen->enables ? seen->enables : TRUTH_UNKNOWN;
  return enables_in(s, seen, states ? states : states_at(s, seen));
}

PER_EDGE_INLINE struct window seen_at(struct sampling *s, uint64_t at, unsigned states) {
  const struct sample *seen = sample_at(s, at);
  const uint64_t stamp = stamp_of(s, seen->timestamp);
  unsigned is = TRUTH_YES;
  if (s->programmed->etmteevr != EVENT_ALWAYS) is = event_at(s, seen, states);
  if (s->programmed->unknown & CONFIG_ETMTEEVR) is = TRUTH_UNKNOWN;
  return (struct window){.is = is, .low = stamp, .high = stamp};
}

// A DUT that samples its pins late may already use the state that the waypoint of the sample leads to.
static uint8_t states_after(const struct sampling *s, const struct sample *sample) {
  if (s->is_etm || s->latency_high <= 0 || !sample->taken || sample->from == sample->end) return 0;
  const struct waypoint *w = history_waypoint(s->history, sample->from);
  return sample_state(w->ns, w->prohibited);
}

// The TraceEnable event and TSVALUEB in the clocks from latency_low after clock `from` to latency_high after clock `i`,
// as far as they were sampled. A DUT may use the state of the processor at sample `i`, or at an earlier item whose
// clock is in the window.
__attribute__((noinline)) static struct window window_from(struct sampling *s, uint64_t from, uint64_t i) {
  struct sample *sample = sample_at(s, i);
  sample->states = states_at(s, sample);
  const uint64_t first = sample_after(s, from, s->latency_low), end = sample_after(s, i, s->latency_high),
                 oldest = sample_after(s, i, s->latency_low);
  unsigned states = 0;
  for (uint64_t at = oldest < i ? oldest : i; at <= i; at++) {
    const struct sample *old = sample_at(s, at);
    if (old->taken) states |= old->states;
  }
  states |= states_after(s, sample);
  struct window w = seen_at(s, first, sample->states);
  for (uint64_t at = first; at <= end; at++) {
    const struct window next = seen_at(s, at, states);
    w.is |= next.is;
    if (next.low < w.low) w.low = next.low;
    if (next.high > w.high) w.high = next.high;
  }
  return w;
}

// The window of the item of sample `i`. The Cortex-A9's port: it begins at the commit, and for TSVALUEB at the
// presentation.
__attribute__((noinline)) static struct window window_around(struct sampling *s, uint64_t i) {
  const struct sample *sample = sample_at(s, i);
  struct window w = window_from(s, i - sample->since_commit, i);
  if (s->port && sample->stamp_low < w.low) w.low = sample->stamp_low;
  if (s->port && sample->stamp_high > w.high) w.high = sample->stamp_high;
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
  history_moment(h, i)->doubted = sample->doubted || sample->may_pause;
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
  m->evaluated = m->taken = true;
  if (sample->pauses) m->pauses = sample->pauses & 3u;
  m->enabled = w->is == TRUTH_YES;
  m->unsure = w->is == TRUTH_UNKNOWN;
  m->doubted = sample->may_pause;
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

// Adds a clock, or a window, that has no item to the moment of item `i`, the last one before it.
static void add_idle_clocks(const struct sampling *s, size_t i, const struct window *w) {
  struct moment *m = history_moment(s->history, i);
  widen(m, w->low, w->high);
  m->enabled_later = m->enabled_later || w->is & TRUTH_YES;
  m->enabled_throughout = m->enabled_throughout && w->is == TRUTH_YES;
}

// Withdraws item `i`. `first`: the first item since WPTENABLE or ETMEN rose. The times of the item go to the item
// before it. Item `first` has none before it. Then take_in_place() gives the times to the item that replaces it.
static void withdraw(struct sampling *s, size_t i, size_t first) {
  const struct moment *m = history_moment(s->history, i);
  if (i > first) widen(history_moment(s->history, i - 1), m->low, m->high);
  if (s->taken_end > i) s->taken_end = i;
}

// The DUT takes the items of a clock. The first of them replaces an item that is withdrawn.
__attribute__((cold)) static void take_in_place(struct sampling *s, const struct sample *sample,
                                                const struct window *w) {
  struct moment *first = history_moment(s->history, sample->from);
  const struct moment withdrawn = *first;
  withdraw(s, sample->from, s->first);
  *first = (struct moment){.clock = sample->clock};
  take(s, sample, w, &withdrawn);
  if (sample->from == s->first && sample->from < sample->end) widen(first, withdrawn.low, withdrawn.high);
}

// The Cortex-A9's port: whether there is a clock between the commits of item `i` and of the item before it. With a
// negative latency a DUT may take waypoints before their commits, so a clock between the presentations counts, too.
static bool are_apart(const struct sampling *s, size_t i) {
  const struct history *h = s->history;
  const bool are_presented_apart = history_presented(h, i) > history_presented(h, i - 1) + 1;
  return history_committed(h, i) > history_committed(h, i - 1) + 1 || (s->latency_low < 0 && are_presented_apart);
}

// A DUT may have taken the last item before the port delivered it. If the next item is apart, the clocks of that delay
// have no item. If --latency is a range, the latency of a DUT may differ from item to item. Then clocks without an item
// may lie between any two items, within the window `w` of the second.
__attribute__((noinline)) static void add_delay(struct sampling *s, const struct sample *sample,
                                                const struct window *w) {
  const bool has_item = sample->from < sample->end;
  const bool is_apart = !has_item || are_apart(s, sample->from);
  if (s->has_delay && sample->from > s->first && is_apart) add_idle_clocks(s, sample->from - 1, &s->delay);
  if (has_item && sample->from > s->first && s->latency_high > s->latency_low) add_idle_clocks(s, sample->from - 1, w);
  s->has_delay = false;
}

__attribute__((noinline)) static void note_delay(struct sampling *s, const struct sample *sample) {
  s->has_delay = sample->from < sample->end && (sample->since_commit > 0 || s->latency_low < 0);
  if (s->has_delay) s->delay = window_from(s, s->judged - sample->since_commit + 1, s->judged);
}

// The DUT, which is off, takes nothing. An exception may withdraw an item that the DUT took before it was off. The
// observer has cleared `taken` of this item, so `evaluated` shows that the DUT took it.
static void skip_items(struct sampling *s, const struct sample *sample) {
  const bool has_taken_items = s->first < s->taken_end;
  if (has_taken_items) s->last_run_first = s->first;
  if (sample->port.withdraws) {
    struct moment *m = history_moment(s->history, sample->from);
    if (m->evaluated) withdraw(s, sample->from, s->last_run_first);
    moment_withdrawn(m);
  }
  if (sample->clock < s->stamps_until && s->history->first < s->taken_end) {
    const uint64_t stamp = stamp_of(s, sample->timestamp);
    widen(history_moment(s->history, s->taken_end - 1), stamp, stamp);
  }
  s->not_taken += sample->end - sample->from;
  s->states = STATES_ALL;
  s->first = sample->end;
}

PER_EDGE_INLINE void judge(struct sampling *s) {
  const struct sample *sample = sample_at(s, s->judged);
  if (!sample->taken) {
    skip_items(s, sample);
  } else {
    struct window w;
    if (s->is_exact) {
      w = seen_at(s, s->judged, 0);
    } else {
      w = window_around(s, s->judged);
      if (s->port) add_delay(s, sample, &w);
    }
    if (sample->may_pause) w.is = truth_and(w.is, TRUTH_UNKNOWN);
    if (sample->port.withdraws) {
      take_in_place(s, sample, &w);
    } else {
      take(s, sample, &w, NULL);
    }
    if (sample->from == sample->end && sample->end > s->first) add_idle_clocks(s, sample->end - 1, &w);
    if (s->port) note_delay(s, sample);
  }
  s->history->sampled = sample->end;
  s->judged++;
}

// A timestamp of PFTv1.0 has the time at which it is generated (IHI 0035B 4.14). The time at which NIDEN and DBGEN stop
// trace is imprecise, so trace may continue (4.7.2). The Programming bit and the OS lock stop it immediately (4.15.2).
static bool may_still_stamp(const struct sampling *s, const struct cycle *c) {
  const bool are_pins_low = !c->may_trace || !c->before.may_trace;
  return are_pins_low && !s->is_etm && !unit_is_v11(s->programmed);
}

// WPTENABLE rises or falls.
__attribute__((cold)) static void change(struct sampling *s, const struct sample *sampled, const struct cycle *c) {
  s->is_enabled = c->is_enabled;
  if (c->is_enabled) {
    s->enabled_at = c->clock;
    s->may_pause_until = s->pauses = 0;
  }
  s->stamps_until = !c->is_enabled && may_still_stamp(s, c) ? c->clock + s->filter->options.latency : 0;
  if (c->is_enabled && sampled->from < sampled->end) selection_doubt(s->filter);
  const bool is_taken = s->port && s->port->last && s->port->last->is_taken;
  if (!c->is_enabled && !is_taken) selection_undo(s->filter, c->clock);
}

// No byte that has left by now reports the items that were presented SAMPLES_LEFT clocks ago.
PER_EDGE_INLINE void note_sampled(struct sampling *s, uint64_t bytes) {
  const struct sample *sampled = sample_at(s, s->count - SAMPLES_LEFT);
  for (size_t i = sampled->from; i < sampled->end; i++) history_moment(s->history, i)->sent = bytes;
}

// --- the Cortex-A9's port -------------------------------------------------------------------------------------------

// The port knows of the waypoint that it delivered in the last clock whether the DUT takes it.
__attribute__((noinline)) static void follow_last_commit(const struct sampling *s, struct sample *sampled) {
  const struct wpt_entry *last = s->port->last;
  if (!last) return;
  sampled->taken = last->is_taken;
  sampled->clocks = last->clocks;
  if (last->is_taken) s->history->newest_stamp = stamp_of(s, sampled->timestamp);
}

// TSVALUEB in the clocks of latency_low before this one, and in this clock.
static void begin_stamp(struct sampling *s, struct wpt_entry *e, uint64_t stamp) {
  e->stamp_low = e->stamp_high = stamp;
  for (int late = s->latency_low; late < 0 && (uint64_t)-late <= s->count; late++) {
    const uint64_t earlier = stamp_of(s, sample_at(s, s->count - (uint64_t)-late)->timestamp);
    if (earlier < e->stamp_low) e->stamp_low = earlier;
    if (earlier > e->stamp_high) e->stamp_high = earlier;
  }
}

static void follow_stamp(struct sampling *s, struct wpt_entry *e, const struct cycle *c) {
  const uint64_t stamp = stamp_of(s, c->timestamp);
  if (e->presented == c->clock) {
    begin_stamp(s, e, stamp);
  } else {
    if (stamp < e->stamp_low) e->stamp_low = stamp;
    if (stamp > e->stamp_high) e->stamp_high = stamp;
  }
}

__attribute__((noinline)) static void follow_port(struct sampling *s, struct sample *now, const struct cycle *c) {
  struct wpt_entry *delivered = s->port->delivered;
  now->since_commit = 0;
  now->stamp_low = UINT64_MAX;
  now->stamp_high = 0;
  for (uint64_t i = s->port->first; i < s->port->end; i++) follow_stamp(s, wpt_port_entry(s->port, i), c);
  if (!delivered) return;
  follow_stamp(s, delivered, c);
  now->since_commit = (uint8_t)(c->clock - delivered->committed);
  now->left = delivered->left;
  now->stamp_low = delivered->stamp_low;
  now->stamp_high = delivered->stamp_high;
}

// NIDEN and DBGEN may have paused the DUT when `sampled` was taken, or shortly before it: the time is imprecise. A PTM
// may also leave out the block after its last waypoint, which the pause has cut.
__attribute__((cold)) static void begin_pause(struct sampling *s, const struct sample *sampled) {
  const struct history *h = s->history;
  const uint64_t latency = s->filter->options.latency;
  s->pauses++;
  for (uint64_t i = s->judged; i < s->count; i++) {
    struct sample *sample = sample_at(s, i);
    sample->may_pause = sample->may_pause || sample->clock + latency >= sampled->clock;
  }
  for (size_t i = s->taken_end; i > s->first && i > h->first; i--) {
    struct moment *m = history_moment(h, i - 1);
    const bool is_cut = !s->is_etm && i == s->taken_end;
    if (m->clock + latency < sampled->clock && !is_cut) break;
    moment_paused(m);
  }
}

// While NIDEN and DBGEN are LOW, a DUT must not trace, and the time at which it stops and starts is imprecise (IHI
// 0035B 4.7.2; IHI 0014Q 2.14). Its WPTENABLE or ETMEN may stay HIGH. The enable pin of the reference RTL falls at
// once.
__attribute__((noinline)) static void follow_pause(struct sampling *s, struct sample *sampled, const struct cycle *c) {
  const bool stays_enabled = c->before.is_enabled && c->is_enabled && !s->filter->options.is_reference_rtl;
  if (stays_enabled && !c->before.may_trace) {
    if (sampled->clock > s->may_pause_until) begin_pause(s, sampled);
    s->may_pause_until = sampled->clock + s->filter->options.latency;
  }
  sampled->may_pause = sampled->clock <= s->may_pause_until;
  sampled->pauses = s->pauses;
}

// --- each clock -----------------------------------------------------------------------------------------------------

void sampling_clock(struct sampling *s, const struct cycle *c, unsigned enables) {
  struct sample *sampled = sample_at(s, s->count++), *now = sample_at(s, s->count);
  if (c->is_enabled != s->is_enabled) change(s, sampled, c);
  sampled->taken = c->is_enabled;
  if (c->is_enabled) s->history->newest_stamp = stamp_of(s, sampled->timestamp);
  sampled->clocks = c->clock - s->enabled_at;
  sampled->enabling = s->enabled_at - s->programmed_at;
  sampled->may_pause = false;
  sampled->pauses = 0;
  if (s->may_pause_until || !c->before.may_trace) follow_pause(s, sampled, c);
  if (s->port) follow_last_commit(s, sampled);
  // A DUT samples its port, but not its counters and its sequencer, so these may have the values of the next clock.
  if (enables) {
    sampled->enables |= (uint8_t)enables;
    now->enables = (uint8_t)enables;
  }
  if (s->count > s->judged + s->late) judge(s);
  note_sampled(s, c->bytes);
  now->clock = c->clock;
  now->atb_clocks = c->atb_ready_edges;
  now->left = c->bytes_before;
  now->from = c->items - c->presented;
  now->end = c->items;
  now->inputs = c->inputs;
  now->timestamp = c->timestamp;
  if (s->port) follow_port(s, now, c);
}

// --- comparators ----------------------------------------------------------------------------------------------------

static bool watch_inputs(struct sampling *s, const struct cycle *c) {
  return selection_inputs(s->filter, c->inputs.embeddedice, c->is_enabled && c->may_trace, c->clock);
}

// The DUT takes what is presented in this clock, as far as this is known by now.
static bool takes(const struct sampling *s, const struct cycle *c) {
  const struct wpt_entry *e = s->port ? s->port->delivered : NULL;
  return e && e->committed < c->clock ? e->is_taken : c->is_enabled;
}

static void set_unknown(struct sample *sample) {
  for (unsigned i = 0; i < ETM3_PORT_STEPS; i++) sample->answers[i] = (struct selection_answer){.is = TRUTH_UNKNOWN};
}

// Updates the inputs of the start/stop block.
static void follow_inputs(struct sampling *s, const struct cycle *c) {
  const uint8_t watched_before = s->filter->watched;
  if (watch_inputs(s, c)) sampling_doubt(s, c->clock, false);
  if (s->filter->watched != watched_before) s->inputs_changed_at = c->clock;
}

// An input of the start/stop block has changed between the commit of the waypoint and this clock. The DUT may decide on
// the waypoint by either value.
static bool is_input_doubtful(const struct sampling *s) {
  const struct wpt_entry *e = s->port ? s->port->delivered : NULL;
  return e && e->committed < s->inputs_changed_at;
}

// While NIDEN and DBGEN are LOW, the resources of a DUT hold their state (IHI 0035B 4.7.2). A DUT may register both
// pins late, and its WPTENABLE or ETMEN may stay HIGH. The reference RTL holds only while it is disabled.
static bool may_hold(struct sampling *s, const struct cycle *c) {
  const struct selection_options *options = &s->filter->options;
  if (c->is_enabled && !c->may_trace && !options->is_reference_rtl) s->may_hold_until = c->clock + options->latency;
  return c->clock <= s->may_hold_until;
}

__attribute__((noinline)) static void follow_filter(struct sampling *s, const struct cycle *c) {
  struct selection *f = s->filter;
  struct sample *sample = sample_now(s);
  const bool holds = may_hold(s, c);
  sample->doubted = false;
  follow_inputs(s, c);
  if (holds && c->presented > 0) selection_forget(f);
  if (holds || !takes(s, c)) {
    selection_missed(f, c->presented > 0);
    if (s->is_etm && f->runs && c->may_trace) selection_missed_steps(f, &sample->port);
    set_unknown(sample);
  } else if (s->is_etm) {
    selection_steps(f, &sample->port, c->clock, sample->answers);
  } else if (c->presented > 0) {
    selection_waypoint(f, history_waypoint(s->history, c->items - 1), c->clock, sample->answers);
    if (s->port && !f->options.is_reference_rtl) selection_burst(f, s->port->delivered->committed, c->has_backlog);
    if (is_input_doubtful(s) && selection_has_points(&f->program)) set_unknown(sample);
  }
  selection_clock(f, c->clock);
  if (c->has_backlog && !f->options.is_reference_rtl) selection_blur(f, c->clock);
}

void sampling_filter(struct sampling *s, const struct cycle *c) {
  sample_now(s)->filtered = s->filter->program.used;
  if (!s->filter->program.any && c->presented > 0 && !c->is_enabled) s->filter->may_have_missed = true;
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
  s->stamps_until = 0;
  *sample_at(s, s->count) = (struct sample){.from = s->history->count, .end = s->history->count};
}

void sampling_end(struct sampling *s) {
  while (s->judged < s->count) judge(s);
}
