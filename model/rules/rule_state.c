// SPDX-License-Identifier: Apache-2.0
// The processor's state in the resources 0x6D and 0x6E (IHI 0035B table 3.5).
#include "rule_state.h"

#include "register.h"
#include "rules_private.h"

// The resources of the DUT that pins show, and the constant. Of the processor's state, 0x6D exists with the Security
// Extensions, and 0x6E always. An ETM without them, such as that of a Cortex-M3, has neither.
uint32_t rule_state_shown(const struct rules *a) {
  const bool is_secure = !(a->config->unknown & CONFIG_ETMIDR) && a->config->etmidr & ETMIDR_SECURITY;
  const uint32_t inputs = RESOURCE_BITS_INPUTS | RESOURCE_BITS_ALWAYS;
  if (is_secure) return inputs | RESOURCE_BITS_STATE;
  return config_protocol(a->config) == PROTOCOL_PFT ? inputs | RESOURCE_BITS_PROHIBITED : inputs;
}

// Resource 0x6D in this state. In a prohibited region that of an ETM must be LOW (IHI 0014Q 2.6.2). The list in IHI
// 0035B 4.7.1 was not available, so that of a PTM may be either.
static unsigned non_secure(const struct rules *a, bool ns, bool prohibited) {
  if (!prohibited) return truth_of(ns);
  return config_protocol(a->config) == PROTOCOL_ETM3 ? TRUTH_NO : truth_of(ns) | TRUTH_NO;
}

static unsigned state_seen(const struct rules *a, unsigned n, uint64_t clocks) {
  const struct rules_processor_state *s = &a->processor;
  if (!s->known) return TRUTH_UNKNOWN;
  return truth_pair(a->clock <= s->low_at[n] + clocks, a->clock <= s->high_at[n] + clocks);
}

struct truth_set rule_state_seen(const struct rules *a, uint64_t clocks) {
  const uint32_t shown = rule_state_shown(a);
  return truth_state(
      shown & RESOURCE_BITS_NON_SECURE ? state_seen(a, STATE_NON_SECURE, clocks) : (unsigned)TRUTH_UNKNOWN,
      shown & RESOURCE_BITS_PROHIBITED ? state_seen(a, STATE_PROHIBITED, clocks) : (unsigned)TRUTH_UNKNOWN);
}

bool rule_state_is_sure(const struct rules *a, uint32_t event, uint64_t clocks) {
  const struct truth_set state = rule_state_seen(a, clocks);
  return !(state.no & state.yes & resource_named(event) & RESOURCE_BITS_STATE);
}

// Updates the state from the port, and returns whether it is known. On a PTM's port the last waypoint shows the state,
// and Debug state leaves it unknown. On an ETM's port the last instruction shows it.
static bool shows_processor_state(const struct rules *a, const struct cycle *c, struct rules_processor_state *s) {
  if (config_protocol(a->config) == PROTOCOL_PFT) {
    if (!c->waypoint || !c->is_enabled) return s->known;
    s->ns = c->waypoint->ns;
    s->prohibited = c->waypoint->prohibited;
    return c->waypoint->type != WAYPOINT_DEBUG_ENTRY;
  }
  const struct slots *slots = c->slots;
  if (!slots->at[0].executed && !slots->at[1].executed) return s->known;
  s->ns = slots->ns;
  s->prohibited = slots->prohibited;
  return true;
}

// An ETM may sample the pins in each clock, or only with an instruction. So a resource may have either value.
static void follow_state_resources(const struct rules *a, const struct cycle *c, bool was_known,
                                   struct rules_processor_state *s) {
  unsigned is[STATE_RESOURCES] = {non_secure(a, s->ns, s->prohibited), truth_of(s->prohibited)};
  if (config_protocol(a->config) == PROTOCOL_ETM3) {
    is[STATE_NON_SECURE] |= non_secure(a, c->slots->ns, c->slots->prohibited);
    is[STATE_PROHIBITED] |= truth_of(c->slots->prohibited);
  }
  const uint64_t unknown_until = (s->is_as_at_reset ? s->allowed_at : a->clock) - 1;
  for (unsigned n = 0; n < STATE_RESOURCES; n++) {
    // A DUT may already have taken the waypoints that the Cortex-A9's port delivers in later clocks.
    if (!was_known || c->has_backlog) s->low_at[n] = s->high_at[n] = unknown_until;
    if (is[n] & TRUTH_NO) s->low_at[n] = a->clock;
    if (is[n] & TRUTH_YES) s->high_at[n] = a->clock;
  }
}

// ETMNS and ETMPROHIBITED are known before the first instruction if they have not changed since the reset. If no event
// names them, they are not sampled and become unknown.
static void watch_pins(struct rules *a, const struct cycle *c, bool names) {
  struct rules_processor_state *s = &a->processor;
  if (config_protocol(a->config) != PROTOCOL_ETM3) return;
  if (c->is_reset) {
    s->is_as_at_reset = true;
    s->reset_ns = c->slots->ns;
    s->reset_prohibited = c->slots->prohibited;
  }
  if (c->is_reset || !c->may_trace) s->allowed_at = a->clock + 1;
  const bool same = c->slots->ns == s->reset_ns && c->slots->prohibited == s->reset_prohibited;
  if (!same || (a->registers->running && !names)) s->is_as_at_reset = false;
  if (s->is_as_at_reset) s->ns = s->reset_ns;
  if (s->is_as_at_reset) s->prohibited = s->reset_prohibited;
  a->needs_control = a->needs_control || s->is_as_at_reset;
}

void rule_state_control(struct rules *a, const struct cycle *c, bool names) {
  if (!c->is_clock && !c->is_reset) {
    a->needs_control = a->needs_control || names;
    return;
  }
  watch_pins(a, c, names);
  if (!names) {
    // The state is not followed here, so its value is out of date for the next program that names it.
    a->processor.known = false;
    return;
  }
  a->needs_control = true;
  struct rules_processor_state now = a->processor;
  now.inputs = rule_inputs(a)->high;
  const bool allowed = !c->is_reset && c->may_trace;
  now.known = allowed && ((a->registers->running && shows_processor_state(a, c, &now)) || now.is_as_at_reset);
  follow_state_resources(a, c, a->processor.known, &now);
  if (now.inputs != a->processor.inputs) now.inputs_since = a->clock;
  a->processor = now;
}
