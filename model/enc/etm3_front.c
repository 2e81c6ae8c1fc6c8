// SPDX-License-Identifier: Apache-2.0
// Converts the slots of a clock to at most one entry.
#include "etm3_front.h"

#include "packet.h"

enum { HELD_MAX = 3 };  // P-headers that an entry waits for

// --- contents of a clock --------------------------------------------------------------------------------------------

// The contents of the port in one clock, without what this unit ignores or cannot encode.
struct clock {
  struct slot slot[2];       // empty: {0}; if [0] is empty, [1] is
  bool executes, may_trace;  // an instruction is executed; it may be traced
};

static const struct slot no_slot;

static bool is_empty(const struct slot *slot) { return !slot->executed && !slot->branched; }
// A branch packet and an exception exit belong to the atom before them.
static bool ends_part(const struct slot *slot) { return slot->branched || slot->eret; }
static bool branches(const struct slot *slot, const struct settings *s) {
  return slot->branched && (!slot->direct || broadcasts(s));
}

static inline void set_state(const struct settings *s, struct place *at, bool ns, bool hyp) {
  at->j = at->j && (!at->t || etm3_altisa(s));
  at->ns = ns && etm3_secure(s);
  at->hyp = hyp && has_virtualization(s);
}

// Writes in place: *reported is empty.
static inline void report_slot(const struct etm3_front *f, const struct settings *s, const struct slot *slot,
                               struct slot *reported) {
  if (slot->executed) {
    reported->executed = true;
    reported->passed = slot->passed;
    reported->eret = slot->eret && etm3_exits(s);
    reported->at = slot->at;
    set_state(s, &reported->at, f->in.ns, f->in.hyp);
  }
  if (branches(slot, s)) {
    reported->branched = true;
    reported->cancel = slot->cancel;
    reported->secret = slot->secret;
    reported->exception = slot->exception & (etm3_long(s) ? 0x1FF : 0xF);
    reported->to = slot->to;
    set_state(s, &reported->to, slot->to.ns, slot->to.hyp);
  }
}

// Writes in place, because every clock does this, and copying a struct that is built member by member is slow.
static inline void look(const struct etm3_front *f, const struct front_in *in, struct clock *c) {
  *c = (struct clock){.may_trace = !f->in.prohibited && in->trace_enable};
  if (f->in.debug) return;
  const struct slot *a = &f->in.at[0], *b = &f->in.at[1];
  report_slot(f, in->settings, a, &c->slot[0]);
  report_slot(f, in->settings, b, &c->slot[!is_empty(&c->slot[0])]);
  c->executes = a->executed || b->executed;
}

// --- parts of an entry -------------------------------------------------------------------------------------------

// Clears the members that are read before they are written. The others keep old values, which saves time in every
// clock.
static inline void begin_entry(struct etm3_entry *e) {
  e->parts = 0;
  e->part[0].atoms = false;
  e->isync = e->ends = false;
}

// Takes all P-headers that are held, and what follows the instruction of `slot`.
static void take_part(struct etm3_front *f, const struct settings *s, const struct slot *slot, struct etm3_entry *e) {
  const struct etm3_held_atoms *held = &f->pending.held;
  if (!e->part[0].atoms) e->at = held->atoms.first;
  e->part[e->parts++] = (struct etm3_part){.headers = {held->headers.bytes, held->headers.count},
                                           .atoms = held->atoms.any,
                                           .eret = slot->eret,
                                           .branched = slot->branched,
                                           .cancel = slot->cancel,
                                           .secret = slot->secret,
                                           .exception = slot->exception,
                                           .to = slot->to};
  etm3_pending_taken(&f->pending, s);
}

static void end_part(struct etm3_front *f, const struct settings *s, const struct slot *slot, struct etm3_entry *e) {
  etm3_pending_flush(&f->pending);
  take_part(f, s, slot, e);
}

// Adds the cycle and the atoms of the clock, and takes the parts that end in it.
static void add_clock(struct etm3_front *f, const struct settings *s, const struct clock *c, struct etm3_entry *e) {
  const struct slot *a = &c->slot[0], *b = &c->slot[1];
  const bool cycles = cycle_accurate(s), pair = cycles && a->executed && b->executed, dual = pair && !ends_part(a);
  if (dual) {
    etm3_pending_dual(&f->pending, a, b);
  } else if (a->executed) {
    etm3_pending_single(&f->pending, s, a);
  } else if (cycles && !c->executes) {
    etm3_pending_idle(&f->pending);
  }
  if (ends_part(a)) end_part(f, s, a, e);
  if (pair && !dual) {
    etm3_pending_bare(&f->pending, s, b);
  } else if (b->executed && !dual) {
    etm3_pending_single(&f->pending, s, b);
  }
  if (ends_part(b)) end_part(f, s, b, e);
}

// --- entries -----------------------------------------------------------------------------------------------------

static uint8_t isync_reason(const struct etm3_front *f) {
  return f->debug ? ISYNC_DEBUG_EXIT : f->overflowed ? ISYNC_OVERFLOW : ISYNC_TRACE_ON;
}

static void identify(struct etm3_front *f) {
  f->context = f->in.context_id;
  f->vmid = f->in.vmid;
}

// A timestamp is requested, and its entry can be pushed. An entry with what was executed before must precede it.
static bool stamp_is_pending(const struct etm3_front *f, const struct front_in *in) {
  return f->state == FRONT_ON && stamps_on(in->settings) && f->stamps.due && !in->queue_full;
}

// Adds the clock to the collector. *e has parts if it must be pushed.
static void clock_entry(struct etm3_front *f, const struct front_in *in, const struct clock *c, struct etm3_entry *e) {
  const struct etm3_headers *held = &f->pending.held.headers;
  add_clock(f, in->settings, c, e);
  const bool purge = in->purge || stamp_is_pending(f, in) || etm3_front_parts(f, in->settings, &in->pins->slots);
  if (purge) etm3_pending_flush(&f->pending);
  const bool more = e->parts == 0 && (held->count > HELD_MAX || in->queue_empty);
  if (held->count && (purge || more)) take_part(f, in->settings, &no_slot, e);
}

// Tracing starts at an instruction. A branch before it belongs to an instruction that is not traced.
static void isync_entry(struct etm3_front *f, const struct front_in *in, struct clock *c, struct etm3_entry *e) {
  if (!c->slot[0].executed) {
    c->slot[0] = c->slot[1];
    c->slot[1] = no_slot;
  }
  clock_entry(f, in, c, e);
  if (e->parts == 0) take_part(f, in->settings, &no_slot, e);
  e->isync = true;
  e->reason = isync_reason(f);
  e->count = f->gap_known ? f->gap : 0;
  e->at = c->slot[0].at;
  f->overflowed = false;
  f->gap = 0;
  f->gap_known = true;
  f->state = FRONT_ON;
}

// A branch of the last traced instruction is still traced.
static void last_entry(struct etm3_front *f, const struct front_in *in, const struct clock *c, struct etm3_entry *e) {
  end_part(f, in->settings, c->slot[0].executed ? &no_slot : &c->slot[0], e);
  e->ends = true;
  f->gap = 1;
  f->state = FRONT_OFF;
}

bool etm3_front_purge(struct etm3_front *f, const struct settings *s, struct etm3_entry *e) {
  etm3_pending_flush(&f->pending);
  if (f->pending.held.headers.count == 0) return false;
  *e = (struct etm3_entry){.context = f->context, .vmid = f->vmid};
  take_part(f, s, &no_slot, e);
  return true;
}

// --- states ------------------------------------------------------------------------------------------------------

// The gap is now of this number of clocks; 0: the count has overflowed.
static void count_gap(struct etm3_front *f, uint32_t clocks) {
  f->gap = clocks;
  if (clocks == 0) f->gap_known = false;
}

static void overflow(struct etm3_front *f, const struct settings *s, uint32_t gap) {
  count_gap(f, gap);
  if (!etm3_counts_overflow(s)) f->gap_known = false;
  f->overflowed = true;
  f->pending = (struct etm3_pending){0};
  f->state = FRONT_OVERFLOW;
}

static bool decide_on(struct etm3_front *f, const struct front_in *in, const struct clock *c, struct etm3_entry *e) {
  const uint32_t pending = f->pending.cycles;
  if (f->in.debug || (c->executes && !c->may_trace)) {
    last_entry(f, in, c, e);
  } else {
    clock_entry(f, in, c, e);
  }
  if (!in->forced && !(e->parts && in->queue_full)) return e->parts;
  overflow(f, in->settings, pending + 1);
  return false;
}

static bool decide_off(struct etm3_front *f, const struct front_in *in, struct clock *c, struct etm3_entry *e) {
  if (!c->executes || !c->may_trace) {
    count_gap(f, f->gap + 1);
    return false;
  }
  if (in->queue_full) {
    overflow(f, in->settings, f->gap + 1);
    return false;
  }
  isync_entry(f, in, c, e);
  return true;
}

// The state machine. *e is empty before. True if *e must be pushed; its times are set later.
static bool decide(struct etm3_front *f, const struct front_in *in, struct clock *c, struct etm3_entry *e) {
  switch (f->state) {
    case FRONT_ON:
      return decide_on(f, in, c, e);
    case FRONT_OFF:
      return decide_off(f, in, c, e);
    case FRONT_OVERFLOW:
      count_gap(f, f->gap + 1);
      if (in->drained) f->state = FRONT_OFF;
      break;
  }
  return false;
}

static bool is_stamped(const struct etm3_front *f, const struct settings *s, const struct etm3_entry *e) {
  if (!stamps_on(s) || e->isync) return false;
  const bool exit = e->part[0].eret || (e->parts == 2 && e->part[1].eret);
  return f->stamps.due || (exit && !(s->etmauxcr & ETMAUXCR_NO_EXIT_STAMPS));
}

bool etm3_front_decide(struct etm3_front *f, const struct front_in *in, struct etm3_entry *e) {
  const bool was_on = f->state == FRONT_ON;
  struct clock c;
  look(f, in, &c);
  struct etm3_entry lost, *next = e;
  if (in->queue_full) next = &lost;
  begin_entry(next);
  if (f->in.debug) {
    f->debug = true;
    if (!etm3_counts_debug(in->settings)) f->gap_known = false;
  }
  if (c.executes) identify(f);
  const bool push = decide(f, in, &c, next);
  if (c.executes && !f->in.prohibited) f->debug = false;
  if (push) {
    next->stamped = is_stamped(f, in->settings, next);
    next->clock_change = f->stamps.clock_change || f->in_times.clock_change;
    next->stamp = f->in_times.stamp;
    next->context = f->context;
    next->vmid = f->vmid;
  }
  const bool stamps = push && next->stamped;
  stamps_step(&f->stamps, &(struct stamps_in){.on = was_on && stamps_on(in->settings),
                                              .requested = in->stamp_event || in->flush_begins,
                                              .pushed = push,
                                              .stamps = stamps,
                                              .clock_change = f->in_times.clock_change,
                                              .idle = f->in_times.idle});
  return push;
}

void etm3_front_off(struct etm3_front *f, const struct settings *s) {
  const bool executes = !f->in.debug && (f->in.at[0].executed || f->in.at[1].executed);
  const bool resets_gap = s->etmcr & (ETMCR_PROGRAMMING | ETMCR_POWER_DOWN);
  if (executes) identify(f);
  if (resets_gap || (f->in.debug && !etm3_counts_debug(s))) f->gap_known = false;
  count_gap(f, f->gap + 1);
  *f = (struct etm3_front){.in = f->in,
                           .in_times = f->in_times,
                           .context = f->context,
                           .vmid = f->vmid,
                           .gap = f->gap,
                           .gap_known = f->gap_known,
                           .overflowed = f->overflowed};
}

unsigned etm3_front_lost(const struct etm3_front *f, const struct front_in *in) {
  struct clock c;
  look(f, in, &c);
  return c.may_trace ? (unsigned)c.slot[0].executed + c.slot[1].executed : 0;
}
