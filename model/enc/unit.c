// SPDX-License-Identifier: Apache-2.0
// All boxes of the unit in one clock, from the ATB upwards.
#include "unit.h"

#include "register.h"

// The code of a clock is compiled once for each protocol, with the row of the protocol table as a constant, so that no
// call is indirect.
#define PER_PROTOCOL_INLINE static inline __attribute__((always_inline))

// --- differences between the protocols -------------------------------------------------------------------------------

// The state of front and plan that other boxes use, before the edge.
struct seen {
  bool run;  // the front is enabled. For a PTM also after a stop, until all committed waypoints have reached it
  bool overflow, overflowed;  // the state, the flag
  bool idle_requested;        // PTMIDLEREQ was sampled, and a timestamp that it requested has been pushed
  bool may_overrun;           // a synchronization that is not complete may force an overflow
  bool ns, prohibited;        // resources of the front's target
};

PER_PROTOCOL_INLINE struct seen pft_see(const struct unit *unit, const struct settings *s) {
  const struct pft_front *f = &unit->pft_front;
  // A waypoint with an age may have been committed before PTMIDLEREQ.
  const bool samples_idle = f->in_times.idle && f->stamps.idle && f->in_age == 0;
  return (struct seen){.run = f->run,
                       .overflow = f->state == FRONT_OVERFLOW,
                       .overflowed = f->overflowed,
                       .idle_requested = samples_idle && !pft_front_has_pending_stamp(f, s),
                       .may_overrun = true,
                       .ns = f->target.ns,
                       .prohibited = f->prohibited};
}

PER_PROTOCOL_INLINE uint64_t pft_compare(struct unit *unit) {
  return pft_filter_true(&unit->pft_filter, &unit->filter, &unit->apb);
}

PER_PROTOCOL_INLINE void pft_settle(struct unit *unit, bool run) {
  pft_filter_settle(&unit->pft_filter, &unit->filter, &unit->apb, &unit->pft_front, run);
}

PER_PROTOCOL_INLINE void pft_front_at_port(struct unit *unit, struct front_in *f, const struct ports_in *in,
                                           struct front_out *out) {
  if (unit->filter.is_active) {
    pft_filter_step(&unit->pft_filter, &unit->filter, &unit->apb, &unit->events, &unit->pft_front, f->port.waypoint);
    f->selection = &unit->pft_filter.selection;
  }
  pft_front_step(&unit->pft_front, f, &unit->queue.pft_at[storage_slot(&unit->queue.is, unit->queue.is.wptr)], out);
  pft_front_sample(&unit->pft_front, &f->port, in);
  unit->stats.waypoints += unit->pft_front.in_valid;
}

// Not inlined, so that it costs a unit without a buffer only one branch.
static __attribute__((noinline)) void pft_front_after_buffer(struct unit *unit, struct front_in *f,
                                                             const struct ports_in *in, struct front_out *out) {
  pft_commit_step(&unit->pft_commit, in, pft_front_takes(&unit->pft_front, f), &f->port);
  pft_front_delay_clear(&unit->pft_front, f);
  pft_front_at_port(unit, f, in, out);
  pft_front_sample_commit(&unit->pft_front, &f->port, unit->pft_commit.stamp);
}

PER_PROTOCOL_INLINE void pft_front(struct unit *unit, struct front_in *f, const struct ports_in *in,
                                   struct front_out *out) {
  if (unit->pft_commit.depth > 0) {
    pft_front_after_buffer(unit, f, in, out);
  } else {
    if (pft_commit_accepts(in)) f->port.waypoint = &in->wpt;
    pft_front_at_port(unit, f, in, out);
  }
}

PER_PROTOCOL_INLINE struct seen etm3_see(const struct unit *unit, const struct settings *s) {
  (void)s;
  const struct etm3_front *f = &unit->etm3_front;
  return (struct seen){.run = f->run,
                       .overflow = f->state == FRONT_OVERFLOW,
                       .overflowed = f->overflowed,
                       .idle_requested = f->in_times.idle && f->stamps.idle,
                       // While no instruction is executed, the I-sync that completes a synchronization cannot be sent.
                       .may_overrun = unit->plan.progress,
                       .ns = etm3_front_is_non_secure(&f->in),
                       .prohibited = f->in.prohibited};
}

PER_PROTOCOL_INLINE uint64_t etm3_compare(struct unit *unit) {
  return etm3_filter_look(&unit->etm3_filter, &unit->filter, &unit->apb, &unit->etm3_front, unit->events.watched);
}

PER_PROTOCOL_INLINE void etm3_settle(struct unit *unit, bool run) {
  etm3_filter_settle(&unit->etm3_filter, &unit->filter, &unit->apb, run);
}

PER_PROTOCOL_INLINE void etm3_front(struct unit *unit, struct front_in *f, const struct ports_in *in,
                                    struct front_out *out) {
  if (unit->filter.is_active) f->trace_enable &= unit->etm3_filter.selected;
  etm3_front_step(&unit->etm3_front, f, &unit->queue.etm3_at[storage_slot(&unit->queue.is, unit->queue.is.wptr)], out);
  etm3_front_sample(&unit->etm3_front, in);
  unit->stats.waypoints += !in->slots.debug && (in->slots.at[0].executed || in->slots.at[1].executed);
}

struct unit_protocol {
  struct seen (*see)(const struct unit *u, const struct settings *s);
  uint64_t (*compare)(struct unit *u);       // resources of comparators that are true; called if the filter is active
  void (*settle)(struct unit *u, bool run);  // called if a register may change
  struct wire (*wire)(const struct record *record);
  plan_next *next;  // of the plan
  void (*front)(struct unit *u, struct front_in *f, const struct ports_in *in, struct front_out *out);
  void (*step)(struct unit *u, const struct ports_in *in);
  enum protocol is;
  bool purges;  // when a drain for a flush or idle starts, the front pushes all that it holds
};

static void pft_step(struct unit *unit, const struct ports_in *in);
static void etm3_step(struct unit *unit, const struct ports_in *in);

static const struct unit_protocol protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = {pft_see, pft_compare, pft_settle, pft_wire, pft_plan_next, pft_front, pft_step, PROTOCOL_PFT,
                      false},
    [PROTOCOL_ETM3] = {etm3_see, etm3_compare, etm3_settle, etm3_wire, etm3_plan_next, etm3_front, etm3_step,
                       PROTOCOL_ETM3, true},
};

// --- all boxes ---------------------------------------------------------------------------------------------------

// The core domain loses its power. The statistics stay, and so does the state of the debug domain.
static void core_reset(struct unit *unit) {
  struct apb apb = unit->apb;
  apb_core_reset(&apb);
  *unit = (struct unit){.protocol = unit->protocol,
                        .apb = apb,
                        .stale = true,
                        .stats = unit->stats,
                        .atb.width = unit->atb.width,
                        .pft_commit.depth = unit->pft_commit.depth,
                        .queue.is.depth = unit->queue.is.depth,
                        .fifo.is.depth = unit->fifo.is.depth};
  plan_reset(&unit->plan);
  drain_reset(&unit->drain);
}

void unit_reset(struct unit *unit, const struct config *config) {
  *unit = (struct unit){.protocol = &protocols[config_protocol(config)],
                        .atb.width = (uint8_t)(config->atb_bits / 8),
                        .pft_commit.depth = (uint8_t)config->wpt_depth,
                        .queue.is.depth = (uint16_t)config->queue_depth,
                        .fifo.is.depth = (uint16_t)(config->fifo_bytes / 8)};
  apb_reset(&unit->apb, config->fifo_bytes);
  core_reset(unit);
}

// One clock of emit in which its chunk register is free.
PER_PROTOCOL_INLINE void step_emit(struct unit *unit, const struct unit_protocol *p) {
  if (unit->emit.rest_length) {
    emit_rest(&unit->emit);
  } else if (unit->plan.valid) {
    const struct wire w = p->wire(&unit->plan.record);
    emit_record(&unit->emit, &w, unit->plan.record.mark);
  } else {
    unit->emit.valid = false;
  }
}

// The bytes that sync counts: those accepted; in ETMv3.0, one for each clock.
PER_PROTOCOL_INLINE unsigned sync_length(bool v30, unsigned accepted) { return v30 ? 1 : accepted; }

void unit_outputs(const struct unit *unit, struct ports_out *out) {
  out->debug_request = unit->debug_request.is_requested;
  out->dbgnopwrdwn = unit->apb.debug.keep;
  out->wpt_enable = unit->pft_front.open | unit->etm3_front.run;
  out->atvalid = unit->atb.left > 0;
  out->afready = drain_done(&unit->drain, DRAIN_FOR_FLUSH);
  out->atbytes = out->atvalid ? (uint8_t)(atb_beat_bytes(&unit->atb) - 1) : 0;
  out->atid = unit->atid;
  out->atdata = out->atvalid ? atb_data(&unit->atb) : 0;
  out->pready = true;
  out->pslverr = unit->apb.debug.pslverr;
  out->prdata = unit->apb.debug.prdata;
  out->trigger = unit->trigger.pulse;
  out->extout = unit->resources.outputs;
  out->idle = unit->drain.idle;
}

// True if there is trace between emit and the ATB. Otherwise these boxes do not change.
PER_PROTOCOL_INLINE bool sends(const struct unit *unit) {
  const bool has_bytes_in_fifo = !storage_empty(&unit->fifo.is) || unit->fifo.is.head_valid;
  return unit->emit.valid || has_bytes_in_fifo || unit->atb.left || unit->drain.state == DRAIN_RESIDUE;
}

// What moves at this edge. Ready depends only on the boxes below, and never on valid, so this is computed from the ATB
// upwards.
struct moves {
  bool load_word, load_residue;  // into the ATB
  bool packer_ready, emit_free, emit_ready;
};

PER_PROTOCOL_INLINE struct moves moves(const struct unit *unit, const struct ports_in *in, bool sending) {
  struct moves m = {.packer_ready = true, .emit_free = true, .emit_ready = true};
  if (!sending) return m;
  bool free = in->atclken && atb_free(&unit->atb, in->atready);
  m.load_word = free && unit->fifo.is.head_valid;
  m.load_residue = free && unit->drain.state == DRAIN_RESIDUE && storage_empty(&unit->fifo.is);
  m.packer_ready = !storage_full(&unit->fifo.is) && !m.load_residue;
  m.emit_free = emit_free(&unit->emit, m.packer_ready);
  m.emit_ready = emit_ready(&unit->emit, m.packer_ready);
  return m;
}

PER_PROTOCOL_INLINE bool drains(const struct unit *unit, const struct seen *seen, const struct ports_in *in) {
  return !drain_rests(&unit->drain, seen->overflow, seen->run, in->afvalid, seen->idle_requested);
}

// The inputs of drain, except for the outputs of plan in this clock and what an ETM's front pushes.
PER_PROTOCOL_INLINE struct drain_in drain_wires(const struct unit *unit, const struct unit_protocol *p,
                                                const struct seen *seen, const struct ports_in *in,
                                                const struct moves *m) {
  return (struct drain_in){
      .overflow = seen->overflow,
      .run = seen->run,
      .atclken = in->atclken,
      .afvalid = in->afvalid,
      .idle_request = in->idle_request,
      .idle_requested = seen->idle_requested,
      .crowded = p->purges && storage_full(&unit->queue.is),
      .queue = unit->queue.is,
      .pushed = unit->queue.is.wptr,
      .fifo = unit->fifo.is,
      .mark_packed = unit->emit.valid && unit->emit.chunk.mark && m->packer_ready,
      .residue = unit->packer.count > 0,
      .residue_taken = m->load_residue,
      .atb_empty = unit->atb.left == 0,
      .atb_loads = m->load_word || m->load_residue,
  };
}

PER_PROTOCOL_INLINE bool syncreq(const struct ports_in *in) { return in->atclken & in->syncreq; }

PER_PROTOCOL_INLINE void step_atb(struct unit *unit, const struct moves *m, const struct ports_in *in) {
  if (m->load_word) {
    atb_load(&unit->atb, unit->fifo.at[storage_slot(&unit->fifo.is, unit->fifo.is.rptr)], 8);
  } else if (m->load_residue) {
    atb_load(&unit->atb, unit->packer.residue, unit->packer.count);
    unit->packer = (struct packer){0};
  } else if (in->atclken && unit->atb.left) {
    atb_step(&unit->atb, in->atready);
  }
}

// Steps the packer and the FIFO. Returns the length of the accepted chunk, 0 if there is none.
PER_PROTOCOL_INLINE unsigned step_packer(struct unit *unit, const struct moves *m) {
  bool accepts = unit->emit.valid && m->packer_ready;
  bool push = accepts && packer_step(&unit->packer, &unit->emit.chunk,
                                     &unit->fifo.at[storage_slot(&unit->fifo.is, unit->fifo.is.wptr)]);
  storage_step(&unit->fifo.is, push, m->load_word);
  return accepts ? unit->emit.chunk.length : 0;
}

PER_PROTOCOL_INLINE void step_plan(struct unit *unit, const struct unit_protocol *p, const struct moves *m,
                                   const struct seen *seen, const struct settings *settings, struct plan_out *out) {
  struct plan_in in = {
      .settings = settings,
      .emit_ready = m->emit_ready,
      .sync_request = unit->sync.request,
      .trigger_request = unit->trigger.request && !seen->overflow,
      .mark_request = unit->drain.state == DRAIN_MARK,
      .stopped = unit->drain.stopped,
  };
  const size_t slot = storage_slot(&unit->queue.is, unit->queue.is.rptr);
  if (unit->queue.is.head_valid && p->is == PROTOCOL_PFT) in.pft_head = &unit->queue.pft_at[slot];
  if (unit->queue.is.head_valid && p->is == PROTOCOL_ETM3) in.etm3_head = &unit->queue.etm3_at[slot];
  plan_step(&unit->plan, &in, out, p->next);
}

PER_PROTOCOL_INLINE void step_trigger(struct unit *unit, const struct unit_protocol *p, const struct ports_in *in,
                                      const struct apb_strobes *strobes, bool sent) {
  const struct trigger_in t = {
      .run = p->is == PROTOCOL_PFT ? unit->pft_front.open : unit->etm3_front.run,
      .stopped = unit->drain.stopped,
      .programming = unit->apb.settings.etmcr & ETMCR_PROGRAMMING,
      .sr_write = strobes->sr_write,
      .sr_reset = strobes->sr_reset,
      .written = in->pwdata >> 3 & 1,
      .event = unit->events.trigger,
      .sent = sent,
  };
  trigger_step(&unit->trigger, &t);
  if (unit->debug_request.is_enabled) {
    const bool is_acknowledged = p->is == PROTOCOL_PFT ? in->debug_ack : in->slots.debug;
    debug_request_step(&unit->debug_request, unit->trigger.pulse, is_acknowledged);
  }
}

PER_PROTOCOL_INLINE bool authorized(const struct ports_in *in) { return in->niden || in->dbgen; }

// True if counters count and events have an effect.
PER_PROTOCOL_INLINE bool enabled(const struct unit *unit, const struct ports_in *in) {
  return !unit->apb.off && authorized(in);
}

// Steps the front and the queue.
PER_PROTOCOL_INLINE void step_front(struct unit *unit, const struct unit_protocol *p, const struct ports_in *in,
                                    const struct settings *settings, bool sr_reset, enum drain_purpose begins,
                                    bool forced, bool pop) {
  const bool traces = unit->apb.on && authorized(in);
  struct front_in f = {
      .settings = settings,
      .enabled = traces,
      .stopped = unit->drain.stopped,
      .queue_full = storage_full(&unit->queue.is),
      .queue_empty = storage_empty(&unit->queue.is),
      .drained = in->atclken && drain_done(&unit->drain, DRAIN_FOR_OVERFLOW),
      .forced = forced,
      .flush_begins = begins == DRAIN_FOR_FLUSH,
      .trace_enable = unit->events.trace_enable,
      .stamp_event = stamps_on(settings) && unit->events.stamp,
      .forget_overflow = sr_reset || settings->etmcr & ETMCR_POWER_DOWN,
      .purge = p->purges && (begins == DRAIN_FOR_FLUSH || begins == DRAIN_FOR_IDLE || !traces),
      .pins = in,
  };
  struct front_out out;
  p->front(unit, &f, in, &out);
  storage_step(&unit->queue.is, out.push, pop);
  unit->stats.entries += out.push;
  unit->stats.overflow_begins = out.overflow_begins;
  if (out.overflow_begins) unit->stats.overflows++;
  if (out.lost) unit->stats.lost += out.lost;
}

PER_PROTOCOL_INLINE uint32_t etmsr(const struct unit *unit, const struct seen *seen, bool stopped) {
  const bool overflow = seen->overflowed && !(unit->apb.settings.etmcr & ETMCR_POWER_DOWN);
  return (uint32_t)unit->trigger.triggered << 3 | (uint32_t)unit->filter.startstop.started << 2 |
         (uint32_t)(unit->apb.stops && stopped) << 1 | overflow;
}

// The value of the accessed register, if the box apb does not store it.
PER_PROTOCOL_INLINE uint32_t status_read(const struct unit *unit, const struct seen *seen, const struct ports_in *in,
                                         bool stopped) {
  const unsigned offset = apb_target(&unit->apb, in);
  return offset == ETMSR ? etmsr(unit, seen, stopped) : resources_read(&unit->resources, offset);
}

// Computes what follows from the registers and from static inputs.
PER_PROTOCOL_INLINE void refresh(struct unit *unit, const struct ports_in *in) {
  apb_look(&unit->apb, in);
  filter_find(&unit->filter, &unit->apb, in);
  events_forget(&unit->events, &unit->apb);
  debug_request_find(&unit->debug_request, unit->apb.settings.etmcr);
  unit->stale = false;
}

PER_PROTOCOL_INLINE void compute_events(struct unit *unit, const struct unit_protocol *p, const struct seen *seen,
                                        const struct ports_in *in, bool has_resources) {
  uint64_t others = has_resources ? resources_true(&unit->resources, in) : 0;
  if (unit->filter.is_active) others |= p->compare(unit);
  const bool is_new = events_look(&unit->events, &unit->apb, seen->ns, seen->prohibited, others);
  if (is_new && has_resources) resources_find(&unit->resources, &unit->apb, in, unit->events.resources);
}

// Boxes are stepped from the ATB upwards, so that each finds the box above it as it was before the edge. Drain and sync
// depend on all boxes. Their inputs are collected first, and they are stepped last.
PER_PROTOCOL_INLINE void step(struct unit *unit, const struct unit_protocol *p, const struct ports_in *in) {
  const bool sending = sends(unit);
  const struct moves m = moves(unit, in, sending);
  if (unit->stale) refresh(unit, in);
  const struct settings *settings = &unit->apb.settings;
  const struct seen seen = p->see(unit, settings);
  const bool v30 = p->is == PROTOCOL_ETM3 && is_etm3_0(settings), has_resources = resources_built(in);
  compute_events(unit, p, &seen, in, has_resources);
  const bool draining = drains(unit, &seen, in);
  struct drain_in drain;
  if (draining) drain = drain_wires(unit, p, &seen, in, &m);
  const enum drain_purpose begins = draining ? drain_begins(&unit->drain, &drain) : DRAIN_FOR_NOTHING;
  const bool stopped = unit->drain.stopped && !seen.run;
  const uint32_t status = apb_access(in) ? status_read(unit, &seen, in, stopped) : 0;
  if (stopped) unit->atid = (uint8_t)unit->apb.etmtraceidr;
  struct apb_strobes strobes = {0};
  if (apb_access(in) || v30) strobes = apb_strobes(&unit->apb, in);
  const bool hit = sync_hit(&unit->sync, unit->apb.etmsyncfr);
  const bool forced =
      sync_overruns(&unit->sync, hit, syncreq(in)) && apb_forces_overflow(&unit->apb) && seen.may_overrun;

  unsigned accepted = 0;
  if (sending) {
    step_atb(unit, &m, in);
    accepted = step_packer(unit, &m);
  }
  if (m.emit_free) step_emit(unit, p);
  struct plan_out sent;
  step_plan(unit, p, &m, &seen, settings, &sent);
  step_trigger(unit, p, in, &strobes, sent.trigger);
  step_front(unit, p, in, settings, strobes.sr_reset, begins, forced, sent.pop);

  if (seen.run) {
    sync_step(&unit->sync, &(struct sync_in){.hit = hit,
                                             .length = sync_length(v30, accepted),
                                             .syncreq = syncreq(in),
                                             .async = sent.async,
                                             .isync = sent.isync});
  } else {
    unit->sync = (struct sync){0};
  }
  if (draining) {
    drain.mark_sent = sent.mark;
    if (p->purges) drain.pushed = unit->queue.is.wptr;
    drain_step(&unit->drain, &drain);
  }
  events_step(&unit->events, &unit->apb, in);
  if (has_resources) resources_step(&unit->resources, &unit->apb, in, &strobes, enabled(unit, in));
  if (unit->filter.has_startstop) startstop_step(&unit->filter.startstop, &unit->apb, in, &strobes, seen.run);
  if (apb_access(in)) {
    p->settle(unit, seen.run);
    unit->stale = true;
  }
  if (apb_moves(&unit->apb, in)) apb_step(&unit->apb, in, status, stopped);
}

static void pft_step(struct unit *unit, const struct ports_in *in) { step(unit, &protocols[PROTOCOL_PFT], in); }
static void etm3_step(struct unit *unit, const struct ports_in *in) { step(unit, &protocols[PROTOCOL_ETM3], in); }

// A core domain without power stays in reset. A core domain that loses its power at this edge is in reset after it.
static void step_domains(struct unit *unit, const struct ports_in *in) {
  struct apb *a = &unit->apb;
  apb_look(a, in);
  const bool up = apb_core_up(a, in), resets = !(up && in->dbgpwrdup) && apb_two_domains(a, in);
  if (up) {
    unit->protocol->step(unit, in);
  } else if (apb_moves(a, in)) {
    apb_step(a, in, 0, true);
  }
  apb_power_step(a, in->dbgpwrdup);
  if (resets) core_reset(unit);
}

void unit_step(struct unit *unit, const struct ports_in *in) {
  if (!in->resetn) return;
  if (in->cfgregs & CFGREGS_TWO_DOMAINS) {
    step_domains(unit, in);
  } else {
    unit->protocol->step(unit, in);
  }
}
