// SPDX-License-Identifier: Apache-2.0
// A pin must not be x or z in a clock in which its value has a meaning (IHI 0024B 2; IHI 0032B; docs/pipeline.md#unit
// 2). The check starts after the first reset. While the DUT is stopped, these pins have no meaning: TSVALUEB,
// TSCLKCHANGE, the inputs of events, and those of the processor's port that qualify what it presents.
#include "pin.h"
#include "register.h"
#include "resource.h"
#include "rule_counting.h"
#include "rule_debug.h"
#include "rules_private.h"
#include "traced.h"
#include "wpt_port.h"

struct unknown {
  struct rules *a;
  const struct pins *pins;
};

// The value of the pin has a meaning in this clock.
static void require_known(const struct unknown *u, enum pin pin) {
  if (!pin_unknown(u->pins, pin)) return;
  rule_check_pins(u->a, RULE_PIN_X_1, pin, false, "%s is x or z, expected a known value", pin_name(pin, u->a->config));
}

static void require_all_known(const struct unknown *u, const unsigned *pins, size_t count) {
  for (size_t i = 0; i < count; i++) require_known(u, pins[i]);
}
#define REQUIRE_KNOWN(u, ...) \
  require_all_known(u, (const unsigned[]){__VA_ARGS__}, sizeof(unsigned[]){__VA_ARGS__} / sizeof(unsigned))

// The inputs that decide whether the event is true.
static unsigned inputs_of(const struct config *c, uint32_t event, uint32_t bit) {
  return c->unknown & bit ? 0 : resource_named(event);
}

static void inputs(const struct unknown *u, unsigned asked) {
#define REQUIRE_INPUT(kind, pin, member, type) \
  if (asked & RESOURCE_BITS_##kind) require_known(u, PIN_##pin);
  RESOURCE_PIN_TABLE(REQUIRE_INPUT)
}

// Some comparator depends on User mode.
static bool uses_user_mode(const struct unknown *u) {
  return u->a->filter && u->a->filter->program.any && u->a->filter->program.by_user;
}

static void waypoint(const struct unknown *u) {
  const struct config *c = u->a->config;
  const struct waypoint *w = &u->pins->in.wpt;
  require_known(u, PIN_WPTTYPE);
  if (w->type == WAYPOINT_DEBUG_ENTRY || w->type == WAYPOINT_DEBUG_EXIT) require_known(u, PIN_HDBGEN);
  if (ports_halts_unseen(&u->pins->in)) return;
  REQUIRE_KNOWN(u, PIN_WPTPC, PIN_WPTTAKEN, PIN_WPTNSECURE, PIN_WPTTRACEPROHIBITED);
  if (w->type == WAYPOINT_EXCEPTION) REQUIRE_KNOWN(u, PIN_WPTEXCEPTIONTYPE, PIN_WPTTARGETPC, PIN_WPTTARGETTBIT);
  if (w->type == WAYPOINT_INDIRECT && w->taken) REQUIRE_KNOWN(u, PIN_WPTTARGETPC, PIN_WPTTARGETTBIT, PIN_WPTTARGETJBIT);
  if (w->type == WAYPOINT_DIRECT && w->taken) REQUIRE_KNOWN(u, PIN_WPTTARGETPC, PIN_WPTTARGETTBIT);
  if (w->type == WAYPOINT_BARRIER) require_known(u, PIN_WPTEXTBARRIER);
  if (rules_context_bytes(c) > 0) require_known(u, PIN_WPTCONTEXTID);
  if (unit_has_hyp(c)) require_known(u, PIN_WPTEXTHYP);
  if (uses_user_mode(u)) require_known(u, PIN_WPTEXTUSER);
  if (unit_has_vmid(c)) require_known(u, PIN_WPTEXTVMID);
}

static void waypoint_port(const struct unknown *u) {
  require_known(u, PIN_WPTVALID);
  if (u->a->speculates) {
    REQUIRE_KNOWN(u, PIN_WPTCOMMIT, PIN_WPTFLUSH, PIN_WPTFIFOEMPTY);
  } else if (u->pins->in.wpt_valid && u->a->registers->running) {
    waypoint(u);
  }
}

static void instruction_port(const struct unknown *u) {
  const struct config *c = u->a->config;
  const struct slot *slots = u->pins->in.slots.at;
  bool busy = false;
  for (unsigned i = 0; i < 2; i++) {
    const unsigned first = i * (PIN_ETMI1VALID - PIN_ETMI0VALID);
    require_known(u, PIN_ETMI0VALID + first);
    require_known(u, PIN_ETMI0BR + first);
    if (!u->a->registers->running) continue;
    busy = busy || slots[i].executed || slots[i].branched;
    if (slots[i].executed)
      REQUIRE_KNOWN(u, PIN_ETMI0A + first, PIN_ETMI0T + first, PIN_ETMI0J + first, PIN_ETMI0PASS + first);
    if (slots[i].branched) REQUIRE_KNOWN(u, PIN_ETMI0BRA + first, PIN_ETMI0BRT + first, PIN_ETMI0BREXC + first);
  }
  if (!busy) return;
  REQUIRE_KNOWN(u, PIN_ETMNS, PIN_ETMPROHIBITED, PIN_ETMDBGACK);
  if (rules_context_bytes(c) > 0) require_known(u, PIN_ETMCID);
  if (unit_has_hyp(c)) require_known(u, PIN_ETMHYP);
  if (uses_user_mode(u)) require_known(u, PIN_ETMUSER);
  if (unit_has_vmid(c)) require_known(u, PIN_ETMVMID);
}

// The inputs of counters, sequencer and outputs.
static void resources(const struct unknown *u) {
  const struct counting *r = rule_counting(u->a);
  bool outputs = false;
  if (!r->known || !r->runs) return;
  for (unsigned i = COUNTING_FIRST_OUTPUT; i < COUNTING_WATCHED; i++)
    outputs = outputs || r->program.watched[i] != COUNTING_UNKNOWN;
  if (outputs) require_known(u, PIN_EXTOUT);
  inputs(u, counting_named_inputs(&r->program));
}

static void other_pins(const struct unknown *u) {
  const struct config *c = u->a->config;
  REQUIRE_KNOWN(u, PIN_NIDEN, PIN_DBGEN, PIN_IDLE_REQUEST, PIN_PCLKEN, PIN_ATCLKEN, PIN_ENABLE, PIN_TRIGGER);
  if (u->pins->in.idle_request) require_known(u, PIN_IDLE_ACK);
  if (!u->a->registers->running) return;
  if (rule_debug_is_enabled(u->a)) require_known(u, PIN_DEBUG_REQUEST);
  if (rule_debug_is_enabled(u->a) && u->pins->out.debug_request)
    require_known(u, config_is_etm3(c) ? PIN_ETMDBGACK : PIN_DEBUG_ACK);
  resources(u);
  if (rules_has_timestamps(u->a)) REQUIRE_KNOWN(u, PIN_TSVALUEB, PIN_TSCLKCHANGE);
  const struct selection *f = u->a->filter;
  const bool starts = f && f->program.any && (f->program.watched_start | f->program.watched_stop);
  inputs(u, inputs_of(c, c->etmteevr, CONFIG_ETMTEEVR) | inputs_of(c, c->etmtrigger, CONFIG_ETMTRIGGER) |
                (rules_has_timestamps(u->a) ? inputs_of(c, c->etmtsevr, CONFIG_ETMTSEVR) : 0) |
                (starts ? RESOURCE_BITS_WATCHPOINT : 0));
}

static void atb(const struct unknown *u) {
  const struct ports_out *out = &u->pins->out;
  REQUIRE_KNOWN(u, PIN_ATVALID, PIN_AFVALID, PIN_SYNCREQ);
  if (u->pins->in.afvalid) require_known(u, PIN_AFREADY);
  if (!out->atvalid) return;
  REQUIRE_KNOWN(u, PIN_ATREADY, PIN_ATBYTES, PIN_ATID);
  const unsigned lanes = (2u << out->atbytes) - 1;
  if (pin_unknown(u->pins, PIN_ATDATA)) {
    rule_check_pins(u->a, RULE_PIN_X_1, PIN_ATDATA, !(u->pins->unknown_lanes & lanes),
                    "ATDATA is x or z in the byte lanes 0x%02X, expected known values in 0x%02X",
                    u->pins->unknown_lanes & lanes, lanes);
  }
}

static void apb(const struct unknown *u) {
  const struct ports_in *in = &u->pins->in;
  require_known(u, PIN_PSEL);
  if (!in->psel) return;
  REQUIRE_KNOWN(u, PIN_PENABLE, PIN_PWRITE, PIN_PADDR);
  if (in->pwrite) require_known(u, PIN_PWDATA);
  if (!in->penable) return;
  require_known(u, PIN_PREADY);
  if (!u->pins->out.pready) return;
  require_known(u, PIN_PSLVERR);
  if (!in->pwrite && !u->pins->out.pslverr) require_known(u, PIN_PRDATA);
}

static void (*const ports[PROTOCOLS])(const struct unknown *u) = {
    [PROTOCOL_PFT] = waypoint_port, [PROTOCOL_ETM3] = instruction_port};

static void check_pins(struct rules *a, const struct pins *pins, bool clk) {
  const struct unknown u = {.a = a, .pins = pins};
  if (pin_unknown(pins, PIN_RESETN)) require_known(&u, PIN_RESETN);
  if (!pins->in.resetn) return;
  if (clk) {
    other_pins(&u);
    ports[config_protocol(a->config)](&u);
  }
  rules_bus_unknown(a, pins);
  if (pins->in.atclken) atb(&u);
  if (pins->in.pclken) apb(&u);
}

void rules_unknown(struct rules *a, const struct cycle *c) {
  a->now = c;
  check_pins(a, c->pins, c->is_clock);
  a->now = NULL;
}

void rules_unknown_commit(struct rules *a, const struct wpt_entry *e, const struct cycle *c) {
  const struct pins pins = {.in = {.hdbgen = true, .wpt = e->wp}, .unknown = {e->unknown}};
  const struct unknown u = {.a = a, .pins = &pins};
  struct rule_breach *b = &a->breaches[RULE_PIN_X_1];
  const bool is_first = b->times == 0;
  a->now = c;
  waypoint(&u);
  a->now = NULL;
  if (is_first && b->times > 0) b->clock = e->presented;
}
