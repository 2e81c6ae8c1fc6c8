// SPDX-License-Identifier: Apache-2.0
// Converts a waypoint, or a clock without one, to at most one entry.
#include "pft_front.h"

#include "packet.h"

#define DEBUG_ENTRY_EXCEPTION 1  // IHI 0035B table 4.4
#define RESET_EXCEPTION 8

// --- entries -----------------------------------------------------------------------------------------------------

static void isync_entry(struct pft_front *front, struct pft_entry *entry) {
  uint8_t reason = ISYNC_TRACE_ON;
  if (front->overflowed) reason = ISYNC_OVERFLOW;
  if (front->debug) reason = ISYNC_DEBUG_EXIT;
  *entry = (struct pft_entry){.kind = ENTRY_ISYNC, .target = front->target, .reason = reason};
  front->overflowed = false;
  front->state = FRONT_ON;
}

// Sets the entry of a timestamp. Returns false if none can be pushed, because timestamps are off or the queue is not
// empty.
static bool timestamp_entry(const struct pft_front *front, const struct front_in *in, struct pft_entry *entry) {
  // After a waypoint of a burst another one may follow that was committed earlier than this entry.
  if (!in->queue_empty || !stamps_on(in->settings) || front->in_age > 0) return false;
  *entry = (struct pft_entry){.kind = ENTRY_TIMESTAMP, .target = front->target, .ends = front->state == FRONT_OFF};
  return true;
}

// A debug exit has an I-sync entry. Only if it leads to a prohibited region or into Jazelle state, it is traced as an
// exception.
static enum pft_entry_kind kind_of(const struct waypoint *waypoint) {
  static const enum pft_entry_kind kinds[WAYPOINT_TYPES] = {
      [WAYPOINT_DIRECT] = ENTRY_DIRECT,       [WAYPOINT_INDIRECT] = ENTRY_INDIRECT,
      [WAYPOINT_BARRIER] = ENTRY_BARRIER,     [WAYPOINT_UPDATE] = ENTRY_UPDATE,
      [WAYPOINT_EXCEPTION] = ENTRY_EXCEPTION, [WAYPOINT_DEBUG_ENTRY] = ENTRY_EXCEPTION,
      [WAYPOINT_DEBUG_EXIT] = ENTRY_EXCEPTION};
  return kinds[waypoint->type];
}

static bool falls_through(const struct waypoint *waypoint) {
  const bool is_branch = waypoint->type == WAYPOINT_DIRECT || waypoint->type == WAYPOINT_INDIRECT;
  return is_branch ? !waypoint->taken : waypoint->type == WAYPOINT_BARRIER;
}

static bool is_masked(const struct waypoint *waypoint) {
  return waypoint->type == WAYPOINT_DEBUG_ENTRY || waypoint->prohibited;
}

static bool stamps_barrier(const struct waypoint *waypoint, const struct settings *s) {
  return (waypoint->barrier == WAYPOINT_ISB || has_barrier_stamps(s)) && !(s->etmauxcr & ETMAUXCR_NO_BARRIER_STAMPS);
}

static bool is_stamped(const struct waypoint *waypoint, const struct pft_entry *entry, const struct settings *s) {
  if (!stamps_on(s)) return false;
  if (entry->kind == ENTRY_BARRIER && entry->taken && stamps_barrier(waypoint, s)) return true;
  if (!has_v11(s) || s->etmauxcr & ETMAUXCR_NO_EXCEPTION_STAMPS) return false;
  return (entry->kind == ENTRY_EXCEPTION && waypoint->type != WAYPOINT_DEBUG_ENTRY) || (entry->eret && entry->taken);
}

// The instruction at a waypoint: its instruction set, and its size in bytes.
struct instruction {
  bool t, j;
  uint8_t size;
};

static struct instruction instruction_at(const struct pft_front *front, const struct waypoint *waypoint) {
  struct instruction i = {.t = waypoint->target_t, .j = waypoint->target_t & waypoint->target_j, .size = 4};
  if (front->known) {
    i.t = front->target.t;
    i.j = front->target.j;
  }
  if (i.t && !waypoint->t32) i.size = 2;
  return i;
}

// Writes each member by itself. A whole struct of small members would first be built in registers, in every clock.
static void waypoint_entry(const struct pft_front *front, const struct waypoint *waypoint, struct instruction i,
                           uint32_t previous, const struct front_in *in, struct pft_entry *entry) {
  entry->kind = kind_of(waypoint);
  const bool exception = entry->kind == ENTRY_EXCEPTION, update = entry->kind == ENTRY_UPDATE;
  entry->target = front->target;
  entry->second = exception || update ? waypoint->pc - i.size : waypoint->pc + i.size;
  entry->second_t = i.t;
  entry->second_j = i.j;
  entry->taken = waypoint->taken;
  entry->link = waypoint->link;
  entry->eret = waypoint->eret && has_v11(in->settings);
  entry->masked = is_masked(waypoint);
  entry->ends = !front->known || !(in->trace_enable || (in->selection && in->selection->begins));
  entry->update = update;
  entry->exception = 0;
  entry->reason = 0;
  if (exception) {
    entry->exception = waypoint->type == WAYPOINT_DEBUG_ENTRY ? DEBUG_ENTRY_EXCEPTION : waypoint->exception;
    entry->update = entry->exception != RESET_EXCEPTION && waypoint->pc != previous;
  }
  // A requested timestamp entry joins this entry.
  const bool waits = stamps_on(in->settings) && (front->flush_due || front->stamps.due) && entry->kind != ENTRY_UPDATE;
  entry->stamped = waits || is_stamped(waypoint, entry, in->settings);
}

// --- where execution goes ----------------------------------------------------------------------------------------

// Writes in place, because every clock does this.
static void set_next(const struct waypoint *waypoint, struct instruction i, bool hyp, struct place *next) {
  if (waypoint->type == WAYPOINT_UPDATE || falls_through(waypoint)) {
    next->address = waypoint->type == WAYPOINT_UPDATE ? waypoint->pc : waypoint->pc + i.size;
    next->t = i.t;
    next->j = i.j;
  } else {
    next->address = waypoint->target;
    next->t = waypoint->target_t;
    next->j = waypoint->target_j;
  }
  next->ns = waypoint->ns;
  next->hyp = hyp;
}

// `w` leads to the first instruction after Debug state that may be traced, or to an instruction before it. An unknown
// location is prohibited, unless it is in Jazelle state.
static bool leaves_debug(const struct pft_front *front, const struct waypoint *waypoint) {
  if (waypoint->type == WAYPOINT_DEBUG_ENTRY || waypoint->type == WAYPOINT_DEBUG_EXIT) return true;
  return front->debug && !front->known && !front->target.j;
}

// `known` is false if tracing is prohibited, in Jazelle state, and after a debug entry, which has no target.
static void follow(struct pft_front *front, const struct waypoint *waypoint, struct instruction i,
                   const struct settings *s) {
  front->debug = leaves_debug(front, waypoint);
  if (is_masked(waypoint)) {
    front->target = (struct place){.ns = waypoint->ns};
    front->known = false;
  } else {
    set_next(waypoint, i, waypoint->hyp && has_virtualization(s), &front->target);
    front->known = !front->target.j || front->target.t;
  }
  front->prohibited = waypoint->prohibited;
  front->context = waypoint->context_id;
  front->vmid = waypoint->vmid;
  front->user = waypoint->user;
  front->stamps.last = front->in_age > 0 ? front->in_stamp : front->in_times.stamp;
}

void pft_front_follow(struct pft_front *front, const struct waypoint *waypoint, const struct settings *s) {
  follow(front, waypoint, instruction_at(front, waypoint), s);
}

// --- states ------------------------------------------------------------------------------------------------------

static void overflow(struct pft_front *front) {
  front->overflowed = true;
  front->synced = false;
  front->state = FRONT_OVERFLOW;
}

static bool selects_all(const struct front_in *in) { return !in->selection || in->selection->selects_all; }

// True if the block that ends with the waypoint at the port is to be traced.
static bool begins(const struct pft_front *front, const struct front_in *in) {
  if (in->selection) return in->selection->begins;
  return in->trace_enable && pft_front_block_end(front, in->port.waypoint, in->settings);
}

// True if the block that ends with `w` must not be traced. A block that began before Debug state cannot be traced after
// it.
static bool is_left_out(const struct waypoint *waypoint, const struct front_selection *is) {
  return !is->selects_all && (!is->selected || waypoint->type == WAYPOINT_DEBUG_EXIT);
}

static bool decide_off(struct pft_front *front, const struct waypoint *waypoint, const struct front_in *in,
                       struct pft_entry *entry) {
  const bool block = begins(front, in), starts = block || (in->trace_enable && selects_all(in));
  const bool is_lost_if_full = waypoint || block;  // Without a waypoint, tracing may start later.
  if (front->known && starts && (is_lost_if_full || !front->in_times.idle)) {
    if (!in->queue_full) {
      isync_entry(front, entry);
      return true;
    }
    if (is_lost_if_full) overflow(front);
    return false;
  }
  return !waypoint && front->flush_due && front->synced && timestamp_entry(front, in, entry);
}

// A loss of waypoints begins an overflow, unless tracing is off and TraceEnable is false.
static void begin_loss(struct pft_front *front, const struct front_in *in) {
  if (front->state == FRONT_ON || in->trace_enable) overflow(front);
}

// The state machine. True if *e must be pushed; its times are set later.
static bool decide(struct pft_front *front, const struct waypoint *waypoint, const struct front_in *in,
                   struct pft_entry *entry) {
  const uint32_t previous = front->target.address;
  struct instruction i = {0};
  if (waypoint) {
    i = instruction_at(front, waypoint);
    follow(front, waypoint, i, in->settings);
  } else if (front->in_losses) {
    pft_front_lose(front);
    if (front->state != FRONT_OVERFLOW) {
      begin_loss(front, in);
      return false;
    }
  }
  switch (front->state) {
    case FRONT_OFF:
      return decide_off(front, waypoint, in, entry);
    case FRONT_ON:
      if (!in->forced && waypoint && in->selection && is_left_out(waypoint, in->selection)) {
        front->state = FRONT_OFF;
        return decide_off(front, waypoint, in, entry);
      }
      if (in->forced || (waypoint && in->queue_full)) {
        overflow(front);
        return false;
      }
      if (!waypoint) {
        const bool waits = front->flush_due || stamps_waiting(&front->stamps, has_v11(in->settings));
        return waits && timestamp_entry(front, in, entry);
      } else if (waypoint->type == WAYPOINT_DEBUG_EXIT && front->known) {
        isync_entry(front, entry);
      } else {
        waypoint_entry(front, waypoint, i, previous, in, entry);
        if (entry->ends) front->state = FRONT_OFF;
      }
      return true;
    case FRONT_OVERFLOW:
      if (in->drained) front->state = FRONT_OFF;
      break;
  }
  return false;
}

bool pft_front_decide(struct pft_front *front, const struct waypoint *waypoint, const struct front_in *in,
                      struct pft_entry *entry) {
  const bool was_on = front->state == FRONT_ON, v10 = !has_v11(in->settings);
  const bool push = decide(front, waypoint, in, entry);
  // In v1.0, a timestamp has the current time, and the clocks until now. In v1.1 it has the time of the most recent
  // waypoint.
  bool alone = false, stamps = false, counts = false;
  if (push) {
    alone = entry->kind == ENTRY_TIMESTAMP;
    stamps = alone || entry->stamped;
    counts = alone ? v10 : entry->kind != ENTRY_UPDATE;
    entry->context = front->context;
    entry->vmid = front->vmid;
    entry->stamp = alone && v10 ? front->in_times.stamp : front->stamps.last;
    entry->clock_change = front->stamps.clock_change || front->in_times.clock_change;
    entry->count = !counts ? 0 : waypoint || alone ? count_total(&front->count, front->in_age) : front->count.held;
  }
  count_step(&front->count, waypoint || (alone && v10), counts, front->in_age);
  front->flush_due = stamps_on(in->settings) && (in->flush_begins || (front->flush_due && !stamps));
  front->synced = front->synced || (push && entry->kind == ENTRY_ISYNC);
  const bool requested = (in->stamp_event || (v10 && front->in_times.idle)) && !front->stamps.idle;
  stamps_step(&front->stamps, &(struct stamps_in){.on = was_on && stamps_on(in->settings),
                                                  .requested = requested,
                                                  .pushed = push,
                                                  .stamps = stamps,
                                                  .clock_change = front->in_times.clock_change,
                                                  .idle = front->in_times.idle});
  return push;
}
