// SPDX-License-Identifier: Apache-2.0
// PFT: the flow against the waypoints that were presented, and the steps between them.
#include <inttypes.h>

#include "pft_counts.h"
#include "pft_reason.h"
#include "pft_walk.h"
#include "scoreboard_attributes.h"
#include "scoreboard_search.h"
#include "scoreboard_term.h"
#include "scoreboard_wrong.h"

// --- comparing one event of the flow with the execution --------------------------------------------------------------

// A write to SCR or CPSR changes the security state without a waypoint. The next taken branch or exception reports the
// change (IHI 0035B 4.12.2). `e` reports another security state than step `i` has.
static void note_ns_change(struct scoreboard *s, size_t i, const struct flow_event *e) {
  if (s->at.step == 0 || e->ns) return;
  const struct step *before = history_step(s->history, i - 1);
  if (before->kind == STEP_INSTRUCTION && !before->ns && before->passed) s->at.has_pending_ns = true;
}

static bool instructions(struct scoreboard *s, const struct scoreboard_event *event) {
  const struct flow_event *e = &event->flow;
  const size_t left = history_item(s->history, s->history->count - 1)->steps_end - s->at.step;
  const bool thumb = e->isa != ISA_ARM;
  uint32_t address = e->start;
  if (e->count > left) {
    return scoreboard_wrong(s, e->offset,
                            "the trace reports %u instructions from 0x%08X on, the processor executed only %zu",
                            e->count, e->start, left);
  }
  for (size_t i = s->at.step; i < s->at.step + e->count; i++) {
    const struct step *step = history_step(s->history, i);
    if (step->kind != STEP_INSTRUCTION) {
      return scoreboard_wrong(s, e->offset, "the trace reports 0x%08X executed, the processor took exception %u there",
                              address, step->exception);
    }
    const bool has_other_ns = step->ns != e->ns;
    if (has_other_ns) note_ns_change(s, i, e);
    if (step->address != address || step->thumb != thumb || (has_other_ns && !s->at.has_pending_ns)) {
      scoreboard_wrong(s, e->offset, "the trace reports 0x%08X %s ns=%d executed, expected 0x%08X %s ns=%d", address,
                       isa_name[e->isa], e->ns, step->address, isa_name[isa_of(step->thumb, false)], step->ns);
      return scoreboard_about(s, step->address == address && step->thumb == thumb ? ABOUT_NS : ABOUT_OTHER);
    }
    if (step->prohibited)
      return scoreboard_wrong(s, e->offset, "0x%08X is in the trace, but tracing is prohibited there", address);
    address += step->size;
  }
  if (address != e->end)
    return scoreboard_wrong(s, e->offset, "execution is at 0x%08X, expected 0x%08X", e->end, address);
  s->at.step += e->count;
  return true;
}

static const struct waypoint *next_waypoint(struct scoreboard *s, const struct flow_event *e) {
  if (s->at.item < s->history->count) return history_waypoint(s->history, s->at.item);
  scoreboard_wrong(s, e->offset, "the trace reports a waypoint at 0x%08X, no more waypoints were presented", e->end);
  return NULL;
}

// The packets of the waypoint report the state after it. N atoms and barriers do not (IHI 0035B 4.12.2;
// docs/decisions/0006 for Hyp mode).
static bool reports_state(const struct waypoint *w) {
  return w->taken && w->type != WAYPOINT_BARRIER && w->type != WAYPOINT_UPDATE;
}

// `surely`: the last reported waypoint ended tracing, until the next I-sync. Otherwise: it may have ended tracing.
static bool was_off(const struct scoreboard *s, bool surely) {
  const struct waypoint *w = history_waypoint(s->history, s->at.item - 1);
  const struct moment *m = history_moment(s->history, s->at.item - 1);
  if (pft_ends_tracing(w)) return surely;
  return surely ? !m->enabled && !m->unsure : m->unsure;
}
static bool is_off(const struct scoreboard *s) {
  return s->at.started && (s->at.is_undecided ? was_off(s, true) : s->at.is_off);
}
static bool may_be_off(const struct scoreboard *s) {
  return s->at.started && (s->at.is_undecided ? was_off(s, false) : s->at.may_be_off);
}

// The trace reports the next waypoint, so it must have reported all steps up to it.
static bool accept_waypoint(struct scoreboard *s, const struct scoreboard_event *event) {
  const struct flow_event *e = &event->flow;
  const struct waypoint *w = history_waypoint(s->history, s->at.item);
  const size_t end = history_item(s->history, s->at.item)->steps_end;
  if (s->history->steps && s->at.step != end) {
    return scoreboard_wrong(s, e->offset, "waypoint #%zu is in the trace after step #%zu, expected after step #%zu",
                            s->at.item, s->at.step, end);
  }
  if (is_off(s)) {
    char item[SCOREBOARD_ITEM], words[SCOREBOARD_WORDS];
    const struct scoreboard_missing block = scoreboard_missing_of(s, s->at.item - 1);
    if (scoreboard_untraced_words(s, s->at.item - 1, words)[0])
      return scoreboard_wrong(s, e->offset, "%s is in the trace, but must not be traced%s",
                              scoreboard_item_words(s, &block, item), words);
    return scoreboard_wrong(s, e->offset, "waypoint #%zu is in the trace, but tracing was off after waypoint #%zu%s",
                            s->at.item, s->at.item - 1, scoreboard_off_words(s, s->at.item - 1));
  }
  const size_t last = s->at.item - 1;
  if (s->at.later_timestamp != 0)
    return scoreboard_wrong_time(s, e->offset, last, s->at.later_timestamp, 0, history_moment(s->history, last)->high);
  const struct waypoint *before = history_waypoint(s->history, last);
  if (!scoreboard_attributes(s, event, last, before->context_id, before->vmid)) return false;
  if (!pft_counts_compare(s, event, s->at.item)) return false;
  const bool hyp = s->traced.hyp && !pft_is_hidden(w) && w->hyp;
  if (event->totals.hyp != hyp && reports_state(w) && !(pft_is_hidden(w) && !s->is_reference_rtl)) {
    scoreboard_field_wrong(s, e->offset, "Hyp after waypoint #%zu is %d, expected %d", s->at.item, event->totals.hyp,
                           hyp);
    return scoreboard_about(s, ABOUT_HYP);
  }
  if (!scoreboard_range_obeys_rules(s, e->offset, 1)) return false;
  const struct moment *m = history_moment(s->history, s->at.item);
  s->at.may_be_off = m->unsure && !pft_ends_tracing(w);
  s->at.is_off = !s->at.may_be_off && (pft_ends_tracing(w) || !m->enabled);
  s->at.is_undecided = m->is_undecided;
  s->at.resumed_by_comparators = false;
  scoreboard_follow_timestamp(s, event, unit_stamps_waypoint(s->config, w));
  if (!s->image) pft_walk_past(s, e, w);
  s->at.counts_required += s->traced.cycles && !event->totals.saturated && w->type != WAYPOINT_UPDATE;
  s->at.item++;
  s->at.items++;
  return true;
}

// An update reports that more than 4096 bytes of code follow the last waypoint. Its form is that of the instructions
// before an exception.
static bool waypoint_update(struct scoreboard *s, const struct scoreboard_event *event) {
  const struct flow_event *e = &event->flow;
  if (s->at.item == s->history->count) return true;
  const struct waypoint *w = history_waypoint(s->history, s->at.item);
  if (w->type != WAYPOINT_UPDATE) return true;
  if (e->end != w->pc)
    return scoreboard_wrong(s, e->offset, "waypoint update is up to 0x%08X, expected 0x%08X", e->end, w->pc);
  return accept_waypoint(s, event);
}

// Compares the target in a branch packet with that of waypoint `w`. If tracing is prohibited at the target, the address
// is 0 in any form (the list in IHI 0035B 4.7 is lost). Execution continues after a barrier, which has a packet only
// with branch broadcast.
static bool compare_target(struct scoreboard *s, const struct scoreboard_event *event, const struct waypoint *w) {
  const struct flow_event *e = &event->flow;
  if (!e->reported) return true;
  const bool barrier = w->type == WAYPOINT_BARRIER;
  if (barrier && !(s->config->etmcr & ETMCR_BRANCH_BROADCAST))
    return scoreboard_wrong(s, e->offset, "branch packet for the barrier at 0x%08X, expected an atom: ETMCR[8] is 0",
                            w->pc);
  const uint32_t target = barrier ? e->end : w->target;
  const uint8_t isa = barrier ? e->isa : pft_target_isa(w);
  if (e->target == target && (e->target_isa == isa || (w->prohibited && !s->is_reference_rtl))) return true;
  return scoreboard_field_wrong(s, e->offset,
                                "branch at 0x%08X: the trace says to 0x%08X %s, the processor went to 0x%08X %s", w->pc,
                                e->target, isa_name[e->target_isa], target, isa_name[isa]);
}

// The next taken branch reports a change to Non-secure state that no waypoint made (IHI 0035B 4.12.2). Only an
// exception leads back to Secure state (4.12.1).
static bool security_state(struct scoreboard *s, const struct scoreboard_event *event, const struct waypoint *w) {
  const bool pending = w->ns && !(event->flow.passed && w->type != WAYPOINT_BARRIER);
  if (event->totals.ns == w->ns || pending || pft_is_hidden(w)) return true;
  scoreboard_field_wrong(s, event->flow.offset, "NS after waypoint #%zu at 0x%08X is %d, expected %d", s->at.item,
                         w->pc, event->totals.ns, w->ns);
  return scoreboard_about(s, ABOUT_NS);
}

static bool range(struct scoreboard *s, const struct scoreboard_event *event) {
  const struct flow_event *e = &event->flow;
  if (s->history->steps && !instructions(s, event)) return false;
  s->at.instructions += e->count;
  if (!e->waypoint) return waypoint_update(s, event);
  const struct waypoint *w = next_waypoint(s, e);
  if (!w) return false;
  const uint32_t size = e->end - w->pc;
  if (w->type > WAYPOINT_INDIRECT && w->type != WAYPOINT_BARRIER) {
    return scoreboard_wrong(s, e->offset, "the trace reports a branch before 0x%08X, but waypoint #%zu is not a branch",
                            e->end, s->at.item);
  }
  if (size != 4 && !(size == 2 && e->isa != ISA_ARM)) {
    return scoreboard_wrong(s, e->offset,
                            "the trace reports a branch just before 0x%08X, but waypoint #%zu is at 0x%08X", e->end,
                            s->at.item, w->pc);
  }
  if (e->passed && w->type != WAYPOINT_BARRIER) s->at.has_pending_ns = false;
  if (w->taken != e->passed) {
    return scoreboard_field_wrong(s, e->offset, "branch at 0x%08X: the trace says %s, the processor %s it", w->pc,
                                  e->passed ? "taken" : "not taken", w->taken ? "took" : "did not take");
  }
  if (!compare_target(s, event, w)) return false;
  if (!s->image && !pft_walk_target(s, e, w)) return false;
  return security_state(s, event, w) && pft_walk_security(s, e, w) && accept_waypoint(s, event);
}

enum { EXCEPTION_DEBUG = 1, EXCEPTION_RESET = 8 };  // The instruction that a reset interrupted is unknown.

static bool exception(struct scoreboard *s, const struct scoreboard_event *event) {
  const struct flow_event *e = &event->flow;
  const struct waypoint *w = next_waypoint(s, e);
  if (!w) return false;
  const bool debug = w->type == WAYPOINT_DEBUG_ENTRY;
  const uint16_t number = debug ? EXCEPTION_DEBUG : w->exception;
  if (!debug && w->type != WAYPOINT_EXCEPTION) {
    return scoreboard_wrong(s, e->offset, "the trace reports exception %u, but waypoint #%zu is a branch at 0x%08X",
                            e->exception, s->at.item, w->pc);
  }
  if (e->exception != number)
    return scoreboard_field_wrong(s, e->offset, "exception number is %u, expected %u: waypoint #%zu", e->exception,
                                  number, s->at.item);
  if (number != EXCEPTION_RESET && e->end != w->pc) {
    return scoreboard_wrong(s, e->offset,
                            "exception %u, waypoint #%zu, interrupted 0x%08X by the trace, expected 0x%08X", number,
                            s->at.item, e->end, w->pc);
  }
  // The other fields are not valid for the entry to Debug state (IHI 0035B 5.3.8). The form of the address is not valid
  // for the entry to a prohibited region.
  const bool own = s->is_reference_rtl, there = e->start == w->target || (debug && !own);
  const bool state = e->isa == (debug ? ISA_ARM : pft_target_isa(w)) && (debug || e->ns == w->ns);
  if (!there || !(state || (pft_is_hidden(w) && !own))) {
    return scoreboard_field_wrong(
        s, e->offset, "exception %u, waypoint #%zu, goes to 0x%08X %s ns=%d by the trace, expected 0x%08X %s ns=%d",
        number, s->at.item, e->start, isa_name[e->isa], e->ns, w->target, isa_name[pft_target_isa(w)], w->ns);
  }
  if (s->history->steps && number == EXCEPTION_RESET) {  // The trace does not report the instructions before a reset.
    const uint64_t cut = history_item(s->history, s->at.item)->steps_end - 1 - s->at.step;
    s->at.step += cut;
    s->at.untraced_steps += cut;
  }
  s->at.step += s->history->steps != NULL;
  s->at.exceptions++;
  s->at.has_pending_ns = false;
  return accept_waypoint(s, event);
}

static bool is_or_may_be_off(const struct scoreboard *s) { return is_off(s) || may_be_off(s); }

// The next item is the entry to Debug state, which another DUT than the reference RTL need not report (IHI
// 0035B 5.3.8).
static bool may_omit_next(const struct scoreboard *s) {
  const size_t i = s->at.item;
  const bool entry = i < s->history->count && history_waypoint(s->history, i)->type == WAYPOINT_DEBUG_ENTRY;
  return s->at.started && entry && !s->is_reference_rtl;
}

static bool is_tracing(const struct scoreboard *s) { return scoreboard_is_tracing(s) && !may_omit_next(s); }

// The permitted time of a timestamp (IHI 0035B 4.14). v1.1: that of the last traced waypoint, which another timestamp
// may repeat. v1.0: any time until the next waypoint is presented or lost. While tracing is off, or if nothing was
// traced since the last timestamp, any time until now.
static bool timestamp(struct scoreboard *s, const struct scoreboard_event *event) {
  const size_t last = s->at.item - 1;
  const struct moment *m = history_moment(s->history, last);
  const bool v11 = unit_is_v11(s->config), open = is_or_may_be_off(s) || (v11 && s->at.has_timestamp);
  const uint64_t reported = event->totals.timestamp;
  uint64_t low = m->stamp_low, high = m->stamp_high;
  if (s->at.resumed_by_comparators && s->at.item < s->history->count) {
    const uint64_t with = history_moment(s->history, s->at.item)->stamp_high;
    if (with > high) high = with;
  }
  if (open || !v11) scoreboard_time_range(s, last, open ? SIZE_MAX : s->at.item, &low, &high);
  if (reported < low || reported > high) {
    uint64_t now = high;
    if (!v11) scoreboard_time_range(s, last, SIZE_MAX, &low, &now);
    if (reported < low || reported > now)
      return scoreboard_wrong_time(s, event->flow.offset, last, reported, low, high);
    s->at.later_timestamp = reported;
  }
  s->at.has_timestamp = true;
  s->at.timestamps_compared++;
  return true;
}

// --- placing the flow ---------------------------------------------------------------------------------------------

// Must tracing start at the target of waypoint `i`, or an overflow begin?
static bool must_start(const struct scoreboard *s, size_t i) {
  const struct history *h = s->history;
  return !pft_ends_tracing(history_waypoint(h, i)) && history_moment(h, i)->enabled;
}

// Is it permitted but not required that tracing starts at the target of waypoint `i`? If the TraceEnable event comes
// later, tracing does not start while the queue is full.
static bool is_optional_start(const struct scoreboard *s, size_t i) {
  const struct moment *m = history_moment(s->history, i);
  return (m->unsure || m->enabled_later) && !pft_ends_tracing(history_waypoint(s->history, i));
}

static bool may_start(const struct scoreboard *s, size_t i) { return must_start(s, i) || is_optional_start(s, i); }

// Can tracing start again at the waypoint at which it has just ended?
static bool may_restart(const struct scoreboard *s, size_t last) {
  return (may_be_off(s) || is_off(s)) && is_optional_start(s, last);
}

// Does an I-sync after waypoint `i` have the fields of `event`?
static bool leads_to(const struct scoreboard *s, size_t i, const struct scoreboard_event *event) {
  const struct history *h = s->history;
  const struct flow_event *e = &event->flow;
  const struct stream_totals *t = &event->totals;
  const struct waypoint *w = history_waypoint(h, i);
  if (!may_start(s, i)) return false;
  uint8_t isa;
  const bool has_place = pft_next_address(h, i, &isa) == e->start && isa == e->isa;
  const bool has_state = w->ns == e->ns && t->hyp == (s->traced.hyp && w->hyp);
  const bool has_context = t->context == (w->context_id & s->traced.context);
  return has_place && has_state && has_context && pft_counts_fit(s, i, event);
}

// The I-sync of `event` may follow waypoint `i`. Returns the last waypoint that it may follow: another turn of a loop.
static size_t last_place(const struct scoreboard *s, size_t i, const struct scoreboard_event *event) {
  size_t last = i;
  while (++i < s->history->count && !history_is_later(s->history, i, event->flow.offset)) {
    if (leads_to(s, i, event)) last = i;
  }
  return last;
}

// The flow continues after waypoint `i`, at the I-sync of `event`. If the count of the I-sync is the first one, or is
// unknown, the next counts are compared from there.
static void resume_after(struct scoreboard *s, size_t i, const struct scoreboard_event *event, bool lost,
                         const struct scoreboard_choice *c) {
  const bool first = !s->at.started && event->totals.clocks_since_waypoint == 0;
  const bool has_known_count = !first && isync_count_is_known(s->config, event->flow.reason);
  const unsigned readings = has_known_count ? pft_counts_fit(s, i, event) : 0;
  const size_t last = lost || !s->is_reference_rtl ? i : last_place(s, i, event);
  scoreboard_resume(s, i + 1, event->flow.reason, lost, c);
  s->at.optional_lost_items += last - i;
  // The block itself need not be traced if a write may have ended tracing by then.
  s->at.may_be_off = history_moment(s->history, i)->doubted;
  if (c && lost) s->at.optional_lost_items += c->optional;
  s->at.resumed_by_comparators = history_moment(s->history, i)->filtered;
  if (!s->image) pft_walk_start(s, &event->flow);
  pft_counts_resume(s, i, event, readings);
}

static bool may_give_reason(const struct scoreboard *s, size_t i, uint8_t reason, bool overdue) {
  return pft_is_reason(s, &s->at, i, reason, is_tracing(s), overdue);
}

// Places the flow after the first waypoint, from `from` on, that fits the address and the reason of the I-sync of
// choice `c`. Returns false if there is none.
static bool find_start(struct scoreboard *s, struct scoreboard_choice *c, size_t from) {
  const struct scoreboard_event *event = &s->log[c->index];
  const struct flow_event *e = &event->flow;
  const struct history *h = s->history;
  s->at = c->before;
  const bool tracing = is_tracing(s);
  size_t i = c->scanned;
  if (i == s->at.item) c->could_have_started = is_or_may_be_off(s) && may_restart(s, i - 1);
  for (; i < h->count && !history_is_later(h, i, e->offset); i++) {
    const bool may = i >= from && (tracing || s->belief > BELIEVE_AT_ONCE || !c->could_have_started);
    if (may && leads_to(s, i, event) && pft_is_reason(s, &c->before, i, e->reason, tracing, c->is_overdue)) break;
    c->could_have_started = c->could_have_started || may_start(s, i);
    c->optional += !must_start(s, i) && !pft_ends_tracing(history_waypoint(h, i));
    scoreboard_pass_item(s, c, i);
  }
  if (s->is_replaying) s->spent += (i - c->scanned) / SCOREBOARD_ITEMS_PER_STEP;
  c->scanned = i;
  if (i == h->count || history_is_later(h, i, e->offset)) return false;
  c->candidate = i;
  const bool lost = c->could_have_started || (tracing && i > c->before.item);
  resume_after(s, i, event, e->reason == ISYNC_OVERFLOW || (lost && e->reason != ISYNC_TRACE_ON), c);
  return true;
}

// A forced overflow need not lose anything. The TraceEnable event can start tracing again at the waypoint at which it
// has ended it.
static bool goes_straight_on(struct scoreboard *s, struct scoreboard_choice *c) {
  const struct scoreboard_event *event = &s->log[c->index];
  const size_t reported = c->before.item;
  const bool tracing = scoreboard_is_tracing(s);
  // If comparators need not select a block, it may have ended tracing although the next block is selected.
  const struct moment *m = tracing && reported > 0 ? history_moment(s->history, reported - 1) : NULL;
  const bool again = m && m->restarts && event->flow.reason != ISYNC_OVERFLOW;
  const bool restart =
      again || (is_or_may_be_off(s) && may_restart(s, reported - 1) && event->flow.reason != ISYNC_OVERFLOW);
  if (!((tracing || may_be_off(s)) && s->may_force_overflow) && !restart) return false;
  if (!pft_is_reason(s, &c->before, reported - 1, event->flow.reason, tracing && !again, false)) return false;
  if (!leads_to(s, reported - 1, event)) return false;
  c->candidate = reported - 1;
  resume_after(s, reported - 1, event, tracing && !again, NULL);
  return true;
}

// The packet fits waypoint `w`: a branch packet has the target, and an update the last instruction executed before it.
static bool fits(const struct waypoint *w, const struct packet *p, uint32_t address, uint8_t isa) {
  if (p->kind == PACKET_WAYPOINT_UPDATE) return address + (isa != ISA_ARM && !w->t32 ? 2 : 4) == w->pc;
  const bool goes = !waypoint_falls_through(w) || pft_is_hidden(w);
  return isa == pft_target_isa(w) && address == (goes ? w->target : pft_address_after(w, isa));
}

// The next waypoint decides which reading is correct. If the flow may have been placed at too early a turn of a loop,
// the first waypoint decides that fits one of the two readings.
static bool is_other_reading(const struct scoreboard *s, const struct packet *p) {
  const size_t end = s->choice_count > 0 ? s->history->count : s->at.item + 1;
  for (size_t i = s->at.item; i < end && i < s->history->count; i++) {
    const struct waypoint *w = history_waypoint(s->history, i);
    if (fits(w, p, p->address, p->isa)) return false;
    if (fits(w, p, p->other_address, p->other_isa)) return true;
  }
  return false;
}

static bool compare(struct scoreboard *s, struct scoreboard_event *event) {
  if (event->is_timestamp) return timestamp(s, event);
  if (event->flow.kind == FLOW_PERIODIC) return pft_walk_periodic(s, &event->flow);
  if (!s->image && !pft_walk_complete(s, &event->flow)) return false;
  return event->flow.kind == FLOW_RANGE ? range(s, event) : exception(s, event);
}

const struct scoreboard_protocol pft_scoreboard = {.item = "waypoint",
                                                   .model_counts_items = true,
                                                   .compare = compare,
                                                   .is_other_reading = is_other_reading,
                                                   .find_start = find_start,
                                                   .goes_straight_on = goes_straight_on,
                                                   .is_off = is_off,
                                                   .may_omit_next = may_omit_next,
                                                   .may_be_off = may_be_off,
                                                   .must_start = must_start,
                                                   .may_start = may_start,
                                                   .correct = pft_correct,
                                                   .correct_sync = pft_correct_sync,
                                                   .may_give_reason = may_give_reason};
