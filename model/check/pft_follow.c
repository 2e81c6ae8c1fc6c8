// SPDX-License-Identifier: Apache-2.0
// PFT: the flow against the waypoints that were presented, and the steps between them.
#include <inttypes.h>

#include "pft_walk.h"

static uint8_t isa_of(bool t, bool j) { return t ? (j ? ISA_THUMBEE : ISA_THUMB) : (j ? ISA_JAZELLE : ISA_ARM); }

// --- one event of the flow against what happened -------------------------------------------------------------------

// A write to SCR or CPSR changes the security state where there is no waypoint: the next taken branch or exception
// tells (IHI 0035B 4.12.2).
static void became_ns(struct follow *f, size_t i, const struct flow_event *e) {
  if (f->at.step == 0 || e->ns || !happened_step(f->happened, i)->ns) return;
  const struct step *before = happened_step(f->happened, i - 1);
  if (before->kind == STEP_INSTRUCTION && !before->ns && before->passed) f->at.ns_untold = true;
}

static bool instructions(struct follow *f, const struct follow_event *event) {
  const struct flow_event *e = &event->flow;
  const size_t left = happened_item(f->happened, f->happened->count - 1)->steps_end - f->at.step;
  const bool thumb = e->isa != ISA_ARM;
  uint32_t address = e->start;
  if (e->count > left) {
    return follow_wrong(f, e->offset, "%u instructions from 0x%08X on, but only %zu more happened", e->count, e->start,
                        left);
  }
  for (size_t i = f->at.step; i < f->at.step + e->count; i++) {
    const struct step *s = happened_step(f->happened, i);
    if (s->kind != STEP_INSTRUCTION) {
      return follow_wrong(f, e->offset, "0x%08X executed, but exception %u was taken there", address, s->exception);
    }
    became_ns(f, i, e);
    if (s->address != address || s->thumb != thumb || (s->ns != e->ns && !f->at.ns_untold)) {
      return follow_wrong(f, e->offset, "0x%08X %s ns=%d executed, but 0x%08X %s ns=%d was", address,
                          follow_state(e->isa), e->ns, s->address, follow_state(isa_of(s->thumb, false)), s->ns);
    }
    if (s->prohibited)
      return follow_wrong(f, e->offset, "0x%08X executed is told, but tracing is prohibited there", address);
    address += s->size;
  }
  if (address != e->end)
    return follow_wrong(f, e->offset, "execution at 0x%08X, but it was at 0x%08X", e->end, address);
  f->at.step += e->count;
  return true;
}

static const struct waypoint *next_waypoint(struct follow *f, const struct flow_event *e) {
  if (f->at.item < f->happened->count) return happened_waypoint(f->happened, f->at.item);
  follow_wrong(f, e->offset, "a waypoint at 0x%08X, but no more were presented", e->end);
  return NULL;
}

// Tracing ends with it, and cannot start: what is executed there is secret, or Jazelle.
static bool goes_nowhere(const struct waypoint *w) {
  return pft_is_hidden(w) || (w->taken && pft_target_isa(w) == ISA_JAZELLE);
}

// Its packets tell the state behind it: N atoms and barriers do not (IHI 0035B 4.12.2; docs/decisions/0006 for Hyp).
static bool tells_state(const struct waypoint *w) {
  return w->taken && w->type != WAYPOINT_BARRIER && w->type != WAYPOINT_UPDATE;
}

static bool counts(const struct follow *f) { return f->traced.cycles && f->happened->moments; }

// With a count, the sum of all is the clocks up to the waypoint.
static bool clocks(struct follow *f, const struct follow_event *event, size_t i) {
  const struct waypoint *w = happened_waypoint(f->happened, i);
  if (!counts(f) || event->told.saturated || w->type == WAYPOINT_UPDATE) return true;
  const uint64_t told = f->at.clocks_base + event->told.clocks, clocks = happened_moment(f->happened, i)->clocks;
  if (told != clocks) {
    return follow_wrong(f, event->flow.offset, "%" PRIu64 " clocks up to waypoint %zu, but it was %" PRIu64, told, i,
                        clocks);
  }
  f->at.spans++;
  return true;
}

static bool wrong_time(struct follow *f, uint64_t offset, uint64_t told, uint64_t low, uint64_t high) {
  return follow_wrong(f, offset, "timestamp 0x%" PRIX64 " behind waypoint %zu, but it was 0x%" PRIX64 " to 0x%" PRIX64,
                      told, f->at.item - 1, low, high);
}

// The waypoint is told: so must all of its steps be.
static bool consume(struct follow *f, const struct follow_event *event) {
  const struct flow_event *e = &event->flow;
  const struct waypoint *w = happened_waypoint(f->happened, f->at.item);
  const size_t end = happened_item(f->happened, f->at.item)->steps_end;
  if (f->happened->steps && f->at.step != end) {
    return follow_wrong(f, e->offset, "waypoint %zu is told after step %zu, but it was step %zu", f->at.item,
                        f->at.step, end);
  }
  if (f->at.ended) {
    return follow_wrong(f, e->offset, "waypoint %zu is told, but tracing was off behind the one before", f->at.item);
  }
  const size_t last = f->at.item - 1;
  if (f->at.ahead != 0) return wrong_time(f, e->offset, f->at.ahead, 0, happened_moment(f->happened, last)->high);
  const struct waypoint *before = happened_waypoint(f->happened, last);
  if (!follow_beside(f, event, "waypoint", last, before->context_id, before->vmid)) return false;
  if (!clocks(f, event, f->at.item)) return false;
  const bool hyp = f->traced.hyp && !pft_is_hidden(w) && w->hyp;
  if (event->told.hyp != hyp && tells_state(w) && !(pft_is_hidden(w) && !follow_is_own(f))) {
    return follow_wrong(f, e->offset, "hyp=%d behind waypoint %zu, but it was %d", event->told.hyp, f->at.item, hyp);
  }
  const char *why = f->arch && !f->replaying ? arch_items(f->arch, f->at.item, 1, e->offset) : NULL;
  if (why) return follow_wrong(f, e->offset, "%s", why);
  const struct moment *m = happened_moment(f->happened, f->at.item);
  f->at.unsure = m && m->unsure && !goes_nowhere(w);
  f->at.ended = !f->at.unsure && (goes_nowhere(w) || (m && !m->enabled));
  follow_stamps(f, event, told_needs_timestamp(f->config, w));
  if (!f->image) pft_walk_on(f, e, w);
  f->at.item++;
  f->at.items++;
  return true;
}

// More than 4096 bytes of code lie behind the last waypoint: that is told like the instructions before an exception.
static bool long_code(struct follow *f, const struct follow_event *event) {
  const struct flow_event *e = &event->flow;
  if (f->at.item == f->happened->count) return true;
  const struct waypoint *w = happened_waypoint(f->happened, f->at.item);
  if (w->type != WAYPOINT_UPDATE) return true;
  if (e->end != w->pc) return follow_wrong(f, e->offset, "an update up to 0x%08X, but it was 0x%08X", e->end, w->pc);
  f->at.updates++;
  return consume(f, event);
}

// What a branch packet tells of where waypoint `w` went. Where tracing is prohibited that is secret: 0, in whatever
// form (the list in IHI 0035B 4.7 is lost). A barrier goes on behind itself, and has a packet with branch broadcast
// only.
static bool goes_there(struct follow *f, const struct follow_event *event, const struct waypoint *w) {
  const struct flow_event *e = &event->flow;
  if (!e->told) return true;
  const bool barrier = w->type == WAYPOINT_BARRIER;
  if (barrier && !(f->config->etmcr & ETMCR_BRANCH_BROADCAST)) {
    return follow_wrong(f, e->offset, "a branch packet for a barrier, but branches are not broadcast");
  }
  const uint32_t target = barrier ? e->end : w->target;
  const uint8_t isa = barrier ? e->isa : pft_target_isa(w);
  if (e->target == target && (e->target_isa == isa || (w->prohibited && !follow_is_own(f)))) return true;
  return follow_wrong(f, e->offset, "branch at 0x%08X to 0x%08X %s, but it went to 0x%08X %s", w->pc, e->target,
                      follow_state(e->target_isa), target, follow_state(isa));
}

static bool range(struct follow *f, const struct follow_event *event) {
  const struct flow_event *e = &event->flow;
  if (f->happened->steps && !instructions(f, event)) return false;
  f->at.instructions += e->count;
  if (!e->waypoint) return long_code(f, event);
  const struct waypoint *w = next_waypoint(f, e);
  if (!w) return false;
  const uint32_t size = e->end - w->pc;
  if (w->type > WAYPOINT_INDIRECT && w->type != WAYPOINT_BARRIER) {
    return follow_wrong(f, e->offset, "a branch before 0x%08X, but waypoint %zu was none", e->end, f->at.item);
  }
  if (size != 4 && !(size == 2 && e->isa != ISA_ARM)) {
    return follow_wrong(f, e->offset, "a branch just before 0x%08X, but waypoint %zu was at 0x%08X", e->end, f->at.item,
                        w->pc);
  }
  if (e->passed && w->type != WAYPOINT_BARRIER) f->at.ns_untold = false;
  if (w->taken != e->passed) {
    return follow_wrong(f, e->offset, "branch at 0x%08X %s, but it was %s", w->pc, e->passed ? "taken" : "not taken",
                        w->taken ? "taken" : "not taken");
  }
  return goes_there(f, event, w) && (f->image || pft_walk_goes(f, event, w)) && consume(f, event);
}

enum { EXCEPTION_DEBUG = 1, EXCEPTION_RESET = 8 };  // what a reset interrupted is not known

static bool exception(struct follow *f, const struct follow_event *event) {
  const struct flow_event *e = &event->flow;
  const struct waypoint *w = next_waypoint(f, e);
  if (!w) return false;
  const bool debug = w->type == WAYPOINT_DEBUG_ENTRY;
  const uint16_t number = debug ? EXCEPTION_DEBUG : w->exception;
  if (!debug && w->type != WAYPOINT_EXCEPTION) {
    return follow_wrong(f, e->offset, "exception %u, but waypoint %zu was a branch at 0x%08X", e->exception, f->at.item,
                        w->pc);
  }
  if (e->exception != number) return follow_wrong(f, e->offset, "exception %u, but it was %u", e->exception, number);
  if (number != EXCEPTION_RESET && e->end != w->pc) {
    return follow_wrong(f, e->offset, "exception %u at 0x%08X, but it was at 0x%08X", number, e->end, w->pc);
  }
  // Of the entry to Debug state all else is not valid (IHI 0035B 5.3.8), of that to a prohibited region the form.
  const bool own = follow_is_own(f), there = e->start == w->target || (debug && !own);
  const bool state = e->isa == (debug ? ISA_ARM : pft_target_isa(w)) && (debug || e->ns == w->ns);
  if (!there || !(state || (pft_is_hidden(w) && !own))) {
    return follow_wrong(f, e->offset, "exception %u to 0x%08X %s ns=%d, but it was to 0x%08X %s ns=%d", number,
                        e->start, follow_state(e->isa), e->ns, w->target, follow_state(pft_target_isa(w)), w->ns);
  }
  if (f->happened->steps && number == EXCEPTION_RESET) {  // what was executed before it is not told
    const uint64_t cut = happened_item(f->happened, f->at.item)->steps_end - 1 - f->at.step;
    f->at.step += cut;
    f->at.untraced_steps += cut;
  }
  f->at.step += f->happened->steps != NULL;
  f->at.exceptions++;
  f->at.ns_untold = false;
  return consume(f, event);
}

// The last waypoint told ended tracing, until the next I-sync.
static bool ended(const struct follow *f) { return f->at.started && f->at.ended; }
static bool unsure(const struct follow *f) { return f->at.started && f->at.unsure; }
static bool may_be_off(const struct follow *f) { return ended(f) || unsure(f); }

// The time of a timestamp (IHI 0035B 4.14): in v1.1 that of the last waypoint traced, which another timestamp may
// repeat; in v1.0 any until the next is presented, or is lost. While tracing is off, and where nothing was traced since
// the last timestamp, any to now.
static bool timestamp(struct follow *f, const struct follow_event *event) {
  if (!f->happened->moments) return true;
  const size_t last = f->at.item - 1;
  const struct moment *m = happened_moment(f->happened, last);
  const bool v11 = told_has_v11(f->config), open = may_be_off(f) || (v11 && f->at.stamped);
  const uint64_t told = event->told.timestamp;
  uint64_t low = m->stamp_low, high = m->stamp_high;
  if (open || !v11) follow_time(f, last, open ? SIZE_MAX : f->at.item, &low, &high);
  if (told < low || told > high) {
    uint64_t now = high;
    if (!v11) follow_time(f, last, SIZE_MAX, &low, &now);
    if (told < low || told > now) return wrong_time(f, event->flow.offset, told, low, high);
    f->at.ahead = told;
  }
  f->at.stamped = true;
  f->at.timestamps_compared++;
  return true;
}

// --- placing the flow ---------------------------------------------------------------------------------------------

// Must tracing start at the target of waypoint `i`, or an overflow begin?
static bool must_start(const struct follow *f, size_t i) {
  const struct happened *h = f->happened;
  return !goes_nowhere(happened_waypoint(h, i)) && (!h->moments || happened_moment(h, i)->enabled);
}

// Can it start there? Where the TraceEnable event comes later, it does not while the queue is full.
static bool may_start(const struct follow *f, size_t i) {
  const struct happened *h = f->happened;
  const struct moment *m = happened_moment(h, i);
  return must_start(f, i) || (!goes_nowhere(happened_waypoint(h, i)) && m && (m->unsure || m->enabled_later));
}

// Can it start again where it has just ended?
static bool may_restart(const struct follow *f, size_t last) {
  const struct happened *h = f->happened;
  const struct moment *m = happened_moment(h, last);
  return (f->at.unsure || f->at.ended) && !goes_nowhere(happened_waypoint(h, last)) && m &&
         (m->unsure || m->enabled_later);
}

// By the count that an I-sync after waypoint `i` tells. The first runs from a clock between the write that cleared the
// Programming bit and WPTENABLE (IHI 0035B 4.5.2); a timestamp of v1.0 tells clocks behind the waypoint, too.
static bool clocks_fit(const struct follow *f, size_t i, const struct follow_event *event) {
  const struct told *t = &event->told;
  if (!counts(f) || t->saturated || !told_counts_to(f->config, event->flow.reason)) return true;
  const struct moment *m = happened_moment(f->happened, i);
  if (m->enabling == ENABLING_UNKNOWN && !f->at.started) return true;
  const uint64_t told = f->at.clocks_base + t->clocks, more = t->since + (f->at.started ? 0 : m->enabling);
  return m->clocks <= told && m->clocks + more >= told;
}

// Execution goes on behind the waypoint.
static bool falls_through(const struct waypoint *w) {
  return !w->taken || w->type == WAYPOINT_BARRIER || w->type == WAYPOINT_UPDATE;
}

// The address there. `isa`: of the instruction at the waypoint.
static uint32_t behind(const struct waypoint *w, uint8_t isa) {
  return w->type == WAYPOINT_UPDATE ? w->pc : w->pc + (isa != ISA_ARM && !w->t32 ? 2 : 4);
}

// Does an I-sync after waypoint `i` say what `event` says? WPTTARGETPC of a waypoint that falls through says nothing.
static bool leads_to(const struct follow *f, size_t i, const struct follow_event *event) {
  const struct happened *h = f->happened;
  const struct flow_event *e = &event->flow;
  const struct told *t = &event->told;
  const struct waypoint *w = happened_waypoint(h, i);
  if (!may_start(f, i)) return false;
  uint8_t isa = pft_target_isa(w);
  uint32_t target = w->target;
  if (falls_through(w)) {
    if (i > 0 && !goes_nowhere(happened_waypoint(h, i - 1))) isa = pft_target_isa(happened_waypoint(h, i - 1));
    target = behind(w, isa);
  }
  if (target != e->start || isa != e->isa || w->ns != e->ns || t->hyp != (f->traced.hyp && w->hyp) ||
      t->context != (w->context_id & f->traced.context)) {
    return false;
  }
  return clocks_fit(f, i, event);
}

// The flow goes on behind waypoint `i`, where the I-sync of `event` is. If its count is the first, or is not known, the
// next is compared from there.
static void go_on(struct follow *f, size_t i, const struct follow_event *event, bool lost, uint64_t refused) {
  const bool first = !f->at.started && event->told.since == 0;
  follow_go_on(f, i + 1, event->flow.reason, lost, refused);
  if (!f->image) pft_walk_start(f, &event->flow);
  if (counts(f) && (first || !told_counts_to(f->config, event->flow.reason))) {
    f->at.clocks_base = happened_moment(f->happened, i)->clocks - event->told.clocks;
  }
}

// Is the target of waypoint `i` the first instruction behind a debug exit that may be traced? `doubtful`: Jazelle code
// lies between them, and IHI 0035B does not say whether that is prohibited; or the unit was off at the exit.
static bool is_first_behind_exit(const struct follow *f, size_t i, bool *doubtful) {
  *doubtful = false;
  for (;; i--) {
    *doubtful = *doubtful || i < f->first;
    if (happened_waypoint(f->happened, i)->type == WAYPOINT_DEBUG_EXIT) return true;
    if (i == f->happened->first) {
      *doubtful = i > 0;
      return i > 0;
    }
    const struct waypoint *before = happened_waypoint(f->happened, i - 1);
    if (before->type == WAYPOINT_DEBUG_ENTRY || !goes_nowhere(before)) return false;
    *doubtful = *doubtful || !before->prohibited;
  }
}

// May an I-sync that says where waypoint `i` goes give this reason (IHI 0035B 4.5.2, by precedence)? `before`: what it
// follows; `refused`: tracing had to start earlier. While it is off an overflow may begin as well. At the first
// instruction behind a debug exit, an overflow behind an I-sync that has told the exit may be told as either.
static bool is_reason(const struct follow *f, const struct follow_position *before, size_t i, uint8_t reason,
                      bool tracing, bool refused) {
  const bool own = follow_is_own(f);  // another unit may start later
  bool doubtful;
  if (is_first_behind_exit(f, i, &doubtful)) {
    if (reason == ISYNC_DEBUG_EXIT) return true;
    const bool again = before->started && before->item == i + 1;
    if (again) return reason == ISYNC_OVERFLOW;
    if (!doubtful) return false;
  }
  if (tracing) return reason == ISYNC_OVERFLOW;
  return (reason == ISYNC_TRACE_ON && !(own && refused)) ||
         (reason == ISYNC_OVERFLOW && (before->started || f->overflowed));
}

// Puts the flow behind the first waypoint from `from` on that leads to where the I-sync of choice `c` says, for the
// reason that it says; false: none does.
static bool place(struct follow *f, struct follow_choice *c, size_t from) {
  const struct follow_event *event = &f->log[c->index];
  const struct flow_event *e = &event->flow;
  const struct happened *h = f->happened;
  f->at = c->before;
  const bool tracing = follow_is_tracing(f);
  size_t i = c->scanned;
  if (i == f->at.item) c->missed = may_be_off(f) && may_restart(f, i - 1);
  for (; i < h->count; i++) {
    const bool may = i >= from && (tracing || f->missing || !c->missed);
    if (may && leads_to(f, i, event) && is_reason(f, &c->before, i, e->reason, tracing, c->overdue)) break;
    c->missed = c->missed || may_start(f, i);
    follow_pass(f, c, i);
  }
  if (f->replaying) f->work += (i - c->scanned) / FOLLOW_CHEAP;
  c->scanned = i;
  if (i == h->count) return false;
  c->candidate = i;
  const bool lost = c->missed || (tracing && i > c->before.item);
  if (f->at.refused_items == 0) f->at.first_refused = c->first_refused;
  go_on(f, i, event, e->reason == ISYNC_OVERFLOW || (lost && e->reason != ISYNC_TRACE_ON), c->refused);
  return true;
}

// A forced overflow need not lose anything, and what the TraceEnable event has ended it can start again.
static bool goes_straight_on(struct follow *f, struct follow_choice *c) {
  const struct follow_event *event = &f->log[c->index];
  const size_t told = c->before.item;
  const bool tracing = follow_is_tracing(f);
  const bool restart = may_be_off(f) && may_restart(f, told - 1) && event->flow.reason != ISYNC_OVERFLOW;
  if (!((tracing || unsure(f)) && f->forced) && !restart) return false;
  if (!is_reason(f, &c->before, told - 1, event->flow.reason, tracing, false)) return false;
  if (!leads_to(f, told - 1, event)) return false;
  c->candidate = told - 1;
  go_on(f, told - 1, event, tracing, 0);
  return true;
}

// A branch packet has where waypoint `w` goes, an update the last instruction executed before it.
static bool fits(const struct waypoint *w, const struct packet *p, uint32_t address, uint8_t isa) {
  if (p->kind == PACKET_WAYPOINT_UPDATE) return address + (isa != ISA_ARM && !w->t32 ? 2 : 4) == w->pc;
  const bool goes = !falls_through(w) || pft_is_hidden(w);
  return isa == pft_target_isa(w) && address == (goes ? w->target : behind(w, isa));
}

// What happened decides.
static bool other_way(const struct follow *f, const struct packet *p) {
  if (f->at.item == f->happened->count) return false;
  const struct waypoint *w = happened_waypoint(f->happened, f->at.item);
  return !fits(w, p, p->address, p->isa) && fits(w, p, p->other_address, p->other_isa);
}

static bool compare(struct follow *f, struct follow_event *event) {
  if (event->timestamp) return timestamp(f, event);
  if (event->flow.kind == FLOW_HERE) return pft_walk_here(f, &event->flow);
  if (!f->image && !pft_walk_complete(f, &event->flow)) return false;
  return event->flow.kind == FLOW_RANGE ? range(f, event) : exception(f, event);
}

const struct follow_protocol pft_follow = {.item = "waypoint",
                                           .loses_items = true,
                                           .compare = compare,
                                           .other_way = other_way,
                                           .place = place,
                                           .goes_straight_on = goes_straight_on,
                                           .ended = ended,
                                           .unsure = unsure,
                                           .must_start = must_start,
                                           .may_start = may_start};
