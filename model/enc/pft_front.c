// SPDX-License-Identifier: Apache-2.0
// Converts a waypoint, or a clock without one, to at most one entry.
#include "pft_front.h"

#include "packet.h"

#define DEBUG_ENTRY_EXCEPTION 1  // IHI 0035B table 4.4
#define RESET_EXCEPTION 8

// --- entries -----------------------------------------------------------------------------------------------------

static void isync_entry(struct pft_front *f, struct pft_entry *e) {
  uint8_t reason = ISYNC_TRACE_ON;
  if (f->overflowed) reason = ISYNC_OVERFLOW;
  if (f->debug) reason = ISYNC_DEBUG_EXIT;
  *e = (struct pft_entry){.kind = ENTRY_ISYNC, .target = f->target, .reason = reason};
  f->overflowed = false;
  f->state = FRONT_ON;
}

// True if the entry can be pushed.
static bool timestamp_entry(const struct pft_front *f, const struct front_in *in, struct pft_entry *e) {
  if (!in->queue_empty || !stamps_on(in->settings)) return false;
  *e = (struct pft_entry){.kind = ENTRY_TIMESTAMP, .target = f->target, .ends = f->state == FRONT_OFF};
  return true;
}

static enum pft_entry_kind kind_of(const struct waypoint *w) {
  switch (w->type) {
    case WAYPOINT_DIRECT:
      return ENTRY_DIRECT;
    case WAYPOINT_INDIRECT:
      return ENTRY_INDIRECT;
    case WAYPOINT_BARRIER:
      return ENTRY_BARRIER;
    case WAYPOINT_UPDATE:
      return ENTRY_UPDATE;
    default:
      return ENTRY_EXCEPTION;  // also a debug exit that leads to a prohibited region
  }
}

static bool falls_through(const struct waypoint *w) {
  switch (w->type) {
    case WAYPOINT_DIRECT:
    case WAYPOINT_INDIRECT:
      return !w->taken;
    default:
      return w->type == WAYPOINT_BARRIER;
  }
}

static bool is_masked(const struct waypoint *w) { return w->type == WAYPOINT_DEBUG_ENTRY || w->prohibited; }

static bool stamps_barrier(const struct waypoint *w, const struct settings *s) {
  return (w->barrier == WAYPOINT_ISB || has_barrier_stamps(s)) && !(s->etmauxcr & ETMAUXCR_NO_BARRIER_STAMPS);
}

static bool is_stamped(const struct waypoint *w, const struct pft_entry *e, const struct settings *s) {
  if (!stamps_on(s)) return false;
  if (e->kind == ENTRY_BARRIER && e->taken && stamps_barrier(w, s)) return true;
  if (!has_v11(s) || s->etmauxcr & ETMAUXCR_NO_EXCEPTION_STAMPS) return false;
  return (e->kind == ENTRY_EXCEPTION && w->type != WAYPOINT_DEBUG_ENTRY) || (e->eret && e->taken);
}

// The instruction at a waypoint: its instruction set, and its size in bytes.
struct instruction {
  bool t, j;
  uint8_t size;
};

static struct instruction instruction_at(const struct pft_front *f, const struct waypoint *w) {
  struct instruction i = {.t = w->target_t, .j = w->target_t & w->target_j, .size = 4};
  if (f->known) {
    i.t = f->target.t;
    i.j = f->target.j;
  }
  if (i.t && !w->t32) i.size = 2;
  return i;
}

// Writes each member by itself. A whole struct of small members would first be built in registers, in every clock.
static void waypoint_entry(const struct pft_front *f, const struct waypoint *w, struct instruction i, uint32_t previous,
                           const struct front_in *in, struct pft_entry *e) {
  e->kind = kind_of(w);
  const bool exception = e->kind == ENTRY_EXCEPTION, update = e->kind == ENTRY_UPDATE;
  e->target = f->target;
  e->second = exception || update ? w->pc - i.size : w->pc + i.size;
  e->second_t = i.t;
  e->second_j = i.j;
  e->taken = w->taken;
  e->link = w->link;
  e->eret = w->eret && has_v11(in->settings);
  e->masked = is_masked(w);
  e->ends = !f->known || !(in->trace_enable || (in->selection && in->selection->begins));
  e->update = update;
  e->exception = 0;
  e->reason = 0;
  if (exception) {
    e->exception = w->type == WAYPOINT_DEBUG_ENTRY ? DEBUG_ENTRY_EXCEPTION : w->exception;
    e->update = e->exception != RESET_EXCEPTION && w->pc != previous;
  }
  // A requested timestamp entry joins this entry.
  const bool waits = stamps_on(in->settings) && (f->flush_due || f->stamps.due) && e->kind != ENTRY_UPDATE;
  e->stamped = waits || is_stamped(w, e, in->settings);
}

// --- where execution goes ----------------------------------------------------------------------------------------

// Writes in place, because every clock does this.
static void set_next(const struct waypoint *w, struct instruction i, bool hyp, struct place *next) {
  if (w->type == WAYPOINT_UPDATE || falls_through(w)) {
    next->address = w->type == WAYPOINT_UPDATE ? w->pc : w->pc + i.size;
    next->t = i.t;
    next->j = i.j;
  } else {
    next->address = w->target;
    next->t = w->target_t;
    next->j = w->target_j;
  }
  next->ns = w->ns;
  next->hyp = hyp;
}

// `w` leads to the first instruction after Debug state that may be traced, or to an instruction before it. An unknown
// location is prohibited, unless it is in Jazelle state.
static bool leaves_debug(const struct pft_front *f, const struct waypoint *w) {
  if (w->type == WAYPOINT_DEBUG_ENTRY || w->type == WAYPOINT_DEBUG_EXIT) return true;
  return f->debug && !f->known && !f->target.j;
}

// `known` is false if tracing is prohibited, in Jazelle state, and after a debug entry, which has no target.
static void follow(struct pft_front *f, const struct waypoint *w, struct instruction i, const struct settings *s) {
  f->debug = leaves_debug(f, w);
  if (is_masked(w)) {
    f->target = (struct place){.ns = w->ns};
    f->known = false;
  } else {
    set_next(w, i, w->hyp && has_virtualization(s), &f->target);
    f->known = !f->target.j || f->target.t;
  }
  f->prohibited = w->prohibited;
  f->context = w->context_id;
  f->vmid = w->vmid;
  f->user = w->user;
  f->stamps.last = f->in_times.stamp;
}

void pft_front_follow(struct pft_front *f, const struct waypoint *w, const struct settings *s) {
  follow(f, w, instruction_at(f, w), s);
}

// --- states ------------------------------------------------------------------------------------------------------

static void overflow(struct pft_front *f) {
  f->overflowed = true;
  f->synced = false;
  f->state = FRONT_OVERFLOW;
}

static bool selects_all(const struct front_in *in) { return !in->selection || in->selection->selects_all; }

// True if the block that ends with the waypoint at the pins is to be traced.
static bool begins(const struct pft_front *f, const struct front_in *in) {
  if (in->selection) return in->selection->begins;
  return in->trace_enable && pft_front_block_end(f, in->pins, in->settings);
}

// True if the block that ends with `w` must not be traced. A block that began before Debug state cannot be traced after
// it.
static bool is_left_out(const struct waypoint *w, const struct front_selection *is) {
  return !is->selects_all && (!is->selected || w->type == WAYPOINT_DEBUG_EXIT);
}

static bool decide_off(struct pft_front *f, const struct waypoint *w, const struct front_in *in, struct pft_entry *e) {
  const bool block = begins(f, in), starts = block || (in->trace_enable && selects_all(in));
  const bool is_lost_if_full = w || block;  // Without a waypoint, tracing may start later.
  if (f->known && starts && (is_lost_if_full || !f->in_times.idle)) {
    if (!in->queue_full) {
      isync_entry(f, e);
      return true;
    }
    if (is_lost_if_full) overflow(f);
    return false;
  }
  return !w && f->flush_due && f->synced && timestamp_entry(f, in, e);
}

// The state machine. True if *e must be pushed; its times are set later.
static bool decide(struct pft_front *f, const struct waypoint *w, const struct front_in *in, struct pft_entry *e) {
  const uint32_t previous = f->target.address;
  struct instruction i = {0};
  if (w) {
    i = instruction_at(f, w);
    follow(f, w, i, in->settings);
  }
  switch (f->state) {
    case FRONT_OFF:
      return decide_off(f, w, in, e);
    case FRONT_ON:
      if (!in->forced && w && in->selection && is_left_out(w, in->selection)) {
        f->state = FRONT_OFF;
        return decide_off(f, w, in, e);
      }
      if (in->forced || (w && in->queue_full)) {
        overflow(f);
        return false;
      }
      if (!w) {
        const bool waits = f->flush_due || stamps_waiting(&f->stamps, has_v11(in->settings));
        return waits && timestamp_entry(f, in, e);
      } else if (w->type == WAYPOINT_DEBUG_EXIT && f->known) {
        isync_entry(f, e);
      } else {
        waypoint_entry(f, w, i, previous, in, e);
        if (e->ends) f->state = FRONT_OFF;
      }
      return true;
    case FRONT_OVERFLOW:
      if (in->drained) f->state = FRONT_OFF;
      break;
  }
  return false;
}

bool pft_front_decide(struct pft_front *f, const struct waypoint *w, const struct front_in *in, struct pft_entry *e) {
  const bool was_on = f->state == FRONT_ON, v10 = !has_v11(in->settings);
  const bool push = decide(f, w, in, e);
  // In v1.0, a timestamp has the current time, and the clocks until now. In v1.1 it has the time of the most recent
  // waypoint.
  bool alone = false, stamps = false, counts = false;
  if (push) {
    alone = e->kind == ENTRY_TIMESTAMP;
    stamps = alone || e->stamped;
    counts = alone ? v10 : e->kind != ENTRY_UPDATE;
    e->context = f->context;
    e->vmid = f->vmid;
    e->stamp = alone && v10 ? f->in_times.stamp : f->stamps.last;
    e->clock_change = f->stamps.clock_change || f->in_times.clock_change;
    e->count = !counts ? 0 : w || alone ? count_total(&f->count) : f->count.held;
  }
  count_step(&f->count, w || (alone && v10), counts);
  f->flush_due = stamps_on(in->settings) && (in->flush_begins || (f->flush_due && !stamps));
  f->synced = f->synced || (push && e->kind == ENTRY_ISYNC);
  const bool requested = (in->stamp_event || (v10 && f->in_times.idle)) && !f->stamps.idle;
  stamps_step(&f->stamps, &(struct stamps_in){.on = was_on && stamps_on(in->settings),
                                              .requested = requested,
                                              .pushed = push,
                                              .stamps = stamps,
                                              .clock_change = f->in_times.clock_change,
                                              .idle = f->in_times.idle});
  return push;
}
