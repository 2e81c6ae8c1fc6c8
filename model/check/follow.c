// SPDX-License-Identifier: Apache-2.0
#include "follow.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
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

static const char *state(bool thumb) { return thumb ? "Thumb" : "ARM"; }

// --- one event of the flow against what happened -------------------------------------------------------------------

static bool instructions(struct follow *f, const struct flow_event *e) {
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
    if (s->address != address || s->thumb != thumb || s->ns != e->ns) {
      return wrong(f, e->offset, "0x%08X %s ns=%d executed, but 0x%08X %s ns=%d was", address, state(thumb), e->ns,
                   s->address, state(s->thumb), s->ns);
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

// The waypoint is told: so must all of its steps be.
static bool consume(struct follow *f, const struct flow_event *e) {
  const size_t end = f->happened->waypoints[f->at.waypoint].steps_end;
  if (f->happened->steps && f->at.step != end) {
    return wrong(f, e->offset, "waypoint %zu is told after step %zu, but it was step %zu", f->at.waypoint, f->at.step,
                 end);
  }
  const char *why = f->rules && !f->replaying ? rules_told(f->rules, f->at.waypoint, e->offset) : NULL;
  if (why) return wrong(f, e->offset, "%s", why);
  f->at.waypoint++;
  f->at.waypoints++;
  return true;
}

static bool range(struct follow *f, const struct flow_event *e) {
  if (f->happened->steps && !instructions(f, e)) return false;
  f->at.instructions += e->count;
  if (!e->waypoint) return true;
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
  if (w->taken != e->passed) {
    return wrong(f, e->offset, "branch at 0x%08X %s, but it was %s", w->pc, e->passed ? "taken" : "not taken",
                 w->taken ? "taken" : "not taken");
  }
  // Where tracing is prohibited the target is secret, and presented as 0.
  if (e->told && e->target != w->target) {
    return wrong(f, e->offset, "branch at 0x%08X to 0x%08X, but it went to 0x%08X", w->pc, e->target, w->target);
  }
  return consume(f, e);
}

enum { EXCEPTION_DEBUG = 1, EXCEPTION_RESET = 8 };  // what a reset interrupted is not known

static bool exception(struct follow *f, const struct flow_event *e) {
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
  if (e->start != w->target || (e->isa != ISA_ARM) != (w->target_t && !debug) || (!debug && e->ns != w->ns)) {
    return wrong(f, e->offset, "exception %u to 0x%08X %s ns=%d, but it was to 0x%08X %s ns=%d", number, e->start,
                 state(e->isa != ISA_ARM), e->ns, w->target, state(w->target_t), w->ns);
  }
  if (f->happened->steps && number == EXCEPTION_RESET) {  // what was executed before it is not told
    const uint64_t cut = f->happened->waypoints[f->at.waypoint].steps_end - 1 - f->at.step;
    f->at.step += cut;
    f->at.untraced_steps += cut;
  }
  f->at.step += f->happened->steps != NULL;
  f->at.exceptions++;
  return consume(f, e);
}

// Where it leads nothing may be told: tracing ends with it, and cannot start.
static bool goes_nowhere(const struct waypoint *w) { return w->type == WAYPOINT_DEBUG_ENTRY || w->prohibited; }

// The last waypoint told ended tracing, until the next I-sync.
static bool ended(const struct follow *f) {
  return f->at.started && goes_nowhere(&f->happened->waypoints[f->at.waypoint - 1].wp);
}

// --- placing the flow ---------------------------------------------------------------------------------------------

// Does an I-sync after waypoint `i` say what `e` says? Mirrors what WPTTARGETPC means for a waypoint that goes nowhere.
static bool leads_to(const struct happened *h, size_t i, const struct flow_event *e) {
  const struct waypoint *w = &h->waypoints[i].wp;
  if (goes_nowhere(w)) return false;
  bool thumb = w->target_t;
  uint32_t target = w->target;
  if (!w->taken || w->type == WAYPOINT_BARRIER) {
    if (i > 0 && !goes_nowhere(&h->waypoints[i - 1].wp)) thumb = h->waypoints[i - 1].wp.target_t;
    target = w->pc + (thumb && !w->t32 ? 2 : 4);
  }
  return target == e->start && thumb == (e->isa != ISA_ARM) && w->ns == e->ns;
}

// May an I-sync give this reason (IHI 0035B 4.5.2, by precedence)? `halted`: Debug state was entered or left; `missed`:
// tracing could have started earlier. Behind a prohibited region an overflow may begin before tracing does
// (docs/pipeline.md 3).
static bool is_reason(const struct follow *f, uint8_t reason, bool tracing, bool halted, bool missed) {
  if (halted) return reason == ISYNC_DEBUG_EXIT;
  if (tracing) return reason == ISYNC_OVERFLOW;
  return (reason == ISYNC_TRACE_ON && !missed) || (reason == ISYNC_OVERFLOW && f->at.started);
}

static bool is_halted(const struct follow *f) {
  return f->at.started && f->happened->waypoints[f->at.waypoint - 1].wp.type == WAYPOINT_DEBUG_ENTRY;
}

// Goes on behind waypoint `end - 1`; those since the last one told are lost, or were not to be traced.
static void go_on(struct follow *f, size_t end, bool lost) {
  const struct happened *h = f->happened;
  const uint64_t waypoints = end - f->at.waypoint;
  const uint64_t steps = h->steps && waypoints > 0 ? h->waypoints[end - 1].steps_end - f->at.step : 0;
  f->at.waypoint += waypoints;
  f->at.step += steps;
  f->at.gaps += lost;
  f->at.starts += !lost;
  f->at.started = true;
  *(lost ? &f->at.lost_waypoints : &f->at.untraced_waypoints) += waypoints;
  *(lost ? &f->at.lost_steps : &f->at.untraced_steps) += steps;
}

// Tracing was off and starts as soon as it may: there is only one waypoint where that can be.
static bool starts_at_once(struct follow *f, const struct flow_event *e) {
  const struct happened *h = f->happened;
  bool halted = is_halted(f);
  size_t i = f->at.waypoint;
  if (e->reason == ISYNC_OVERFLOW || (f->at.started && !ended(f))) return false;
  for (; i < h->count && goes_nowhere(&h->waypoints[i].wp); i++) {
    halted = halted || h->waypoints[i].wp.type == WAYPOINT_DEBUG_ENTRY;
  }
  if (i == h->count || !leads_to(h, i, e)) return false;
  halted = halted || h->waypoints[i].wp.type == WAYPOINT_DEBUG_EXIT;
  if (!is_reason(f, e->reason, false, halted, false)) return false;
  go_on(f, i + 1, false);
  return true;
}

static bool compare(struct follow *f, const struct flow_event *e) {
  switch (e->kind) {
    case FLOW_SYNC:
      return starts_at_once(f, e);
    case FLOW_RANGE:
      return range(f, e);
    default:
      return exception(f, e);
  }
}

// Puts the flow behind the first waypoint from `from` on that leads to where the I-sync log[0] says, for the reason
// that it says; false: none does.
static bool place(struct follow *f, size_t from) {
  const struct flow_event *e = &f->log[0];
  const struct happened *h = f->happened;
  f->at = f->before;
  const bool tracing = f->at.started && !ended(f);
  bool halted = is_halted(f), missed = false;
  size_t i = f->at.waypoint;
  for (; i < h->count; i++) {
    const bool exit = h->waypoints[i].wp.type == WAYPOINT_DEBUG_EXIT;
    if (i >= from && leads_to(h, i, e) && is_reason(f, e->reason, tracing, halted || exit, missed)) break;
    halted = halted || h->waypoints[i].wp.type == WAYPOINT_DEBUG_ENTRY;
    missed = missed || !goes_nowhere(&h->waypoints[i].wp);
  }
  if (i == h->count) return false;
  f->candidate = i;
  go_on(f, i + 1, e->reason == ISYNC_OVERFLOW || missed || (tracing && i > f->before.waypoint));
  return true;
}

// A forced overflow need not lose anything.
static bool goes_straight_on(struct follow *f) {
  const struct flow_event *e = &f->log[0];
  const size_t told = f->before.waypoint;
  if (!f->forced || !f->at.started || ended(f) || e->reason != ISYNC_OVERFLOW) return false;
  if (!leads_to(f->happened, told - 1, e)) return false;
  f->candidate = told - 1;
  f->at.gaps++;
  return true;
}

static bool replay(struct follow *f) {
  for (size_t i = 1; i < f->logged; i++) {
    if (!compare(f, &f->log[i])) return false;
  }
  return f->at.waypoint >= f->told;
}

// The flow was put at the wrong one of several waypoints? If no other fits, the message is what was wrong with the
// first.
static void try_again(struct follow *f) {
  const struct follow_position at = f->at;
  const struct follow_error error = f->error;
  bool good = false;
  f->replaying = true;
  while (!good && f->logged <= FOLLOW_LOG && place(f, f->candidate + 1)) {
    f->wrong = false;
    good = replay(f);
  }
  f->replaying = false;
  if (good) return;
  f->wrong = true;
  f->at = at;
  f->error = error;
}

static void note(struct follow *f, const struct flow_event *e) {
  if (f->logged < FOLLOW_LOG) f->log[f->logged] = *e;
  f->logged++;
}

static void follow_sync(struct follow *f, const struct flow_event *e) {
  static const char *const reasons[] = {"periodic", "trace on", "overflow", "debug exit"};
  if (f->logged > 0 && starts_at_once(f, e)) {
    note(f, e);
    return;
  }
  const struct flow_event first = f->log[0];
  const struct follow_position before = f->before;
  const size_t logged = f->logged, candidate = f->candidate;
  f->log[0] = *e;
  f->logged = 1;
  f->before = f->at;
  if (goes_straight_on(f) || place(f, f->before.waypoint)) {
    const bool gap = f->at.gaps > f->before.gaps && f->rules && !f->forced && f->happened->sent;
    if (gap) follow_broken(f, e->offset, rules_gap(f->rules, f->happened->sent[f->before.waypoint]));
    f->placed = true;
    return;
  }
  wrong(f, e->offset,
        "an I-sync, reason %s, at 0x%08X %s ns=%d, but of %zu waypoints from number %zu on none leads there for that "
        "reason",
        reasons[e->reason], e->start, state(e->isa != ISA_ARM), e->ns, f->happened->count - f->at.waypoint,
        f->at.waypoint);
  f->log[0] = first;
  f->logged = logged;
  f->before = before;
  f->candidate = candidate;
  if (logged == 0) return;
  note(f, e);
  try_again(f);
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
      follow_sync(f, e);
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
      note(f, e);
      if (!compare(f, e)) try_again(f);
      break;
  }
  if (f->rules) follow_broken(f, e->offset, f->wrong ? NULL : rules_event(f->rules, e, f->packet));
}

static void on_packet(void *user, const struct packet *p) {
  struct follow *f = user;
  if (f->cutting) return;
  coverage_packet(&f->coverage, p);
  f->packet = p;
  if (!f->wrong && p->kind == PACKET_BAD) wrong(f, p->offset, "not a packet: %s", p->error);
  if (!f->wrong && f->begins && p->kind != PACKET_ASYNC) wrong(f, p->offset, "a trace that begins without A-sync");
  f->begins = false;
  if (f->rules && !f->wrong) follow_broken(f, p->offset, rules_packet(f->rules, p));
  if (f->flow) flow_packet(f->flow, p);
}

void follow_broken(struct follow *f, uint64_t offset, const char *why) {
  if (why && !f->wrong) wrong(f, offset, "%s", why);
}

bool follow_start(struct follow *f, const struct config *config, const struct image *image,
                  const struct happened *happened) {
  *f = (struct follow){.happened = happened, .begins = true};
  decode_start(&f->decoder, config, on_packet, f);
  if (!image) return true;
  f->flow = flow_new(config, image, on_event, f);
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
  f->placed = f->at.started = false;
  f->logged = 0;
  if (f->rules) rules_restart(f->rules);
}

// Waypoints that were taken must have been told, or have been lost in an overflow that came too late to be told.
static bool account_for(struct follow *f, size_t told, bool untold) {
  const struct stim_event *w = f->happened->waypoints;
  const bool off = !f->at.started || ended(f);
  size_t due = f->at.waypoint;
  while (off && due < told && goes_nowhere(&w[due].wp)) due++;
  // An overflow that ends where nothing may be told is never told.
  const bool hidden = told > 0 && goes_nowhere(&w[told - 1].wp);
  if (due < told && !untold && !hidden) {
    wrong(f, f->decoder.offset, "the trace ends, but the last %zu waypoints are not in it", told - due);
    f->told = told;
    if (f->placed) try_again(f);
    f->told = 0;
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
  f->flow = NULL;
}
