// SPDX-License-Identifier: Apache-2.0
// ETMv3: every atom is an instruction (IHI 0014Q 7.3.1), so the items are the steps themselves. Where one may not be
// traced tracing is off until the next that may.
#include <inttypes.h>

#include "etm3_correct.h"
#include "etm3_reason.h"
#include "etm3_steps.h"
#include "scoreboard_beside.h"
#include "scoreboard_search.h"
#include "scoreboard_wrong.h"

// --- one event of the flow against what happened --------------------------------------------------------------------

// What is told of `address` is not the next step. Returns false.
static bool not_next(struct scoreboard *f, const struct flow_event *e, uint32_t address) {
  const size_t i = f->at.item;
  if (i == f->history->count)
    return scoreboard_wrong(f, e->offset, "something at 0x%08X, but no more happened", address);
  const struct step *s = history_step(f->history, i);
  if (etm3_ends(f, i)) {
    return scoreboard_wrong(f, e->offset, "0x%08X is told, but tracing was off from step %zu on", address, i);
  }
  if (s->kind == STEP_INSTRUCTION) {
    return scoreboard_differs(f, e->offset, "exception %u, but 0x%08X was executed", e->exception, s->address);
  }
  return scoreboard_wrong(f, e->offset, "0x%08X executed, but exception %u was taken there", address, s->exception);
}

// Execution stood at `address`, in the state of the event.
static inline bool is_at(const struct scoreboard *f, const struct executed *x, const struct scoreboard_event *event,
                         uint32_t address) {
  const struct flow_event *e = &event->flow;
  return x->address == address && x->isa == e->isa && (f->traced.ns && x->ns) == e->ns &&
         (f->traced.hyp && x->hyp) == event->reported.hyp;
}

// The clock of an instruction: by the cycles that the trace tells it is the one of the processor.
static bool clocks(struct scoreboard *f, const struct scoreboard_event *event, uint32_t cycles,
                   const struct executed *x) {
  f->at.clock += cycles;
  if (!f->traced.cycles || !f->history->moments || f->at.clock == x->clocks) return true;
  return scoreboard_wrong(f, event->flow.offset, "0x%08X in clock %" PRIu64 " of the trace, but it was %" PRIu64,
                          x->address, f->at.clock, x->clocks);
}

// The cycles that were not traced before an I-sync; `reported` is 0 if they are not known.
static bool gap(struct scoreboard *f, const struct flow_event *e, uint32_t reported) {
  const bool exact = reported == f->at.gap_cycles, any = !f->own;
  f->at.gap_pending = false;
  if (f->at.gap == GAP_UNKNOWN && any) return true;
  if (f->at.gap == GAP_COUNTED ? exact : reported == 0) return true;
  if (f->at.gap == GAP_HIDDEN && exact) return true;
  if (f->at.gap != GAP_COUNTED && f->at.gap != GAP_HIDDEN) {
    return scoreboard_differs(f, e->offset, "%u cycles before the I-sync, which cannot be known", reported);
  }
  return scoreboard_differs(f, e->offset, "%u cycles before the I-sync, but it was %" PRIu64, reported,
                            f->at.gap_cycles);
}

// A timestamp of ours must follow the step of this moment: it is an exception return, and not of the clock in which
// tracing started. No clause asks another unit for one.
static bool needs_timestamp(const struct scoreboard *f, const struct moment *m) {
  return m && m->exits && f->own && unit_stamps_returns(f->config) && m->clocks != f->at.isync_clocks;
}

// The item is told, with all that lies beside it.
static void consume(struct scoreboard *f) {
  f->at.item++;
  f->at.step++;
  f->at.items++;
  f->at.adjacent = true;
}

// An instruction of a range.
struct atom {
  uint32_t address, size;  // size: bytes
  uint32_t cycles;         // to it
  bool passed, eret;
};

static bool before_is_cancelled(struct scoreboard *f, const struct flow_event *e, uint32_t address) {
  return scoreboard_differs(f, e->offset, "the instruction before 0x%08X is told, but it was cancelled", address);
}

// The instruction that an exception has cancelled is told, but not the exception: an overflow lost it.
static bool needs_overflow(struct scoreboard *f, const struct scoreboard_event *event, const struct atom *a) {
  struct executed x;
  if (f->at.item == f->history->count || !etm3_executed(f, f->at.item, &x)) return false;
  if (!x.may_trace || !is_at(f, &x, event, a->address)) return false;
  f->at.needs_overflow = true;
  f->at.atoms++;
  f->at.clock += a->cycles;
  return true;
}

// ETMv3.4 has the exception return packet for ARMv7-M alone (IHI 0014Q 7.6), and ETMIDR does not name the profile. Ours
// goes by the Security Extensions, which ARMv7-M has not; another's may tell all or none.
static bool tells_exit(const struct scoreboard *f, const struct moment *m, bool reported) {
  if (config_minor(f->config) != 4) return m->exits;
  if (f->own) return m->exits && !(f->config->etmidr & ETMIDR_SECURITY);
  return m->exits && reported;
}

// `m` may be NULL: what lay beside the step is not known.
static bool beside(struct scoreboard *f, const struct scoreboard_event *event, const struct atom *a,
                   const struct executed *x, const struct moment *m) {
  const size_t i = f->at.item;
  // A timestamp follows what is told of its clock.
  const bool waits = f->at.needs_timestamp && m && i > 0 && m->clocks == etm3_moment(f, i - 1)->clocks;
  f->at.needs_timestamp = f->at.needs_timestamp && !waits;
  if (m && !scoreboard_beside(f, event, "step", i, m->context_id, m->vmid)) return false;
  if (!clocks(f, event, a->cycles, x)) return false;
  f->at.spans += f->traced.cycles && m;
  f->at.branched = false;
  const bool exits = m && tells_exit(f, m, a->eret);
  if (m && exits != a->eret) {
    return scoreboard_wrong(f, event->flow.offset, "0x%08X is %s exception return, but it was %s", a->address,
                            a->eret ? "an" : "no", exits ? "one" : "none");
  }
  const uint32_t stamps = f->at.timestamps;
  const size_t asks = f->at.asks;
  scoreboard_stamps(f, event, waits || needs_timestamp(f, m));
  if (!waits) return true;
  f->at.timestamps = stamps;
  f->at.asks = asks;
  return true;
}

static bool instruction(struct scoreboard *f, const struct scoreboard_event *event, const struct atom *a) {
  const struct flow_event *e = &event->flow;
  const struct history *h = f->history;
  const size_t i = f->at.item;
  const struct step *s = i < h->count ? history_step(h, i) : NULL;
  if (f->at.needs_overflow) return before_is_cancelled(f, e, a->address);
  if (!s || s->kind != STEP_INSTRUCTION) return needs_overflow(f, event, a) || not_next(f, e, a->address);
  const struct moment *m = history_moment(h, i);
  const struct executed x = etm3_executed_step(f, s, m);
  if (!x.may_trace) return not_next(f, e, a->address);
  if (!is_at(f, &x, event, a->address) || (s->size > 0 && s->size != a->size)) {
    scoreboard_wrong(f, e->offset, "0x%08X %s ns=%d hyp=%d executed, but 0x%08X %s ns=%d hyp=%d was", a->address,
                     isa_name[e->isa], e->ns, event->reported.hyp, s->address, isa_name[x.isa], s->ns, s->hyp);
    const bool there = x.address == a->address && x.isa == e->isa;
    return scoreboard_about(f, !there ? ABOUT_OTHER : (f->traced.ns && x.ns) != e->ns ? ABOUT_NS : ABOUT_HYP);
  }
  if (s->passed != a->passed) {
    return scoreboard_differs(f, e->offset, "0x%08X is %c, but it was %c", a->address, a->passed ? 'E' : 'N',
                              s->passed ? 'E' : 'N');
  }
  if (!beside(f, event, a, &x, m)) return false;
  f->at.counted += f->traced.cycles && h->moments;
  f->at.instructions++;
  f->at.atoms++;
  return true;
}

// All but the last have passed and are no exception return (flow.h).
static bool range(struct scoreboard *f, const struct scoreboard_event *event) {
  const struct flow_event *e = &event->flow;
  struct atom a = {.address = e->start, .cycles = e->cycles, .passed = true};
  for (uint32_t n = 0; n < e->count; n++) {
    const bool last = n + 1 == e->count;
    a.size = last ? e->end - a.address : flow_size(e, n);
    a.passed = !last || e->passed;
    a.eret = last && e->eret;
    if (!instruction(f, event, &a)) return false;
    if (!f->at.needs_overflow) {
      if (n == 0 && !scoreboard_in_time(f, e->offset, e->count)) return false;
      consume(f);
    }
    a.address += a.size;
    a.cycles = e->pace;
  }
  return true;
}

// Where the last instruction went, as far as that has been presented.
static bool branch(struct scoreboard *f, const struct scoreboard_event *event) {
  const struct flow_event *e = &event->flow;
  const struct execution_at s = etm3_execution_at(f, f->at.item);
  f->at.branched = true;
  if (!s.known || (e->start == s.address && e->isa == s.isa)) return true;
  return scoreboard_differs(f, e->offset, "a branch to 0x%08X %s, but it went to 0x%08X %s", e->start, isa_name[e->isa],
                            s.address, isa_name[s.isa]);
}

enum { EXCEPTION_DEBUG = 1, EXCEPTION_RESET = 8 };  // what a reset interrupted is not known

// The entry to Debug state may have a branch packet. But for the number it is not valid (IHI 0014Q 7.3.5).
static bool debug_entry(struct scoreboard *f, const struct flow_event *e, const struct step *s) {
  if (!f->image || s->resume_unknown || e->end == s->resume) return true;
  return scoreboard_wrong(f, e->offset, "Debug state entered at 0x%08X, but it was at 0x%08X", e->end, s->resume);
}

// It was presented as the next thing to happen, and ETMDBGACK is still to come.
static bool halts(const struct scoreboard *f) {
  const size_t i = f->at.item;
  return i == f->history->count && i > f->history->first && etm3_moment(f, i - 1) && etm3_moment(f, i - 1)->halts;
}

static bool exception(struct scoreboard *f, const struct scoreboard_event *event) {
  const struct flow_event *e = &event->flow;
  const bool more = f->at.item < f->history->count;
  const struct step *s = more ? history_step(f->history, f->at.item) : NULL;
  const bool debug = s && s->kind == STEP_DEBUG_ENTRY && e->exception == EXCEPTION_DEBUG && !e->cancel;
  if (debug && f->at.started) return debug_entry(f, e, s);
  if (!s && e->exception == EXCEPTION_DEBUG && !e->cancel && f->at.started && halts(f)) return true;
  if (!s || s->kind != STEP_EXCEPTION || etm3_ends(f, f->at.item)) return not_next(f, e, e->start);
  const struct moment *m = etm3_moment(f, f->at.item);
  const uint16_t number = s->exception & (config_minor(f->config) >= 4 ? 0x1FF : 0xF);
  if (e->exception != number) {
    return scoreboard_differs(f, e->offset, "exception %u, but it was %u", e->exception, number);
  }
  const bool known = f->image && s->exception != EXCEPTION_RESET && !s->resume_unknown;
  if (known && e->end != s->resume) {
    return scoreboard_wrong(f, e->offset, "exception %u at 0x%08X, but it was at 0x%08X", e->exception, e->end,
                            s->resume);
  }
  if (m && m->cancelled != e->cancel) {
    return scoreboard_differs(f, e->offset, "exception %u %s the last instruction, but it %s", e->exception,
                              e->cancel ? "cancels" : "does not cancel", m->cancelled ? "did" : "did not");
  }
  // What is secret keeps the state that was told before it.
  const bool secret = s->prohibited;
  if (e->start != s->address || e->isa != etm3_isa(f, s->thumb, s->j) ||
      (!secret && e->ns != (f->traced.ns && s->ns))) {
    return scoreboard_differs(f, e->offset, "exception %u to 0x%08X %s ns=%d, but it was to 0x%08X %s ns=%d",
                              e->exception, e->start, isa_name[e->isa], e->ns, s->address,
                              isa_name[etm3_isa(f, s->thumb, s->j)], s->ns);
  }
  if (!scoreboard_in_time(f, e->offset, 1)) return false;
  f->at.exceptions++;
  f->at.atoms += e->cancel;
  consume(f);
  return true;
}

// A timestamp tells a time from the last instruction told to the next, and while tracing is off to now: no clause says
// more. That of a synchronization may stand before as many instructions as are on their way together: ours directly
// behind the I-sync, another unit's anywhere (IHI 0014Q 7.10.2).
enum { ENTRY = 6 * 15 };

static size_t ahead(const struct scoreboard *f, const struct reported *t) {
  return t->placed || (t->tsync && !f->own) ? ENTRY : 0;
}

static bool timestamp(struct scoreboard *f, const struct scoreboard_event *event) {
  // The flow may hold an instruction back that has been told; a step, if it will not be cancelled.
  const struct moment *now = etm3_moment(f, f->at.item);
  const bool cancelled = now && now->cancelled_known;
  const size_t i = f->at.item + (cancelled ? 0 : (size_t)(event->reported.atoms - f->at.atoms));
  const uint64_t reported = event->reported.timestamp;
  if (!f->history->moments || !f->at.started) return true;
  if (i > f->history->count) return scoreboard_wrong(f, event->flow.offset, "more instructions than happened");
  uint64_t low = UINT64_MAX, high = 0;
  const size_t end = etm3_off_at(f, i) ? SIZE_MAX : i + ahead(f, &event->reported) + 1;
  scoreboard_time(f, i > 0 ? i - 1 : 0, end, &low, &high);
  if (reported < low || reported > high) {
    scoreboard_differs(f, event->flow.offset,
                       "timestamp 0x%" PRIX64 " before step %zu, but it was 0x%" PRIX64 " to 0x%" PRIX64, reported, i,
                       low, high);
    f->error.low = low;
    f->error.high = high;
    return false;
  }
  f->at.timestamps_compared++;
  return true;
}

// --- without code ----------------------------------------------------------------------------------------------------

// An atom is of the next instruction on the port: adds to it what the code would say.
static void complete(const struct scoreboard *f, struct flow_event *e) {
  const size_t i = f->at.item;
  const struct etm3_branch *b = etm3_branch_of(f, i);
  const struct execution_at here = etm3_execution_at(f, i);
  const bool some = i < f->history->count;
  struct executed x = {.address = here.address, .isa = here.isa};
  if (some) etm3_executed(f, i, &x);
  e->start = x.address;
  e->end = x.address + (some ? history_step(f->history, i)->size : 0);
  e->isa = x.isa;
  e->indirect = b && b->kind == ETM3_INDIRECT;
  e->target = b && b->kind == ETM3_DIRECT ? b->to.address : 0;
  e->target_isa = b && b->kind == ETM3_DIRECT ? etm3_isa(f, b->to.t, b->to.j) : ISA_ARM;
}

// An indirect branch that passed has a branch packet, before anything else happens (IHI 0014Q 7.3.5).
static bool has_gone(struct scoreboard *f, const struct flow_event *e) {
  const struct etm3_branch *b = etm3_branch_before(f, f->at.item);
  if (!b || b->kind != ETM3_INDIRECT || f->at.branched) return true;
  return scoreboard_wrong(f, e->offset, "no branch packet behind the indirect branch at 0x%08X",
                          history_step(f->history, f->at.item - 1)->address);
}

// A periodic I-sync repeats where execution stands (7.10.5), also behind the instruction that the flow holds back. If
// that one was cancelled nobody knows.
static bool stands_here(struct scoreboard *f, const struct scoreboard_event *event) {
  const struct flow_event *e = &event->flow;
  const struct moment *now = etm3_moment(f, f->at.item);
  const size_t held = (size_t)(event->reported.atoms - f->at.atoms), i = f->at.item + held;
  if (i > f->history->count || (held > 0 && now && now->cancelled_known)) return true;
  const struct etm3_branch *b = etm3_branch_before(f, i);
  if (b && b->kind == ETM3_INDIRECT && !(held > 0 ? e->reported : f->at.branched)) {
    return scoreboard_wrong(f, e->offset, "a periodic I-sync between an indirect branch and its branch packet");
  }
  const struct execution_at s = etm3_execution_at(f, i);
  if (!s.known || (e->start == s.address && e->isa == s.isa)) return true;
  return scoreboard_differs(f, e->offset, "a periodic I-sync at 0x%08X %s, but execution stood at 0x%08X %s", e->start,
                            isa_name[e->isa], s.address, isa_name[s.isa]);
}

static bool compare(struct scoreboard *f, struct scoreboard_event *event) {
  if (event->timestamp) return timestamp(f, event);
  const enum flow_kind kind = event->flow.kind;
  if (kind == FLOW_HERE) return stands_here(f, event);
  if (!f->image && kind == FLOW_RANGE) complete(f, &event->flow);
  if (!f->image && (kind == FLOW_RANGE || kind == FLOW_EXCEPTION) && !has_gone(f, &event->flow)) return false;
  if (kind == FLOW_RANGE) {
    const bool uncounted = !f->at.needs_overflow && f->at.gap_pending && f->own;
    return uncounted ? scoreboard_wrong(f, event->flow.offset, "no cycle count since the I-sync") : range(f, event);
  }
  if (f->at.needs_overflow) return before_is_cancelled(f, &event->flow, event->flow.start);
  switch (kind) {
    case FLOW_BRANCH:
      return branch(f, event);
    case FLOW_COUNT:
      return gap(f, &event->flow, event->flow.count);
    case FLOW_EXCEPTION:
      return exception(f, event);
    // Compared above, or no item's:
    case FLOW_SYNC:
    case FLOW_RANGE:
    case FLOW_GAP:
    case FLOW_ERROR:
    case FLOW_HERE:
      break;
  }
  return false;
}

// --- placing the flow ------------------------------------------------------------------------------------------------

// Cycles are counted on through an overflow, through Debug state (IHI 0014Q 7.3.4).
static bool counts_overflow(const struct config *c) { return config_minor(c) >= 1 && config_minor(c) <= 4; }
static bool counts_debug(const struct config *c) { return config_minor(c) >= 1; }

// By the cycles that the I-sync itself tells, if they must be right.
static bool clock_fits(const struct scoreboard *f, const struct flow_event *e, const struct executed *x) {
  const bool counted = e->reason == ISYNC_TRACE_ON || counts_overflow(f->config);
  const bool known = f->traced.cycles && f->history->moments && f->at.started && e->has_count && e->count != 0;
  return !known || !counted || f->at.clock + e->cycles + e->count + 1 == x->clocks;
}

static bool leads_to(const struct scoreboard *f, size_t i, const struct scoreboard_event *event) {
  struct executed x;
  return etm3_executed(f, i, &x) && x.may_trace && is_at(f, &x, event, event->flow.start) &&
         (!f->history->moments || event->reported.context == (x.context_id & f->traced.context)) &&
         clock_fits(f, &event->flow, &x);
}

// Item `i` is an exception taken where another unit may have ended tracing: behind a branch to what is prohibited, or
// where the TraceEnable event is false. 2.6.2, 4.8 and 7.3.5 speak of instructions.
static bool may_end(const struct scoreboard *f, size_t i) {
  const struct moment *m = etm3_moment(f, i);
  if (!m || i < f->history->first || i == f->history->count) return false;
  const struct step *s = history_step(f->history, i);
  return s->kind == STEP_EXCEPTION && (s->resume_prohibited || !m->enabled);
}

// Such an exception is the next item, which need not be told, or was the last.
static bool untold(const struct scoreboard *f) {
  const size_t i = f->at.item;
  return f->at.started && !f->own && (may_end(f, i) || (i > 0 && may_end(f, i - 1)));
}

// Whatever comes next was told or lost.
static bool is_tracing(const struct scoreboard *f) {
  return (scoreboard_is_tracing(f) && !untold(f)) || f->at.needs_overflow;
}

static bool allows(const struct scoreboard *f, size_t i, uint8_t reason, bool overdue) {
  return etm3_is_reason(f, &f->at, i, reason, is_tracing(f), overdue);
}

// How must the gap before item `i` be counted? `halted`: Debug state was entered or left in it; `refused`: what had to
// be traced was not.
static enum scoreboard_gap gap_before(const struct scoreboard *f, uint8_t reason, bool halted, bool refused) {
  if (!f->at.started) return GAP_RESET;
  if (halted && !counts_debug(f->config)) return GAP_UNKNOWN;
  if (counts_overflow(f->config)) return GAP_COUNTED;
  if (reason == ISYNC_OVERFLOW) return GAP_UNKNOWN;
  if (reason != ISYNC_DEBUG_EXIT) return GAP_COUNTED;
  return refused ? GAP_UNKNOWN : GAP_HIDDEN;
}

// The clocks of the trace begin before item `i`.
static void begin_clocks(struct scoreboard *f, const struct flow_event *e, size_t i) {
  struct executed x;
  if (!etm3_executed(f, i, &x)) return;
  f->at.isync_clocks = x.clocks;
  if (!f->traced.cycles || !f->history->moments) return;
  f->at.gap_cycles = x.clocks - 1 - (f->at.clock + e->cycles);
  f->at.clock = x.clocks - 1;
  f->at.gap_pending = !e->has_count;
}

// The flow goes on with item `i`. False: the I-sync tells another number of cycles.
static bool settle(struct scoreboard *f, struct scoreboard_choice *c, size_t i, enum scoreboard_gap gap_kind) {
  const struct scoreboard_event *event = &f->log[c->index];
  c->candidate = i;
  f->at.gap = gap_kind;
  scoreboard_go_on(f, i, event->flow.reason, event->flow.reason == ISYNC_OVERFLOW, c);
  f->at.needs_overflow = f->at.adjacent = false;
  f->at.atoms = event->reported.atoms;
  begin_clocks(f, &event->flow, i);
  return !event->flow.has_count || gap(f, &event->flow, event->flow.count);
}

// An overflow need not lose an instruction: then the flow goes on where it stood.
static bool find_start(struct scoreboard *f, struct scoreboard_choice *c, size_t from) {
  const struct scoreboard_event *event = &f->log[c->index];
  const struct history *h = f->history;
  const uint8_t reason = event->flow.reason;
  f->at = c->before;
  const bool tracing = is_tracing(f);
  if (c->scanned == f->at.item) c->halted = f->at.halted;
  // A cycle count packet may be lost in an overflow, not otherwise.
  if (f->at.gap_pending && reason == ISYNC_TRACE_ON) {
    return scoreboard_wrong(f, event->flow.offset, "no cycle count since the I-sync before");
  }
  for (size_t i = c->scanned; i < h->count; i++) {
    const enum step_kind kind = history_step(h, i)->kind;
    const bool halted = c->halted || kind == STEP_DEBUG_ENTRY || kind == STEP_DEBUG_EXIT;
    if (i >= from && leads_to(f, i, event) && etm3_is_reason(f, &c->before, i, reason, tracing, c->overdue)) {
      f->wrong = !settle(f, c, i, gap_before(f, reason, halted, c->overdue));
      if (!f->wrong) return true;
      f->at = c->before;
    }
    scoreboard_pass(f, c, i);
    c->halted = halted;
    c->scanned = i + 1;
    f->spent += f->replaying && i % SCOREBOARD_CHEAP == 0;
  }
  return false;
}

const struct scoreboard_protocol etm3_scoreboard = {.item = "step",
                                                    .compare = compare,
                                                    .find_start = find_start,
                                                    .ended = etm3_ended,
                                                    .untold = untold,
                                                    .unsure = etm3_unsure,
                                                    .must_start = etm3_must_start,
                                                    .may_start = etm3_may_start,
                                                    .correct = etm3_correct,
                                                    .correct_sync = etm3_correct_sync,
                                                    .allows = allows};
