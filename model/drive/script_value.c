// SPDX-License-Identifier: Apache-2.0
// Values that are legal for the unit that is described, and that do something to the code that is executed.
#include "script_value.h"

#include <string.h>

#include "resource.h"

static bool is_there(const struct draw *d, const struct register_row *row) {
  return register_is_there(row, d->protocol, d->minor) &&
         register_is_built(row, config_ccr(d->config), d->config->etmccer);
}
bool value_has(const struct draw *d, unsigned offset) { return is_there(d, register_at(offset)); }

static uint32_t ccr_field(const struct draw *d, uint32_t mask) { return field_get(config_ccr(d->config), mask); }

// --- events ----------------------------------------------------------------------------------------------------------

// The resources that the unit has, by their numbers (IHI 0035B table 3.5).
struct kind {
  uint32_t first, count;
};

static uint32_t draw_of(struct draw *d, const struct kind *kinds, size_t count) {
  uint32_t there = 0;
  for (size_t i = 0; i < count; i++) there += kinds[i].count > 0;
  uint32_t nth = below(d, there);
  while (kinds->count == 0 || nth-- > 0) kinds++;
  return kinds->first + below(d, kinds->count);
}

// Pins, and what is programmed: each kind of one is as likely as another. What was not written since a reset is open.
static uint32_t draw_resource(struct draw *d) {
  const uint32_t pairs = ccr_field(d, ETMCCR_PAIRS), inputs = ccr_field(d, ETMCCR_INPUTS);
  const struct kind pins[] = {
      {RESOURCE_EXTIN, inputs < RESOURCE_EXTINS ? inputs : RESOURCE_EXTINS},
      {RESOURCE_ALWAYS, 1},
      {RESOURCE_NON_SECURE, d->config->etmidr & ETMIDR_SECURITY ? 1 : 0},
      {RESOURCE_PROHIBITED, 1},
  };
  const struct kind programmed[] = {
      {RESOURCE_SINGLE, 2 * pairs},
      {RESOURCE_RANGE, pairs},
      {RESOURCE_COUNTER, ccr_field(d, ETMCCR_COUNTERS)},
      {RESOURCE_SEQUENCER, ccr_field(d, ETMCCR_SEQUENCER) ? RESOURCE_STATES : 0},
      {RESOURCE_CONTEXT, ccr_field(d, ETMCCR_CONTEXT_IDS)},
      {RESOURCE_VMID, value_has(d, ETMVMIDCVR) ? 1 : 0},
      {RESOURCE_STARTED, ccr_field(d, ETMCCR_START_STOP) ? 1 : 0},
      {RESOURCE_ALWAYS, 1},
  };
  return !d->whole || chance(d, 60) ? draw_of(d, pins, sizeof pins / sizeof *pins)
                                    : draw_of(d, programmed, sizeof programmed / sizeof *programmed);
}

static uint32_t selectors(const struct draw *d) {
  return config_count(d->config, FIELD_ETMCCER_SELECTORS, RESOURCE_SELECTORS);
}

static uint32_t watchpoints(const struct draw *d) {
  return config_count(d->config, FIELD_ETMCCER_EMBEDDEDICE, RESOURCE_WATCHPOINTS);
}

// Inputs that few units have: in place of what was drawn, from a stream of their own.
static uint32_t or_input(struct draw *d, uint32_t resource) {
  const uint32_t selected = selectors(d), watched = watchpoints(d);
  if (!d->whole || !(selected | watched) || !rng_chance(&d->inputs, 30)) return resource;
  const bool watches = watched && (!selected || rng_chance(&d->inputs, 60));
  return watches ? RESOURCE_WATCHPOINT + rng_below(&d->inputs, watched)
                 : RESOURCE_SELECTED + rng_below(&d->inputs, selected);
}

static uint32_t draw_event(struct draw *d) {
  const uint32_t function = below(d, 8), second = draw_resource(d), first = draw_resource(d);
  return function << 14 | or_input(d, second) << 7 | or_input(d, first);
}

// --- filters ---------------------------------------------------------------------------------------------------------

static uint32_t draw_address(struct draw *d) {
  const struct places *p = d->places;
  return p->addresses > 0 ? p->address[below(d, p->addresses)] : (uint32_t)rng_next(&d->r);
}

// A range around code that is executed, of any size, from its first byte or some bytes from there.
static void draw_range(struct draw *d, uint32_t *low, uint32_t *high) {
  const uint32_t size = 1u << (1 + below(d, 31)), back = chance(d, 50) ? 0 : below(d, size);
  const uint32_t at = draw_address(d);
  *low = at > back ? at - back : 0;
  *high = *low + size > *low ? *low + size : UINT32_MAX;
}

static uint32_t draw_access(struct draw *d) {
  const bool etm = d->protocol == PROTOCOL_ETM3;
  const uint32_t contexts = ccr_field(d, ETMCCR_CONTEXT_IDS);
  uint32_t value = FIELD_OF(ETMACTR_TYPE, etm && chance(d, 30) ? 2 + below(d, 2) : 1);
  if (etm) value |= FIELD_OF(ETMACTR_SIZE, below(d, 3) == 0 ? 3 : below(d, 2));
  if (chance(d, 20)) value |= FIELD_OF(ETMACTR_CONTEXT_ID, below(d, contexts + 1));
  if (chance(d, 20)) value |= FIELD_OF(ETMACTR_STATE, d->direct ? below(d, 16) : below(d, 3));
  if (chance(d, 50)) value |= ETMACTR_HYP;
  if (chance(d, 10)) value |= ETMACTR_VMID;
  return value;
}

void value_draw_filter(struct draw *d) {
  for (unsigned i = 0; i < DRAW_PAIRS; i++) {
    uint32_t *pair = &d->address[2 * i];
    if (chance(d, 60)) {
      draw_range(d, &pair[0], &pair[1]);
    } else {
      pair[0] = draw_address(d);
      pair[1] = draw_address(d);
    }
    d->access[i] = draw_access(d);
  }
  // The mask is that of all: what it has is 0 in each value (IHI 0035B 3.16.29).
  d->mask = chance(d, 50) ? 0 : (uint32_t)rng_next(&d->r) | (uint32_t)rng_next(&d->r);
}

static uint32_t draw_context(struct draw *d) {
  const struct places *p = d->places;
  return (p->contexts > 0 ? p->context[below(d, p->contexts)] : (uint32_t)rng_next(&d->r)) & ~d->mask;
}

// Few of `bits`.
static uint32_t draw_some(struct draw *d, uint32_t bits) {
  return (uint32_t)rng_next(&d->r) & (uint32_t)rng_next(&d->r) & bits;
}

static uint32_t draw_tecr1(struct draw *d) {
  const uint32_t ranges = (1u << ccr_field(d, ETMCCR_PAIRS)) - 1;
  const bool gated = ccr_field(d, ETMCCR_START_STOP) && chance(d, 25);
  uint32_t value = ranges == 0 || !d->whole || chance(d, 70) ? ETMTECR1_EXCLUDE : 0;
  if (!d->whole) return value;
  if (!value || chance(d, 60)) value |= (uint32_t)rng_next(&d->r) & ranges;
  return value | (gated ? ETMTECR1_START_STOP : 0);
}

// --- others ----------------------------------------------------------------------------------------------------------

// An input each, seldom one that is not there.
static uint32_t draw_selection(struct draw *d) {
  const uint32_t inputs = field_get(d->config->etmccer, ETMCCER_EXTENDED), there = inputs < 32 ? inputs : 32;
  uint32_t value = 0;
  for (int i = 0; i < 4 && inputs > 0; i++) {
    const uint32_t any = below(d, inputs);
    value = value << 8 | (rng_chance(&d->inputs, 90) ? any % there : any);
  }
  return value;
}

// The trace start/stop block looks at few, if at any.
static uint32_t draw_watched(struct draw *d, uint32_t bits) {
  const uint32_t any = (uint32_t)rng_next(&d->r) & bits * 0x10001u;
  return d->config->etmccer & ETMCCER_ICE_START_STOP ? any & (uint32_t)rng_next(&d->inputs) : 0;
}

static uint32_t draw_auxcr(struct draw *d) {
  uint32_t value = 0;
  for (int i = 0; i < REGISTER_FIELD_COUNT; i++) {
    const bool of_it = strcmp(register_fields[i].reg, "ETMAUXCR") == 0 && config_has(d->config, i);
    if (of_it && chance(d, 30)) value |= register_fields[i].mask;
  }
  return value;
}

static uint32_t draw_of_config(struct draw *d, unsigned offset) {
  static const uint16_t periods[] = {0x400, 0x400, 0x800, 0x100, 200, 0};
  switch (offset) {
    case ETMTEEVR:
      return chance(d, 50) ? EVENT_ALWAYS : draw_event(d);
    case ETMTSEVR:  // seldom true, or the trace has nothing else
      return chance(d, 50) ? 0 : 3u << 14 | or_input(d, draw_resource(d)) << 7 | EVENT_ALWAYS;
    case ETMSYNCFR:
      return periods[below(d, sizeof periods / sizeof *periods)];
    case ETMAUXCR:
      return draw_auxcr(d);
    case ETMTRACEIDR:
      return 1 + below(d, 0x6F);
    default:
      return draw_event(d);
  }
}

uint32_t value_draw(struct draw *d, const struct register_row *row) {
  const uint32_t singles = (1u << 2 * ccr_field(d, ETMCCR_PAIRS)) - 1;
  const uint32_t watched = (1u << watchpoints(d)) - 1;
  if (row->config) return draw_of_config(d, row->offset);
  if (row->bits == register_at(ETMSQ12EVR)->bits) return draw_event(d);
  if (row->bits == register_at(ETMCNTENR1)->bits) return ETMCNTENR_ALWAYS_1 | draw_event(d);
  if (row->offset >= ETMACVR1 && row->offset < ETMACTR1) return d->address[(row->offset - ETMACVR1) / 4];
  if (row->offset >= ETMACTR1 && row->offset <= ETMACTR16) return d->access[(row->offset - ETMACTR1) / 8];
  if (row->offset >= ETMCNTRLDVR1 && row->offset < ETMCNTENR1 && chance(d, 60)) return below(d, 64);
  if (row->offset >= ETMCIDCVR1 && row->offset < ETMCIDCMR) return draw_context(d);
  switch (row->offset) {
    case ETMTECR1:
      return draw_tecr1(d);
    case ETMTECR2:
      return !d->whole || chance(d, 60) ? 0 : draw_some(d, singles);
    case ETMSR:
      return (chance(d, 20) ? ETMSR_TRIGGERED : 0) |
             (ccr_field(d, ETMCCR_START_STOP) && chance(d, 50) ? ETMSR_STARTED : 0);
    case ETMFFLR:
      return below(d, 16);
    case ETMTSSCR:
      return draw_some(d, singles * 0x10001u);
    case ETMSQR:
      return below(d, 3);
    case ETMEXTINSELR:
      return draw_selection(d);
    case ETMTESSEICR:
      return draw_watched(d, watched);
    case ETMEIBCR:
      return below(d, watched + 1);
    case ETMCIDCMR:
      return d->mask;
    case ETMVMIDCVR:
      return d->places->vmids > 0 ? d->places->vmid[below(d, d->places->vmids)] : below(d, 256);
    default:
      return (uint32_t)rng_next(&d->r) & row->bits;
  }
}

// What of it shapes the trace, and the port of an ETM. With return stack and broadcast
// together nothing is promised (IHI 0035B 4.6).
uint32_t value_draw_etmcr(struct draw *d) {
  static const enum register_field_number shapes[] = {FIELD_ETMCR_BRANCH_BROADCAST, FIELD_ETMCR_CYCLE_ACCURATE,
                                                      FIELD_ETMCR_TIMESTAMP, FIELD_ETMCR_RETURN_STACK,
                                                      FIELD_ETMCR_VMID};
  uint32_t value = FIELD_OF(ETMCR_CONTEXT_ID, below(d, 4));
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    if (config_has(d->config, shapes[i]) && chance(d, 35)) value |= register_fields[shapes[i]].mask;
  }
  if (value & ETMCR_BRANCH_BROADCAST) value &= ~(uint32_t)ETMCR_RETURN_STACK;
  if (d->protocol == PROTOCOL_ETM3) value |= ETMCR_PORT;
  return value;
}

bool value_is_programmed(const struct draw *d, const struct register_row *row) {
  const bool chosen = row->offset == ETMTECR1 || (row->offset == ETMTECR2 && d->protocol == PROTOCOL_ETM3) ||
                      (row->offset == ETMFFLR && config_ccr(d->config) & ETMCCR_FIFOFULL);
  const unsigned how = row->access[d->protocol].how;
  const bool early = how & REGISTER_WRITE_CHANGED && d->minor < 1;
  return row->offset != ETMCR && how & REGISTER_WRITE && !early && is_there(d, row) &&
         (row->config || row->all || row->part.counted || chosen);
}
