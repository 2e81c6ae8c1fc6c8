// SPDX-License-Identifier: Apache-2.0
#include "unit.h"

void unit_reset(struct unit *u, const struct config *config) {
  *u = (struct unit){0};
  apb_reset(&u->apb);
  plan_reset(&u->plan);
  drain_reset(&u->drain);
  u->atb.width = (uint8_t)(config->atb_bits / 8);
  u->queue.is.depth = (uint16_t)config->queue_depth;
  u->fifo.is.depth = (uint16_t)(config->fifo_bytes / 8);
}

void unit_outputs(const struct unit *u, struct ports_out *out) {
  bool valid = u->atb.left > 0;
  *out = (struct ports_out){
      .wpt_enable = u->front.run,
      .atvalid = valid,
      .afready = drain_done(&u->drain, DRAIN_FOR_FLUSH),
      .atbytes = valid ? (uint8_t)(atb_beat_bytes(&u->atb) - 1) : 0,
      .atid = (uint8_t)u->apb.etmtraceidr,
      .atdata = atb_data(&u->atb),
      .prdata = u->apb.prdata,
      .trigger = u->trigger.pulse,
      .idle = u->drain.idle,
  };
}

// What moves at this edge. Ready depends on the boxes below and never on valid, so this is found from the ATB upwards.
struct moves {
  bool load_word, load_residue;  // into the ATB
  bool packer_ready, emit_free, emit_ready;
};

static struct moves moves(const struct unit *u, const struct ports_in *in) {
  struct moves m;
  bool free = in->atclken && atb_free(&u->atb, in->atready);
  m.load_word = free && u->fifo.is.head_valid;
  m.load_residue = free && u->drain.state == DRAIN_RESIDUE && storage_empty(&u->fifo.is);
  m.packer_ready = !storage_full(&u->fifo.is) && !m.load_residue;
  m.emit_free = emit_free(&u->emit, m.packer_ready);
  m.emit_ready = emit_ready(&u->emit, m.packer_ready);
  return m;
}

// PTMIDLEREQ was seen, and the timestamp that it may ask for has been pushed.
static bool idle_wanted(const struct unit *u, const struct ports_in *in) {
  const struct settings s = apb_settings(&u->apb, in);
  return u->front.in_times.idle && u->front.stamps.idle && !stamps_waiting(&u->front.stamps, has_v11(&s));
}

static bool drains(const struct unit *u, const struct ports_in *in) {
  return !drain_rests(&u->drain, u->front.state == FRONT_OVERFLOW, u->front.run, in->afvalid, idle_wanted(u, in));
}

// All that drain looks at but what plan says in this clock.
static struct drain_in drain_wires(const struct unit *u, const struct ports_in *in, const struct moves *m) {
  return (struct drain_in){
      .overflow = u->front.state == FRONT_OVERFLOW,
      .run = u->front.run,
      .atclken = in->atclken,
      .afvalid = in->afvalid,
      .idle_request = in->idle_request,
      .idle_wanted = idle_wanted(u, in),
      .queue = u->queue.is,
      .fifo = u->fifo.is,
      .mark_packed = u->emit.valid && u->emit.chunk.mark && m->packer_ready,
      .residue = u->packer.count > 0,
      .residue_taken = m->load_residue,
      .atb_empty = u->atb.left == 0,
      .atb_loads = m->load_word || m->load_residue,
  };
}

static bool syncreq(const struct ports_in *in) { return in->atclken && in->syncreq; }

static void step_atb(struct unit *u, const struct moves *m, const struct ports_in *in) {
  if (m->load_word) {
    atb_load(&u->atb, u->fifo.at[storage_slot(&u->fifo.is, u->fifo.is.rptr)], 8);
  } else if (m->load_residue) {
    atb_load(&u->atb, u->packer.residue, u->packer.count);
    u->packer = (struct packer){0};
  } else if (in->atclken) {
    atb_step(&u->atb, in->atready);
  }
}

// The packer and the FIFO; the length of the chunk accepted, 0 if none.
static unsigned step_packer(struct unit *u, const struct moves *m) {
  bool accepts = u->emit.valid && m->packer_ready;
  bool push =
      accepts && packer_step(&u->packer, &u->emit.chunk, &u->fifo.at[storage_slot(&u->fifo.is, u->fifo.is.wptr)]);
  storage_step(&u->fifo.is, push, m->load_word);
  return accepts ? u->emit.chunk.length : 0;
}

static void step_plan(struct unit *u, const struct moves *m, const struct settings *settings, struct plan_out *out) {
  const struct plan_in in = {
      .head = u->queue.is.head_valid ? &u->queue.at[storage_slot(&u->queue.is, u->queue.is.rptr)] : NULL,
      .settings = settings,
      .emit_ready = m->emit_ready,
      .sync_request = u->sync.request,
      .trigger_request = u->trigger.request,
      .mark_request = u->drain.state == DRAIN_MARK,
      .stopped = u->drain.stopped,
  };
  plan_step(&u->plan, &in, out);
}

static void step_trigger(struct unit *u, const struct ports_in *in, uint32_t true_resources, bool said) {
  const struct trigger_in t = {
      .run = u->front.run,
      .programming = u->apb.etmcr & ETMCR_PROGRAMMING,
      .event = event_true(u->apb.etmtrigger, true_resources),
      .extin = in->extin,
      .said = said,
  };
  trigger_step(&u->trigger, &t);
}

// The front and the queue.
static void step_front(struct unit *u, const struct ports_in *in, const struct settings *settings,
                       uint32_t true_resources, bool pop) {
  const bool overflow = u->front.state == FRONT_OVERFLOW;
  const struct front_in f = {
      .settings = settings,
      .enabled = !apb_off(&u->apb) && (in->niden || in->dbgen),
      .stopped = u->drain.stopped,
      .queue_full = storage_full(&u->queue.is),
      .queue_empty = storage_empty(&u->queue.is),
      .drained = in->atclken && drain_done(&u->drain, DRAIN_FOR_OVERFLOW),
      .forced = sync_overruns(&u->sync, u->apb.etmsyncfr, syncreq(in)) && apb_forces_overflow(&u->apb),
      .flush_begins = drain_flush_begins(&u->drain, overflow, u->front.run, in->atclken && in->afvalid),
      .trace_enable = event_true(u->apb.etmteevr, true_resources),
      .stamp_event = event_true(u->apb.etmtsevr, true_resources),
  };
  struct front_out out;
  front_step(&u->front, &f, &u->queue.at[storage_slot(&u->queue.is, u->queue.is.wptr)], &out);
  front_sample(&u->front, in);
  storage_step(&u->queue.is, out.push, pop);
  u->stats.waypoints += in->wpt_valid;
  u->stats.entries += out.push;
  u->stats.lost += out.lost;
  u->stats.overflows += out.overflow_begins;
  u->stats.overflow_begins = out.overflow_begins;
}

// Boxes are stepped from the ATB upwards, so that each finds the box above it as it was before the edge. Those that
// look at the whole chain, drain and sync, have their wires picked off first and are stepped last.
void unit_step(struct unit *u, const struct ports_in *in) {
  if (!in->resetn) return;
  const struct moves m = moves(u, in);
  const bool run = u->front.run;
  const bool draining = drains(u, in);
  struct drain_in drain = {0};
  if (draining) drain = drain_wires(u, in, &m);
  const bool off = u->drain.stopped && apb_off(&u->apb);
  const uint32_t status = (uint32_t)u->trigger.triggered << 3 | (uint32_t)off << 1 | u->front.overflowed;
  const struct settings settings = apb_settings(&u->apb, in);
  const uint32_t true_resources = resources(u->trigger.extin, u->front.target.ns, u->front.prohibited);

  step_atb(u, &m, in);
  unsigned accepted = step_packer(u, &m);
  if (m.emit_free) emit_step(&u->emit, u->plan.valid ? &u->plan.record : NULL);
  struct plan_out said;
  step_plan(u, &m, &settings, &said);
  step_trigger(u, in, true_resources, said.trigger);
  step_front(u, in, &settings, true_resources, said.pop);

  if (run) {
    sync_step(&u->sync, &(struct sync_in){.period = u->apb.etmsyncfr,
                                          .length = accepted,
                                          .syncreq = syncreq(in),
                                          .async = said.async,
                                          .isync = said.isync});
  } else {
    u->sync = (struct sync){0};
  }
  drain.mark_said = said.mark;
  if (draining) drain_step(&u->drain, &drain);
  if (in->psel && in->pclken) apb_step(&u->apb, in, status);
}
