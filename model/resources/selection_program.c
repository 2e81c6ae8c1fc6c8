// SPDX-License-Identifier: Apache-2.0
// What the registers select of comparators and of the start/stop block.
#include "counting.h"
#include "register.h"
#include "resource.h"
#include "selection.h"

enum { WORD = 4 };  // bytes from one register to the next

// --- events ---------------------------------------------------------------------------------------------------------

// An address comparator or a range has the bit of its number. The VMID comparator follows the Context ID comparators.
unsigned selection_resource(uint32_t resource) {
  if (resource < RESOURCE_RANGE + COMPARATOR_RANGES) return resource;
  if (resource == RESOURCE_STARTED) return SELECTION_STARTED;
  const bool is_id = resource - RESOURCE_CONTEXT <= RESOURCE_VMID - RESOURCE_CONTEXT;
  return is_id ? resource - RESOURCE_CONTEXT + SELECTION_CONTEXT : SELECTION_RESOURCES;
}

static uint32_t bit(uint32_t resource) {
  const unsigned n = selection_resource(resource);
  return n < SELECTION_RESOURCES ? 1u << n : 0;
}

uint32_t selection_names(uint32_t event) {
  return bit(resource_first(event)) | (resource_is_alone(event) ? 0 : bit(resource_second(event)));
}

static bool knows(const struct registers *r, unsigned offset) { return r->known[offset / WORD]; }
static uint32_t value(const struct registers *r, unsigned offset) { return registers_value(r, offset, 0); }

// The checker does not follow a comparator that is not programmed, or that the DUT does not have.
static uint32_t followed_resources(const struct selection_program *p) {
  const struct comparators *c = &p->c;
  uint32_t known = p->starts_unknown ? 0 : 1u << SELECTION_STARTED;
  for (unsigned n = 0; n < COMPARATOR_ADDRESSES; n++) known |= (uint32_t)c->address[n].known << n;
  for (unsigned n = 0; n < COMPARATOR_RANGES; n++)
    known |= (known >> 2 * n & known >> (2 * n + 1) & 1) << (SELECTION_RANGE + n);
  for (unsigned n = 0; n < COMPARATOR_CONTEXTS && c->mask_known; n++)
    known |= (uint32_t)c->context[n].known << (SELECTION_CONTEXT + n);
  return known | (uint32_t)c->vmid.known << SELECTION_VMID;
}

// An event register that still has its reset value does not count: no host uses that event, so its resources need not
// be followed. ETMTEEVR always counts, because it decides what is traced.
static bool is_programmed(const struct registers *r, unsigned offset) {
  const bool was_reset = r->reset_values && r->reset_values->known[offset / WORD];
  return knows(r, offset) && (offset == ETMTEEVR || r->was_written[offset / WORD] || !was_reset);
}

enum { EVENT = 0x1FFFF };

static uint32_t named_resources(const struct registers *r) {
  static const uint16_t events[][2] = {{ETMTRIGGER, ETMTRIGGER}, {ETMTEEVR, ETMTEEVR},
                                       {ETMTSEVR, ETMTSEVR},     {ETMCNTENR1, ETMCNTRLDEVR4},
                                       {ETMSQ12EVR, ETMSQ13EVR}, {ETMEXTOUTEVR1, ETMEXTOUTEVR4}};
  uint32_t named = 0;
  for (unsigned i = 0; i < sizeof events / sizeof *events; i++) {
    for (unsigned at = events[i][0]; at <= events[i][1]; at += WORD)
      named |= is_programmed(r, at) ? selection_names(value(r, at) & EVENT) : 0;
  }
  return named;
}

static bool is_by_comparators(uint32_t resource) {
  return resource == RESOURCE_ALWAYS || selection_resource(resource) < SELECTION_RESOURCES;
}

// A PTM decides at a waypoint by the TraceEnable event, so comparators that the event names decide, too.
static void set_event(struct selection_program *p, const struct registers *r) {
  const uint32_t event = value(r, ETMTEEVR) & EVENT;
  const bool by_second = resource_is_alone(event) || is_by_comparators(resource_second(event));
  if (p->c.etm || !knows(r, ETMTEEVR) || !(selection_names(event) & p->named)) return;
  p->used = true;
  if (is_by_comparators(resource_first(event)) && by_second) p->event = event | SELECTION_EVENT_GIVEN;
}

// --- comparators ----------------------------------------------------------------------------------------------------

// What the DUT has. If ETMCCR is not known, it may have everything.
struct built {
  bool is_known, has_start_stop;
  unsigned pairs, contexts;
};

static struct built built_of(const struct registers *r) {
  const uint32_t ccr = registers_value(r, ETMCCR, r->config->etmccr);
  if (ccr == 0) return (struct built){.pairs = COMPARATOR_RANGES, .contexts = COMPARATOR_CONTEXTS};
  return (struct built){.is_known = true,
                        .has_start_stop = ccr & ETMCCR_START_STOP,
                        .pairs = field_get(ccr, ETMCCR_PAIRS),
                        .contexts = field_get(ccr, ETMCCR_CONTEXT_IDS)};
}

static void set_comparators(struct selection_program *p, const struct registers *r, const struct built *built) {
  enum { MODES = 0x3000 };
  struct comparators *c = &p->c;
  for (unsigned i = 0; i < COMPARATOR_ADDRESSES; i++) {
    const unsigned address = ETMACVR1 + WORD * i, type = ETMACTR1 + WORD * i;
    const bool is_known = knows(r, address) && knows(r, type) && i < 2 * built->pairs;
    c->address[i] = (struct comparator){value(r, address), (uint16_t)value(r, type), is_known};
    p->by_user |= is_known && comparator_has_modes(c) && c->address[i].type & MODES;
  }
  for (unsigned i = 0; i < COMPARATOR_CONTEXTS; i++) {
    const unsigned at = ETMCIDCVR1 + WORD * i;
    c->context[i] = (struct comparator){.value = value(r, at), .known = knows(r, at) && i < built->contexts};
  }
  c->compares_fetches = knows(r, ETMSCR) && !(value(r, ETMSCR) & ETMSCR_NO_FETCHES);
  c->mask = value(r, ETMCIDCMR);
  c->mask_known = knows(r, ETMCIDCMR);
  c->vmid = (struct comparator){.value = value(r, ETMVMIDCVR), .known = knows(r, ETMVMIDCVR)};
}

// The EmbeddedICE inputs of the DUT, as bits of ETMTESSEICR: those that start, and those that stop.
static uint32_t built_inputs(const struct config *c, uint32_t ccer) {
  return ((1u << resource_count(RESOURCE_KIND_WATCHPOINT, c, 0, ccer)) - 1) * 0x10001;
}

// No pin shows an input that ETMTESSEICR selects and that the DUT does not have.
static void set_start_stop(struct selection_program *p, const struct registers *r, const struct built *built) {
  const uint32_t points = value(r, ETMTSSCR), ccer = value(r, ETMCCER), inputs = built_inputs(r->config, ccer),
                 selected = value(r, ETMTESSEICR);
  const bool has_selection = register_at(ETMTESSEICR)->access[p->c.etm].since <= p->c.minor;
  const bool has_inputs = has_selection && inputs && ccer & ETMCCER_ICE_START_STOP;
  const bool knows_points = built->pairs == 0 || knows(r, ETMTSSCR);
  const bool knows_built_inputs = !has_selection || knows(r, ETMCCER);
  const bool knows_inputs = !has_inputs || (knows(r, ETMTESSEICR) && !(selected & ~inputs));
  p->points = points;
  p->start = (uint16_t)field_get(points, ETMTSSCR_START);
  p->stop = (uint16_t)field_get(points, ETMTSSCR_STOP);
  p->starts_unknown = !(built->has_start_stop && knows_points && knows_built_inputs && knows_inputs);
  if (!has_inputs) return;
  p->watched_start = (uint8_t)(selected & inputs);
  p->watched_stop = (uint8_t)((selected & inputs) >> 16);
}

// --- TraceEnable ----------------------------------------------------------------------------------------------------

// TraceEnable is not known if a host programs the DUT and leaves ETMTECR1 unknown. If no host does, as in a recording,
// ETMTECR1 is assumed to exclude nothing. ETMTECR2, which Linux never writes, is assumed to select nothing, unless
// ETMTECR1 includes. A DUT without comparators and without the start/stop block selects nothing.
static void set_filter(struct selection_program *p, const struct registers *r, const struct built *built) {
  const unsigned pairs = built->pairs;
  const uint32_t control = value(r, ETMTECR1), control2 = p->c.etm ? value(r, ETMTECR2) : 0,
                 ranges = field_get(control, ETMTECR1_RANGES), singles = control2 & SELECTION_SINGLES;
  const bool has_filter = pairs > 0 || built->has_start_stop;
  p->excludes = true;
  if (!knows(r, ETMTECR1)) {
    p->control_unknown = r->was_written[ETMTECR1 / WORD] || (r->is_programmed && has_filter);
    return;
  }
  const bool includes = !(control & ETMTECR1_EXCLUDE);
  const bool by_memory_maps = p->c.etm && (control & ETMTECR1_MEMORY_MAPS || control2 >> 16);
  const bool may_include_more = includes && p->c.etm && !knows(r, ETMTECR2);
  const bool includes_without_comparators = includes && (!built->is_known || pairs == 0);
  const bool selects_absent = ranges >> pairs || singles >> 2 * pairs;
  p->control = control;
  p->excludes = !includes;
  p->starts = control & ETMTECR1_START_STOP;
  p->selects = singles | ranges << SELECTION_RANGE;
  p->selects_unknown = by_memory_maps || may_include_more || includes_without_comparators || selects_absent;
  p->used = includes || p->starts || p->selects || by_memory_maps;
}

static uint32_t open_comparators(const struct comparators *c) {
  uint32_t open = 0;
  for (unsigned n = 0; n < COMPARATOR_ADDRESSES; n++) open |= (uint32_t)comparator_is_address_open(c, n) << n;
  for (unsigned n = 0; n < COMPARATOR_RANGES; n++)
    open |= (uint32_t)comparator_is_range_open(c, n) << (SELECTION_RANGE + n);
  return open;
}

static uint32_t exact_comparators(const struct comparators *c) {
  uint32_t exact = 0;
  for (unsigned n = 0; n < COMPARATOR_ADDRESSES; n++)
    exact |= (comparator_is_exact(&c->address[n]) ? 1u << n | 1u << (SELECTION_RANGE + n / 2) : 0);
  return exact;
}

unsigned selection_minor(const struct registers *r) {
  return field_get(registers_value(r, ETMIDR, r->config->etmidr), ETMIDR_MINOR);
}

void selection_program(struct selection_program *p, const struct registers *r, const struct selection_options *o) {
  const struct built built = built_of(r);
  *p = (struct selection_program){.c.etm = config_is_etm3(r->config), .c.minor = (uint8_t)selection_minor(r)};
  set_comparators(p, r, &built);
  set_start_stop(p, r, &built);
  set_filter(p, r, &built);
  p->named = named_resources(r) & followed_resources(p);
  set_event(p, r);
  p->used = p->used || p->control_unknown;
  p->any = p->used || p->named || selection_has_points(p);
  // A TraceEnable event other than `always` may become true in the clock of a waypoint. Then the waypoint that was
  // executed last is this one or the one before it (IHI 0035A 3.3.2). A DUT that decides on blocks may take either.
  const bool is_always = knows(r, ETMTEEVR) && value(r, ETMTEEVR) == EVENT_ALWAYS;
  p->used = p->used || (p->any && !p->c.etm && !is_always);
  p->looks = p->named | p->start | p->stop | p->selects;
  if (p->c.etm) p->open = p->looks & open_comparators(&p->c);
  if (p->c.etm) p->exact = p->looks & ~p->open & exact_comparators(&p->c);
  // TraceEnable becomes inactive at a waypoint, and the block up to it is traced (IHI 0035A 3.3.2). Whether a PTM may
  // trace the next block, too, is not known.
  const bool may_trace_next = !o->is_reference_rtl && !p->c.etm;
  p->extra_items = may_trace_next && o->extra_items == 0 ? 1 : o->extra_items;
}
