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
  f->at.step += f->happened->steps != NULL;
  f->at.exceptions++;
  return consume(f, e);
}

// Behind a debug entry and where tracing is prohibited nothing is told until the next I-sync.
static bool ended(const struct follow *f) {
  if (f->at.waypoint == 0) return false;
  const struct waypoint *w = &f->happened->waypoints[f->at.waypoint - 1].wp;
  return w->type == WAYPOINT_DEBUG_ENTRY || w->prohibited;
}

static bool compare(struct follow *f, const struct flow_event *e) {
  return e->kind == FLOW_RANGE ? range(f, e) : exception(f, e);
}

// --- placing the flow ---------------------------------------------------------------------------------------------

// Does an I-sync after waypoint `i` say what `e` says? Mirrors what WPTTARGETPC means for a waypoint that goes nowhere.
static bool leads_to(const struct happened *h, size_t i, const struct flow_event *e) {
  const struct waypoint *w = &h->waypoints[i].wp;
  if (w->type == WAYPOINT_DEBUG_ENTRY || w->prohibited) return false;
  bool thumb = w->target_t;
  uint32_t target = w->target;
  if (!w->taken || w->type == WAYPOINT_BARRIER) {
    if (i > 0) thumb = h->waypoints[i - 1].wp.target_t;
    target = w->pc + (thumb && !w->t32 ? 2 : 4);
  }
  return target == e->start && thumb == (e->isa != ISA_ARM) && w->ns == e->ns;
}

// Puts the flow behind the first waypoint from `from` on that leads to where the I-sync log[0] says; false: none does.
static bool place(struct follow *f, size_t from) {
  const struct flow_event *e = &f->log[0];
  const struct happened *h = f->happened;
  size_t i = from;
  while (i < h->count && !leads_to(h, i, e)) i++;
  if (i == h->count) return false;
  const uint64_t waypoints = i + 1 - f->before.waypoint;
  const uint64_t steps = h->steps ? h->waypoints[i].steps_end - f->before.step : 0;
  f->candidate = i;
  f->at = f->before;
  f->at.waypoint += waypoints;
  f->at.step += steps;
  if (e->reason == ISYNC_OVERFLOW) {
    f->at.gaps++;
    f->at.lost_waypoints += waypoints;
    f->at.lost_steps += steps;
  } else {
    f->at.starts++;
    f->at.untraced_waypoints += waypoints;
    f->at.untraced_steps += steps;
  }
  return true;
}

static bool follow_sync(struct follow *f, const struct flow_event *e) {
  if (e->reason == ISYNC_PERIODIC) return wrong(f, e->offset, "a periodic I-sync, but the flow is not known");
  f->log[0] = *e;
  f->logged = 1;
  f->before = f->at;
  f->placed = place(f, f->at.waypoint);
  if (f->placed) return true;
  return wrong(f, e->offset, "an I-sync at 0x%08X %s ns=%d, but of %zu waypoints from number %zu on none leads there",
               e->start, state(e->isa != ISA_ARM), e->ns, f->happened->count - f->at.waypoint, f->at.waypoint);
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
  while (f->logged <= FOLLOW_LOG && place(f, f->candidate + 1)) {
    f->wrong = false;
    if (replay(f)) return;
  }
  f->at = at;
  f->error = error;
}

// --- the sinks of the decoder and of the flow ----------------------------------------------------------------------

static void on_event(void *user, const struct flow_event *e) {
  struct follow *f = user;
  if (f->wrong) return;
  switch (e->kind) {
    case FLOW_SYNC:
      follow_sync(f, e);
      return;
    case FLOW_GAP:
      // Where a secret target is hidden, the flow has to get lost. Nowhere else.
      if (!ended(f)) wrong(f, e->offset, "the flow is lost: %s", e->why);
      f->placed = false;
      return;
    case FLOW_ERROR:
      wrong(f, e->offset, "%s", e->why);
      return;
    default:
      break;
  }
  if (!f->placed) {
    wrong(f, e->offset, "0x%08X executed, but no I-sync told where the flow is", e->start);
    return;
  }
  if (f->logged < FOLLOW_LOG) f->log[f->logged] = *e;
  f->logged++;
  if (!compare(f, e)) try_again(f);
}

static void on_packet(void *user, const struct packet *p) {
  struct follow *f = user;
  coverage_packet(&f->coverage, p);
  if (p->kind == PACKET_BAD && !f->wrong) wrong(f, p->offset, "not a packet: %s", p->error);
  if (f->flow) flow_packet(f->flow, p);
}

bool follow_start(struct follow *f, const struct config *config, const struct image *image,
                  const struct happened *happened) {
  *f = (struct follow){.happened = happened};
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

void follow_stop(struct follow *f, size_t told, bool untold) {
  if (f->wrong || !f->flow) return;
  if (f->at.waypoint < told && !untold && !ended(f)) {
    wrong(f, f->decoder.offset, "the trace ends, but the last %zu waypoints are not in it", told - f->at.waypoint);
    f->told = told;
    if (f->placed) try_again(f);
    f->told = 0;
    if (f->wrong) return;
  }
  const size_t missing = told - f->at.waypoint;
  const size_t step = step_at(f->happened, told), end = step_at(f->happened, f->happened->count);
  if (ended(f)) {
    f->at.untraced_waypoints += missing;
    f->at.untraced_steps += step - f->at.step;
  } else {
    f->at.untold_waypoints += missing;
    f->at.untold_steps += step - f->at.step;
  }
  f->at.untraced_waypoints += f->happened->count - told;
  f->at.untraced_steps += end - step;
  f->at.waypoint = f->happened->count;
  f->at.step = end;
  f->placed = false;
  f->logged = 0;
}

void follow_end(struct follow *f) { f->pending = decode_end(&f->decoder); }

void follow_free(struct follow *f) {
  if (f->flow) flow_free(f->flow);
  f->flow = NULL;
}
