// SPDX-License-Identifier: Apache-2.0
#include "counting.h"

#include <string.h>

#include "counting_certain.h"
#include "resource.h"
#include "selection.h"
#include "truth_event.h"

enum { SEQUENCER = COUNTING_COUNTERS };  // its number, after those of the counters

const struct counting_values counting_unknown = {.high = {UINT16_MAX, UINT16_MAX, UINT16_MAX, UINT16_MAX},
                                                 .sequencer = COUNTING_ANY_STATE};

static struct counting_values hull(const struct counting_values *a, const struct counting_values *b) {
  struct counting_values s = {.sequencer = a->sequencer | b->sequencer};
  for (unsigned i = 0; i < COUNTING_COUNTERS; i++) {
    s.low[i] = a->low[i] < b->low[i] ? a->low[i] : b->low[i];
    s.high[i] = a->high[i] > b->high[i] ? a->high[i] : b->high[i];
  }
  return s;
}

// --- events ---------------------------------------------------------------------------------------------------------

bool counting_built(const struct counting_program *p, uint32_t resource) {
  return resource_is_counter(resource) ? resource - RESOURCE_COUNTER < p->counters
                                       : resource_is_sequencer(resource) && p->sequencer;
}

static unsigned resource(const struct counting_program *p, const struct counting_values *s,
                         const struct counting_inputs *in, uint32_t number) {
  const unsigned shown = resource_shown(number), bit = 1u << (number & 0xF);
  if (shown < RESOURCES_SHOWN) return truth_at(in->shown, shown);
  if (selection_resource(number) < SELECTION_RESOURCES) {
    const unsigned is = truth_at(in->compared, selection_resource(number));
    return is ? is : TRUTH_UNKNOWN;
  }
  if (!counting_built(p, number)) return TRUTH_UNKNOWN;
  if (resource_is_counter(number)) return truth_pair(s->high[number & 3] > 0, s->low[number & 3] == 0);
  const bool any = s->sequencer == COUNTING_ANY_STATE;
  return truth_pair(any || s->sequencer & ~bit, any || s->sequencer & bit);
}

unsigned counting_event(const struct counting_program *p, const struct counting_values *s,
                        const struct counting_inputs *in, uint32_t event) {
  if (event == EVENT_ALWAYS) return TRUTH_YES;
  if (event == EVENT_NEVER) return TRUTH_NO;
  const unsigned a = resource(p, s, in, resource_first(event));
  return truth_event(event, a, resource_is_alone(event) ? a : resource(p, s, in, resource_second(event)));
}

// Tries each resource of the match alone, because the other resource of the event may be HIGH only in another clock.
bool counting_is_true_by(uint32_t event, const struct selection_match *match) {
  static const struct counting_program none;
  if (!match->resources) return false;
  for (uint32_t left = selection_names(event) & match->resources; left; left &= left - 1) {
    const struct counting_inputs in = {.shown = {UINT32_MAX, UINT32_MAX}, .compared = {~(left & -left), UINT32_MAX}};
    if (counting_event(&none, &counting_unknown, &in, event) == TRUTH_YES) return true;
  }
  return false;
}

const struct selection_match *counting_last_match(uint32_t event, const struct selection_match *matches) {
  for (unsigned n = SELECTION_MATCHES; matches && n > 0; n--) {
    if (counting_is_true_by(event, &matches[n - 1])) return &matches[n - 1];
  }
  return NULL;
}

// --- a clock --------------------------------------------------------------------------------------------------------

// The events of a counter: enum truth each.
struct counter_events {
  unsigned enable, reload;
};

static struct counter_events events_of(const struct counting_program *p, const struct counting_values *was,
                                       const struct counting_inputs *in, unsigned i) {
  return (struct counter_events){counting_event(p, was, in, p->enable[i]), counting_event(p, was, in, p->reload[i])};
}

// While its event is true a counter goes down to 0, and stays there. A reload wins (IHI 0035B 3.9; IHI 0014Q 2.2.3).
static void count(const struct counting_program *p, const struct counter_events *e, unsigned i,
                  struct counting_values *s) {
  if (e->enable & TRUTH_YES && s->low[i] > 0) s->low[i]--;
  if (e->enable == TRUTH_YES && s->high[i] > 0) s->high[i]--;
  if (e->reload == TRUTH_NO) return;
  if (e->reload == TRUTH_YES || p->reload_low[i] < s->low[i]) s->low[i] = p->reload_low[i];
  if (e->reload == TRUTH_YES || p->reload_high[i] > s->high[i]) s->high[i] = p->reload_high[i];
}

// The two transitions out of each state. The sequencer stays if both events are true, or none (IHI 0035A 3.9, IHI 0014Q
// 2.2.3).
static const struct { uint8_t step, to; } ways[3][2] = {{{0, 1}, {5, 2}}, {{1, 0}, {2, 2}}, {{3, 0}, {4, 1}}};

// `moves` may be NULL.
static uint8_t next_states(const struct counting_program *p, const struct counting_values *was,
                           const struct counting_inputs *in, struct counting_moves *moves) {
  unsigned next = 0, entered = 0, possible = 0;
  for (unsigned state = 0; state < 3; state++) {
    struct counting_values here = *was;
    here.sequencer = (uint8_t)(1u << state);
    if (!(was->sequencer & here.sequencer)) continue;
    const unsigned a = counting_event(p, &here, in, p->step[ways[state][0].step]);
    const unsigned b = counting_event(p, &here, in, p->step[ways[state][1].step]);
    if (a & TRUTH_YES && b & TRUTH_NO) entered |= 1u << ways[state][0].to;
    if (b & TRUTH_YES && a & TRUTH_NO) entered |= 1u << ways[state][1].to;
    if (a & b) next |= here.sequencer;
    if (a & TRUTH_YES) possible |= 1u << ways[state][0].step;
    if (b & TRUTH_YES) possible |= 1u << ways[state][1].step;
  }
  if (moves) *moves = (struct counting_moves){.entered = (uint8_t)entered, .possible = (uint8_t)possible};
  return (uint8_t)(next | entered);
}

static void step_sequencer(const struct counting_program *p, const struct counting_values *was,
                           const struct counting_inputs *in, struct counting_values *s, struct counting_moves *moves) {
  if (p->sequencer && was->sequencer != COUNTING_ANY_STATE) s->sequencer = next_states(p, was, in, moves);
}

static struct counting_values step(const struct counting_program *p, const struct counting_values *was,
                                   const struct counting_inputs *in) {
  struct counting_values s = *was;
  for (unsigned i = 0; i < p->counters; i++) {
    const struct counter_events e = events_of(p, was, in, i);
    count(p, &e, i, &s);
  }
  step_sequencer(p, was, in, &s, NULL);
  return s;
}

// Records the watched events. `idle` is the truth of an event in a DUT that does not run. `only`: no DUT runs.
static void show(struct counting *r, struct counting_machine *m, const struct counting_inputs *in, unsigned idle,
                 bool only) {
  for (unsigned i = 0; i < COUNTING_WATCHED; i++) {
    if (r->program.watched[i] == COUNTING_UNKNOWN) continue;
    const unsigned is = idle | (only ? 0 : counting_event(&r->program, &m->now, in, r->program.watched[i]));
    m->low[i] = m->low[i] << 1 | (is & 1);
    m->high[i] = m->high[i] << 1 | is >> 1;
  }
}

// Before a start events are false, unless the DUT may have run before its start was known.
static unsigned before_start(const struct counting *r) { return r->late ? TRUTH_UNKNOWN : TRUTH_NO; }

static void clock_machine(struct counting *r, struct counting_machine *m, uint64_t clock,
                          const struct counting_inputs *in) {
  m->frame[clock % COUNTING_FRAMES] = m->now;
  show(r, m, in, m->waits > 0 ? before_start(r) : 0, m->waits > 0);
  if (m->waits == 0)
    m->now = step(&r->program, &m->now, in);
  else if (--m->waits == 0)
    m->now = m->start;
}

// `runs`: the DUT surely runs.
static struct counting_values step_loose(struct counting *r, const struct counting_values *was,
                                         const struct counting_inputs *in, const struct counting_inputs *now,
                                         bool runs) {
  const struct certain_inputs pins = {r->clock, in, now};
  struct counting_values s = *was;
  struct counting_moves moves = {0};
  for (unsigned i = 0; i < r->program.counters; i++) {
    const struct counter_events e = events_of(&r->program, was, in, i);
    count(&r->program, &e, i, &s);
    if (runs && e.reload == TRUTH_NO)
      certain_count(r, i, e.enable == TRUTH_YES, &pins, &s);
    else
      r->once[i] = (struct counting_once){0};
    if (runs) certain_reload(r, i, &pins, &s);
  }
  step_sequencer(&r->program, was, in, &s, &moves);
  if (runs) certain_transition(r, &moves, &pins, &s);
  if (!runs) certain_clear(r);
  return s;
}

// The DUT may not have started yet, or not have stopped yet.
static void clock_loose(struct counting *r, struct counting_machine *m, uint64_t clock,
                        const struct counting_inputs *in, const struct counting_inputs *now, unsigned runs) {
  const bool starts = clock < r->started + r->latency;
  const struct counting_values next = step_loose(r, &m->now, in, now, runs == TRUTH_YES && !starts);
  m->frame[clock % COUNTING_FRAMES] = starts ? hull(&m->now, &r->before) : m->now;
  show(r, m, in, runs != TRUTH_YES ? TRUTH_UNKNOWN : starts ? before_start(r) : 0, false);
  if (runs == TRUTH_YES)
    m->now = next;
  else if (runs == TRUTH_UNKNOWN)
    m->now = hull(&m->now, &next);
  if (starts) m->now = hull(&m->now, &m->start);
}

// Machines that have had the same values for as long as frames are stored become one machine.
static void join_machines(struct counting *r) {
  const struct counting_values *one = &r->machine[0].now;
  bool alike = true;
  for (unsigned i = 1; i < r->machines && alike; i++) {
    const struct counting_machine *m = &r->machine[i];
    alike = m->waits == 0 && memcmp(&m->now, one, sizeof *one) == 0;
  }
  r->alike = alike ? r->alike + 1 : 0;
  if (r->alike < COUNTING_FRAMES) return;
  r->machines = 1;
  r->machine[0].earliest = 0;
  r->machine[0].latest = r->latency;
}

void counting_clock(struct counting *r, uint64_t clock, const struct counting_inputs *in,
                    const struct counting_inputs *now, unsigned runs) {
  r->clock = clock;
  for (unsigned i = 0; i < r->machines && !r->loose; i++) clock_machine(r, &r->machine[i], clock, in);
  if (r->machines > 1) join_machines(r);
  if (r->loose) clock_loose(r, &r->machine[0], clock, in, now, r->runs ? runs : TRUTH_UNKNOWN);
  // If nothing can change, the machine is needed only until the start is over.
  if (r->runs ? !r->program.moves && clock > r->started + COUNTING_FRAMES : clock >= r->stopped + r->latency)
    r->active = false;
}

// --- starts and stops -----------------------------------------------------------------------------------------------

uint32_t counting_named_inputs(const struct counting_program *p) {
  uint32_t named = 0;
  for (unsigned i = 0; i < p->counters; i++) named |= resource_named(p->enable[i]) | resource_named(p->reload[i]);
  for (unsigned i = 0; i < COUNTING_STEPS; i++) named |= resource_named(p->step[i]);
  for (unsigned i = 0; i < COUNTING_WATCHED; i++) named |= resource_named(p->watched[i]);
  return named & RESOURCE_BITS_INPUTS;
}

static void fill(struct counting_machine *m, const struct counting_values *s, unsigned events) {
  for (unsigned i = 0; i < COUNTING_FRAMES; i++) m->frame[i] = *s;
  for (unsigned i = 0; i < COUNTING_WATCHED; i++) {
    m->low[i] = events & TRUTH_NO ? UINT64_MAX : 0;
    m->high[i] = events & TRUTH_YES ? UINT64_MAX : 0;
  }
}

// The machine represents DUTs that see their start `skew` clocks later than their pins.
static void start_machine(struct counting *r, struct counting_machine *m, int skew,
                          const struct counting_inputs *inputs) {
  const int latency = r->latency;
  m->earliest = (uint8_t)(skew < 0 ? -skew : 0);
  m->latest = (uint8_t)(skew < 0 ? latency : latency - skew);
  m->waits = (uint8_t)(skew > 0 ? skew : 0);
  fill(m, &r->before, before_start(r));
  m->now = skew > 0 ? r->before : m->start;
  for (int i = -skew; i > 0; i--) clock_machine(r, m, r->clock + 1 - (uint64_t)i, &inputs[i - 1]);
}

void counting_start(struct counting *r, uint64_t clock, const struct counting_values *start, bool loose,
                    const struct counting_inputs *inputs) {
  const int latency = r->latency;
  r->before = counting_now(r);
  r->loose = loose || latency > COUNTING_LATENCY;
  r->clock = clock;
  r->started = clock + 1;
  r->known = r->runs = r->active = true;
  r->replaced = r->written = 0;
  certain_clear(r);
  const int skews = r->loose || !counting_named_inputs(&r->program) ? 0 : latency;
  r->machines = (uint8_t)(2 * skews + 1);
  r->alike = 0;
  for (int i = 0; i < r->machines; i++) {
    r->machine[i].start = *start;
    start_machine(r, &r->machine[i], i - skews, inputs);
  }
  if (r->loose) r->machine[0].earliest = r->machine[0].latest = 0;
}

void counting_loosen(struct counting *r) {
  if (r->loose) return;
  const struct counting_values now = counting_now(r);
  // A read may have begun long ago, so it may return a value of each clock that is stored.
  struct counting_values until_now = now;
  for (unsigned i = 0; i < r->machines * COUNTING_FRAMES; i++) {
    until_now = hull(&until_now, &r->machine[i / COUNTING_FRAMES].frame[i % COUNTING_FRAMES]);
  }
  r->loose = true;
  certain_clear(r);
  r->machines = 1;
  r->machine[0].earliest = r->machine[0].latest = 0;
  r->machine[0].now = now;
  fill(&r->machine[0], &until_now, TRUTH_UNKNOWN);
}

void counting_postpone(struct counting *r, uint64_t clock) {
  counting_loosen(r);
  r->started = clock + 1;
}

void counting_stop(struct counting *r, uint64_t clock) {
  r->runs = false;
  r->stopped = clock + 1;
  r->active = r->known;
  r->replaced = r->written = 0;
}

void counting_forget(struct counting *r) { r->known = r->runs = r->active = false; }

// --- values ---------------------------------------------------------------------------------------------------------

// The frames that the DUTs of a machine may be in during the clocks `from` to `to`. A DUT that is stopped stays in its
// frame.
struct span {
  int64_t first, last;
};

static int64_t least(uint64_t a, uint64_t b) { return (int64_t)(a < b ? a : b); }

static struct span span_of(const struct counting *r, const struct counting_machine *m, uint64_t from, uint64_t to) {
  const uint64_t never = INT64_MAX;
  struct span s = {.first = least(from, r->runs ? never : r->stopped) - m->latest,
                   .last = least(to, r->runs ? never : r->stopped + r->latency) - m->earliest};
  const int64_t newest = (int64_t)r->clock + 1;
  if (s.last > newest) s.last = newest;
  return s;
}

static const struct counting_values *frame(const struct counting *r, const struct counting_machine *m, int64_t at) {
  return at == (int64_t)r->clock + 1 ? &m->now : &m->frame[(uint64_t)at % COUNTING_FRAMES];
}

static void take_one(struct counting_values *s, const struct counting_values *from, unsigned n) {
  if (n == SEQUENCER) {
    s->sequencer = from->sequencer;
  } else {
    s->low[n] = from->low[n];
    s->high[n] = from->high[n];
  }
}

static struct counting_values with_written(const struct counting *r, struct counting_values values) {
  for (unsigned i = 0; i <= SEQUENCER; i++) {
    if (r->replaced >> i & 1) take_one(&values, &r->held, i);
  }
  return values;
}

struct counting_values counting_now(const struct counting *r) {
  struct counting_values all = counting_unknown;
  bool any = false;
  for (unsigned i = 0; i < r->machines && r->known; i++) {
    const struct counting_machine *m = &r->machine[i];
    const struct span s = span_of(r, m, r->clock + 1, r->clock + 1);
    for (int64_t at = s.first; at <= s.last; at++) {
      all = any ? hull(&all, frame(r, m, at)) : *frame(r, m, at);
      any = true;
    }
  }
  return with_written(r, all);
}

struct counting_values counting_at(const struct counting *r, uint64_t clock) {
  const struct counting_machine *m = &r->machine[r->machines / 2];
  const uint64_t newest = r->clock + 1;
  if (!r->known || !r->runs) return counting_now(r);
  const bool is_kept = clock <= newest && clock + COUNTING_FRAMES > newest;
  return with_written(r, *frame(r, m, (int64_t)(is_kept ? clock : newest)));
}

void counting_write(struct counting *r, unsigned n, int32_t value, bool adds) {
  struct counting_values s = counting_now(r), to = counting_unknown;
  if (value >= 0 && n == SEQUENCER) to.sequencer = (uint8_t)(1u << value);
  if (value >= 0 && n < SEQUENCER) to.low[n] = to.high[n] = (uint16_t)value;
  s = adds ? hull(&s, &to) : to;
  take_one(&r->held, &s, n);
  r->replaced |= (uint8_t)(1u << n);
  if (!adds) r->written |= (uint8_t)(1u << n);
}

static bool fits(const struct counting_values *s, unsigned n, unsigned value) {
  if (n == SEQUENCER) return s->sequencer >> value & 1;
  return value >= s->low[n] && value <= s->high[n];
}

bool counting_may_read(const struct counting *r, uint64_t clock, unsigned n, unsigned value, uint64_t age) {
  if (r->replaced >> n & 1) return fits(&r->held, n, value);
  if (!r->known) return true;
  const bool still = r->runs && !r->active;
  const uint64_t now = still ? r->clock : clock, back = r->latency + age;
  for (unsigned i = 0; i < r->machines; i++) {
    const struct counting_machine *m = &r->machine[i];
    const struct span s = span_of(r, m, now > back ? now - back : 0, now);
    if (s.first < (int64_t)r->clock + 1 - COUNTING_FRAMES) return true;  // older values are not stored
    for (int64_t at = s.first; at <= s.last; at++) {
      if (fits(frame(r, m, at), n, value)) return true;
    }
  }
  return false;
}

// --- watched events -------------------------------------------------------------------------------------------------

// Bits from `first` to `last` of a history.
static bool any(uint64_t history, unsigned first, unsigned last) {
  return history >> first & (UINT64_MAX >> (63 - (last - first)));
}

// The clocks of a history in which a watched event was surely true.
static uint64_t certain(const struct counting_machine *m, unsigned event) { return m->high[event] & ~m->low[event]; }

unsigned counting_watched(const struct counting *r, unsigned event) {
  if (!r->known || !r->runs) return TRUTH_UNKNOWN;
  unsigned is = 0;
  for (unsigned i = 0; i < r->machines; i++) {
    const struct counting_machine *m = &r->machine[i];
    is |= truth_pair(any(m->low[event], m->earliest, m->latest), any(m->high[event], m->earliest, m->latest));
  }
  return is;
}

bool counting_surely(const struct counting *r, unsigned event) {
  for (unsigned i = 0; i < r->machines; i++) {
    const struct counting_machine *m = &r->machine[i];
    if (!any(certain(m, event), m->latest, m->earliest + r->latency)) return false;
  }
  return r->known && r->runs;
}

bool counting_lasts(const struct counting *r, unsigned event, unsigned clocks) {
  if (clocks >= 63) return false;
  for (unsigned i = 0; i < r->machines; i++) {
    if (any(~certain(&r->machine[i], event), 0, clocks)) return false;
  }
  return r->known && r->runs;
}

bool counting_maybe(const struct counting *r, unsigned event) {
  for (unsigned i = 0; i < r->machines; i++) {
    const struct counting_machine *m = &r->machine[i];
    if (any(m->high[event], m->earliest, m->latest + r->latency)) return true;
  }
  return !r->known || !r->runs;
}
