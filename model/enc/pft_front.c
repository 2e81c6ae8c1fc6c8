// SPDX-License-Identifier: Apache-2.0
// A waypoint, or a clock without one, to at most one entry.
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

// True if its entry can be pushed.
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
      return ENTRY_EXCEPTION;  // a debug exit too, when it leads where nothing may be told
  }
}

static bool falls_through(const struct waypoint *w) {
  bool branch = w->type == WAYPOINT_DIRECT || w->type == WAYPOINT_INDIRECT;
  return w->type == WAYPOINT_BARRIER || (branch && !w->taken);
}

static bool is_hidden(const struct waypoint *w) { return w->type == WAYPOINT_DEBUG_ENTRY || w->prohibited; }

static bool stamps_barrier(const struct waypoint *w, const struct settings *s) {
  return (w->barrier == WAYPOINT_ISB || has_barrier_stamps(s)) && !(s->etmauxcr & ETMAUXCR_NO_BARRIER_STAMPS);
}

static bool is_stamped(const struct waypoint *w, const struct pft_entry *e, const struct settings *s) {
  if (!stamps_on(s)) return false;
  if (e->kind == ENTRY_BARRIER && e->taken && stamps_barrier(w, s)) return true;
  if (!has_v11(s) || s->etmauxcr & ETMAUXCR_NO_EXCEPTION_STAMPS) return false;
  return (e->kind == ENTRY_EXCEPTION && w->type != WAYPOINT_DEBUG_ENTRY) || (e->eret && e->taken);
}

// The instruction at a waypoint: its instruction set and its size in bytes.
struct instruction {
  bool t, j;
  uint8_t size;
};

static struct instruction instruction_at(const struct pft_front *f, const struct waypoint *w) {
  bool t = f->known ? f->target.t : w->target_t;
  bool j = f->known ? f->target.j : w->target_t && w->target_j;
  return (struct instruction){.t = t, .j = j, .size = !t || w->t32 ? 4 : 2};
}

// Field by field: in every clock, a whole struct of small members would first be put together in registers.
static void waypoint_entry(const struct pft_front *f, const struct waypoint *w, struct instruction i, uint32_t stood_at,
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
  e->hidden = is_hidden(w);
  e->ends = !f->known || !(in->trace_enable || (in->selection && in->selection->begins));
  e->update = update;
  e->exception = 0;
  e->reason = 0;
  if (exception) {
    e->exception = w->type == WAYPOINT_DEBUG_ENTRY ? DEBUG_ENTRY_EXCEPTION : w->exception;
    e->update = e->exception != RESET_EXCEPTION && w->pc != stood_at;
  }
  // What was to come alone rides along.
  const bool waits = stamps_on(in->settings) && (f->flush_due || f->stamps.due) && e->kind != ENTRY_UPDATE;
  e->stamped = waits || is_stamped(w, e, in->settings);
}

// --- where execution goes ----------------------------------------------------------------------------------------

// In place, for every clock has one.
static void next_place(const struct waypoint *w, struct instruction i, bool hyp, struct place *next) {
  const bool update = w->type == WAYPOINT_UPDATE, stays = update || falls_through(w);
  next->address = !stays ? w->target : update ? w->pc : w->pc + i.size;
  next->t = stays ? i.t : w->target_t;
  next->j = stays ? i.j : w->target_j;
  next->ns = w->ns;
  next->hyp = hyp;
}

// `w` leads to the first instruction behind Debug state that is not prohibited, or nearer to it. A place that is not
// known is a prohibited one, but for one in Jazelle state.
static bool leaves_debug(const struct pft_front *f, const struct waypoint *w) {
  if (w->type == WAYPOINT_DEBUG_ENTRY || w->type == WAYPOINT_DEBUG_EXIT) return true;
  return f->debug && !f->known && !f->target.j;
}

// Not known: it may not be told (trace prohibited, Jazelle), or there is no such place (debug entry).
static void follow(struct pft_front *f, const struct waypoint *w, struct instruction i, const struct settings *s) {
  f->debug = leaves_debug(f, w);
  if (is_hidden(w)) {
    f->target = (struct place){.ns = w->ns};
    f->known = false;
  } else {
    next_place(w, i, w->hyp && has_virtualization(s), &f->target);
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

static bool is_plain(const struct front_in *in) { return !in->selection || in->selection->plain; }

// The block that ends with the waypoint at the pins is to be traced.
static bool begins(const struct pft_front *f, const struct front_in *in) {
  if (in->selection) return in->selection->begins;
  return in->trace_enable && pft_front_coming(f, in->pins, in->settings);
}

// The block that ends with `w` is not to be traced; nor can one behind Debug state be that began before it.
static bool is_left_out(const struct waypoint *w, const struct front_selection *is) {
  return !is->plain && (!is->selected || w->type == WAYPOINT_DEBUG_EXIT);
}

static bool decide_off(struct pft_front *f, const struct waypoint *w, const struct front_in *in, struct pft_entry *e) {
  const bool block = begins(f, in), starts = block || (in->trace_enable && is_plain(in));
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

// The table of states; true if *e is to be pushed, all but its times.
static bool decide(struct pft_front *f, const struct waypoint *w, const struct front_in *in, struct pft_entry *e) {
  const uint32_t stood_at = f->target.address;
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
        waypoint_entry(f, w, i, stood_at, in, e);
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
  // In v1.0 a timestamp tells now and the clocks until now; in v1.1 the time of the most recent waypoint.
  bool alone = false, stamps = false, counts = false;
  if (push) {
    alone = e->kind == ENTRY_TIMESTAMP;
    stamps = alone || e->stamped;
    counts = e->kind != ENTRY_UPDATE && !(alone && !v10);
    e->context = f->context;
    e->vmid = f->vmid;
    e->stamp = alone && v10 ? f->in_times.stamp : f->stamps.last;
    e->clock_change = f->stamps.clock_change || f->in_times.clock_change;
    e->count = !counts ? 0 : w || alone ? count_total(&f->count) : f->count.held;
  }
  count_step(&f->count, w || (alone && v10), counts);
  f->flush_due = stamps_on(in->settings) && (in->flush_begins || (f->flush_due && !stamps));
  f->synced = f->synced || (push && e->kind == ENTRY_ISYNC);
  const bool wanted = (in->stamp_event || (v10 && f->in_times.idle)) && !f->stamps.idle;
  stamps_step(&f->stamps, &(struct stamps_in){.on = was_on && stamps_on(in->settings),
                                              .wanted = wanted,
                                              .pushed = push,
                                              .stamps = stamps,
                                              .clock_change = f->in_times.clock_change,
                                              .idle = f->in_times.idle});
  return push;
}
