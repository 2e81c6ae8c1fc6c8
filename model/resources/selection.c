// SPDX-License-Identifier: Apache-2.0
// The part of the filter that both protocols share: the start/stop block, the answers and reasons.
#include "selection.h"

#include <string.h>

#include "register.h"
#include "resource.h"
#include "truth_event.h"

// --- the start/stop block -------------------------------------------------------------------------------------------

// What ETMSR[2] and resource 0x5F show.
static void show(struct selection *f, uint64_t clock, unsigned is) {
  if (f->shown == is) return;
  f->changes[f->changed % SELECTION_CHANGES].until = clock;
  f->changes[f->changed++ % SELECTION_CHANGES].was = f->shown;
  f->shown = (uint8_t)is;
  selection_set(f, SELECTION_STARTED, is);
}

unsigned selection_shown(const struct selection *f, uint64_t clock, uint64_t clocks) {
  const uint64_t from = clock > clocks ? clock - clocks : 0;
  unsigned is = f->shown;
  for (unsigned i = 0; i < SELECTION_CHANGES && i < f->changed; i++) {
    if (f->changes[(f->changed - 1 - i) % SELECTION_CHANGES].until <= from) return is;
    is |= f->changes[(f->changed - 1 - i) % SELECTION_CHANGES].was;
  }
  return f->changed > SELECTION_CHANGES ? (unsigned)TRUTH_UNKNOWN : is;
}

static unsigned any_of(const struct selection *f, uint32_t bits) {
  return truth_span(bits & truth_surely(f->now), bits & f->now.yes);
}

// --- requests of EmbeddedICE ----------------------------------------------------------------------------------------

// A request comes between two waypoints (IHI 0035A 3.3.2), or is imprecise (IHI 0035B 3.12.1). So the DUT may decide on
// a block or an instruction with it or without it. A start counts for the next one at the latest. A stop leaves the
// start/stop block on for the one with which it comes, which may be the next one. The DUT may see requests some clocks
// late, but in their order.
static unsigned requested(unsigned i) { return i == SELECTION_START ? TRUTH_YES : TRUTH_NO; }

// The DUT has followed the request of clock `at`.
static bool is_over(const struct selection *f, const struct selection_watch *w, unsigned i, uint64_t at) {
  return f->taken_at[i == SELECTION_STOP] >= at + w->clocks;
}

static void settle_watch(const struct selection *f, struct selection_watch *w) {
  for (unsigned i = 0; i < SELECTION_REQUESTS; i++) {
    struct selection_request *q = &w->requests[i];
    if (q->state >= REQUEST_CERTAIN && is_over(f, w, i, q->first)) {
      w->started = (uint8_t)(requested(i) | (q->state == REQUEST_ALONE ? 0 : w->started));
      q->state = REQUEST_POSSIBLE;
    }
    if (q->state == REQUEST_POSSIBLE && is_over(f, w, i, q->last)) {
      w->started |= (uint8_t)requested(i);
      q->state = REQUEST_NONE;
    }
  }
}

static void settle(struct selection *f) {
  settle_watch(f, &f->decides);
  settle_watch(f, &f->shows);
}

static unsigned state_of(const struct selection_watch *w) {
  unsigned is = w->started;
  for (unsigned i = 0; i < SELECTION_REQUESTS; i++) is |= w->requests[i].state == REQUEST_NONE ? 0 : requested(i);
  return is;
}

unsigned selection_started(const struct selection *f) { return state_of(&f->decides); }

// The opposite of a request comes near it.
static void contradict(struct selection_request *q) {
  if (q->state == REQUEST_ALONE) q->state = REQUEST_CERTAIN;
}

static void add_request(struct selection_watch *w, unsigned i, bool surely, bool is_near, uint64_t clock) {
  struct selection_request *q = &w->requests[i], *opposite = &w->requests[!i];
  contradict(opposite);
  if (surely && q->state < REQUEST_CERTAIN) {
    q->state = !is_near && opposite->state == REQUEST_NONE ? REQUEST_ALONE : REQUEST_CERTAIN;
    q->first = clock;
  } else if (q->state == REQUEST_NONE) {
    q->state = REQUEST_POSSIBLE;
  }
  q->last = clock;
}

static uint8_t first_of(uint32_t bits) { return (uint8_t)(bits ? __builtin_ctz(bits) + 1 : 0); }

// The DUT starts or stops: it need not have taken the requests that came just before.
static void doubt_requests(struct selection_watch *w) {
  for (unsigned i = 0; i < SELECTION_REQUESTS; i++) {
    if (w->requests[i].state != REQUEST_NONE) w->requests[i].state = REQUEST_POSSIBLE;
  }
}

// Inputs that may have been HIGH in the last clocks. A DUT that sees its start or EmbeddedICE late acts on them.
static uint8_t inputs_lately(const struct selection *f, uint64_t clock) {
  unsigned inputs = f->watched;
  for (unsigned n = 0; n < RESOURCE_COUNT_WATCHPOINT; n++)
    inputs |= (f->watched_until[n] && clock <= f->watched_until[n] + f->options.latency ? 1u : 0u) << n;
  return (uint8_t)inputs;
}

// A DUT may see a request of this clock before or together with what came in clock `at`; 0: nothing came. If the DUT
// samples EmbeddedICE after what was executed, both windows of --latency add up.
static bool may_overtake(const struct selection *f, uint64_t at, uint64_t clock) {
  return at && f->options.sampled_after && clock <= at + f->options.sampled_after + f->options.enable_latency;
}

bool selection_inputs(struct selection *f, uint8_t embeddedice, bool sees, uint64_t clock) {
  const struct selection_program *p = &f->program;
  const uint8_t points[SELECTION_REQUESTS] = {p->watched_start, p->watched_stop};
  const uint8_t rises = embeddedice & (uint8_t)~f->watched, falls = f->watched & (uint8_t)~embeddedice;
  for (unsigned left = falls; left; left &= left - 1) f->watched_until[__builtin_ctz(left)] = clock;
  f->watched = embeddedice;
  if (!(p->watched_start | p->watched_stop)) return false;
  const bool changes = f->runs != f->ran, starts = changes && f->runs;
  if (changes || (f->runs && !sees)) {
    f->ran_at = clock;
    doubt_requests(&f->decides);
    doubt_requests(&f->shows);
  }
  f->ran = f->runs;
  const bool settled = clock > f->ran_at + f->options.latency, may_run = f->runs || !settled;
  const uint8_t high = starts ? inputs_lately(f, clock) : may_run ? embeddedice : 0;
  const uint8_t pulses = sees && f->runs && settled ? rises : 0;
  // The DUT may see a request of this clock before the last start or stop point, or together with an opposite request.
  const bool near_point = may_overtake(f, f->last_possible_point_at, clock);
  bool doubts = false;
  for (unsigned i = 0; i < SELECTION_REQUESTS; i++) {
    const uint8_t certain = pulses & points[i];
    if (!(high & points[i])) continue;
    settle(f);
    doubts = doubts || near_point || selection_started(f) != requested(i);
    if (certain) f->points[i] = (struct selection_point){.clock = clock, .input = first_of(certain)};
    const bool near_opposite = may_overtake(f, f->shows.requests[!i].last, clock);
    add_request(&f->decides, i, certain, near_point || near_opposite, clock);
    add_request(&f->shows, i, certain, near_point || near_opposite, clock);
    show(f, clock, f->shown | requested(i));
  }
  return doubts;
}

// --- start and stop points ------------------------------------------------------------------------------------------

// The start/stop block for a block or an instruction, and after it.
struct started {
  unsigned with, after;
};

static struct started take_points(const struct selection *f, struct selection_watch *w, unsigned start, unsigned stop) {
  const unsigned with = truth_or(state_of(w), start), goes_on = truth_not(stop);
  const unsigned both = f->program.c.etm ? start & stop & TRUTH_YES : 0;
  w->started = (uint8_t)(truth_and(truth_or(w->started, start), goes_on) | both);
  if (start & TRUTH_YES) contradict(&w->requests[SELECTION_STOP]);
  if (stop & TRUTH_YES) contradict(&w->requests[SELECTION_START]);
  if (!f->program.starts_unknown) return (struct started){with, truth_and(with, goes_on) | both};
  w->started = TRUTH_UNKNOWN;
  return (struct started){TRUTH_UNKNOWN, TRUTH_UNKNOWN};
}

void selection_taken(struct selection *f, uint64_t clock) {
  f->taken_at[1] = f->taken_at[0];
  f->taken_at[0] = clock;
}

static void note_point(struct selection *f, unsigned i, uint32_t comparators, uint64_t clock) {
  const uint32_t sure = comparators & truth_surely(f->now);
  if (sure) f->points[i] = (struct selection_point){.clock = clock, .comparator = first_of(sure)};
}

// A stop point leaves the start/stop block on for its block or instruction. A PTM turns it off after that, also if the
// block has a start point (IHI 0035A 3.3.3). No clause states what both points in one instruction of an ETM do.
unsigned selection_start_stop(struct selection *f, uint64_t clock) {
  const struct selection_program *p = &f->program;
  const unsigned start = any_of(f, p->start), stop = any_of(f, p->stop);
  settle(f);
  if ((start | stop) & TRUTH_YES) f->last_possible_point_at = clock;
  const unsigned before = selection_started(f);
  f->started_between = (uint8_t)before;
  note_point(f, SELECTION_START, p->start, clock);
  note_point(f, SELECTION_STOP, p->stop, clock);
  f->double_points += !p->c.etm && start == TRUTH_YES && stop == TRUTH_YES;
  const struct started shows = take_points(f, &f->shows, start, stop);
  // A stop point can be read in two ways: ETMSR[2] changes with this waypoint or at the next one (IHI 0035B 3.3.3).
  show(f, clock, (stop & TRUTH_YES ? shows.with : 0) | shows.after | state_of(&f->shows));
  const struct started decides = take_points(f, &f->decides, start, stop);
  // No available clause states whether an instruction that is a start point is itself traced.
  return p->c.etm && start & TRUTH_YES ? decides.with | before : decides.with;
}

// --- answers --------------------------------------------------------------------------------------------------------

// The address comparator of a resource, the first one of a range.
static unsigned first_address(unsigned n) { return n < SELECTION_RANGE ? n : 2 * (n - SELECTION_RANGE); }

// The selected comparators whose address or range what was executed last reaches; `whole`: that contain all of it.
static uint32_t selected_at(const struct selection *f, bool whole) {
  const struct selection_executed *x = &f->executed;
  uint32_t at = 0;
  for (uint32_t left = f->program.selects; left; left &= left - 1) {
    const unsigned n = (unsigned)__builtin_ctz(left);
    const struct comparator *low = &f->program.c.address[first_address(n)], *high = low + 1;
    if (n < SELECTION_RANGE) {
      at |= (uint32_t)(low->value == x->low) << n;
    } else if (low->value < high->value) {
      const bool is_in =
          whole ? low->value <= x->low && x->high < high->value : low->value <= x->high && x->low < high->value;
      at |= (uint32_t)is_in << n;
    }
  }
  return at;
}

// Records what gave the start/stop block its state. A stop point in this item acts only after it, so it is no cause.
static void set_point(const struct selection *f, struct selection_reason *r, unsigned why) {
  const bool is_off = why == SELECTION_STOPPED;
  const struct selection_point *point = &f->points[is_off ? SELECTION_STOP : SELECTION_START];
  r->set_by = f->set_by;
  r->point_clock = f->set_at;
  if (is_off && point->clock == f->clock) return;
  r->point = point->comparator;
  r->input = point->input;
  if (point->clock > 0) r->point_clock = point->clock;
  if (r->point > 0) r->point_value = f->program.c.address[r->point - 1].value;
}

// `comparators`: those that decide. The reason describes the first range, or else the first address.
static void set_reason(struct selection *f, struct selection_reason *r, unsigned why, uint32_t comparators) {
  const struct comparators *c = &f->program.c;
  const uint32_t ranges = comparators & SELECTION_RANGES;
  *r = (struct selection_reason){.why = (uint8_t)why, .control = f->program.control, .points = f->program.points};
  r->singles = (uint16_t)f->program.selects;
  r->inputs = f->program.watched_start | (uint32_t)f->program.watched_stop << 16;
  r->executed = f->executed;
  if (f->program.starts) set_point(f, r, why);
  if (comparators) {
    const unsigned n = (unsigned)__builtin_ctz(ranges ? ranges : comparators), first = first_address(n);
    r->number = (uint8_t)(ranges ? n - SELECTION_RANGE + 1 : 0);
    r->low = c->address[first].value;
    r->high = c->address[first + (ranges != 0)].value;
    r->by = comparator_qualifiers(c, first);
  }
  r->more = (uint8_t)(__builtin_popcount(comparators) - 1);
}

// No selected comparator matches. If the address of one of them matches, its qualifiers do not.
static void set_unmatched(struct selection *f, struct selection_reason *r, unsigned why, bool whole) {
  const uint32_t selects = f->program.selects, at = selected_at(f, whole);
  const uint32_t near = whole && !at ? selected_at(f, false) & SELECTION_RANGES : 0;
  set_reason(f, r, why, at ? at : near ? near | (selects & SELECTION_SINGLES) : selects);
  r->by_state = at;
  r->more = (uint8_t)(__builtin_popcount(selects) - 1);
}

// `may_match`: the selected comparators that may match.
static void explain_not_selected(struct selection *f, struct selection_answer *a, bool filtered, uint32_t may_match) {
  const struct selection_program *p = &f->program;
  const uint32_t ranges = may_match & SELECTION_RANGES;
  if (!filtered) {
    set_reason(f, &a->reason, a->is & TRUTH_YES ? SELECTION_EVENT : SELECTION_STOPPED, 0);
  } else if (p->excludes) {
    set_reason(f, &a->reason, SELECTION_EXCLUDED, ranges ? ranges | (p->selects & SELECTION_SINGLES) : p->selects);
  } else {
    set_unmatched(f, &a->reason, p->selects ? SELECTION_OUTSIDE : SELECTION_NOTHING, false);
  }
}

// `matches`: the selected comparators that surely match.
static void explain_selected(struct selection *f, struct selection_answer *a, uint32_t matches) {
  const struct selection_program *p = &f->program;
  if (!p->excludes) {
    const uint32_t ranges = matches & SELECTION_RANGES, singles = matches & SELECTION_SINGLES;
    set_reason(f, &a->reason, ranges ? SELECTION_IN_RANGE : SELECTION_AT, (ranges & -ranges) | (singles & -singles));
  } else if (p->selects) {
    set_unmatched(f, &a->reason, SELECTION_NOT_EXCLUDED, true);
  } else if (p->starts) {
    set_reason(f, &a->reason, SELECTION_STARTS, 0);
  }
}

static unsigned chosen(const struct selection_program *p, struct truth_set selected) {
  const unsigned any = truth_span(truth_surely(selected), selected.yes || p->selects_unknown);
  return p->excludes ? truth_not(any) : any;
}

bool selection_may(const struct selection_program *p, struct truth_set selected) {
  return chosen(p, selected) & TRUTH_YES;
}

void selection_answer(struct selection *f, struct truth_set by_address, unsigned started, unsigned event,
                      struct selection_answer *a) {
  const struct selection_program *p = &f->program;
  const unsigned selected = chosen(p, by_address);
  f->decided = (struct selection_decided){by_address, (uint8_t)selected, (uint8_t)started};
  *a = (struct selection_answer){.event = (uint8_t)event, .resumes = p->starts && f->started_between & TRUTH_NO};
  a->is = (uint8_t)truth_and(selected, p->starts ? started : (unsigned)TRUTH_YES);
  if (p->control_unknown) a->is = TRUTH_UNKNOWN;
  const bool off = a->is == TRUTH_NO || event == TRUTH_NO;
  if (off)
    explain_not_selected(f, a, selected == TRUTH_NO, by_address.yes);
  else if (a->is == TRUTH_YES)
    explain_selected(f, a, truth_surely(by_address));
  f->is_sure = a->is == TRUTH_YES && (event == 0 || event == TRUTH_YES);
  const unsigned extra = p->excludes || (p->starts && started == TRUTH_NO) ? f->options.extra_items : p->extra_items;
  if (off && f->since < extra) {
    a->is |= TRUTH_YES;
    if (event) a->event |= TRUTH_YES;
  }
  f->since = (uint8_t)(!off ? 0 : f->since < UINT8_MAX ? f->since + 1 : f->since);
}

// --- what resets it -------------------------------------------------------------------------------------------------

void selection_start(struct selection *f, const struct selection_options *options) {
  *f = (struct selection){.options = *options};
  selection_reset(f);
}

static void begin(struct selection *f) {
  f->knows_previous = f->was_hidden = f->jazelle = f->is_sure = false;
  f->since = UINT8_MAX;
  f->event = TRUTH_UNKNOWN;
  selection_clear_matches(f);
  f->pending = 0;
  f->last = (struct selection_answer){.is = TRUTH_UNKNOWN};
  f->exact.waiting = f->exact.now = (struct truth_set){UINT32_MAX, UINT32_MAX};
}

static void set_started(struct selection *f, unsigned is, enum selection_setter by, uint64_t clock) {
  const uint8_t enable = f->options.enable_latency, latency = f->options.latency;
  f->decides = (struct selection_watch){.clocks = enable, .started = (uint8_t)is};
  f->shows = (struct selection_watch){.clocks = enable > latency ? enable : latency, .started = (uint8_t)is};
  f->started_before = (uint8_t)is;
  f->set_by = (uint8_t)by;
  f->set_at = clock;
  memset(f->points, 0, sizeof f->points);
  // The clock of the change is not known.
  f->changed = 0;
  f->shown = (uint8_t)is;
  selection_set(f, SELECTION_STARTED, is);
}

void selection_reset(struct selection *f) {
  *f = (struct selection){
      .options = f->options, .double_points = f->double_points, .now.no = UINT32_MAX, .before.no = UINT32_MAX};
  f->programming = true;
  begin(f);
  set_started(f, TRUTH_UNKNOWN, SELECTION_SET_UNKNOWN, 0);
}

void selection_forget(struct selection *f) {
  f->pending = 0;
  f->now = f->before = (struct truth_set){UINT32_MAX, UINT32_MAX};
  set_started(f, TRUTH_UNKNOWN, SELECTION_SET_UNKNOWN, 0);
}

// ETMv3.0 has no writable ETMSR (IHI 0014Q table 3.15). The version is taken from the registers, not from `f->program`,
// because a host may write ETMSR before the first start, when `f->program` is not set yet.
static bool holds_state(const struct registers *r) { return !config_is_etm3(r->config) || selection_minor(r) >= 1; }

static bool is_filters(uint16_t offset) {
  const bool is_control = register_within(offset, ETMTSSCR, ETMTECR1) || offset == ETMTESSEICR;
  const bool is_address_comparator = register_within(offset, ETMACVR1, ETMACTR16);
  const bool is_context_comparator = register_within(offset, ETMCIDCVR1, ETMCIDCMR) || offset == ETMVMIDCVR;
  return is_control || is_address_comparator || is_context_comparator;
}

// Only ETMCR may be written while the DUT runs (IHI 0014Q 3.4.3). After another write the filter is not known.
bool selection_written(struct selection *f, const struct registers *r, const struct access *write, uint64_t clock) {
  const uint16_t offset = write->offset;
  const bool taken = write->outcome == WRITE_TAKEN;
  const bool changes = !r->known[offset >> 2] || r->value[offset >> 2] != write->value;
  const bool unpredictable = r->running && is_filters(offset) && changes;
  if (unpredictable) {
    f->program.any = f->program.used = f->program.control_unknown = f->program.starts_unknown = true;
    f->program.c = (struct comparators){.etm = f->program.c.etm, .minor = f->program.c.minor};
    selection_forget(f);
  }
  f->others_written |= register_within(offset, ETMCNTVR1, ETMCNTVR4) || offset == ETMSQR;
  if (offset == ETMOSSRR) {  // It may be a write to any register.
    selection_forget(f);
    f->perhaps_written = true;
  }
  if (offset != ETMSR || !holds_state(r)) return unpredictable;
  const unsigned is = truth_of(write->value & ETMSR_STARTED);
  if (taken)
    set_started(f, is, SELECTION_SET_BY_STATUS, clock);
  else
    set_started(f, is | selection_started(f), SELECTION_SET_UNKNOWN, clock);
  f->started_written |= taken;
  f->perhaps_written |= !taken;
  return unpredictable || r->running;
}

// The DUT may hold what matched last (IHI 0035A 3.4.3). It may compare the state of what was executed last, or 0 as
// after a reset, with comparators that are programmed anew.
static void hold(struct selection *f) {
  const struct comparator_state states[] = {f->state[0], f->state[1], {0}};
  f->now.no = UINT32_MAX;
  f->now.yes |= ~f->program.looks;
  for (unsigned n = SELECTION_CONTEXT; n <= SELECTION_VMID; n++) {
    for (unsigned i = 0; i < sizeof states / sizeof *states; i++)
      f->now.yes |= selection_compare_id(f, n, &states[i]) & TRUTH_YES ? 1u << n : 0;
  }
  if (f->may_have_missed) f->now.yes |= SELECTION_IDS;
  // A unit that holds an address instead of a match compares it with the new addresses. It may also have compared what
  // was presented while it was off, as in the clock in which it stops.
  if (f->may_have_missed || (f->ranges_differ && f->clock > 0)) f->now.yes |= SELECTION_RANGES;
  f->ranges_differ = false;
  if (f->program.c.etm) f->may_have_missed = false;
  selection_set(f, SELECTION_STARTED, f->shown);
}

static bool differ(const struct comparator *a, const struct comparator *b) {
  return a->value != b->value || a->type != b->type || a->known != b->known;
}

static void follow_program(struct selection *f, const struct registers *r) {
  const struct comparators was = f->program.c;
  selection_program(&f->program, r, &f->options);
  for (unsigned n = 0; n < COMPARATOR_ADDRESSES; n++)
    f->ranges_differ = f->ranges_differ || differ(&was.address[n], &f->program.c.address[n]);
}

// The start/stop block holds its state while the Programming bit is set. It is reset when the bit is cleared, unless
// its state was written since the bit was set. Before ETMv3.1 it is reset when the bit is set (IHI 0035B 3.15.4, IHI
// 0014Q 3.4.4). For an ETM, a write to a counter or to the sequencer may also keep the state: the clause can be read in
// both ways.
void selection_follow(struct selection *f, const struct registers *r, unsigned event, uint64_t clock) {
  if (r->programming && !f->programming) {
    f->started_written = f->others_written = f->perhaps_written = false;
    if (!holds_state(r)) set_started(f, TRUTH_NO, SELECTION_SET_BY_PROGRAMMING, clock);
  }
  f->programming = r->programming;
  f->runs = r->running;
  if (event & (REGISTERS_PROGRAMMED | REGISTERS_STARTED)) follow_program(f, r);
  if (event & REGISTERS_PROGRAMMED && !f->started_written) {
    const bool either = f->perhaps_written || (f->others_written && f->program.c.etm);
    set_started(f, either ? selection_started(f) | (unsigned)TRUTH_NO : TRUTH_NO, SELECTION_SET_BY_PROGRAMMING, clock);
  }
  if (!(event & REGISTERS_STARTED)) return;
  f->ran = false;  // The DUT may take inputs from before its start.
  if (f->program.starts_unknown) set_started(f, TRUTH_UNKNOWN, SELECTION_SET_UNKNOWN, clock);
  hold(f);
  begin(f);
}

void selection_take_back(struct selection *f) {
  f->decides.started |= f->started_before;
  f->shows.started |= f->started_before;
  f->taken_at[0] = f->taken_at[1];
  f->taken_at[1] = 0;
}

void selection_doubt(struct selection *f) {
  if (f->program.start || f->program.stop) set_started(f, TRUTH_UNKNOWN, SELECTION_SET_UNKNOWN, 0);
}

void selection_undo(struct selection *f, uint64_t clock) {
  if (!f->program.any || f->clock + 1 != clock) return;
  f->now.yes |= f->before.yes;
  selection_take_back(f);
  f->shown |= f->started_before;
  selection_set(f, SELECTION_STARTED, f->shown);
  selection_clear_matches(f);
  f->may_have_missed = f->may_have_missed || !f->program.c.etm;
}
