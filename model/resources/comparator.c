// SPDX-License-Identifier: Apache-2.0
#include "comparator.h"

#include "register.h"

// --- what must hold beside the address ------------------------------------------------------------------------------

// A bit that is 1 in the mask is not compared, and must be 0 in the value (IHI 0014Q 3.5.37).
unsigned comparator_context(const struct comparators *c, unsigned n, uint32_t context_id) {
  if (n >= COMPARATOR_CONTEXTS || !c->context[n].known || !c->mask_known) return TRUTH_UNKNOWN;
  const uint32_t value = c->context[n].value, differ = value ^ context_id;
  return truth_span(!(differ & ~c->mask) && !(value & c->mask), !(differ & ~c->mask));
}

unsigned comparator_vmid(const struct comparators *c, uint8_t vmid) {
  return c->vmid.known ? truth_of((c->vmid.value & 0xFF) == vmid) : TRUTH_UNKNOWN;
}

static unsigned by_mode(unsigned modes, bool user) {
  return truth_of(modes == MODES_ALL || modes == (user ? MODES_USER : MODES_PRIVILEGED));
}

// PFTv1.1 and ETMv3.5 have modes, Hyp mode and the VMID in ETMACTR.
static bool has_modes(const struct comparators *c) { return c->minor >= (c->etm ? 5 : 1); }

// IHI 0035B table 3.27; its list is lost, and what [11:10] is before PFTv1.1 and ETMv3.5.
static unsigned modes_of(const struct comparators *c, uint16_t type, bool ns) {
  const unsigned state = field_get(type, ETMACTR_STATE);
  if (has_modes(c)) return ns ? (state >> 2 & 2) | (state >> 1 & 1) : (state >> 1 & 2) | (state & 1);
  if (c->etm && c->minor < 2) return MODES_ALL;
  return (state & 3) == (ns ? 2 : 1) ? MODES_NONE : MODES_ALL;
}

static unsigned by_state(const struct comparators *c, uint16_t type, bool ns, bool hyp, bool user) {
  const bool modes = has_modes(c), has_states = modes || !c->etm || c->minor >= 2;
  const unsigned is = by_mode(modes_of(c, type, ns), user);
  if (!modes && has_states && (field_get(type, ETMACTR_STATE) & 3) == 3) return TRUTH_UNKNOWN;  // No clause defines 3.
  if (!modes || !hyp) return is;
  return is | (type & ETMACTR_HYP ? TRUTH_YES : TRUTH_NO);
}

static unsigned qualifies_once(const struct comparators *c, uint16_t type, const struct comparator_state *s,
                               unsigned n) {
  const unsigned context = field_get(type, ETMACTR_CONTEXT_ID);
  unsigned is = by_state(c, type, s->ns[n], s->hyp[n], s->user[n]);
  if (context > 0) is = truth_and(is, comparator_context(c, context - 1, s->context_id[n]));
  if (type & ETMACTR_VMID && has_modes(c)) is = truth_and(is, comparator_vmid(c, s->vmid[n]));
  return is;
}

static unsigned qualifies(const struct comparators *c, uint16_t type, const struct comparator_state *s) {
  const uint32_t bits = ETMACTR_CONTEXT_ID | ETMACTR_STATE | ETMACTR_VMID | ETMACTR_HYP;
  if (!(type & bits) && !s->hyp[0] && !s->hyp[1]) return TRUTH_YES;
  return qualifies_once(c, type, s, 0) | qualifies_once(c, type, s, 1);
}

struct comparator_qualifiers comparator_qualifiers(const struct comparators *c, unsigned n) {
  const uint16_t modes = ETMACTR_HYP | ETMACTR_VMID, accesses = ETMACTR_SIZE | ETMACTR_DATA | ETMACTR_EXACT;
  const unsigned absent = (has_modes(c) ? 0u : modes) | (c->etm ? 0u : accesses);
  const uint16_t type = c->address[n].type & (uint16_t)~absent;
  const unsigned context = field_get(type, ETMACTR_CONTEXT_ID);
  return (struct comparator_qualifiers){.context = context > 0 ? c->context[context - 1].value : 0,
                                        .mask = c->mask,
                                        .type = type,
                                        .number = (uint8_t)(n + 1),
                                        .vmid = (uint8_t)c->vmid.value,
                                        .secure = (uint8_t)modes_of(c, type, false),
                                        .non_secure = (uint8_t)modes_of(c, type, true)};
}

// --- a block --------------------------------------------------------------------------------------------------------

// A unit may take another address for the end of a block than that of its last instruction (IHI 0035B 3.4.1).
unsigned comparator_address_block(const struct comparators *c, unsigned n, const struct comparator_block *b) {
  const struct comparator *a = &c->address[n];
  if (!a->known || b->any) return TRUTH_UNKNOWN;
  const bool behind = !b->open_end && a->value > b->high && a->value - b->high >= b->size;
  if (b->empty || behind || (b->start_known && a->value < b->start)) return TRUTH_NO;
  const bool surely = b->start_known && !b->open_end && a->value <= b->low;
  return truth_and(truth_span(surely, true), qualifies(c, a->type, &b->state));
}

// IHI 0035A 3.4.3.
static unsigned overlaps(uint32_t low, uint32_t high, const struct comparator_block *b) {
  const bool before = !b->open_end && low > b->high;
  if (before || (b->start_known && high <= b->start)) return TRUTH_NO;
  return truth_span(b->start_known && !b->empty && !b->open_end && low <= b->low, true);
}

static unsigned covers(uint32_t low, uint32_t high, const struct comparator_block *b) {
  if ((b->start_known && low > b->start) || (!b->open_end && high <= b->low)) return TRUTH_NO;
  return truth_span(b->start_known && !b->open_end && high > b->high && high > b->start, true);
}

// Both registers of a range must be programmed alike (IHI 0035B 3.4.1). One whose low address is not below its high one
// is none, and what it matches no clause says.
unsigned comparator_range_block(const struct comparators *c, unsigned n, const struct comparator_block *b,
                                bool excludes) {
  const struct comparator *low = &c->address[2 * n], *high = low + 1;
  const uint16_t bits = (uint16_t) ~(ETMACTR_TYPE | ETMACTR_SIZE | ETMACTR_DATA | ETMACTR_EXACT);
  if (!low->known || !high->known || b->any) return TRUTH_UNKNOWN;
  unsigned is = excludes ? covers(low->value, high->value, b) : overlaps(low->value, high->value, b);
  if (low->value >= high->value) is |= TRUTH_NO;
  if (is == TRUTH_NO) return is;
  if ((low->type ^ high->type) & bits) return TRUTH_UNKNOWN;
  return truth_and(is, qualifies(c, low->type, &b->state));
}

// --- an instruction -------------------------------------------------------------------------------------------------

enum { EXECUTED = 1, PASSED, FAILED };  // access types

// What was fetched need not have been executed, and data is not on the port; an exact match waits until it is sure that
// the instruction was not cancelled.
static bool is_open(uint16_t type) {
  const unsigned access = field_get(type, ETMACTR_TYPE);
  return type & (ETMACTR_EXACT | ETMACTR_DATA) || field_get(type, ETMACTR_SIZE) == 2 || access < EXECUTED ||
         access > FAILED;
}

static bool is_accessed(uint16_t type, const struct comparator_instruction *i) {
  const unsigned access = field_get(type, ETMACTR_TYPE);
  return access == EXECUTED || (access == PASSED) == i->passed;
}

// The low bits of the address that the size leaves out (IHI 0014Q 2.7.1). Where they decide, both are right.
static uint32_t low_bits(uint16_t type) {
  const unsigned size = field_get(type, ETMACTR_SIZE);
  return size == 3 ? 3 : size == 1 ? 1 : 0;
}

static unsigned with_state(const struct comparators *c, uint16_t type, const struct comparator_instruction *i,
                           unsigned is) {
  if (is == TRUTH_NO || !(i->cancelled || is_accessed(type, i))) return TRUTH_NO;
  is = truth_and(is, qualifies(c, type, &i->state));
  return i->prohibited || i->cancelled ? is | TRUTH_NO : is;
}

unsigned comparator_address(const struct comparators *c, unsigned n, const struct comparator_instruction *i) {
  const struct comparator *a = &c->address[n];
  if (!a->known || is_open(a->type)) return TRUTH_UNKNOWN;
  const uint32_t low = low_bits(a->type);
  return with_state(c, a->type, i, truth_span(i->address == a->value, !((i->address ^ a->value) & ~low)));
}

unsigned comparator_range(const struct comparators *c, unsigned n, const struct comparator_instruction *i) {
  const struct comparator *low = &c->address[2 * n], *high = low + 1;
  if (!low->known || !high->known || low->type != high->type || is_open(low->type)) return TRUTH_UNKNOWN;
  const uint32_t mask = ~low_bits(low->type), at = i->address;
  const bool exact = at >= low->value && at < high->value,
             masked = (at & mask) >= (low->value & mask) && (at & mask) < (high->value & mask);
  return with_state(c, low->type, i, truth_span(exact && masked, exact || masked));
}
