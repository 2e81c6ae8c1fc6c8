// SPDX-License-Identifier: Apache-2.0
// All boxes of the unit in one clock, from the ATB upwards.
#include "unit.h"

#include "register.h"

// The code of a clock is compiled once for each protocol, with the row of the protocol table as a constant, so that no
// call is indirect.
#define EACH static inline __attribute__((always_inline))

// --- differences between the protocols -------------------------------------------------------------------------------

// The state of front and plan that other boxes use, before the edge.
struct seen {
  bool run;
  bool overflow, overflowed;  // the state, the flag
  bool idle_requested;        // PTMIDLEREQ was sampled, and a timestamp that it requested has been pushed
  bool may_overrun;           // a synchronization that is not complete may force an overflow
  bool ns, prohibited;        // resources of the front's target
};

EACH struct seen pft_see(const struct unit *u, const struct settings *s) {
  const struct pft_front *f = &u->pft_front;
  return (struct seen){.run = f->run,
                       .overflow = f->state == FRONT_OVERFLOW,
                       .overflowed = f->overflowed,
                       .idle_requested = f->in_times.idle && f->stamps.idle && !pft_front_has_pending_stamp(f, s),
                       .may_overrun = true,
                       .ns = f->target.ns,
                       .prohibited = f->prohibited};
}

EACH uint64_t pft_compare(struct unit *u) { return pft_filter_true(&u->pft_filter, &u->filter, &u->apb); }

EACH void pft_settle(struct unit *u, bool run) {
  pft_filter_settle(&u->pft_filter, &u->filter, &u->apb, &u->pft_front, run);
}

EACH bool pft_emit(struct unit *u) {
  if (!u->pft_plan.valid) return false;
  const struct wire w = pft_wire(&u->pft_plan.record);
  emit_record(&u->emit, &w, u->pft_plan.record.mark);
  return true;
}

EACH void pft_plan(struct unit *u, struct plan_in *in, struct plan_out *out) {
  if (u->queue.is.head_valid) in->pft_head = &u->queue.pft_at[storage_slot(&u->queue.is, u->queue.is.rptr)];
  pft_plan_step(&u->pft_plan, in, out);
}

EACH void pft_front(struct unit *u, struct front_in *f, const struct ports_in *in, struct front_out *out) {
  if (u->filter.is_active) {
    pft_filter_step(&u->pft_filter, &u->filter, &u->apb, &u->events, &u->pft_front, in);
    f->selection = &u->pft_filter.selection;
  }
  pft_front_step(&u->pft_front, f, &u->queue.pft_at[storage_slot(&u->queue.is, u->queue.is.wptr)], out);
  pft_front_sample(&u->pft_front, in);
  u->stats.waypoints += u->pft_front.in_valid;
}

EACH struct seen etm3_see(const struct unit *u, const struct settings *s) {
  (void)s;
  const struct etm3_front *f = &u->etm3_front;
  return (struct seen){.run = f->run,
                       .overflow = f->state == FRONT_OVERFLOW,
                       .overflowed = f->overflowed,
                       .idle_requested = f->in_times.idle && f->stamps.idle,
                       // While no instruction is executed, the I-sync that completes a synchronization cannot be sent.
                       .may_overrun = u->etm3_plan.progress,
                       .ns = f->in.ns,
                       .prohibited = f->in.prohibited};
}

EACH uint64_t etm3_compare(struct unit *u) {
  return etm3_filter_look(&u->etm3_filter, &u->filter, &u->apb, &u->etm3_front, u->events.watched);
}

EACH void etm3_settle(struct unit *u, bool run) { etm3_filter_settle(&u->etm3_filter, &u->filter, &u->apb, run); }

EACH bool etm3_emit(struct unit *u) {
  if (!u->etm3_plan.valid) return false;
  const struct wire w = etm3_wire(&u->etm3_plan.record);
  emit_record(&u->emit, &w, u->etm3_plan.record.mark);
  return true;
}

EACH void etm3_plan(struct unit *u, struct plan_in *in, struct plan_out *out) {
  if (u->queue.is.head_valid) in->etm3_head = &u->queue.etm3_at[storage_slot(&u->queue.is, u->queue.is.rptr)];
  etm3_plan_step(&u->etm3_plan, in, out);
}

EACH void etm3_front(struct unit *u, struct front_in *f, const struct ports_in *in, struct front_out *out) {
  if (u->filter.is_active) f->trace_enable &= u->etm3_filter.selected;
  etm3_front_step(&u->etm3_front, f, &u->queue.etm3_at[storage_slot(&u->queue.is, u->queue.is.wptr)], out);
  etm3_front_sample(&u->etm3_front, in);
  u->stats.waypoints += !in->slots.debug && (in->slots.at[0].executed || in->slots.at[1].executed);
}

struct unit_protocol {
  struct seen (*see)(const struct unit *u, const struct settings *s);
  uint64_t (*compare)(struct unit *u);       // resources of comparators that are true; called if the filter is active
  void (*settle)(struct unit *u, bool run);  // called if a register may change
  bool (*emit)(struct unit *u);              // emits a record; false if there is none
  void (*plan)(struct unit *u, struct plan_in *in, struct plan_out *out);
  void (*front)(struct unit *u, struct front_in *f, const struct ports_in *in, struct front_out *out);
  void (*step)(struct unit *u, const struct ports_in *in);
  enum protocol is;
  bool purges;  // when a drain for a flush or idle starts, the front pushes all that it holds
};

static void pft_step(struct unit *u, const struct ports_in *in);
static void etm3_step(struct unit *u, const struct ports_in *in);

static const struct unit_protocol protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = {pft_see, pft_compare, pft_settle, pft_emit, pft_plan, pft_front, pft_step, PROTOCOL_PFT, false},
    [PROTOCOL_ETM3] = {etm3_see, etm3_compare, etm3_settle, etm3_emit, etm3_plan, etm3_front, etm3_step, PROTOCOL_ETM3,
                       true},
};

// --- all boxes ---------------------------------------------------------------------------------------------------

// The core domain loses its power. The statistics stay, and so does the state of the debug domain.
static void core_reset(struct unit *u) {
  struct apb apb = u->apb;
  apb_core_reset(&apb);
  *u = (struct unit){.protocol = u->protocol,
                     .apb = apb,
                     .stale = true,
                     .stats = u->stats,
                     .atb.width = u->atb.width,
                     .queue.is.depth = u->queue.is.depth,
                     .fifo.is.depth = u->fifo.is.depth};
  pft_plan_reset(&u->pft_plan);
  etm3_plan_reset(&u->etm3_plan);
  drain_reset(&u->drain);
}

void unit_reset(struct unit *u, const struct config *config) {
  *u = (struct unit){.protocol = &protocols[config_protocol(config)],
                     .atb.width = (uint8_t)(config->atb_bits / 8),
                     .queue.is.depth = (uint16_t)config->queue_depth,
                     .fifo.is.depth = (uint16_t)(config->fifo_bytes / 8)};
  apb_reset(&u->apb, config->fifo_bytes);
  core_reset(u);
}

// One clock of emit in which its chunk register is free.
EACH void step_emit(struct unit *u, const struct unit_protocol *p) {
  if (u->emit.rest_length) {
    emit_rest(&u->emit);
  } else if (!p->emit(u)) {
    u->emit.valid = false;
  }
}

// The bytes that sync counts: those accepted; in ETMv3.0, one for each clock.
EACH unsigned sync_length(bool v30, unsigned accepted) { return v30 ? 1 : accepted; }

void unit_outputs(const struct unit *u, struct ports_out *out) {
  out->dbgnopwrdwn = u->apb.debug.keep;
  out->wpt_enable = u->pft_front.run || u->etm3_front.run;
  out->atvalid = u->atb.left > 0;
  out->afready = drain_done(&u->drain, DRAIN_FOR_FLUSH);
  out->atbytes = out->atvalid ? (uint8_t)(atb_beat_bytes(&u->atb) - 1) : 0;
  out->atid = u->atid;
  out->atdata = out->atvalid ? atb_data(&u->atb) : 0;
  out->pready = true;
  out->pslverr = u->apb.debug.pslverr;
  out->prdata = u->apb.debug.prdata;
  out->trigger = u->trigger.pulse;
  out->extout = u->resources.outputs;
  out->idle = u->drain.idle;
}

// True if there is trace between emit and the ATB. Otherwise these boxes do not change.
EACH bool sends(const struct unit *u) {
  const bool has_bytes_in_fifo = !storage_empty(&u->fifo.is) || u->fifo.is.head_valid;
  return u->emit.valid || has_bytes_in_fifo || u->atb.left || u->drain.state == DRAIN_RESIDUE;
}

// What moves at this edge. Ready depends only on the boxes below, and never on valid, so this is computed from the ATB
// upwards.
struct moves {
  bool load_word, load_residue;  // into the ATB
  bool packer_ready, emit_free, emit_ready;
};

EACH struct moves moves(const struct unit *u, const struct ports_in *in, bool sending) {
  struct moves m = {.packer_ready = true, .emit_free = true, .emit_ready = true};
  if (!sending) return m;
  bool free = in->atclken && atb_free(&u->atb, in->atready);
  m.load_word = free && u->fifo.is.head_valid;
  m.load_residue = free && u->drain.state == DRAIN_RESIDUE && storage_empty(&u->fifo.is);
  m.packer_ready = !storage_full(&u->fifo.is) && !m.load_residue;
  m.emit_free = emit_free(&u->emit, m.packer_ready);
  m.emit_ready = emit_ready(&u->emit, m.packer_ready);
  return m;
}

EACH bool drains(const struct unit *u, const struct seen *seen, const struct ports_in *in) {
  return !drain_rests(&u->drain, seen->overflow, seen->run, in->afvalid, seen->idle_requested);
}

// The inputs of drain, except for the outputs of plan in this clock and what an ETM's front pushes.
EACH struct drain_in drain_wires(const struct unit *u, const struct unit_protocol *p, const struct seen *seen,
                                 const struct ports_in *in, const struct moves *m) {
  return (struct drain_in){
      .overflow = seen->overflow,
      .run = seen->run,
      .atclken = in->atclken,
      .afvalid = in->afvalid,
      .idle_request = in->idle_request,
      .idle_requested = seen->idle_requested,
      .crowded = p->purges && storage_full(&u->queue.is),
      .queue = u->queue.is,
      .pushed = u->queue.is.wptr,
      .fifo = u->fifo.is,
      .mark_packed = u->emit.valid && u->emit.chunk.mark && m->packer_ready,
      .residue = u->packer.count > 0,
      .residue_taken = m->load_residue,
      .atb_empty = u->atb.left == 0,
      .atb_loads = m->load_word || m->load_residue,
  };
}

EACH bool syncreq(const struct ports_in *in) { return in->atclken & in->syncreq; }

EACH void step_atb(struct unit *u, const struct moves *m, const struct ports_in *in) {
  if (m->load_word) {
    atb_load(&u->atb, u->fifo.at[storage_slot(&u->fifo.is, u->fifo.is.rptr)], 8);
  } else if (m->load_residue) {
    atb_load(&u->atb, u->packer.residue, u->packer.count);
    u->packer = (struct packer){0};
  } else if (in->atclken && u->atb.left) {
    atb_step(&u->atb, in->atready);
  }
}

// Steps the packer and the FIFO. Returns the length of the accepted chunk, 0 if there is none.
EACH unsigned step_packer(struct unit *u, const struct moves *m) {
  bool accepts = u->emit.valid && m->packer_ready;
  bool push =
      accepts && packer_step(&u->packer, &u->emit.chunk, &u->fifo.at[storage_slot(&u->fifo.is, u->fifo.is.wptr)]);
  storage_step(&u->fifo.is, push, m->load_word);
  return accepts ? u->emit.chunk.length : 0;
}

EACH void step_plan(struct unit *u, const struct unit_protocol *p, const struct moves *m, const struct seen *seen,
                    const struct settings *settings, struct plan_out *out) {
  struct plan_in in = {
      .settings = settings,
      .emit_ready = m->emit_ready,
      .sync_request = u->sync.request,
      .trigger_request = u->trigger.request && !seen->overflow,
      .mark_request = u->drain.state == DRAIN_MARK,
      .stopped = u->drain.stopped,
  };
  p->plan(u, &in, out);
}

EACH void step_trigger(struct unit *u, const struct seen *seen, const struct ports_in *in,
                       const struct apb_strobes *strobes, bool sent) {
  const struct trigger_in t = {
      .run = seen->run,
      .stopped = u->drain.stopped,
      .programming = u->apb.settings.etmcr & ETMCR_PROGRAMMING,
      .sr_write = strobes->sr_write,
      .sr_reset = strobes->sr_reset,
      .written = in->pwdata >> 3 & 1,
      .event = u->events.trigger,
      .sent = sent,
  };
  trigger_step(&u->trigger, &t);
}

EACH bool authorized(const struct ports_in *in) { return in->niden || in->dbgen; }

// True if counters count and events have an effect.
EACH bool enabled(const struct unit *u, const struct ports_in *in) { return !u->apb.off && authorized(in); }

// Steps the front and the queue.
EACH void step_front(struct unit *u, const struct unit_protocol *p, const struct ports_in *in,
                     const struct settings *settings, bool sr_reset, enum drain_purpose begins, bool forced, bool pop) {
  const bool traces = u->apb.on && authorized(in);
  struct front_in f = {
      .settings = settings,
      .enabled = traces,
      .stopped = u->drain.stopped,
      .queue_full = storage_full(&u->queue.is),
      .queue_empty = storage_empty(&u->queue.is),
      .drained = in->atclken && drain_done(&u->drain, DRAIN_FOR_OVERFLOW),
      .forced = forced,
      .flush_begins = begins == DRAIN_FOR_FLUSH,
      .trace_enable = u->events.trace_enable,
      .stamp_event = stamps_on(settings) && u->events.stamp,
      .forget_overflow = sr_reset || settings->etmcr & ETMCR_POWER_DOWN,
      .purge = p->purges && (begins == DRAIN_FOR_FLUSH || begins == DRAIN_FOR_IDLE || !traces),
      .pins = in,
  };
  struct front_out out;
  p->front(u, &f, in, &out);
  storage_step(&u->queue.is, out.push, pop);
  u->stats.entries += out.push;
  u->stats.overflow_begins = out.overflow_begins;
  if (out.overflow_begins) u->stats.overflows++;
  if (out.lost) u->stats.lost += out.lost;
}

EACH uint32_t etmsr(const struct unit *u, const struct seen *seen, bool stopped) {
  const bool overflow = seen->overflowed && !(u->apb.settings.etmcr & ETMCR_POWER_DOWN);
  return (uint32_t)u->trigger.triggered << 3 | (uint32_t)u->filter.startstop.started << 2 |
         (uint32_t)(u->apb.stops && stopped) << 1 | overflow;
}

// The value of the accessed register, if the box apb does not store it.
EACH uint32_t status_read(const struct unit *u, const struct seen *seen, const struct ports_in *in, bool stopped) {
  const unsigned offset = apb_target(&u->apb, in);
  return offset == ETMSR ? etmsr(u, seen, stopped) : resources_read(&u->resources, offset);
}

// Computes what follows from the registers and from static inputs.
EACH void refresh(struct unit *u, const struct ports_in *in) {
  apb_look(&u->apb, in);
  filter_find(&u->filter, &u->apb, in);
  events_forget(&u->events, &u->apb);
  u->stale = false;
}

EACH void compute_events(struct unit *u, const struct unit_protocol *p, const struct seen *seen,
                         const struct ports_in *in, bool has_resources) {
  uint64_t others = has_resources ? resources_true(&u->resources, in) : 0;
  if (u->filter.is_active) others |= p->compare(u);
  const bool is_new = events_look(&u->events, &u->apb, seen->ns, seen->prohibited, others);
  if (is_new && has_resources) resources_find(&u->resources, &u->apb, in, u->events.resources);
}

// Boxes are stepped from the ATB upwards, so that each finds the box above it as it was before the edge. Drain and sync
// depend on all boxes. Their inputs are collected first, and they are stepped last.
EACH void step(struct unit *u, const struct unit_protocol *p, const struct ports_in *in) {
  const bool sending = sends(u);
  const struct moves m = moves(u, in, sending);
  if (u->stale) refresh(u, in);
  const struct settings *settings = &u->apb.settings;
  const struct seen seen = p->see(u, settings);
  const bool v30 = p->is == PROTOCOL_ETM3 && is_etm3_0(settings), has_resources = resources_built(in);
  compute_events(u, p, &seen, in, has_resources);
  const bool draining = drains(u, &seen, in);
  struct drain_in drain;
  if (draining) drain = drain_wires(u, p, &seen, in, &m);
  const enum drain_purpose begins = draining ? drain_begins(&u->drain, &drain) : DRAIN_FOR_NOTHING;
  const bool stopped = u->drain.stopped && !seen.run;
  const uint32_t status = apb_access(in) ? status_read(u, &seen, in, stopped) : 0;
  if (stopped) u->atid = (uint8_t)u->apb.etmtraceidr;
  struct apb_strobes strobes = {0};
  if (apb_access(in) || v30) strobes = apb_strobes(&u->apb, in);
  const bool hit = sync_hit(&u->sync, u->apb.etmsyncfr);
  const bool forced = sync_overruns(&u->sync, hit, syncreq(in)) && apb_forces_overflow(&u->apb) && seen.may_overrun;

  unsigned accepted = 0;
  if (sending) {
    step_atb(u, &m, in);
    accepted = step_packer(u, &m);
  }
  if (m.emit_free) step_emit(u, p);
  struct plan_out sent;
  step_plan(u, p, &m, &seen, settings, &sent);
  step_trigger(u, &seen, in, &strobes, sent.trigger);
  step_front(u, p, in, settings, strobes.sr_reset, begins, forced, sent.pop);

  if (seen.run) {
    sync_step(&u->sync, &(struct sync_in){.hit = hit,
                                          .length = sync_length(v30, accepted),
                                          .syncreq = syncreq(in),
                                          .async = sent.async,
                                          .isync = sent.isync});
  } else {
    u->sync = (struct sync){0};
  }
  if (draining) {
    drain.mark_sent = sent.mark;
    if (p->purges) drain.pushed = u->queue.is.wptr;
    drain_step(&u->drain, &drain);
  }
  events_step(&u->events, &u->apb, in);
  if (has_resources) resources_step(&u->resources, &u->apb, in, &strobes, enabled(u, in));
  if (u->filter.has_startstop) startstop_step(&u->filter.startstop, &u->apb, in, &strobes, seen.run);
  if (apb_access(in)) {
    p->settle(u, seen.run);
    u->stale = true;
  }
  if (apb_moves(&u->apb, in)) apb_step(&u->apb, in, status, stopped);
}

static void pft_step(struct unit *u, const struct ports_in *in) { step(u, &protocols[PROTOCOL_PFT], in); }
static void etm3_step(struct unit *u, const struct ports_in *in) { step(u, &protocols[PROTOCOL_ETM3], in); }

// A core domain without power stays in reset. A core domain that loses its power at this edge is in reset after it.
static void step_domains(struct unit *u, const struct ports_in *in) {
  struct apb *a = &u->apb;
  apb_look(a, in);
  const bool up = apb_core_up(a, in), resets = !(up && in->dbgpwrdup) && apb_two_domains(a, in);
  if (up) {
    u->protocol->step(u, in);
  } else if (apb_moves(a, in)) {
    apb_step(a, in, 0, true);
  }
  apb_power_step(a, in->dbgpwrdup);
  if (resets) core_reset(u);
}

void unit_step(struct unit *u, const struct ports_in *in) {
  if (!in->resetn) return;
  if (in->cfgregs & CFGREGS_TWO_DOMAINS) {
    step_domains(u, in);
  } else {
    u->protocol->step(u, in);
  }
}
