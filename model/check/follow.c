// SPDX-License-Identifier: Apache-2.0
#include "follow.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool wrong(struct follow *f, uint64_t offset, const char *format, ...) __attribute__((format(printf, 3, 4)));

static bool wrong(struct follow *f, uint64_t offset, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(f->error.why, sizeof f->error.why, format, args);
  va_end(args);
  f->error.offset = offset;
  f->wrong = true;
  return false;
}

static const char *state(uint8_t isa) {
  static const char *const names[] = {
      [ISA_ARM] = "ARM", [ISA_THUMB] = "Thumb", [ISA_THUMBEE] = "ThumbEE", [ISA_JAZELLE] = "Jazelle"};
  return names[isa];
}

static uint8_t isa_of(bool t, bool j) { return t ? (j ? ISA_THUMBEE : ISA_THUMB) : (j ? ISA_JAZELLE : ISA_ARM); }
static uint8_t target_isa(const struct waypoint *w) { return isa_of(w->target_t, w->target_j); }

// --- one event of the flow against what happened -------------------------------------------------------------------

// A write to SCR or CPSR changes the security state where there is no waypoint: the next taken branch or exception
// tells (IHI 0035B 4.12.2).
static void became_ns(struct follow *f, const struct step *s, const struct flow_event *e) {
  if (f->at.step == 0 || e->ns || !s->ns || s == f->happened->steps) return;
  if (s[-1].kind == STEP_INSTRUCTION && !s[-1].ns && s[-1].passed) f->at.ns_untold = true;
}

static bool instructions(struct follow *f, const struct follow_event *event) {
  const struct flow_event *e = &event->flow;
  const struct step *s = f->happened->steps + f->at.step;
  const size_t left = f->happened->waypoints[f->happened->count - 1].steps_end - f->at.step;
  const bool thumb = e->isa != ISA_ARM;
  uint32_t address = e->start;
  if (e->count > left) {
    return wrong(f, e->offset, "%u instructions from 0x%08X on, but only %zu more happened", e->count, e->start, left);
  }
  for (uint32_t i = 0; i < e->count; i++, s++) {
    if (s->kind != STEP_INSTRUCTION) {
      return wrong(f, e->offset, "0x%08X executed, but exception %u was taken there", address, s->exception);
    }
    became_ns(f, s, e);
    if (s->address != address || s->thumb != thumb || (s->ns != e->ns && !f->at.ns_untold)) {
      return wrong(f, e->offset, "0x%08X %s ns=%d executed, but 0x%08X %s ns=%d was", address, state(e->isa), e->ns,
                   s->address, state(isa_of(s->thumb, false)), s->ns);
    }
    if (s->prohibited) return wrong(f, e->offset, "0x%08X executed is told, but tracing is prohibited there", address);
    address += s->size;
  }
  if (address != e->end) return wrong(f, e->offset, "execution at 0x%08X, but it was at 0x%08X", e->end, address);
  f->at.step += e->count;
  return true;
}

static const struct waypoint *next_waypoint(struct follow *f, const struct flow_event *e) {
  if (f->at.waypoint < f->happened->count) return &f->happened->waypoints[f->at.waypoint].wp;
  wrong(f, e->offset, "a waypoint at 0x%08X, but no more were presented", e->end);
  return NULL;
}

static bool is_hidden(const struct waypoint *w) { return w->type == WAYPOINT_DEBUG_ENTRY || w->prohibited; }

// Tracing ends with it, and cannot start: what is executed there is secret, or Jazelle.
static bool goes_nowhere(const struct waypoint *w) { return is_hidden(w) || target_isa(w) == ISA_JAZELLE; }

// What must have been told beside the flow when the next thing is told: the state behind waypoint `last`.
static bool beside(struct follow *f, const struct follow_event *event, size_t last) {
  const struct waypoint *w = &f->happened->waypoints[last].wp;
  const struct told *t = &event->told;
  const uint64_t offset = event->flow.offset;
  const uint32_t context = told_context(f->config, w->context_id);
  if (t->context != context) {
    return wrong(f, offset, "Context ID 0x%X behind waypoint %zu, but it was 0x%X", t->context, last, context);
  }
  f->at.contexts += f->config->etmcr >> ETMCR_CONTEXT_ID_SHIFT & 3 ? 1 : 0;
  if (told_has_vmid(f->config)) {
    if (!t->vmid_told) return wrong(f, offset, "no VMID since the last I-sync");
    if (t->vmid != w->vmid) {
      return wrong(f, offset, "VMID 0x%02X behind waypoint %zu, but it was 0x%02X", t->vmid, last, w->vmid);
    }
    f->at.vmids++;
  }
  if (f->at.needs_timestamp && t->timestamps == f->at.timestamps) {
    return wrong(f, offset, "no timestamp behind waypoint %zu, which asks for one", last);
  }
  return true;
}

// With a count, the sum of all is the clocks up to the waypoint.
static bool clocks(struct follow *f, const struct follow_event *event, size_t i) {
  const struct waypoint *w = &f->happened->waypoints[i].wp;
  if (!told_counts(f->config) || !f->happened->moments || event->told.saturated || w->type == WAYPOINT_UPDATE) {
    return true;
  }
  const uint64_t clocks = f->happened->moments[i].clocks;
  if (event->told.clocks != clocks) {
    return wrong(f, event->flow.offset, "%" PRIu64 " clocks up to waypoint %zu, but it was %" PRIu64,
                 event->told.clocks, i, clocks);
  }
  f->at.spans++;
  return true;
}

// The waypoint is told: so must all of its steps be.
static bool consume(struct follow *f, const struct follow_event *event) {
  const struct flow_event *e = &event->flow;
  const struct waypoint *w = &f->happened->waypoints[f->at.waypoint].wp;
  const size_t end = f->happened->waypoints[f->at.waypoint].steps_end;
  if (f->happened->steps && f->at.step != end) {
    return wrong(f, e->offset, "waypoint %zu is told after step %zu, but it was step %zu", f->at.waypoint, f->at.step,
                 end);
  }
  if (f->at.ended) {
    return wrong(f, e->offset, "waypoint %zu is told, but tracing was off behind the one before", f->at.waypoint);
  }
  if (!beside(f, event, f->at.waypoint - 1)) return false;
  if (!clocks(f, event, f->at.waypoint)) return false;
  const bool hyp = told_has_hyp(f->config) && !is_hidden(w) && w->hyp;
  if (event->told.hyp != hyp) {
    return wrong(f, e->offset, "hyp=%d behind waypoint %zu, but it was %d", event->told.hyp, f->at.waypoint, hyp);
  }
  const char *why = f->rules && !f->replaying ? rules_told(f->rules, f->at.waypoint, e->offset) : NULL;
  if (why) return wrong(f, e->offset, "%s", why);
  const struct moment *m = f->happened->moments ? &f->happened->moments[f->at.waypoint] : NULL;
  f->at.ended = goes_nowhere(w) || (m && !m->enabled);
  f->at.needs_timestamp = told_needs_timestamp(f->config, w);
  f->at.timestamps = event->told.timestamps;
  f->at.waypoint++;
  f->at.waypoints++;
  return true;
}

// More than 4096 bytes of code lie behind the last waypoint: that is told like the instructions before an exception.
static bool long_code(struct follow *f, const struct follow_event *event) {
  const struct flow_event *e = &event->flow;
  if (f->at.waypoint == f->happened->count) return true;
  const struct waypoint *w = &f->happened->waypoints[f->at.waypoint].wp;
  if (w->type != WAYPOINT_UPDATE) return true;
  if (e->end != w->pc) return wrong(f, e->offset, "an update up to 0x%08X, but it was 0x%08X", e->end, w->pc);
  f->at.updates++;
  return consume(f, event);
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
    return wrong(f, e->offset, "a branch before 0x%08X, but waypoint %zu was none", e->end, f->at.waypoint);
  }
  if (size != 4 && !(size == 2 && e->isa != ISA_ARM)) {
    return wrong(f, e->offset, "a branch just before 0x%08X, but waypoint %zu was at 0x%08X", e->end, f->at.waypoint,
                 w->pc);
  }
  if (e->passed && w->type != WAYPOINT_BARRIER) f->at.ns_untold = false;
  if (w->taken != e->passed) {
    return wrong(f, e->offset, "branch at 0x%08X %s, but it was %s", w->pc, e->passed ? "taken" : "not taken",
                 w->taken ? "taken" : "not taken");
  }
  // Where tracing is prohibited the target is secret, and presented as 0.
  if (e->told && (e->target != w->target || e->target_isa != target_isa(w))) {
    return wrong(f, e->offset, "branch at 0x%08X to 0x%08X %s, but it went to 0x%08X %s", w->pc, e->target,
                 state(e->target_isa), w->target, state(target_isa(w)));
  }
  return consume(f, event);
}

enum { EXCEPTION_DEBUG = 1, EXCEPTION_RESET = 8 };  // what a reset interrupted is not known

static bool exception(struct follow *f, const struct follow_event *event) {
  const struct flow_event *e = &event->flow;
  const struct waypoint *w = next_waypoint(f, e);
  if (!w) return false;
  const bool debug = w->type == WAYPOINT_DEBUG_ENTRY;
  const uint16_t number = debug ? EXCEPTION_DEBUG : w->exception;
  if (!debug && w->type != WAYPOINT_EXCEPTION) {
    return wrong(f, e->offset, "exception %u, but waypoint %zu was a branch at 0x%08X", e->exception, f->at.waypoint,
                 w->pc);
  }
  if (e->exception != number) return wrong(f, e->offset, "exception %u, but it was %u", e->exception, number);
  if (number != EXCEPTION_RESET && e->end != w->pc) {
    return wrong(f, e->offset, "exception %u at 0x%08X, but it was at 0x%08X", number, e->end, w->pc);
  }
  if (e->start != w->target || e->isa != (debug ? ISA_ARM : target_isa(w)) || (!debug && e->ns != w->ns)) {
    return wrong(f, e->offset, "exception %u to 0x%08X %s ns=%d, but it was to 0x%08X %s ns=%d", number, e->start,
                 state(e->isa), e->ns, w->target, state(target_isa(w)), w->ns);
  }
  if (f->happened->steps && number == EXCEPTION_RESET) {  // what was executed before it is not told
    const uint64_t cut = f->happened->waypoints[f->at.waypoint].steps_end - 1 - f->at.step;
    f->at.step += cut;
    f->at.untraced_steps += cut;
  }
  f->at.step += f->happened->steps != NULL;
  f->at.exceptions++;
  f->at.ns_untold = false;
  return consume(f, event);
}

// The time of a timestamp: in v1.1 that of the last waypoint told; in v1.0 any until the next.
static bool timestamp(struct follow *f, const struct follow_event *event) {
  if (!f->happened->moments || f->at.waypoint == 0) return true;
  const size_t last = f->at.waypoint - 1;
  const struct moment *m = &f->happened->moments[last];
  const uint64_t told = event->told.timestamp;
  if (told_has_v11(f->config) ? told != m->stamp : told < m->low || told > m->high) {
    return wrong(f, event->flow.offset, "timestamp 0x%" PRIX64 " behind waypoint %zu, but it was at 0x%" PRIX64, told,
                 last, m->stamp);
  }
  f->at.timestamps_compared++;
  return true;
}

// The last waypoint told ended tracing, until the next I-sync.
static bool ended(const struct follow *f) { return f->at.started && f->at.ended; }

// --- placing the flow ---------------------------------------------------------------------------------------------

// Must tracing start at the target of waypoint `i`, or an overflow begin?
static bool must_start(const struct happened *h, size_t i) {
  return !goes_nowhere(&h->waypoints[i].wp) && (!h->moments || h->moments[i].enabled);
}

// Can it start there? Where the TraceEnable event comes later, it does not while the queue is full.
static bool may_start(const struct happened *h, size_t i) {
  return must_start(h, i) || (!goes_nowhere(&h->waypoints[i].wp) && h->moments && h->moments[i].enabled_later);
}

// Can it start again where it has just ended?
static bool may_restart(const struct follow *f, size_t last) {
  const struct happened *h = f->happened;
  return f->at.ended && !goes_nowhere(&h->waypoints[last].wp) && h->moments && h->moments[last].enabled_later;
}

// Does an I-sync after waypoint `i` say what `event` says? Mirrors what WPTTARGETPC means for a waypoint that goes
// nowhere.
static bool leads_to(const struct follow *f, size_t i, const struct follow_event *event) {
  const struct happened *h = f->happened;
  const struct flow_event *e = &event->flow;
  const struct told *t = &event->told;
  const struct waypoint *w = &h->waypoints[i].wp;
  if (!may_start(h, i)) return false;
  uint8_t isa = target_isa(w);
  uint32_t target = w->target;
  if (!w->taken || w->type == WAYPOINT_BARRIER || w->type == WAYPOINT_UPDATE) {
    if (i > 0 && !goes_nowhere(&h->waypoints[i - 1].wp)) isa = target_isa(&h->waypoints[i - 1].wp);
    target = w->pc;
    if (w->type != WAYPOINT_UPDATE) target += isa != ISA_ARM && !w->t32 ? 2 : 4;
  }
  if (target != e->start || isa != e->isa || w->ns != e->ns || t->hyp != (told_has_hyp(f->config) && w->hyp) ||
      t->context != told_context(f->config, w->context_id)) {
    return false;
  }
  // A timestamp of v1.0 tells clocks behind the waypoint, too.
  const uint64_t clocks = h->moments ? h->moments[i].clocks : 0;
  return !told_counts(f->config) || !h->moments || t->saturated ||
         (clocks >= t->clocks - t->since && clocks <= t->clocks);
}

// May an I-sync give this reason (IHI 0035B 4.5.2, by precedence)? `halted`: Debug state was entered or left;
// `refused`: tracing had to start earlier. Behind a prohibited region an overflow may begin before tracing does
// (docs/pipeline.md 3).
static bool is_reason(const struct follow *f, uint8_t reason, bool tracing, bool halted, bool refused) {
  if (halted) return reason == ISYNC_DEBUG_EXIT;
  if (tracing) return reason == ISYNC_OVERFLOW;
  const bool own = f->rules && f->rules->judge;  // another unit may start later
  return (reason == ISYNC_TRACE_ON && !(own && refused)) || (reason == ISYNC_OVERFLOW && f->at.started);
}

static bool is_tracing(const struct follow *f) { return f->at.started && !ended(f); }

static bool is_halted(const struct follow *f) {
  return f->at.started && f->happened->waypoints[f->at.waypoint - 1].wp.type == WAYPOINT_DEBUG_ENTRY;
}

// Goes on behind waypoint `end - 1`; those since the last one told are lost, or were not to be traced.
static void go_on(struct follow *f, size_t end, bool lost) {
  const struct happened *h = f->happened;
  const bool late = lost && !is_tracing(f);
  const uint64_t waypoints = end - f->at.waypoint;
  const uint64_t steps = h->steps && waypoints > 0 ? h->waypoints[end - 1].steps_end - f->at.step : 0;
  f->at.waypoint += waypoints;
  f->at.step += steps;
  f->at.gaps += lost;
  f->at.late_gaps += late;
  f->at.late_waypoints += late ? waypoints : 0;
  f->at.starts += !lost;
  f->at.resumes += !lost && f->at.started;
  f->at.started = true;
  f->at.ended = f->at.needs_timestamp = f->at.ns_untold = false;
  *(lost ? &f->at.lost_waypoints : &f->at.untraced_waypoints) += waypoints;
  *(lost ? &f->at.lost_steps : &f->at.untraced_steps) += steps;
}

// Puts the flow behind the first waypoint from `from` on that leads to where the I-sync of choice `c` says, for the
// reason that it says; false: none does.
static bool place(struct follow *f, struct follow_choice *c, size_t from) {
  const struct follow_event *event = &f->log[c->index];
  const struct flow_event *e = &event->flow;
  const struct happened *h = f->happened;
  f->at = c->before;
  const bool tracing = is_tracing(f);
  bool halted = is_halted(f), missed = ended(f) && may_restart(f, f->at.waypoint - 1), refused = false;
  size_t i = f->at.waypoint;
  for (; i < h->count; i++) {
    const bool exit = h->waypoints[i].wp.type == WAYPOINT_DEBUG_EXIT;
    const bool may = i >= from && (tracing || f->missing || !missed);
    if (may && leads_to(f, i, event) && is_reason(f, e->reason, tracing, halted || exit, refused)) break;
    halted = halted || exit || h->waypoints[i].wp.type == WAYPOINT_DEBUG_ENTRY;
    missed = missed || may_start(h, i);
    refused = refused || must_start(h, i);
  }
  if (i == h->count) return false;
  c->candidate = i;
  const bool lost = missed || (tracing && i > c->before.waypoint);
  go_on(f, i + 1, e->reason == ISYNC_OVERFLOW || (lost && e->reason != ISYNC_TRACE_ON));
  return true;
}

// A forced overflow need not lose anything, and what the TraceEnable event has ended it can start again.
static bool goes_straight_on(struct follow *f, struct follow_choice *c) {
  const struct follow_event *event = &f->log[c->index];
  const size_t told = c->before.waypoint;
  const bool overflow = f->forced && is_tracing(f) && event->flow.reason == ISYNC_OVERFLOW;
  const bool restart = ended(f) && may_restart(f, told - 1) && event->flow.reason == ISYNC_TRACE_ON;
  if ((!overflow && !restart) || !leads_to(f, told - 1, event)) return false;
  c->candidate = told - 1;
  go_on(f, told, overflow);
  return true;
}

static bool choose(struct follow *f, size_t index) {
  struct follow_choice c = {.before = f->at, .index = index};
  if (f->choice_count == FOLLOW_CHOICES) return false;
  if (!goes_straight_on(f, &c) && !place(f, &c, c.before.waypoint)) return false;
  f->choices[f->choice_count++] = c;
  return true;
}

// The event log[i] against what happened.
static bool step(struct follow *f, size_t i) {
  const struct follow_event *event = &f->log[i];
  if (event->timestamp) return timestamp(f, event);
  switch (event->flow.kind) {
    case FLOW_SYNC:
      return choose(f, i);
    case FLOW_RANGE:
      return range(f, event);
    default:
      return exception(f, event);
  }
}

// Keeps an event as long as there is a choice to be taken back.
static void note(struct follow *f, const struct flow_event *e, bool timestamp) {
  if (f->logged == FOLLOW_LOG) f->choice_count = 0;
  if (f->choice_count == FOLLOW_CHOICES / 2) {  // the oldest is settled
    const size_t settled = f->choices[1].index;
    f->logged -= settled;
    memmove(f->log, f->log + settled, f->logged * sizeof *f->log);
    memmove(f->choices, f->choices + 1, --f->choice_count * sizeof *f->choices);
    for (size_t i = 0; i < f->choice_count; i++) f->choices[i].index -= settled;
  }
  if (f->choice_count == 0) f->logged = 0;
  f->log[f->logged++] = (struct follow_event){.flow = *e, .told = f->told, .timestamp = timestamp};
}

// Takes choices back, the latest first, until all that was kept fits.
static bool search(struct follow *f) {
  for (size_t compared = 0; f->choice_count > 0 && compared < FOLLOW_PATIENCE; compared++) {
    struct follow_choice *c = &f->choices[f->choice_count - 1];
    size_t i = c->index + 1;
    if (!place(f, c, c->candidate + 1)) {
      f->choice_count--;
      continue;
    }
    f->wrong = false;
    for (; i < f->logged && step(f, i); i++) compared++;
    if (i == f->logged && f->at.waypoint >= f->due) return true;
  }
  return false;
}

// Was the flow put at the wrong one of several waypoints? If no other fits, the message is what was wrong with the
// first. That tracing did not start at once where it could is the last thing to be believed.
static void try_again(struct follow *f) {
  const struct follow_position at = f->at;
  const struct follow_error error = f->error;
  struct follow_choice choices[FOLLOW_CHOICES];
  const size_t count = f->choice_count;
  memcpy(choices, f->choices, count * sizeof *choices);
  bool good = false;
  f->replaying = true;
  for (int missing = 0; missing < 2 && !good; missing++) {
    f->missing = missing;
    f->at = at;
    f->choice_count = count;
    memcpy(f->choices, choices, count * sizeof *choices);
    good = missing && f->log[f->logged - 1].flow.kind == FLOW_SYNC && choose(f, f->logged - 1);
    if (!good) good = search(f);
  }
  f->replaying = f->missing = false;
  f->wrong = !good;
  if (good) return;
  f->at = at;
  f->error = error;
}

static void follow_sync(struct follow *f) {
  static const char *const reasons[] = {"periodic", "trace on", "overflow", "debug exit"};
  const struct flow_event *e = &f->log[f->logged - 1].flow;
  const struct follow_position before = f->at;
  const bool tracing = is_tracing(f);
  if (!step(f, f->logged - 1)) {
    wrong(f, e->offset,
          "an I-sync, reason %s, at 0x%08X %s ns=%d, but of %zu waypoints from number %zu on none leads there for that "
          "reason",
          reasons[e->reason], e->start, state(e->isa), e->ns, f->happened->count - before.waypoint, before.waypoint);
    try_again(f);
  } else if (tracing && f->at.gaps > before.gaps && f->rules && !f->forced && f->happened->moments) {
    follow_broken(f, e->offset, rules_gap(f->rules, f->happened->moments[before.waypoint].sent));
  }
  f->placed = !f->wrong;
}

// --- the sinks of the decoder and of the flow ----------------------------------------------------------------------

static void on_event(void *user, const struct flow_event *e) {
  struct follow *f = user;
  if (f->wrong) return;
  switch (e->kind) {
    case FLOW_SYNC:
      if (e->reason == ISYNC_PERIODIC) {
        wrong(f, e->offset, "a periodic I-sync, but the flow is not known");
        return;
      }
      note(f, e, false);
      follow_sync(f);
      break;
    case FLOW_GAP:
      // Where a secret target is hidden, the flow has to get lost. Nowhere else.
      if (!ended(f)) wrong(f, e->offset, "the flow is lost: %s", e->why);
      return;
    case FLOW_ERROR:
      wrong(f, e->offset, "%s", e->why);
      return;
    default:
      if (!f->placed) {
        wrong(f, e->offset, "0x%08X executed, but no I-sync told where the flow is", e->start);
        return;
      }
      note(f, e, false);
      if (!step(f, f->logged - 1)) try_again(f);
      break;
  }
  if (f->rules) follow_broken(f, e->offset, f->wrong ? NULL : rules_event(f->rules, e, f->packet));
}

static void on_packet(void *user, const struct packet *p) {
  struct follow *f = user;
  if (f->cutting) return;
  coverage_packet(&f->coverage, p);
  f->packet = p;
  told_packet(&f->told, p);
  if (!f->wrong && p->kind == PACKET_BAD) wrong(f, p->offset, "not a packet: %s", p->error);
  if (!f->wrong && f->begins && p->kind != PACKET_ASYNC) wrong(f, p->offset, "a trace that begins without A-sync");
  f->begins = false;
  if (f->rules && !f->wrong) follow_broken(f, p->offset, rules_packet(f->rules, p));
  if (f->flow) flow_packet(f->flow, p);
  if (p->kind == PACKET_TIMESTAMP && f->placed && !f->wrong) {
    note(f, &(struct flow_event){.offset = p->offset}, true);
    if (!step(f, f->logged - 1)) try_again(f);
  }
}

void follow_broken(struct follow *f, uint64_t offset, const char *why) {
  if (why && !f->wrong) wrong(f, offset, "%s", why);
}

bool follow_start(struct follow *f, const struct config *config, const struct image *image,
                  const struct happened *happened) {
  *f = (struct follow){.config = config, .happened = happened, .begins = true};
  decode_start(&f->decoder, config, on_packet, f);
  if (!image) return true;
  f->log = malloc(FOLLOW_LOG * sizeof *f->log);
  f->flow = f->log ? flow_new(config, image, on_event, f) : NULL;
  return f->flow != NULL;
}

void follow_bytes(struct follow *f, const uint8_t *bytes, size_t count) { decode_bytes(&f->decoder, bytes, count); }

// The step behind the first `waypoints` waypoints.
static size_t step_at(const struct happened *h, size_t waypoints) {
  return h->steps && waypoints > 0 ? h->waypoints[waypoints - 1].steps_end : 0;
}

// What follows is another stream.
static void begin_again(struct follow *f) {
  f->at.waypoint = f->happened->count;
  f->at.step = step_at(f->happened, f->happened->count);
  f->begins = true;
  f->placed = f->at.started = f->at.ended = false;
  f->told = (struct told){0};
  f->choice_count = 0;
  if (f->rules) rules_restart(f->rules);
}

// Waypoints that were taken must have been told, or have been lost in an overflow that came too late to be told.
static bool account_for(struct follow *f, size_t told, bool untold) {
  const bool off = !f->at.started || ended(f);
  size_t due = f->at.waypoint;
  while (off && due < told && !must_start(f->happened, due)) due++;
  // An overflow that ends where nothing may be told is never told.
  const bool hidden = told > 0 && !must_start(f->happened, told - 1);
  if (due < told && !untold && !hidden) {
    wrong(f, f->decoder.offset, "the trace ends, but the last %zu waypoints are not in it", told - due);
    f->due = told;
    if (f->placed) try_again(f);
    f->due = 0;
    if (f->wrong) return false;
  }
  const size_t missing = told - f->at.waypoint;
  const size_t step = step_at(f->happened, told), end = step_at(f->happened, f->happened->count);
  if (off) {
    f->at.untraced_waypoints += missing;
    f->at.untraced_steps += step - f->at.step;
  } else {
    f->at.untold_waypoints += missing;
    f->at.untold_steps += step - f->at.step;
  }
  f->at.untraced_waypoints += f->happened->count - told;
  f->at.untraced_steps += end - step;
  return true;
}

void follow_stop(struct follow *f, size_t told, bool untold) {
  if (!f->wrong && (!f->flow || account_for(f, told, untold))) begin_again(f);
}

void follow_reset(struct follow *f) {
  const uint64_t unsynced = f->decoder.unsynced;
  f->cutting = true;
  f->cut += decode_end(&f->decoder);
  f->cutting = false;
  f->cut_unsynced += f->decoder.unsynced - unsynced;
  if (f->wrong) return;
  f->at.reset_waypoints += f->happened->count - f->at.waypoint;
  f->at.reset_steps += step_at(f->happened, f->happened->count) - f->at.step;
  begin_again(f);
}

void follow_end(struct follow *f) { f->pending = decode_end(&f->decoder); }

void follow_free(struct follow *f) {
  if (f->flow) flow_free(f->flow);
  free(f->log);
  f->flow = NULL;
  f->log = NULL;
}
