// SPDX-License-Identifier: Apache-2.0
// Values that are legal for the described unit, and that have an effect on the executed code.

#include <string.h>

#include "resource.h"
#include "script_draw.h"

static bool is_there(const struct random_host *host, const struct register_row *row) {
  return register_is_there(row, host->protocol, host->minor) &&
         register_is_built(row, config_ccr(host->config), host->config->etmccer);
}
bool value_has(const struct random_host *host, unsigned offset) { return is_there(host, register_at(offset)); }

static uint32_t ccr_field(const struct random_host *host, uint32_t mask) {
  return field_get(config_ccr(host->config), mask);
}

// --- events ----------------------------------------------------------------------------------------------------------

static uint32_t count_of(const struct random_host *host, unsigned kind) { return config_resources(host->config, kind); }

// Each of these kinds that the unit has is equally likely.
static uint32_t draw_of(struct random_host *host, const uint8_t *kinds, size_t count) {
  uint32_t there = 0;
  for (size_t i = 0; i < count; i++) there += count_of(host, kinds[i]) > 0;
  uint32_t nth = below(host, there);
  while (count_of(host, *kinds) == 0 || nth-- > 0) kinds++;
  return resource_kinds[*kinds].first + below(host, count_of(host, *kinds));
}

static uint32_t inputs(const struct random_host *host) { return count_of(host, RESOURCE_KIND_EXTIN); }

// Pins are first, then resources that registers program. The latter are unknown until all registers have been written.
static uint32_t draw_resource(struct random_host *host) {
  enum { PINS = 4 };
  static const uint8_t kinds[] = {RESOURCE_KIND_EXTIN,      RESOURCE_KIND_ALWAYS,    RESOURCE_KIND_NON_SECURE,
                                  RESOURCE_KIND_PROHIBITED, RESOURCE_KIND_SINGLE,    RESOURCE_KIND_RANGE,
                                  RESOURCE_KIND_COUNTER,    RESOURCE_KIND_SEQUENCER, RESOURCE_KIND_CONTEXT,
                                  RESOURCE_KIND_VMID,       RESOURCE_KIND_STARTED,   RESOURCE_KIND_SELECTED,
                                  RESOURCE_KIND_WATCHPOINT};
  _Static_assert(sizeof kinds == RESOURCE_KINDS, "a kind is missing");
  return draw_of(host, kinds, host->all_written ? sizeof kinds : PINS);
}

static uint32_t event_of(uint32_t function, uint32_t first, uint32_t second) {
  return function << 14 | second << 7 | first;
}

static uint32_t draw_event(struct random_host *host) {
  const uint32_t function = below(host, 8), second = draw_resource(host);
  return event_of(function, draw_resource(host), second);
}

// Bit 2 * B + A of each function of A and B (IHI 0035B 3.8.3).
static bool combines(uint32_t function, bool a, bool b) {
  static const uint8_t functions[] = {0xA, 0x5, 0x8, 0x4, 0x1, 0xE, 0xD, 0x7};
  return functions[function] >> (2 * b + a) & 1;
}

// True if the resource is HIGH in most clocks.
static bool is_mostly_high(uint32_t resource) {
  const unsigned kind = resource_kind_of(resource);
  return kind == RESOURCE_KIND_ALWAYS || kind == RESOURCE_KIND_RANGE || kind == RESOURCE_KIND_STARTED;
}

// An event that is true in most clocks, or in few.
static uint32_t draw_mostly(struct random_host *host, bool is_true) {
  const uint32_t first = draw_resource(host), second = draw_resource(host);
  const bool a = is_mostly_high(first), b = is_mostly_high(second);
  uint32_t function = below(host, 8);
  while (combines(function, a, b) != is_true) function = below(host, 8);
  return event_of(function, first, second);
}

// In a chain: an event that moves a counter or the sequencer. It is an external input, always true, or never true.
static uint32_t draw_move(struct random_host *host, uint32_t percent_always) {
  if (chance(host, percent_always)) return EVENT_ALWAYS;
  return inputs(host) > 0 && chance(host, 80) ? RESOURCE_EXTIN + below(host, inputs(host)) : EVENT_NEVER;
}

// At the end of a chain: a counter at 0, a state of the sequencer, or the inverse. Without a chain: `otherwise`.
static uint32_t draw_end(struct random_host *host, uint32_t otherwise) {
  static const uint8_t kinds[] = {RESOURCE_KIND_COUNTER, RESOURCE_KIND_SEQUENCER};
  const bool is_possible = host->has_chains && host->all_written && count_of(host, kinds[0]) + count_of(host, kinds[1]);
  if (!is_possible || !chance(host, 70)) return otherwise;
  return event_of(below(host, 2), draw_of(host, kinds, sizeof kinds), RESOURCE_ALWAYS);
}

// A resource by itself, or its inverse. Each kind that the unit has is equally likely, except the constant.
static uint32_t draw_alone(struct random_host *host) {
  static const uint8_t kinds[] = {RESOURCE_KIND_EXTIN,     RESOURCE_KIND_NON_SECURE, RESOURCE_KIND_PROHIBITED,
                                  RESOURCE_KIND_SINGLE,    RESOURCE_KIND_RANGE,      RESOURCE_KIND_COUNTER,
                                  RESOURCE_KIND_SEQUENCER, RESOURCE_KIND_CONTEXT,    RESOURCE_KIND_VMID,
                                  RESOURCE_KIND_STARTED,   RESOURCE_KIND_SELECTED,   RESOURCE_KIND_WATCHPOINT};
  bool is_possible = false;
  for (size_t i = 0; i < sizeof kinds; i++) is_possible = is_possible || count_of(host, kinds[i]);
  if (!is_possible) return EVENT_ALWAYS;
  return event_of(below(host, 2), draw_of(host, kinds, sizeof kinds), RESOURCE_ALWAYS);
}

// While the event is true, the trace has space for little else. So an external input must be HIGH too, which is rare.
static uint32_t draw_stamp_event(struct random_host *host) {
  if (chance(host, 15)) return EVENT_NEVER;
  if (inputs(host) == 0 || chance(host, 30)) return draw_mostly(host, false);
  return event_of(2 + below(host, 2), draw_resource(host), RESOURCE_EXTIN + below(host, inputs(host)));
}

// --- filters ---------------------------------------------------------------------------------------------------------

static uint32_t draw_address(struct random_host *host) {
  const struct locations *p = host->locations;
  return p->addresses > 0 ? p->address[below(host, p->addresses)] : (uint32_t)rng_next(&host->r);
}

// A range around executed code, of any size. It starts at the code or some bytes before.
static void draw_range(struct random_host *host, uint32_t *low, uint32_t *high) {
  const uint32_t size = 1u << (1 + below(host, 31)), back = chance(host, 50) ? 0 : below(host, size);
  const uint32_t at = draw_address(host);
  *low = at > back ? at - back : 0;
  *high = *low + size > *low ? *low + size : UINT32_MAX;
}

// Security state and mode. Before PFTv1.1 and ETMv3.5 there is no mode, and the value 3 is reserved.
static uint32_t draw_state(struct random_host *host) {
  const bool secure = host->config->etmidr & ETMIDR_SECURITY;
  if (!secure || !config_has(host->config, FIELD_ETMACTR_STATE)) return 0;
  return host->direct ? below(host, 16) : below(host, 3);
}

static uint32_t draw_access(struct random_host *host) {
  const bool etm = host->protocol == PROTOCOL_ETM3, virtualization = config_has(host->config, FIELD_ETMACTR_VMID);
  const uint32_t contexts = ccr_field(host, ETMCCR_CONTEXT_IDS);
  uint32_t value = FIELD_OF(ETMACTR_TYPE, etm && chance(host, 30) ? 2 + below(host, 2) : 1);
  if (etm) value |= FIELD_OF(ETMACTR_SIZE, below(host, 3) == 0 ? 3 : below(host, 2));
  if (etm && rng_chance(&host->state, 5)) value |= ETMACTR_EXACT;  // rare, because the checker can decide little of it
  if (contexts > 0 && chance(host, 20)) value |= FIELD_OF(ETMACTR_CONTEXT_ID, 1 + below(host, contexts));
  if (chance(host, 30)) value |= FIELD_OF(ETMACTR_STATE, draw_state(host));
  if (virtualization && chance(host, 50)) value |= ETMACTR_HYP;
  if (virtualization && chance(host, 15)) value |= ETMACTR_VMID;
  return value;
}

// A few of `bits`.
static uint32_t draw_some(struct random_host *host, uint32_t bits) {
  return (uint32_t)rng_next(&host->r) & (uint32_t)rng_next(&host->r) & bits;
}

// A start point and a stop point that directly follow each other: in one block of a PTM, in one clock of an ETM. A
// block extends from the target of a waypoint to the next waypoint.
static void draw_adjacent_points(struct random_host *host, uint32_t pairs) {
  const struct locations *p = host->locations;
  const uint32_t pair = below(host, pairs), other = chance(host, 50);
  if (p->addresses < 4) return;
  const uint32_t any = below(host, p->addresses - 2), at = host->protocol == PROTOCOL_PFT ? any | 1 : any;
  host->address[2 * pair] = p->address[at];
  host->address[2 * pair + 1] = p->address[at + 1];
  host->access[pair] = FIELD_OF(ETMACTR_TYPE, 1);
  host->points |=
      FIELD_OF(ETMTSSCR_START, 1u << (2 * pair + other)) | FIELD_OF(ETMTSSCR_STOP, 1u << (2 * pair + !other));
}

void value_draw_filter(struct random_host *host) {
  const uint32_t pairs = ccr_field(host, ETMCCR_PAIRS), singles = (1u << 2 * pairs) - 1;
  for (unsigned i = 0; i < DRAW_PAIRS; i++) {
    uint32_t *pair = &host->address[2 * i];
    if (chance(host, 60)) {
      draw_range(host, &pair[0], &pair[1]);
    } else {
      pair[0] = draw_address(host);
      pair[1] = draw_address(host);
    }
    host->access[i] = draw_access(host);
  }
  host->points = draw_some(host, singles * 0x10001u);
  if (pairs > 0 && pairs <= DRAW_PAIRS && chance(host, 40)) draw_adjacent_points(host, pairs);
  // All values share the mask. A masked bit is 0 in each value (IHI 0035B 3.16.29).
  host->mask = chance(host, 50) ? 0 : (uint32_t)rng_next(&host->r) | (uint32_t)rng_next(&host->r);
}

static uint32_t draw_context(struct random_host *host) {
  const struct locations *p = host->locations;
  return (p->contexts > 0 ? p->context[below(host, p->contexts)] : (uint32_t)rng_next(&host->r)) & ~host->mask;
}

// An included range mostly selects something. An excluded range leaves something.
static uint32_t draw_tecr1(struct random_host *host) {
  const uint32_t pairs = ccr_field(host, ETMCCR_PAIRS), ranges = (1u << pairs) - 1;
  if (!host->all_written) return ETMTECR1_EXCLUDE;
  if (host->has_chains && chance(host, 70)) return ETMTECR1_EXCLUDE;
  const bool gated = ccr_field(host, ETMCCR_START_STOP) && chance(host, 25), includes = pairs > 0 && chance(host, 55);
  uint32_t value = includes ? (uint32_t)rng_next(&host->r) & ranges : chance(host, 70) ? draw_some(host, ranges) : 0;
  if (includes && !value && chance(host, 90)) value = 1u << below(host, pairs);
  return value | (includes ? 0 : ETMTECR1_EXCLUDE) | (gated ? ETMTECR1_START_STOP : 0);
}

// --- others ----------------------------------------------------------------------------------------------------------

// One input for each selector, rarely one that does not exist.
static uint32_t draw_selection(struct random_host *host) {
  const uint32_t inputs = field_get(host->config->etmccer, ETMCCER_EXTENDED), there = inputs < 32 ? inputs : 32;
  uint32_t value = 0;
  for (int i = 0; i < 4 && inputs > 0; i++) {
    const uint32_t any = below(host, inputs);
    value = value << 8 | (rng_chance(&host->inputs, 90) ? any % there : any);
  }
  return value;
}

// The trace start/stop block uses few inputs, if any.
static uint32_t draw_watched(struct random_host *host, uint32_t bits) {
  const uint32_t any = (uint32_t)rng_next(&host->r) & bits * 0x10001u;
  return host->config->etmccer & ETMCCER_ICE_START_STOP ? any & (uint32_t)rng_next(&host->inputs) : 0;
}

static uint32_t draw_auxcr(struct random_host *host) {
  uint32_t value = 0;
  for (int i = 0; i < REGISTER_FIELD_COUNT; i++) {
    const bool of_it = strcmp(register_fields[i].reg, "ETMAUXCR") == 0 && config_has(host->config, i);
    if (of_it && chance(host, 30)) value |= register_fields[i].mask;
  }
  return value;
}

static uint32_t draw_of_config(struct random_host *host, unsigned offset) {
  static const uint16_t periods[] = {0x400, 0x400, 0x800, 0x100, 200, 0};
  const bool is_event = offset == ETMTEEVR || offset == ETMTRIGGER || offset == ETMTSEVR;
  if (host->is_focused && is_event) return draw_alone(host);
  switch (offset) {
    case ETMTEEVR:
      if (chance(host, 35)) return EVENT_ALWAYS;
      return draw_end(host, chance(host, 75) ? draw_mostly(host, true) : draw_event(host));
    case ETMTRIGGER:  // The trigger comes once, so an event that is true at once checks little.
      return draw_end(host, chance(host, 60) ? draw_mostly(host, false) : draw_event(host));
    case ETMTSEVR:
      return draw_end(host, draw_stamp_event(host));
    case ETMSYNCFR:
      return periods[below(host, sizeof periods / sizeof *periods)];
    case ETMAUXCR:
      return draw_auxcr(host);
    case ETMTRACEIDR:
      return 1 + below(host, 0x6F);
    default:
      return draw_event(host);
  }
}

// A counter's enable and reload, a transition of the sequencer, an external output.
static uint32_t draw_resource_event(struct random_host *host, unsigned offset) {
  const bool reloads = register_within(offset, ETMCNTRLDEVR1, ETMCNTRLDEVR4);
  const bool enables = register_within(offset, ETMCNTENR1, ETMCNTENR4);
  if (host->is_focused && (offset >= ETMEXTOUTEVR1 || chance(host, 50))) return draw_alone(host);
  if (host->is_focused) return draw_move(host, enables ? 70 : reloads ? 0 : 10);
  if (offset >= ETMEXTOUTEVR1) return draw_end(host, draw_event(host));
  if (host->has_chains) return draw_move(host, enables ? 40 : reloads ? 0 : 10);
  return reloads && chance(host, 60) ? draw_mostly(host, false) : draw_event(host);
}

uint32_t value_draw(struct random_host *host, const struct register_row *row) {
  const uint32_t singles = (1u << 2 * ccr_field(host, ETMCCR_PAIRS)) - 1;
  const uint32_t watched = (1u << count_of(host, RESOURCE_KIND_WATCHPOINT)) - 1;
  if (row->config) return draw_of_config(host, row->offset);
  if (row->bits == register_at(ETMSQ12EVR)->bits) return draw_resource_event(host, row->offset);
  if (row->bits == register_at(ETMCNTENR1)->bits) return ETMCNTENR_ALWAYS_1 | draw_resource_event(host, row->offset);
  if (register_within(row->offset, ETMACVR1, ETMACVR16)) return host->address[(row->offset - ETMACVR1) / 4];
  if (register_within(row->offset, ETMACTR1, ETMACTR16)) return host->access[(row->offset - ETMACTR1) / 8];
  const bool is_reload = register_within(row->offset, ETMCNTRLDVR1, ETMCNTRLDVR4);
  const bool is_count = is_reload || register_within(row->offset, ETMCNTVR1, ETMCNTVR4);
  if (is_count && (host->is_focused || chance(host, 70))) return below(host, 64);
  if (register_within(row->offset, ETMCIDCVR1, ETMCIDCVR3)) return draw_context(host);
  switch (row->offset) {
    case ETMTECR1:
      return draw_tecr1(host);
    case ETMTECR2:
      return !host->all_written || chance(host, host->has_chains ? 90 : 60) ? 0 : draw_some(host, singles);
    case ETMSR:
      return (chance(host, 20) ? ETMSR_TRIGGERED : 0) |
             (ccr_field(host, ETMCCR_START_STOP) && chance(host, 50) ? ETMSR_STARTED : 0);
    case ETMFFLR:
      return below(host, 16);
    case ETMTSSCR:
      return host->points;
    case ETMSQR:
      return below(host, 3);
    case ETMEXTINSELR:
      return draw_selection(host);
    case ETMTESSEICR:
      return draw_watched(host, watched);
    case ETMEIBCR:
      return below(host, watched + 1);
    case ETMCIDCMR:
      return host->mask;
    case ETMVMIDCVR:
      return host->locations->vmids > 0 ? host->locations->vmid[below(host, host->locations->vmids)] : below(host, 256);
    default:
      return (uint32_t)rng_next(&host->r) & row->bits;
  }
}

// The bits that affect the trace, the debug request, and the port of an ETM. The result of return stack and branch
// broadcast together is unpredictable (IHI 0035B 4.6).
uint32_t value_draw_etmcr(struct random_host *host) {
  static const enum register_field_number shapes[] = {FIELD_ETMCR_BRANCH_BROADCAST, FIELD_ETMCR_CYCLE_ACCURATE,
                                                      FIELD_ETMCR_TIMESTAMP, FIELD_ETMCR_RETURN_STACK,
                                                      FIELD_ETMCR_VMID};
  uint32_t value = FIELD_OF(ETMCR_CONTEXT_ID, below(host, 4));
  if (host->has_chains && chance(host, 50) && config_has(host->config, FIELD_ETMCR_TIMESTAMP)) value |= ETMCR_TIMESTAMP;
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    if (config_has(host->config, shapes[i]) && chance(host, 35)) value |= register_fields[shapes[i]].mask;
  }
  if (rng_chance(&host->requests, 50)) value |= ETMCR_DEBUG_REQUEST;
  value &= host->limits->etmcr;
  if (value & ETMCR_BRANCH_BROADCAST) value &= ~(uint32_t)ETMCR_RETURN_STACK;
  if (host->protocol == PROTOCOL_ETM3) value |= ETMCR_PORT;
  return value;
}

bool value_is_programmed(const struct random_host *host, const struct register_row *row) {
  const bool is_tecr2 = row->offset == ETMTECR2 && host->protocol == PROTOCOL_ETM3;
  const bool is_level = row->offset == ETMFFLR && config_ccr(host->config) & ETMCCR_FIFOFULL;
  const bool is_chosen = row->offset == ETMTECR1 || is_tecr2 || is_level;
  const unsigned how = row->access[host->protocol].how;
  const bool is_read_only = how & REGISTER_WRITE_CHANGED && host->minor < 1;
  const bool is_excluded = row->config && !(host->limits->registers & row->config);
  if (row->offset == ETMCR || is_read_only || is_excluded || !(how & REGISTER_WRITE)) return false;
  const bool is_determined = row->config || row->all || row->part.counted;  // the unit must have it
  return is_there(host, row) && (is_determined || is_chosen);
}
