// SPDX-License-Identifier: Apache-2.0
#include "front.h"

#include <stddef.h>

#include "packet.h"

#define DEBUG_ENTRY_EXCEPTION 1  // IHI 0035B table 4.4
#define RESET_EXCEPTION 8

static void isync_entry(struct front *f, bool debug_exit, struct entry *e) {
  uint8_t reason = ISYNC_TRACE_ON;
  if (f->overflowed) reason = ISYNC_OVERFLOW;
  if (f->debug || debug_exit) reason = ISYNC_DEBUG_EXIT;
  *e = (struct entry){.kind = ENTRY_ISYNC, .target = f->target, .reason = reason};
  f->debug = f->overflowed = false;
  f->state = FRONT_ON;
}

static bool is_barrier(const struct waypoint *w) { return w->type == WAYPOINT_BARRIER; }

static bool is_exception(const struct waypoint *w) {
  return w->type == WAYPOINT_EXCEPTION || w->type == WAYPOINT_DEBUG_ENTRY;
}

static bool falls_through(const struct waypoint *w) {
  bool branch = w->type == WAYPOINT_DIRECT || w->type == WAYPOINT_INDIRECT;
  return is_barrier(w) || (branch && !w->taken);
}

static enum entry_kind kind_of(const struct waypoint *w) {
  if (is_exception(w)) return ENTRY_EXCEPTION;
  if (is_barrier(w)) return ENTRY_BARRIER;
  return w->type == WAYPOINT_INDIRECT ? ENTRY_INDIRECT : ENTRY_DIRECT;
}

// The instruction at a waypoint: its instruction set and its size in bytes.
struct instruction {
  bool t;
  uint8_t size;
};

// Field by field: in every clock, a whole struct of small members would first be put together in registers.
static void waypoint_entry(const struct front *f, const struct waypoint *w, struct instruction i, uint32_t stood_at,
                           struct entry *e) {
  bool exception = is_exception(w);
  e->target = f->target;
  e->second = exception ? w->pc - i.size : w->pc + i.size;
  e->second_t = i.t;
  e->taken = w->taken;
  e->link = w->link;
  e->eret = w->eret;
  e->ends = !f->known;
  e->update = false;
  e->kind = (uint8_t)kind_of(w);
  e->exception = 0;
  if (exception) {
    e->exception = w->type == WAYPOINT_DEBUG_ENTRY ? DEBUG_ENTRY_EXCEPTION : w->exception;
    e->update = e->exception != RESET_EXCEPTION && w->pc != stood_at;
  }
}

static struct instruction instruction_at(const struct front *f, const struct waypoint *w) {
  bool t = f->known ? f->target.t : w->target_t;
  return (struct instruction){.t = t, .size = !t || w->t32 ? 4 : 2};
}

// Where execution goes from w. Not known: it may not be told (trace prohibited), or there is no such place (debug
// entry).
static void move_target(struct front *f, const struct waypoint *w, struct instruction i) {
  bool falls = falls_through(w);
  f->prohibited = w->prohibited;
  f->known = w->type != WAYPOINT_DEBUG_ENTRY && !w->prohibited;
  f->target.address = falls ? w->pc + i.size : w->target;
  f->target.t = falls ? i.t : w->target_t;
  f->target.ns = w->ns;
  if (!f->known) f->target = (struct location){.ns = w->ns};
}

static void overflow(struct front *f) {
  f->overflowed = true;
  f->state = FRONT_OVERFLOW;
}

bool front_decide(struct front *f, const struct waypoint *w, const struct front_in *in, struct entry *e) {
  const uint32_t stood_at = f->target.address;
  const bool debug_exit = w && w->type == WAYPOINT_DEBUG_EXIT;
  struct instruction i = {0};
  if (w) {
    i = instruction_at(f, w);
    move_target(f, w, i);
    if (w->type == WAYPOINT_DEBUG_ENTRY) f->debug = true;
  }
  switch (f->state) {
    case FRONT_OFF:
      if (!f->known) return false;
      if (in->queue_full) {
        if (w) overflow(f);  // without a waypoint there is nothing to lose, and tracing may start later
        return false;
      }
      isync_entry(f, debug_exit, e);
      return true;
    case FRONT_ON:
      if (in->forced || (w && in->queue_full)) {
        overflow(f);
        return false;
      }
      if (!w) return false;
      if (debug_exit) {
        isync_entry(f, true, e);
      } else {
        waypoint_entry(f, w, i, stood_at, e);
        if (e->ends) f->state = FRONT_OFF;
      }
      return true;
    default:
      if (in->drained) f->state = FRONT_OFF;
      return false;
  }
}

void front_step(struct front *f, const struct front_in *in, struct entry *e, struct front_out *out) {
  *out = (struct front_out){0};
  if (f->run) {
    bool recovering = f->overflowed, was_overflow = f->state == FRONT_OVERFLOW;
    out->push = front_decide(f, f->in_valid ? &f->in : NULL, in, e);
    out->overflow_begins = f->state == FRONT_OVERFLOW && !was_overflow;
    out->lost = f->in_valid && (recovering || out->overflow_begins);
  } else {
    f->state = FRONT_OFF;
    f->known = f->prohibited = f->debug = f->overflowed = false;
  }
  f->run = in->enabled && (f->run || in->stopped);
}
