// SPDX-License-Identifier: Apache-2.0
// Events (IHI 0035B 3.8): a function of two resources, which a register names. Of the resources those are looked at
// that are pins of the unit, or constant (table 3.5).
#include "rule_resource.h"

#include "resource.h"
#include "resource_function.h"
#include "rules_private.h"

static bool is_state(uint32_t resource) { return resource == RESOURCE_NON_SECURE || resource == RESOURCE_PROHIBITED; }

static bool names_state(uint32_t event) {
  return is_state(resource_first(event)) || (!resource_is_alone(event) && is_state(resource_second(event)));
}

static bool is_pin(uint32_t resource) { return resource == RESOURCE_ALWAYS || resource_is_extin(resource); }

bool rule_resource_by_extin(uint32_t event, uint8_t extin, bool *known) {
  *known = is_pin(resource_first(event)) && (resource_is_alone(event) || is_pin(resource_second(event)));
  return *known && event_is_true(event, extin, false, false);
}

// The resources of the processor's state are there: 0x6D with the Security Extensions, 0x6E always. An ETM without them
// (a Cortex-M3's) has neither.
static bool has_state(const struct rules *a, uint32_t resource) {
  const bool always = resource == RESOURCE_PROHIBITED && config_protocol(a->config) == PROTOCOL_PFT;
  return always || (!(a->config->unknown & CONFIG_ETMIDR) && a->config->etmidr & ETMIDR_SECURITY);
}

static bool is_shown(const struct rules *a, uint32_t resource) {
  return is_pin(resource) || (is_state(resource) && has_state(a, resource));
}

enum rule_truth rule_resource_now(const struct rules *a, uint32_t event, uint8_t extin) {
  const struct rules_state *s = &a->state;
  const bool both = !resource_is_alone(event);
  if (!is_shown(a, resource_first(event)) || (both && !is_shown(a, resource_second(event)))) return TRUTH_UNKNOWABLE;
  if (!names_state(event)) return event_is_true(event, extin, false, false) ? TRUTH_TRUE : TRUTH_FALSE;
  const bool sure = s->known && a->clock >= s->since + a->limits.latency;
  bool ever = false, always = true;
  for (unsigned state = 0; state < 4; state++) {
    const bool ns = state & 1, prohibited = state & 2;
    if (sure && (ns != s->ns || prohibited != s->prohibited)) continue;
    // In a prohibited region the Non-secure resource is LOW (IHI 0014Q 2.6.2); the list in IHI 0035B 4.7.1 is lost.
    const bool is_true = event_is_true(event, extin, ns, prohibited);
    const bool if_low = event_is_true(event, extin, ns && !prohibited, prohibited);
    ever |= is_true || if_low;
    always &= is_true && if_low;
  }
  // The unit may see EXTIN sooner than the state, or later: surely true is what has been so for both, and of an EXTIN
  // that has just changed the state may meet the old value, too.
  const bool changed = a->clock < s->extin_since + a->limits.latency;
  if (changed && (always || !sure)) return TRUTH_MAYBE;
  if (always) return TRUTH_TRUE;
  return ever ? TRUTH_MAYBE : TRUTH_FALSE;
}

// --- the processor's state
// --------------------------------------------------------------------------------------------

// A unit knows the state of a PTM's port from the last waypoint; Debug state leaves it open. Of an ETM's port it may
// take the pins as they are, or with an instruction.
static bool shows(const struct rules *a, const struct rules_pins *pins, struct rules_state *s) {
  const struct ports_in *in = pins->in;
  if (config_protocol(a->config) == PROTOCOL_PFT) {
    if (!in->wpt_valid || !pins->out->wpt_enable || ports_halts_unseen(in)) return s->known;
    s->ns = in->wpt.ns;
    s->prohibited = in->wpt.prohibited;
    return in->wpt.type != WAYPOINT_DEBUG_ENTRY;
  }
  const bool same = s->ns == in->slots.ns && s->prohibited == in->slots.prohibited;
  s->ns = in->slots.ns;
  s->prohibited = in->slots.prohibited;
  return (same && s->known) || in->slots.at[0].executed || in->slots.at[1].executed;
}

// ETMNS and ETMPROHIBITED are known before the first instruction if they have had one value since the reset. Where no
// event names them they are not looked at, and not known any more.
static void watch_pins(struct rules *a, const struct ports_in *in, bool names) {
  struct rules_state *s = &a->state;
  if (config_protocol(a->config) != PROTOCOL_ETM3) return;
  if (!in->resetn) {
    s->as_reset = true;
    s->reset_ns = in->slots.ns;
    s->reset_prohibited = in->slots.prohibited;
  }
  if (!in->resetn || !(in->niden || in->dbgen)) s->allowed_at = a->clock + 1;
  const bool same = in->slots.ns == s->reset_ns && in->slots.prohibited == s->reset_prohibited;
  if (!same || (a->registers->running && !names)) s->as_reset = false;
  a->needs_control = a->needs_control || s->as_reset;
}

static void control(struct rules *a, const struct rules_pins *pins) {
  const struct ports_in *in = pins->in;
  const bool names = names_state(a->config->etmtrigger) || names_state(a->config->etmtsevr);
  if (!pins->clk && in->resetn) {
    a->needs_control = a->needs_control || names;
    return;
  }
  watch_pins(a, in, names);
  if (!names) return;
  a->needs_control = true;
  struct rules_state now = a->state;
  now.extin = in->extin;
  const bool allowed = in->resetn && (in->niden || in->dbgen);
  now.known = allowed && ((a->registers->running && shows(a, pins, &now)) || now.as_reset);
  const struct rules_state *old = &a->state;
  const bool same = now.known == old->known && now.ns == old->ns && now.prohibited == old->prohibited;
  if (!same) now.since = now.as_reset ? now.allowed_at : a->clock;
  if (now.extin != old->extin) now.extin_since = a->clock;
  a->state = now;
}

const struct rule_theme rule_resource_theme = {.control = control};

// --- for a report
// -----------------------------------------------------------------------------------------------------

static uint8_t input_of(uint32_t resource) {
  return resource_is_extin(resource) ? (uint8_t)(1u << (resource - RESOURCE_EXTIN)) : 0;
}

uint8_t rule_resource_inputs(uint32_t event) {
  return input_of(resource_first(event)) | (resource_is_alone(event) ? 0 : input_of(resource_second(event)));
}

void rule_breach_event(struct rules *a, unsigned rule, const char *name, uint32_t event, uint64_t clock) {
  struct rule_breach *b = &a->breaches[rule];
  if (b->times != 1) return;
  b->event_register = name;
  b->event = event;
  b->event_clock = clock;
}

void rule_resource_note(struct rules *a, const struct rules_pins *pins, unsigned what) {
  struct rules_inputs *in = &a->inputs;
  struct rules_input *last = &in->at[(in->count - 1) % RULES_INPUTS];
  const uint8_t extin = pins->clk ? pins->in->extin : last->extin;
  const bool changes = in->count == 0 || extin != last->extin || what != (last->what & INPUT_MAY);
  if (a->config->etmtrigger != in->event) {
    in->event = a->config->etmtrigger;
    in->from = in->count;
  }
  if (!changes) return;
  if (in->count == 0 || last->clock != a->clock)
    last = &in->at[in->count++ % RULES_INPUTS];
  else
    what |= last->what & ~(unsigned)INPUT_MAY;
  *last = (struct rules_input){a->clock, extin, (uint8_t)what};
}
