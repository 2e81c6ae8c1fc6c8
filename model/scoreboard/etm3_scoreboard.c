// SPDX-License-Identifier: Apache-2.0
// ETMv3: each atom is an instruction (IHI 0014Q 7.3.1), so the items are the steps. If a step must not be traced,
// tracing is off until the next step that may be traced.
#include <inttypes.h>

#include "etm3_gap.h"
#include "etm3_reason.h"
#include "etm3_steps.h"
#include "etm3_wrong.h"
#include "scoreboard_attributes.h"
#include "scoreboard_search.h"
#include "scoreboard_term.h"
#include "scoreboard_wrong.h"

// --- comparing one event of the flow with the execution --------------------------------------------------------------

// The event at `address` is not the next step. Stores the contradiction, and returns false.
static bool not_next(struct scoreboard *s, const struct flow_event *e, uint32_t address) {
  const size_t i = s->at.item;
  if (i == s->history->count)
    return scoreboard_wrong(s, e->offset, "the trace reports execution at 0x%08X, the processor executed no more",
                            address);
  const struct step *step = history_step(s->history, i);
  if (etm3_ends_tracing(s, i)) {
    char words[SCOREBOARD_WORDS];
    if (scoreboard_untraced_words(s, i, words)[0])
      return scoreboard_wrong(s, e->offset, "step #%zu at 0x%08X is in the trace, but must not be traced%s", i, address,
                              words);
    return scoreboard_wrong(s, e->offset, "0x%08X is in the trace, but tracing was off from step #%zu on%s", address, i,
                            scoreboard_off_words(s, i));
  }
  if (step->kind == STEP_INSTRUCTION) {
    return scoreboard_field_wrong(s, e->offset, "the trace reports exception %u, the processor executed 0x%08X",
                                  e->exception, step->address);
  }
  return scoreboard_wrong(s, e->offset, "the trace reports 0x%08X executed, the processor took exception %u there",
                          address, step->exception);
}

// Execution was at `address`, in the state of the event.
static inline bool is_at(const struct scoreboard *s, const struct executed *x, const struct scoreboard_event *event,
                         uint32_t address) {
  const struct flow_event *e = &event->flow;
  const bool is_ns = s->traced.ns && x->ns, is_hyp = s->traced.hyp && x->hyp;
  return x->address == address && x->isa == e->isa && is_ns == e->ns && is_hyp == event->totals.hyp;
}

// The clock of an instruction by the cycle counts of the trace must be that of the processor.
static bool compare_clock(struct scoreboard *s, const struct scoreboard_event *event, uint32_t cycles,
                          const struct executed *x) {
  s->at.clock += cycles;
  if (!s->traced.cycles || s->at.clock == x->clocks) return true;
  return scoreboard_wrong(s, event->flow.offset, "0x%08X is in cycle %" PRIu64 " of the trace, expected %" PRIu64,
                          x->address, s->at.clock, x->clocks);
}

// The reference RTL must send a timestamp after the step of this moment: the step is an exception return, and not in
// the clock in which tracing started. No clause requires this of another DUT.
static bool needs_timestamp(const struct scoreboard *s, const struct moment *m) {
  const bool is_return = m->exits && m->clocks != s->at.isync_clocks;
  return is_return && s->is_reference_rtl && unit_stamps_returns(s->config);
}

// The next step was reported, with all its attributes.
static void accept_step(struct scoreboard *s) {
  s->at.item++;
  s->at.step++;
  s->at.items++;
  s->at.follows_compared = true;
}

// An instruction of a range.
struct atom {
  uint32_t address, size;  // size: bytes
  uint32_t cycles;         // to it
  bool passed, eret;
};

// The trace reports the instruction that an exception has cancelled, but not the exception: an overflow lost it.
static bool needs_overflow(struct scoreboard *s, const struct scoreboard_event *event, const struct atom *a) {
  struct executed x;
  if (s->at.item == s->history->count || !etm3_executed(s, s->at.item, &x)) return false;
  if (!x.may_trace || !is_at(s, &x, event, a->address)) return false;
  s->at.needs_overflow = true;
  s->at.cancelled_address = a->address;
  s->at.atoms++;
  s->at.clock += a->cycles;
  return true;
}

// ETMv3.4 has the exception return packet only for ARMv7-M (IHI 0014Q 7.6), and ETMIDR does not have the profile. The
// reference RTL depends on the Security Extensions, which ARMv7-M does not implement. Another DUT may report all or
// none.
static bool expects_exit_packet(const struct scoreboard *s, const struct moment *m, bool reported) {
  if (!m->exits || config_minor(s->config) != 4) return m->exits;
  return s->is_reference_rtl ? !(s->config->etmidr & ETMIDR_SECURITY) : reported;
}

// Compares the attributes of the next step.
static bool compare_attributes(struct scoreboard *s, const struct scoreboard_event *event, const struct atom *a,
                               const struct executed *x, const struct moment *m) {
  const size_t i = s->at.item;
  // A timestamp follows all instructions of its clock.
  const bool waits = s->at.needs_timestamp && i > 0 && m->clocks == history_moment(s->history, i - 1)->clocks;
  s->at.needs_timestamp = s->at.needs_timestamp && !waits;
  if (!scoreboard_attributes(s, event, i, m->context_id, m->vmid)) return false;
  if (!compare_clock(s, event, a->cycles, x)) return false;
  s->at.counts_compared += s->traced.cycles;
  s->at.has_branch_packet = false;
  if (expects_exit_packet(s, m, a->eret) != a->eret) return etm3_wrong_exit(s, event, a->address);
  const uint32_t stamps = s->at.timestamps;
  const size_t timestamp_item = s->at.timestamp_item;
  scoreboard_follow_timestamp(s, event, waits || needs_timestamp(s, m));
  if (!waits) return true;
  s->at.timestamps = stamps;
  s->at.timestamp_item = timestamp_item;
  return true;
}

static bool instruction(struct scoreboard *s, const struct scoreboard_event *event, const struct atom *a) {
  const struct flow_event *e = &event->flow;
  const struct history *h = s->history;
  const size_t i = s->at.item;
  const struct step *step = i < h->count ? history_step(h, i) : NULL;
  if (s->at.needs_overflow) return etm3_before_is_cancelled(s, e, a->address);
  if (!step || step->kind != STEP_INSTRUCTION) return needs_overflow(s, event, a) || not_next(s, e, a->address);
  const struct moment *m = history_moment(h, i);
  const struct executed x = etm3_executed_step(s, step, m);
  if (!x.may_trace) return not_next(s, e, a->address);
  if (!is_at(s, &x, event, a->address)) {
    scoreboard_wrong(s, e->offset, "the trace reports 0x%08X %s ns=%d hyp=%d executed, expected 0x%08X %s ns=%d hyp=%d",
                     a->address, isa_name[e->isa], e->ns, event->totals.hyp, step->address, isa_name[x.isa], step->ns,
                     step->hyp);
    const bool there = x.address == a->address && x.isa == e->isa;
    return scoreboard_about(s, !there ? ABOUT_OTHER : (s->traced.ns && x.ns) != e->ns ? ABOUT_NS : ABOUT_HYP);
  }
  if (step->size > 0 && step->size != a->size) {
    return scoreboard_wrong(s, e->offset, "the instruction at 0x%08X has %u bytes in the image, expected %u: step #%zu",
                            a->address, a->size, step->size, i);
  }
  if (step->passed != a->passed) {
    return scoreboard_field_wrong(s, e->offset, "step #%zu at 0x%08X: atom is %c, expected %c: the condition code %s",
                                  i, a->address, a->passed ? 'E' : 'N', step->passed ? 'E' : 'N',
                                  step->passed ? "passed" : "failed");
  }
  if (!compare_attributes(s, event, a, &x, m)) return false;
  s->at.counts_required += s->traced.cycles;
  s->at.instructions++;
  s->at.atoms++;
  return true;
}

// All instructions of a range except the last one have passed, and are no exception returns (flow.h).
static bool range(struct scoreboard *s, const struct scoreboard_event *event) {
  const struct flow_event *e = &event->flow;
  struct atom a = {.address = e->start, .cycles = e->cycles, .passed = true};
  for (uint32_t n = 0; n < e->count; n++) {
    const bool last = n + 1 == e->count;
    a.size = last ? e->end - a.address : flow_size(e, n);
    a.passed = !last || e->passed;
    a.eret = last && e->eret;
    if (!instruction(s, event, &a)) return false;
    if (!s->at.needs_overflow) {
      if (n == 0 && !scoreboard_range_obeys_rules(s, e->offset, e->count)) return false;
      accept_step(s);
    }
    a.address += a.size;
    a.cycles = e->pace;
  }
  return true;
}

// Compares the target of the last instruction, as far as the port has presented it.
static bool branch(struct scoreboard *s, const struct scoreboard_event *event) {
  const struct flow_event *e = &event->flow;
  const struct execution_at execution = etm3_execution_at(s, s->at.item);
  s->at.has_branch_packet = true;
  if (!execution.known || (e->start == execution.address && e->isa == execution.isa)) return true;
  return scoreboard_field_wrong(s, e->offset,
                                "branch to step #%zu: the trace says to 0x%08X %s, the processor went to 0x%08X %s",
                                s->at.item, e->start, isa_name[e->isa], execution.address, isa_name[execution.isa]);
}

enum { EXCEPTION_DEBUG = 1, EXCEPTION_RESET = 8 };  // The instruction that a reset interrupted is unknown.

// The entry to Debug state may have a branch packet. Only the exception number in it is valid (IHI 0014Q 7.3.5).
static bool debug_entry(struct scoreboard *s, const struct flow_event *e, const struct step *step) {
  if (!s->image || step->resume_unknown || e->end == step->resume) return true;
  return scoreboard_wrong(s, e->offset, "Debug state entry is at 0x%08X, expected 0x%08X", e->end, step->resume);
}

// The port has presented that Debug state is entered next, and ETMDBGACK has not come yet.
static bool enters_debug_next(const struct scoreboard *s) {
  const size_t i = s->at.item;
  return i == s->history->count && i > s->history->first && history_moment(s->history, i - 1)->halts;
}

static bool exception(struct scoreboard *s, const struct scoreboard_event *event) {
  const struct flow_event *e = &event->flow;
  const bool more = s->at.item < s->history->count;
  const struct step *step = more ? history_step(s->history, s->at.item) : NULL;
  const bool is_debug_entry = e->exception == EXCEPTION_DEBUG && !e->cancel && s->at.started;
  if (is_debug_entry && step && step->kind == STEP_DEBUG_ENTRY) return debug_entry(s, e, step);
  if (is_debug_entry && !step && enters_debug_next(s)) return true;
  if (!step || step->kind != STEP_EXCEPTION || etm3_ends_tracing(s, s->at.item)) return not_next(s, e, e->start);
  const struct moment *m = history_moment(s->history, s->at.item);
  const uint16_t number = step->exception & (config_minor(s->config) >= 4 ? 0x1FF : 0xF);
  if (e->exception != number) {
    return scoreboard_field_wrong(s, e->offset, "exception number is %u, expected %u: step #%zu", e->exception, number,
                                  s->at.item);
  }
  const bool known = s->image && step->exception != EXCEPTION_RESET && !step->resume_unknown;
  if (known && e->end != step->resume) {
    return scoreboard_wrong(s, e->offset, "exception %u, step #%zu, interrupted 0x%08X by the trace, expected 0x%08X",
                            e->exception, s->at.item, e->end, step->resume);
  }
  if (m->cancelled != e->cancel) {
    return scoreboard_field_wrong(s, e->offset, "the trace says that exception %u %s the last instruction, but it %s",
                                  e->exception, e->cancel ? "cancels" : "does not cancel",
                                  m->cancelled ? "did" : "did not");
  }
  // While tracing is prohibited, the trace keeps the state that it reported before.
  const bool has_other_state = !step->prohibited && e->ns != (s->traced.ns && step->ns);
  if (e->start != step->address || e->isa != etm3_isa(s, step->thumb, step->j) || has_other_state) {
    return scoreboard_field_wrong(
        s, e->offset, "exception %u, step #%zu, goes to 0x%08X %s ns=%d by the trace, expected 0x%08X %s ns=%d",
        e->exception, s->at.item, e->start, isa_name[e->isa], e->ns, step->address,
        isa_name[etm3_isa(s, step->thumb, step->j)], step->ns);
  }
  if (!scoreboard_range_obeys_rules(s, e->offset, 1)) return false;
  s->at.exceptions++;
  s->at.atoms += e->cancel;
  accept_step(s);
  return true;
}

// A timestamp may have each time from the last reported step to the next step, or, while tracing is off, each time from
// the last reported step until now. No clause is stricter. The timestamp of a synchronization may precede instructions
// that the DUT traces together with it, at most ENTRY of them. Then it may have the time of any of them. The reference
// RTL sends it directly after the I-sync. Another DUT may send it later (IHI 0014Q 7.10.2).
enum { ENTRY = 6 * 15 };

static size_t early_stamp_items(const struct scoreboard *s, const struct stream_totals *t) {
  return t->follows_isync || (t->is_tsync && !s->is_reference_rtl) ? ENTRY : 0;
}

static bool timestamp(struct scoreboard *s, const struct scoreboard_event *event) {
  // The flow may hold back an instruction that the trace has reported. It is a step unless an exception cancels it.
  const bool cancelled = history_moment(s->history, s->at.item)->cancelled_known;
  const size_t i = s->at.item + (cancelled ? 0 : (size_t)(event->totals.atoms - s->at.atoms));
  const uint64_t reported = event->totals.timestamp;
  if (!s->at.started) return true;
  if (i > s->history->count)
    return scoreboard_wrong(s, event->flow.offset, "the trace reports more instructions than the processor executed");
  uint64_t low = UINT64_MAX, high = 0;
  const size_t end = etm3_off_at(s, i) ? SIZE_MAX : i + early_stamp_items(s, &event->totals) + 1;
  scoreboard_time_range(s, i > 0 ? i - 1 : 0, end, &low, &high);
  if (reported < low || reported > high) {
    scoreboard_wrong_time(s, event->flow.offset, i, reported, low, high);
    s->error.held_steps = i - s->at.item;
    return false;
  }
  s->at.timestamps_compared++;
  return true;
}

// --- without code ----------------------------------------------------------------------------------------------------

// An atom belongs to the next instruction on the port: adds what the code would say.
static void complete(const struct scoreboard *s, struct flow_event *e) {
  const size_t i = s->at.item;
  const struct etm3_branch *b = etm3_branch_of(s, i);
  const struct execution_at here = etm3_execution_at(s, i);
  const bool some = i < s->history->count;
  struct executed x = {.address = here.address, .isa = here.isa};
  if (some) etm3_executed(s, i, &x);
  e->start = x.address;
  e->end = x.address + (some ? history_step(s->history, i)->size : 0);
  e->isa = x.isa;
  e->indirect = b && b->kind == ETM3_INDIRECT;
  e->target = b && b->kind == ETM3_DIRECT ? b->to.address : 0;
  e->target_isa = b && b->kind == ETM3_DIRECT ? etm3_isa(s, b->to.t, b->to.j) : ISA_ARM;
}

// The branch packet of an indirect branch that passed must precede the next event (IHI 0014Q 7.3.5).
static bool has_needed_branch_packet(struct scoreboard *s, const struct flow_event *e) {
  const struct etm3_branch *b = etm3_branch_before(s, s->at.item);
  if (!b || b->kind != ETM3_INDIRECT || s->at.has_branch_packet) return true;
  scoreboard_wrong(s, e->offset, "no branch packet follows the indirect branch at 0x%08X, step #%zu, expected one",
                   history_step(s->history, s->at.item - 1)->address, s->at.item - 1);
  return scoreboard_packet_missing(s);
}

// A periodic I-sync repeats the address of execution (7.10.5), also after an instruction that the flow holds back. If
// that instruction was cancelled, the address is unknown.
static bool compare_periodic(struct scoreboard *s, const struct scoreboard_event *event) {
  const struct flow_event *e = &event->flow;
  const bool cancelled = history_moment(s->history, s->at.item)->cancelled_known;
  const size_t held = (size_t)(event->totals.atoms - s->at.atoms), i = s->at.item + held;
  if (i > s->history->count || (held > 0 && cancelled)) return true;
  const struct etm3_branch *b = etm3_branch_before(s, i);
  if (b && b->kind == ETM3_INDIRECT && !(held > 0 ? e->reported : s->at.has_branch_packet)) {
    scoreboard_wrong(s, e->offset, "periodic I-sync between an indirect branch and its branch packet");
    s->error.held_steps = held;
    return false;
  }
  const struct execution_at execution = etm3_execution_at(s, i);
  if (!execution.known || (e->start == execution.address && e->isa == execution.isa)) return true;
  scoreboard_field_wrong(s, e->offset, "periodic I-sync is at 0x%08X %s, expected 0x%08X %s", e->start,
                         isa_name[e->isa], execution.address, isa_name[execution.isa]);
  s->error.held_steps = held;
  return false;
}

static bool compare(struct scoreboard *s, struct scoreboard_event *event) {
  if (event->is_timestamp) return timestamp(s, event);
  const enum flow_kind kind = event->flow.kind;
  if (kind == FLOW_PERIODIC) return compare_periodic(s, event);
  if (!s->image && kind == FLOW_RANGE) complete(s, &event->flow);
  if (!s->image && (kind == FLOW_RANGE || kind == FLOW_EXCEPTION) && !has_needed_branch_packet(s, &event->flow))
    return false;
  if (kind == FLOW_RANGE) {
    const bool uncounted = !s->at.needs_overflow && s->at.needs_gap_count && s->is_reference_rtl;
    return uncounted ? etm3_no_count(s, &event->flow) : range(s, event);
  }
  if (s->at.needs_overflow) return etm3_before_is_cancelled(s, &event->flow, event->flow.start);
  switch (kind) {
    case FLOW_BRANCH:
      return branch(s, event);
    case FLOW_COUNT:
      return etm3_compare_gap(s, &event->flow, event->flow.count);
    case FLOW_EXCEPTION:
      return exception(s, event);
    // These are compared above, or have no item.
    case FLOW_SYNC:
    case FLOW_RANGE:
    case FLOW_GAP:
    case FLOW_ERROR:
    case FLOW_PERIODIC:
      break;
  }
  return false;
}

// --- placing the flow ------------------------------------------------------------------------------------------------

// The cycle count of the I-sync itself fits, or need not be correct.
static bool clock_fits(const struct scoreboard *s, const struct flow_event *e, const struct executed *x) {
  const bool is_exact = e->reason == ISYNC_TRACE_ON || etm3_counts_overflow(s->config);
  const bool has_count = e->has_count && e->count != 0 && is_exact;
  const bool has_clocks = s->traced.cycles && s->at.started;
  return !has_count || !has_clocks || s->at.clock + e->cycles + e->count + 1 == x->clocks;
}

static bool leads_to(const struct scoreboard *s, size_t i, const struct scoreboard_event *event) {
  struct executed x;
  if (!etm3_executed(s, i, &x) || !x.may_trace || !is_at(s, &x, event, event->flow.start)) return false;
  const bool has_context = event->totals.context == (x.context_id & s->traced.context);
  return has_context && clock_fits(s, &event->flow, &x);
}

// Item `i` is an exception at which another DUT may have ended tracing: after a branch to a prohibited region, or while
// the TraceEnable event is false. IHI 0014Q 2.6.2, 4.8 and 7.3.5 are only about instructions.
static bool may_end(const struct scoreboard *s, size_t i) {
  if (i < s->history->first || i >= s->history->count) return false;
  const struct step *step = history_step(s->history, i);
  return step->kind == STEP_EXCEPTION && (step->resume_prohibited || !history_moment(s->history, i)->enabled);
}

// The next or the last item is such an exception, which need not be reported.
static bool may_omit_next(const struct scoreboard *s) {
  const size_t i = s->at.item;
  if (!s->at.started || s->is_reference_rtl) return false;
  return may_end(s, i) || (i > 0 && may_end(s, i - 1));
}

// NIDEN and DBGEN may have paused the DUT between the last reported item, which has moment `m`, and the next one.
static bool may_pause(const struct scoreboard *s, const struct moment *m) {
  const struct moment *next = s->at.item < s->history->count ? history_moment(s->history, s->at.item) : NULL;
  return next && next->taken && next->pauses != m->pauses;
}

// Tracing may have ended with the last reported instruction: it is not certain that comparators selected it, or a pause
// followed.
static bool may_restart(const struct scoreboard *s) {
  const bool has_reported = s->at.started && s->at.item > s->history->first;
  const struct moment *m = has_reported ? history_moment(s->history, s->at.item - 1) : NULL;
  return m && ((m->filtered && !m->enabled) || may_pause(s, m));
}

// Tracing is certainly on, so the next item was reported or lost.
static bool is_tracing(const struct scoreboard *s) {
  return (scoreboard_is_tracing(s) && !may_omit_next(s) && !may_restart(s)) || s->at.needs_overflow;
}

static bool may_give_reason(const struct scoreboard *s, size_t i, uint8_t reason, bool overdue) {
  return etm3_is_reason(s, &s->at, i, reason, is_tracing(s), overdue);
}

// Places the flow at item `i`. Returns false if the cycle count of the I-sync is wrong.
static bool place_at(struct scoreboard *s, struct scoreboard_choice *c, size_t i, enum scoreboard_gap gap_kind) {
  const struct scoreboard_event *event = &s->log[c->index];
  c->candidate = i;
  s->at.gap = gap_kind;
  scoreboard_resume(s, i, event->flow.reason, event->flow.reason == ISYNC_OVERFLOW, c);
  s->at.needs_overflow = s->at.follows_compared = false;
  s->at.atoms = event->totals.atoms;
  etm3_begin_clocks(s, &event->flow, i);
  return !event->flow.has_count || etm3_compare_gap(s, &event->flow, event->flow.count);
}

// An overflow need not lose an instruction. In this case the flow continues at its position.
static bool find_start(struct scoreboard *s, struct scoreboard_choice *c, size_t from) {
  const struct scoreboard_event *event = &s->log[c->index];
  const struct history *h = s->history;
  const uint8_t reason = event->flow.reason;
  s->at = c->before;
  const bool tracing = is_tracing(s);
  if (c->scanned == s->at.item) c->passed_debug = s->at.passed_debug;
  // Only an overflow may lose a cycle count packet.
  if (s->at.needs_gap_count && reason == ISYNC_TRACE_ON) {
    return etm3_no_count(s, &event->flow);
  }
  for (size_t i = c->scanned; i < h->count && !history_is_later(h, i, event->flow.offset); i++) {
    const enum step_kind kind = history_step(h, i)->kind;
    const bool passed_debug = c->passed_debug || kind == STEP_DEBUG_ENTRY || kind == STEP_DEBUG_EXIT;
    if (i >= from && leads_to(s, i, event) && etm3_is_reason(s, &c->before, i, reason, tracing, c->is_overdue)) {
      s->wrong = !place_at(s, c, i, etm3_gap_before(s, reason, passed_debug, c->is_overdue));
      if (!s->wrong) return true;
      s->at = c->before;
    }
    scoreboard_pass_item(s, c, i);
    c->passed_debug = passed_debug;
    c->scanned = i + 1;
    s->spent += s->is_replaying && i % SCOREBOARD_ITEMS_PER_STEP == 0;
  }
  return false;
}

const struct scoreboard_protocol etm3_scoreboard = {.item = "step",
                                                    .compare = compare,
                                                    .find_start = find_start,
                                                    .is_off = etm3_is_off,
                                                    .may_omit_next = may_omit_next,
                                                    .may_be_off = etm3_may_be_off,
                                                    .must_start = etm3_must_start,
                                                    .may_start = etm3_may_start,
                                                    .correct = etm3_correct,
                                                    .correct_sync = etm3_correct_sync,
                                                    .may_give_reason = may_give_reason,
                                                    .gap_count = etm3_gap_count};
