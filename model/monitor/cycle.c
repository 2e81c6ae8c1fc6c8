// SPDX-License-Identifier: Apache-2.0
#include "cycle.h"

#include <string.h>

#include "registers.h"

void cycle_start(struct cycle *c, const struct registers *registers, bool is_shared) {
  *c = (struct cycle){.registers = registers, .is_shared = is_shared, .may_trace = true};
  c->before.is_reset = c->before.may_trace = true;
}

static bool is_any_unknown(const struct pins *p) { return (p->unknown[0] | p->unknown[1]) != 0; }

static bool has_controls(const struct pins *p, const struct cycle_controls *c) {
  return memcmp(&p->in, c->in, sizeof c->in) == 0 && memcmp(&p->out, c->out, sizeof c->out) == 0;
}

// A request, a reset, or anything else that has effects while the controls stay as they are.
static bool is_busy(const struct pins *p) {
  const struct ports_in *in = &p->in;
  const bool may_trace = in->resetn && (in->niden || in->dbgen);
  const bool has_request = in->psel || in->afvalid || in->idle_request || in->syncreq;
  const bool has_event = in->clock_change || p->out.trigger;
  return has_request || has_event || is_any_unknown(p) || !may_trace;
}

void cycle_begin(struct cycle *c, const struct pins *pins, bool is_clock) {
  c->pins = pins;
  c->is_clock = is_clock;
  c->is_steady = c->may_be_steady_next && is_clock && has_controls(pins, &c->controls) && !is_any_unknown(pins);
  if (c->is_steady) return;
  memcpy(c->controls.in, &pins->in, sizeof c->controls.in);
  memcpy(c->controls.out, &pins->out, sizeof c->controls.out);
  c->may_be_steady_next = is_clock && !is_busy(pins);
  c->is_reset = !pins->in.resetn;
  c->register_effects = 0;
  c->is_powered = ports_powered(&pins->in, c->registers->config);
}

// If ETMTRACEIDR is unknown, a beat counts as the DUT's only while the DUT runs.
bool cycle_has_other_beat(const struct cycle *c) {
  const struct registers *r = c->registers;
  const unsigned word = ETMTRACEIDR >> 2;
  if (!c->is_shared || !c->pins->out.atvalid) return false;
  return r->known[word] ? c->pins->out.atid != (r->value[word] & ETMTRACEIDR_ID) : !r->running;
}

__attribute__((cold)) static void mask(struct cycle *c) {
  c->masked_pins = *c->pins;
  c->masked_pins.out.atvalid = c->masked_pins.in.atready = false;
  c->masked_pins.out.wpt_enable = c->masked_pins.out.wpt_enable && c->is_powered;
  c->pins = &c->masked_pins;
}

static enum access_state state_of(const struct ports_in *in, const struct ports_out *out) {
  if (!in->psel || !in->penable || !in->pclken || !in->resetn) return ACCESS_NONE;
  if (!out->pready) return ACCESS_WAITS;
  return out->pslverr ? ACCESS_REFUSED : ACCESS_DONE;
}

__attribute__((noinline)) static void decode_controls(struct cycle *c) {
  const struct ports_in *in = &c->pins->in;
  const struct ports_out *out = &c->pins->out;
  c->has_unknown = is_any_unknown(c->pins) && c->was_reset;
  c->may_trace = in->niden || in->dbgen;
  c->is_enabled = out->wpt_enable;
  c->is_atb = in->atclken;
  c->is_apb = in->pclken;
  c->has_sync = in->syncreq;
  c->has_clock_change = in->clock_change;
  c->has_trigger = out->trigger;
  c->flush = (struct handshake){in->afvalid, out->afready};
  c->idle = (struct handshake){in->idle_request, out->idle};
#define INPUT_VALUE(kind, pin, member, type) .member = in->member,
  c->inputs = (struct input_pins){RESOURCE_PIN_TABLE(INPUT_VALUE)};
  c->access = (struct access){.state = (uint8_t)state_of(in, out),
                              .is_selected = in->psel && in->penable,
                              .is_write = in->pwrite,
                              .by_software = !in->paddrdbg31,
                              .offset = in->paddr,
                              .value = in->pwrite ? in->pwdata : out->prdata};
}

void cycle_decode(struct cycle *c) {
  const bool had_beat = c->has_beat;
  c->is_masked = !c->is_powered || cycle_has_other_beat(c);
  if (c->is_masked) mask(c);
  if (!c->is_steady) decode_controls(c);
  const struct ports_in *in = &c->pins->in;
  const struct ports_out *out = &c->pins->out;
  c->can_take = c->is_atb & in->atready;
  c->atb_ready_edges += c->can_take & !c->is_reset;
  c->has_beat = out->atvalid;
  const bool has_bus = c->has_beat | had_beat | c->is_masked;
  c->is_idle = c->is_steady && !has_bus;
  c->extout = out->extout;
  c->timestamp = in->timestamp;
  c->waypoint = in->wpt_valid && !ports_halts_unseen(in) ? &in->wpt : NULL;
  c->slots = &in->slots;
  c->bytes_before = c->bytes;
  if (!c->has_beat) return;
  c->beat_bytes = (uint8_t)(out->atbytes + 1);
  c->beat_id = out->atid;
  c->beat_data = out->atdata;
  if (c->can_take) c->bytes += c->beat_bytes;
}

void cycle_end(struct cycle *c) {
  c->before.is_reset = c->is_reset;
  c->before.is_powered = c->is_powered;
  c->before.may_trace = c->may_trace;
  c->before.is_enabled = c->is_enabled;
}

void cycle_reset(struct cycle *c) { c->is_enabled = c->before.is_enabled = false; }

struct cycle cycle_in_reset(const struct config *config, bool may_trace) {
  static const struct pins none;
  return (struct cycle){.pins = &none,
                        .slots = &none.in.slots,
                        .is_reset = true,
                        .is_powered = ports_powered(&none.in, config),
                        .may_trace = may_trace};
}
