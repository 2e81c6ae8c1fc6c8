// SPDX-License-Identifier: Apache-2.0
// ETM: the filter decides on each instruction (IHI 0014Q 2.6.4).
#include "selection.h"

// What the steps of a clock have in common.
struct this_clock {
  const struct etm3_port_clock *port;
  struct truth_set all;        // the results of all its instructions
  struct truth_set confirmed;  // the exact matches that it confirms
  bool may_select;             // The filter may select an instruction that is cancelled in this clock.
};

static struct comparator_instruction instruction_of(const struct selection *f, const struct etm3_port_clock *c,
                                                    const struct step *s) {
  return (struct comparator_instruction){.state = {{c->context_id, c->vmid, s->ns, s->hyp, c->user}, f->state[0]},
                                         .address = s->address,
                                         .passed = s->passed,
                                         .prohibited = s->prohibited};
}

static unsigned compare_one(const struct comparators *c, unsigned n, const struct comparator_instruction *i) {
  if (n >= SELECTION_RANGE) return comparator_range(c, n - SELECTION_RANGE, i);
  return comparator_address(c, n, i);
}

// Whether a comparator selects, starts or stops with an instruction. An exact match makes this imprecise (IHI 0014Q
// 2.7.4).
static unsigned decide(const struct selection_program *p, unsigned n, unsigned matches) {
  return p->exact >> n & 1 ? (unsigned)TRUTH_UNKNOWN : matches;
}

// Compares an instruction. The results are added to those of its clock, too. Returns which comparators match.
static struct truth_set compare(struct selection *f, const struct comparator_instruction *i, struct this_clock *clock) {
  struct truth_set all = {0, 0};
  for (uint32_t left = f->program.looks & SELECTION_ADDRESSES; left; left &= left - 1) {
    const unsigned n = (unsigned)__builtin_ctz(left), matches = compare_one(&f->program.c, n, i),
                   is = decide(&f->program, n, matches);
    selection_set(f, n, is);
    clock->all = truth_union(clock->all, truth_only(n, is));
    all = truth_union(all, truth_only(n, matches));
  }
  return all;
}

static struct truth_set selected(const struct selection *f) { return truth_among(f->now, f->program.selects); }

// Whether an instruction at this address, in the state of the last one, must be selected.
static bool surely_selected(const struct selection *f, uint32_t address) {
  const struct selection_program *p = &f->program;
  const struct comparator_instruction i = {.state = {f->state[0], f->state[1]}, .address = address, .passed = true};
  unsigned any = truth_span(false, p->selects_unknown);
  for (uint32_t left = p->selects; left; left &= left - 1)
    any =
        truth_or(any, decide(p, (unsigned)__builtin_ctz(left), compare_one(&p->c, (unsigned)__builtin_ctz(left), &i)));
  return any == (p->excludes ? TRUTH_NO : TRUTH_YES);
}

// An exception belongs to the instruction before it. If that is the last one that is traced, a DUT need not report the
// exception: 2.6.4 is only about instructions.
static void exception(const struct selection *f, const struct step *s, struct selection_answer *a) {
  *a = f->last;
  const bool is_selected = surely_selected(f, s->address) && (s->resume_unknown || surely_selected(f, s->resume));
  const bool is_started = !f->program.starts || selection_started(f) == TRUTH_YES;
  const bool must = a->is == TRUTH_YES && !f->program.control_unknown;
  if (must && !(is_selected && is_started)) a->is = TRUTH_UNKNOWN;
}

// --- exact matches --------------------------------------------------------------------------------------------------

// A DUT sees the exact matches of the last instruction in this clock, or has seen them in a clock from `final_from` on.
// If two instructions are confirmed in a clock, a range surely matches only if the younger one is inside (2.11.1).
static void confirm_exact(struct selection *f, struct this_clock *clock) {
  struct selection_exact *e = &f->exact;
  const bool is_earlier = e->is_final && e->final_from < f->clock;
  const uint32_t sure = truth_surely(e->waiting) & f->program.exact,
                 may_be_outside = f->program.exact & SELECTION_RANGES & ~sure;
  f->match[SELECTION_FINAL].resources &= ~may_be_outside;
  f->match[SELECTION_NOW].resources &= ~may_be_outside;
  selection_add_match(
      f, is_earlier ? SELECTION_FINAL : SELECTION_NOW,
      (struct selection_match){.resources = sure, .first = is_earlier ? e->final_from : f->clock, .last = f->clock});
  clock->confirmed = truth_union(clock->confirmed, e->waiting);
  e->is_final = false;
}

// An exception, or an entry to Debug state. An instruction that is cancelled does not match.
static void follow_exception(struct selection *f, bool cancels) {
  struct selection_exact *e = &f->exact;
  if (cancels) e->waiting = (struct truth_set){0, 0};
  if (!e->is_final) e->final_from = f->clock;
  e->is_final = true;
}

// Sets the resources of the exact comparators. An address matches for one clock. No available clause states how a range
// with an exact match is held: from ETMv3.3 on the bit changes this (2.7.4). So a range may be held or not.
static void show_exact(struct selection *f, struct truth_set confirmed) {
  struct selection_exact *e = &f->exact;
  const bool is_confirmed = confirmed.no | confirmed.yes;
  e->now.yes = is_confirmed ? confirmed.yes : e->now.yes & SELECTION_RANGES;
  e->now.no = UINT32_MAX;
  if (e->is_final) e->now.yes |= e->waiting.yes;
  f->now = truth_union(truth_among(f->now, ~f->program.exact), truth_among(e->now, f->program.exact));
}

// --- instructions ---------------------------------------------------------------------------------------------------

// An instruction follows, so no exception has cancelled the last one. The last one has matched in its clock.
static void confirm(struct selection *f, struct this_clock *clock) {
  if (f->pending) {
    selection_add_match(f, f->pending_from < f->clock ? SELECTION_EARLIER : SELECTION_NOW,
                        (struct selection_match){f->pending, f->pending_from, f->pending_from});
  }
  f->pending = 0;
  if (f->program.exact) confirm_exact(f, clock);
}

// The DUT may have compared an instruction that is cancelled in its own clock, or not.
static void compare_cancelled(struct selection *f, const struct step *s, struct this_clock *clock) {
  struct comparator_instruction i = instruction_of(f, clock->port, s);
  const struct truth_set before = f->now;
  const uint8_t decides = f->decides.started, shows = f->shows.started;
  i.address = s->resume;
  i.state[0].ns = s->resume_ns;
  i.state[0].hyp = s->resume_hyp;
  i.cancelled = true;
  f->state[1] = i.state[0];
  compare(f, &i, clock);
  const bool may_select = selection_may(&f->program, selected(f));
  selection_start_stop(f, f->clock);
  f->decides.started |= decides;
  f->shows.started |= shows;
  f->now = truth_union(f->now, before);
  if (!may_select) return;
  f->last.is |= TRUTH_YES;
  clock->may_select = true;
}

static void instruction(struct selection *f, const struct step *s, struct this_clock *clock,
                        struct selection_answer *a) {
  const struct comparator_instruction i = instruction_of(f, clock->port, s);
  f->executed = (struct selection_executed){s->address, s->address, i.state[0], s->passed};
  f->exact.waiting = compare(f, &i, clock);
  f->pending = truth_surely(f->now);
  f->pending_from = f->clock;
  selection_answer(f, selected(f), selection_start_stop(f, f->clock), 0, a);
  f->last = *a;
  f->knows_previous = true;
  f->was_hidden = false;
  f->state[0] = f->state[1] = i.state[0];
}

// A DUT may trace both instructions of a clock or neither (DDI 0344 14.5.1).
static void pair_up(const struct this_clock *clock, struct selection_answer *answers) {
  const struct etm3_port_clock *c = clock->port;
  unsigned any = clock->may_select ? TRUTH_YES : 0;
  for (unsigned n = 0; n < c->count; n++) any |= c->steps[n].kind == STEP_INSTRUCTION ? answers[n].is & TRUTH_YES : 0;
  for (unsigned n = 0; n < c->count; n++) {
    if (c->steps[n].kind == STEP_INSTRUCTION) answers[n].is |= (uint8_t)any;
  }
}

// A DUT may compare the Context ID and VMID of the pins or those of the last instruction, because the pins have no
// meaning while nothing is executed.
static void compare_state(struct selection *f, const struct etm3_port_clock *c) {
  const struct comparator_state now = {.context_id = c->context_id, .vmid = c->vmid};
  for (uint32_t left = f->program.looks & SELECTION_IDS; left; left &= left - 1) {
    const unsigned n = (unsigned)__builtin_ctz(left);
    const unsigned last = selection_compare_id(f, n, &f->state[0]) | selection_compare_id(f, n, &f->state[1]);
    selection_set(f, n, f->knows_previous ? selection_compare_id(f, n, &now) | last : (unsigned)TRUTH_UNKNOWN);
  }
}

// The terms of two instructions in a clock.
static void add_terms(struct selection_decided *to, const struct selection_decided *more) {
  to->by_address = truth_union(to->by_address, more->by_address);
  to->selected |= more->selected;
  to->started |= more->started;
}

// An address matches only in the clock of its instruction. A range holds its result while nothing is executed (IHI
// 0014Q 2.7.10, table 2.8). In Debug state a DUT need not hold it, because it may ignore the processor (DDI
// 0344 12.8.6).
static void rest(struct selection *f) {
  const uint32_t open = f->program.open, falls = f->program.looks & SELECTION_SINGLES & ~open,
                 may_fall = f->was_hidden ? f->now.yes & SELECTION_RANGES : 0;
  f->now.yes = (f->now.yes & ~falls) | open;
  f->now.no |= falls | may_fall | open;
}

// A range matches in a clock if the younger instruction of the clock is inside (2.11.1). If only the older instruction
// is, the range may match, because a DUT may combine both results. Then it may also hold this match.
static void combine(struct selection *f, struct truth_set all) {
  const uint32_t younger = truth_surely(f->now) & SELECTION_RANGES;
  f->now = truth_union(f->now, all);
  f->now.no &= ~younger;
  f->match[SELECTION_NOW].resources &= ~(f->now.no & SELECTION_RANGES & ~f->program.exact);
}

// Step `n` of the clock.
static void follow_step(struct selection *f, unsigned n, struct this_clock *clock, struct selection_answer *a) {
  const struct etm3_port_clock *c = clock->port;
  const struct step *s = &c->steps[n];
  const bool is_instruction = s->kind == STEP_INSTRUCTION;
  *a = (struct selection_answer){.is = TRUTH_UNKNOWN};
  if (is_instruction || c->cancels_this_clock[n]) confirm(f, clock);
  if (c->cancels_this_clock[n]) compare_cancelled(f, s, clock);
  if (!is_instruction) follow_exception(f, c->cancels_this_clock[n]);
  if (s->kind == STEP_EXCEPTION) exception(f, s, a);
  if (s->kind == STEP_DEBUG_ENTRY) f->was_hidden = true;
  if (!is_instruction) return;
  const struct selection_decided before = f->decided;
  instruction(f, s, clock, a);
  if (n > 0 && c->steps[n - 1].kind == STEP_INSTRUCTION) add_terms(&f->decided, &before);
}

void selection_steps(struct selection *f, const struct etm3_port_clock *c, uint64_t clock,
                     struct selection_answer *answers) {
  struct this_clock now = {.port = c};
  selection_clear_matches(f);
  if (c->withdraws) {
    selection_take_back(f);
    f->now.no |= f->before.no;
    f->pending = 0;
    follow_exception(f, true);
  }
  if (f->program.looks & ~(uint32_t)SELECTION_ADDRESSES) compare_state(f, c);
  rest(f);
  if (c->enters_debug) {
    f->was_hidden = true;
    f->exact.waiting.no = UINT32_MAX;  // The exception that shows the entry may cancel the last instruction.
  }
  if (c->count == 0) {
    if (f->program.exact) show_exact(f, now.confirmed);
    return;
  }
  f->before = f->now;
  f->started_before = f->decides.started;
  f->clock = clock;
  for (unsigned n = 0; n < c->count; n++) follow_step(f, n, &now, &answers[n]);
  combine(f, now.all);
  if (f->program.exact) show_exact(f, now.confirmed);
  f->double_points += c->count > 1 && now.all.yes & f->program.start && now.all.yes & f->program.stop;
  selection_taken(f, clock);
  pair_up(&now, answers);
}

static unsigned may_match(const struct selection *f, uint16_t points, const struct comparator_instruction *i) {
  unsigned is = 0;
  for (unsigned left = points; left; left &= left - 1)
    is |= compare_one(&f->program.c, (unsigned)__builtin_ctz(left), i) & TRUTH_YES;
  return is;
}

void selection_missed_steps(struct selection *f, const struct etm3_port_clock *c) {
  unsigned may = 0;
  for (unsigned n = 0; n < c->count; n++) {
    const struct comparator_instruction i = instruction_of(f, c, &c->steps[n]);
    if (c->steps[n].kind != STEP_INSTRUCTION) continue;
    if (may_match(f, f->program.start, &i)) may |= TRUTH_YES;
    if (may_match(f, f->program.stop, &i)) may |= TRUTH_NO;
  }
  f->decides.started |= (uint8_t)may;
  f->shows.started |= (uint8_t)may;
  f->shown |= (uint8_t)may;
  f->now.yes |= may & TRUTH_YES ? 1u << SELECTION_STARTED : 0;
}
