// SPDX-License-Identifier: Apache-2.0
// What the registers ask of comparators and of the start/stop block.
#include "counting.h"
#include "register.h"
#include "resource.h"
#include "selection.h"

enum { ADDRESS_TYPES = 4 };  // bytes from one register to the next

unsigned selection_resource(uint32_t resource) {
  if (resource < RESOURCE_SINGLE + COMPARATOR_ADDRESSES) return resource;
  if (resource >= RESOURCE_RANGE && resource < RESOURCE_RANGE + COMPARATOR_RANGES)
    return resource - RESOURCE_RANGE + SELECTION_RANGE;
  if (resource >= RESOURCE_CONTEXT && resource < RESOURCE_CONTEXT + COMPARATOR_CONTEXTS)
    return resource - RESOURCE_CONTEXT + SELECTION_CONTEXT;
  return resource == RESOURCE_VMID      ? SELECTION_VMID
         : resource == RESOURCE_STARTED ? SELECTION_STARTED
                                        : SELECTION_RESOURCES;
}

static uint32_t bit(uint32_t resource) {
  const unsigned n = selection_resource(resource);
  return n < SELECTION_RESOURCES ? 1u << n : 0;
}

uint32_t selection_names(uint32_t event) {
  if (event == EVENT_ALWAYS || event == EVENT_NEVER) return 0;
  return bit(resource_first(event)) | (resource_is_alone(event) ? 0 : bit(resource_second(event)));
}

static bool knows(const struct registers *r, unsigned offset) { return r->known[offset >> 2]; }
static uint32_t value(const struct registers *r, unsigned offset) {
  return knows(r, offset) ? r->value[offset >> 2] : 0;
}

static bool is_by_comparators(uint32_t resource) {
  return resource == RESOURCE_ALWAYS || selection_resource(resource) < SELECTION_RESOURCES;
}

// Of those that are not programmed, or not there, nothing is known that could be followed.
static uint32_t known_resources(const struct selection_program *p) {
  const struct comparators *c = &p->c;
  uint32_t known = p->starts_by_more ? 0 : 1u << SELECTION_STARTED;
  for (unsigned n = 0; n < COMPARATOR_ADDRESSES; n++) known |= (uint32_t)c->address[n].known << n;
  for (unsigned n = 0; n < COMPARATOR_RANGES; n++)
    known |= (uint32_t)(c->address[2 * n].known && c->address[2 * n + 1].known) << (SELECTION_RANGE + n);
  for (unsigned n = 0; n < COMPARATOR_CONTEXTS && c->mask_known; n++)
    known |= (uint32_t)c->context[n].known << (SELECTION_CONTEXT + n);
  return known | (uint32_t)c->vmid.known << SELECTION_VMID;
}

static void name_events(struct selection_program *p, const struct registers *r) {
  static const uint16_t events[] = {
      ETMTRIGGER,    ETMTEEVR,      ETMTSEVR,      ETMCNTENR1,    ETMCNTENR2,    ETMCNTENR3,    ETMCNTENR4,
      ETMCNTRLDEVR1, ETMCNTRLDEVR2, ETMCNTRLDEVR3, ETMCNTRLDEVR4, ETMSQ12EVR,    ETMSQ21EVR,    ETMSQ23EVR,
      ETMSQ31EVR,    ETMSQ32EVR,    ETMSQ13EVR,    ETMEXTOUTEVR1, ETMEXTOUTEVR2, ETMEXTOUTEVR3, ETMEXTOUTEVR4};
  enum { EVENT = 0x1FFFF };
  // An event that only a reset has set is not programmed: nothing needs its resources, so it costs nothing.
  for (unsigned i = 0; i < sizeof events / sizeof *events; i++) {
    const bool is_reset_value = !r->was_written[events[i] >> 2] && r->reset_values &&
                                r->reset_values->known[events[i] >> 2] && events[i] != ETMTEEVR;
    if (knows(r, events[i]) && !is_reset_value) p->named |= selection_names(value(r, events[i]) & EVENT);
  }
  const uint32_t event = value(r, ETMTEEVR) & EVENT;
  const bool both = resource_is_alone(event) || is_by_comparators(resource_second(event));
  if (p->c.etm || !knows(r, ETMTEEVR) || !(selection_names(event) & known_resources(p))) return;
  p->used = true;
  if (both && is_by_comparators(resource_first(event))) p->event = event | SELECTION_EVENT_GIVEN;
}

// A comparator that is not there holds nothing.
static void set_comparators(struct selection_program *p, const struct registers *r, uint32_t ccr, bool ccr_known) {
  const unsigned pairs = ccr_known ? field_get(ccr, ETMCCR_PAIRS) : COMPARATOR_RANGES,
                 contexts = ccr_known ? field_get(ccr, ETMCCR_CONTEXT_IDS) : COMPARATOR_CONTEXTS;
  for (unsigned i = 0; i < COMPARATOR_ADDRESSES; i++) {
    const unsigned at = ADDRESS_TYPES * i;
    p->c.address[i] = (struct comparator){value(r, ETMACVR1 + at), (uint16_t)value(r, ETMACTR1 + at),
                                          knows(r, ETMACVR1 + at) && knows(r, ETMACTR1 + at) && i < 2 * pairs};
  }
  for (unsigned i = 0; i < COMPARATOR_CONTEXTS; i++) {
    const unsigned at = ETMCIDCVR1 + ADDRESS_TYPES * i;
    p->c.context[i] = (struct comparator){.value = value(r, at), .known = knows(r, at) && i < contexts};
  }
  p->c.mask = value(r, ETMCIDCMR);
  p->c.mask_known = knows(r, ETMCIDCMR);
  p->c.vmid = (struct comparator){.value = value(r, ETMVMIDCVR), .known = knows(r, ETMVMIDCVR)};
}

// `points`: there may be start and stop points. What ETMTESSEICR selects that is not there, no pin shows.
static void set_start_stop(struct selection_program *p, const struct registers *r, bool built, bool points) {
  const uint32_t by_points = value(r, ETMTSSCR), by_inputs = value(r, ETMTESSEICR), ccer = value(r, ETMCCER),
                 inputs = field_get(ccer, ETMCCER_EMBEDDEDICE),
                 there = ((1u << (inputs < RESOURCE_WATCHPOINTS ? inputs : RESOURCE_WATCHPOINTS)) - 1) * 0x10001;
  const bool may = register_at(ETMTESSEICR)->access[p->c.etm].since <= p->c.minor,
             watches = may && knows(r, ETMCCER) && inputs > 0 && ccer & ETMCCER_ICE_START_STOP;
  p->points = by_points;
  p->start = (uint16_t)field_get(by_points, ETMTSSCR_START);
  p->stop = (uint16_t)field_get(by_points, ETMTSSCR_STOP);
  const bool may_have_points = points && !knows(r, ETMTSSCR), may_have_inputs = may && !knows(r, ETMCCER);
  const bool may_select_absent = watches && (!knows(r, ETMTESSEICR) || by_inputs & ~there);
  p->starts_by_more = !built || may_have_points || may_have_inputs || may_select_absent;
  if (!watches) return;
  p->watched_start = (uint8_t)(by_inputs & there);
  p->watched_stop = (uint8_t)((by_inputs & there) >> 16);
}

// ETMACTR of PFTv1.1 and ETMv3.5.
static bool takes_user(const struct selection_program *p) {
  enum { MODES = 0x3000 };
  bool any = false;
  for (unsigned n = 0; n < COMPARATOR_ADDRESSES; n++)
    any = any || (p->c.address[n].known && p->c.address[n].type & MODES);
  return any && p->c.minor >= (p->c.etm ? 5 : 1);
}

// TraceEnable is open if a host programs the unit and leaves ETMTECR1 unknown. If no host does, as in a recording,
// ETMTECR1 is assumed to exclude nothing. So is ETMTECR2, which Linux never writes, unless ETMTECR1 includes. A unit
// without comparators and without the start/stop block selects nothing.
static void set_filter(struct selection_program *p, const struct registers *r, uint32_t ccr, unsigned pairs) {
  const uint32_t control = value(r, ETMTECR1);
  const bool by_etm = p->c.etm;
  const bool selects = pairs > 0 || ccr & ETMCCR_START_STOP;
  p->open = !knows(r, ETMTECR1) && (r->was_written[ETMTECR1 >> 2] || (r->is_programmed && selects));
  p->excludes = true;
  if (!knows(r, ETMTECR1)) return;
  p->control = control;
  p->excludes = control & ETMTECR1_EXCLUDE;
  p->starts = control & ETMTECR1_START_STOP;
  const uint32_t ranges = field_get(control, ETMTECR1_RANGES), singles = by_etm ? (uint16_t)value(r, ETMTECR2) : 0;
  p->selects = singles | ranges << SELECTION_RANGE;
  const bool maps = by_etm && (control & ETMTECR1_MEMORY_MAPS || value(r, ETMTECR2) >> 16);
  const bool unsaid = by_etm && !p->excludes && !knows(r, ETMTECR2);
  const bool none = !p->excludes && (ccr == 0 || pairs == 0);
  const bool selects_absent = ranges >> pairs || singles >> 2 * pairs;
  const bool selects_addresses = p->selects || maps;
  p->more = maps || unsaid || none || selects_absent;
  p->used = p->starts || !p->excludes || selects_addresses;
}

unsigned selection_minor(const struct registers *r) {
  return field_get(knows(r, ETMIDR) ? value(r, ETMIDR) : r->config->etmidr, ETMIDR_MINOR);
}

void selection_program(struct selection_program *p, const struct registers *r, const struct selection_options *o) {
  const struct config *c = r->config;
  const uint32_t ccr = knows(r, ETMCCR) ? value(r, ETMCCR) : c->etmccr;
  const bool known = ccr != 0;
  const unsigned pairs = known ? field_get(ccr, ETMCCR_PAIRS) : COMPARATOR_RANGES;
  *p = (struct selection_program){.c.etm = config_is_etm3(c), .c.minor = (uint8_t)selection_minor(r)};
  set_comparators(p, r, ccr, known);
  set_start_stop(p, r, known && ccr & ETMCCR_START_STOP, !known || pairs > 0);
  p->by_user = takes_user(p);
  set_filter(p, r, ccr, pairs);
  name_events(p, r);
  p->named &= known_resources(p);
  p->used = p->used || p->open;
  p->any = p->used || p->named || selection_has_points(p);
  // The last waypoint executed, where another event becomes true with a waypoint, is that or the one before it (IHI
  // 0035A 3.3.2): a unit that looks at blocks may take either.
  const bool is_always = knows(r, ETMTEEVR) && value(r, ETMTEEVR) == EVENT_ALWAYS;
  p->used = p->used || (p->any && !p->c.etm && !is_always);
  p->looks = p->named | p->start | p->stop | p->selects;
  // Where it is not known whether a clause lets a unit trace the block behind the last that is included (IHI 0035A
  // 3.3.2: TraceEnable becomes inactive at a waypoint, and the block up to that is traced).
  const bool behind = !o->own && !p->c.etm;
  p->late = behind && o->late == 0 ? 1 : o->late;
}
