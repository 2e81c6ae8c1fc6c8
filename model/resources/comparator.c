// SPDX-License-Identifier: Apache-2.0
#include "comparator.h"

#include "register.h"

// --- the qualifiers of an address -----------------------------------------------------------------------------------

// A bit that is 1 in the mask is not compared, and must be 0 in the value (IHI 0014Q 3.5.37).
unsigned comparator_context(const struct comparators *c, unsigned n, uint32_t context_id) {
  if (n >= COMPARATOR_CONTEXTS || !c->context[n].known || !c->mask_known) return TRUTH_UNKNOWN;
  const uint32_t value = c->context[n].value;
  const bool is_equal = !((value ^ context_id) & ~c->mask), is_legal = !(value & c->mask);
  return truth_span(is_equal && is_legal, is_equal);
}

unsigned comparator_vmid(const struct comparators *c, uint8_t vmid) {
  return c->vmid.known ? truth_of((c->vmid.value & 0xFF) == vmid) : TRUTH_UNKNOWN;
}

// What ETMACTR[13:10] selects, depending on the version.
enum state_field { STATE_ABSENT, STATE_SECURITY, STATE_MODES };

static enum state_field state_field(const struct comparators *c) {
  if (comparator_has_modes(c)) return STATE_MODES;
  return c->etm && c->minor < 2 ? STATE_ABSENT : STATE_SECURITY;
}

// IHI 0035B table 3.27. The copy that was available ends before the list of the codes of [13:10], and before the list
// of [11:10] in earlier versions.
static unsigned modes_of(const struct comparators *c, uint16_t type, bool ns) {
  enum { NON_SECURE_ONLY = 1, SECURE_ONLY };
  const unsigned code = field_get(type, ETMACTR_STATE), modes = ns ? code >> 1 : code;
  switch (state_field(c)) {
    case STATE_ABSENT:
      break;
    case STATE_SECURITY:
      return (code & 3) == (ns ? SECURE_ONLY : NON_SECURE_ONLY) ? MODES_NONE : MODES_ALL;
    case STATE_MODES:
      return (modes >> 1 & 2) | (modes & 1);
  }
  return MODES_ALL;
}

static unsigned matches_mode(const struct comparators *c, uint16_t type, const struct comparator_state *s) {
  static const uint8_t is_matched[][2] = {[MODES_ALL] = {TRUTH_YES, TRUTH_YES},
                                          [MODES_NONE] = {TRUTH_NO, TRUTH_NO},
                                          [MODES_PRIVILEGED] = {TRUTH_YES, TRUTH_NO},
                                          [MODES_USER] = {TRUTH_NO, TRUTH_YES}};
  const enum state_field field = state_field(c);
  const bool is_reserved = (field_get(type, ETMACTR_STATE) & 3) == 3;
  if (field == STATE_SECURITY && is_reserved) return TRUTH_UNKNOWN;
  const unsigned is = is_matched[modes_of(c, type, s->ns)][s->user];
  return field == STATE_MODES && s->hyp ? is | truth_of(type & ETMACTR_HYP) : is;
}

static unsigned matches_ids(const struct comparators *c, uint16_t type, const struct comparator_state *s) {
  const unsigned context = field_get(type, ETMACTR_CONTEXT_ID);
  unsigned is = TRUTH_YES;
  if (context > 0) is = comparator_context(c, context - 1, s->context_id);
  if (type & ETMACTR_VMID && comparator_has_modes(c)) is = truth_and(is, comparator_vmid(c, s->vmid));
  return is;
}

// Security state, Hyp and User mode are those in which the block was executed, because a change of state takes effect
// after the block (IHI 0035B 3.4.1). A Context ID or a VMID is the current one at the waypoint (3.5, 3.6). No clause
// states whether a change with that waypoint counts. Most comparators have no qualifier, so this case is quick.
static unsigned matches_state(const struct comparators *c, uint16_t type, const struct comparator_state s[2]) {
  const uint32_t qualifiers = ETMACTR_CONTEXT_ID | ETMACTR_STATE | ETMACTR_VMID | ETMACTR_HYP;
  if (!(type & qualifiers) && !s[0].hyp) return TRUTH_YES;
  return truth_and(matches_mode(c, type, &s[0]), matches_ids(c, type, &s[0]) | matches_ids(c, type, &s[1]));
}

// If the state of the block is not known, the comparator may match.
static unsigned matches_block(const struct comparators *c, uint16_t type, const struct comparator_block *b) {
  return matches_state(c, type, b->state) | (b->is_state_known ? 0u : TRUTH_YES);
}

struct comparator_qualifiers comparator_qualifiers(const struct comparators *c, unsigned n) {
  const uint16_t modes = ETMACTR_HYP | ETMACTR_VMID, accesses = ETMACTR_SIZE | ETMACTR_DATA | ETMACTR_EXACT;
  const unsigned absent = (comparator_has_modes(c) ? 0u : modes) | (c->etm ? 0u : accesses);
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

// For the end of a block, a DUT may take another address than that of the last instruction (IHI 0035B 3.4.1).
unsigned comparator_address_block(const struct comparators *c, unsigned n, const struct comparator_block *b) {
  const struct comparator *a = &c->address[n];
  const int64_t value = a->value;
  if (!a->known || b->kind == BLOCK_UNKNOWN) return TRUTH_UNKNOWN;
  const bool may_match = b->start.first <= value && value < b->end.last + b->size;
  if (b->kind == BLOCK_EMPTY || !may_match) return TRUTH_NO;
  return truth_and(truth_span(b->start.last <= value && value <= b->end.first, true), matches_block(c, a->type, b));
}

// IHI 0035A 3.4.3.
static unsigned overlaps(int64_t low, int64_t high, const struct comparator_block *b) {
  return truth_span(low <= b->end.first && high > b->start.last, low <= b->end.last && high > b->start.first);
}

static unsigned covers(int64_t low, int64_t high, const struct comparator_block *b) {
  return truth_span(low <= b->start.first && high > b->end.last, low <= b->start.last && high > b->end.first);
}

// Both registers of a range must be programmed alike (IHI 0035B 3.4.1). The lower-numbered one must have the low
// address. If it is not below the high address, the comparison of 3.4.3 for inclusion is still true for a block that
// contains both. No clause states whether the comparison applies to such a range, so the DUT may also match nothing.
unsigned comparator_range_block(const struct comparators *c, unsigned n, const struct comparator_block *b,
                                bool excludes) {
  const struct comparator *low = &c->address[2 * n], *high = low + 1;
  const uint16_t compared = (uint16_t) ~(ETMACTR_TYPE | ETMACTR_SIZE | ETMACTR_DATA | ETMACTR_EXACT);
  if (!low->known || !high->known || b->kind == BLOCK_UNKNOWN) return TRUTH_UNKNOWN;
  unsigned is = excludes ? covers(low->value, high->value, b) : overlaps(low->value, high->value, b);
  if (low->value >= high->value) is |= TRUTH_NO;
  if (is == TRUTH_NO) return is;
  if ((low->type ^ high->type) & compared) return TRUTH_UNKNOWN;
  return truth_and(is, matches_block(c, low->type, b));
}

// --- an instruction -------------------------------------------------------------------------------------------------

// Whether an access type matches an instruction that failed or passed its condition code. What is executed was fetched.
// The address of an instruction is no data access (IHI 0014Q 2.7.10, table 2.8), so types 4 to 7 match none.
enum { MATCHES_FAILED = 1, MATCHES_PASSED = 2, MATCHES_EXECUTED = MATCHES_FAILED | MATCHES_PASSED };
static const uint8_t executed_by_access[8] = {[ACCESS_FETCHED] = MATCHES_EXECUTED,
                                              [ACCESS_EXECUTED] = MATCHES_EXECUTED,
                                              [ACCESS_PASSED] = MATCHES_PASSED,
                                              [ACCESS_FAILED] = MATCHES_FAILED};

static bool is_fetch(uint16_t type) { return field_get(type, ETMACTR_TYPE) == ACCESS_FETCHED; }
static bool is_data(uint16_t type) { return field_get(type, ETMACTR_TYPE) >= ACCESS_DATA; }
static unsigned executed_of(uint16_t type) { return executed_by_access[field_get(type, ETMACTR_TYPE)]; }

// The low bits of the address that the size leaves out: of Jazelle, Thumb and ARM (IHI 0014Q 2.7.1). A DUT may compare
// them or not. Size 2 is reserved.
enum { SIZE_RESERVED = 2 };
static const uint8_t low_bits_by_size[4] = {0, 1, 0, 3};

static uint32_t low_bits(uint16_t type) { return low_bits_by_size[field_get(type, ETMACTR_SIZE)]; }

static bool is_followed(const struct comparators *c, const struct comparator *a) {
  const bool has_data = a->type & ETMACTR_DATA, is_defined = field_get(a->type, ETMACTR_SIZE) != SIZE_RESERVED;
  if (!a->known || is_data(a->type)) return a->known;
  return is_defined && !has_data && (!is_fetch(a->type) || c->compares_fetches);
}

// A comparator of fetches ignores the bit (IHI 0014Q 2.7.4).
bool comparator_is_exact(const struct comparator *a) {
  return a->type & ETMACTR_EXACT && !is_fetch(a->type) && !is_data(a->type);
}

// Both registers of a range must be programmed alike (IHI 0014Q 2.7.7).
static bool is_range_followed(const struct comparators *c, unsigned n) {
  const struct comparator *low = &c->address[2 * n], *high = low + 1;
  return is_followed(c, low) && high->known && low->type == high->type;
}

bool comparator_is_address_open(const struct comparators *c, unsigned n) {
  const struct comparator *a = &c->address[n];
  return !is_followed(c, a) || is_fetch(a->type);
}

bool comparator_is_range_open(const struct comparators *c, unsigned n) {
  return !is_range_followed(c, n) || is_fetch(c->address[2 * n].type);
}

// `is`: whether the address matches.
static unsigned matches_instruction(const struct comparators *c, uint16_t type, const struct comparator_instruction *i,
                                    unsigned is) {
  if (is == TRUTH_NO) return TRUTH_NO;
  const unsigned result = i->passed ? MATCHES_PASSED : MATCHES_FAILED;
  if (!i->cancelled && !(executed_of(type) & result)) return TRUTH_NO;
  is = truth_and(is, matches_state(c, type, i->state));
  return i->prohibited || i->cancelled ? is | TRUTH_NO : is;
}

// A comparator of fetches may match also for another instruction, which is fetched in this clock and need not be
// executed.
static unsigned matches_access(const struct comparators *c, uint16_t type, const struct comparator_instruction *i,
                               unsigned is) {
  if (is_data(type)) return TRUTH_NO;
  return matches_instruction(c, type, i, is) | (is_fetch(type) ? (unsigned)TRUTH_YES : 0);
}

unsigned comparator_address(const struct comparators *c, unsigned n, const struct comparator_instruction *i) {
  const struct comparator *a = &c->address[n];
  if (!is_followed(c, a)) return TRUTH_UNKNOWN;
  const uint32_t differing = i->address ^ a->value;
  return matches_access(c, a->type, i, truth_span(!differing, !(differing & ~low_bits(a->type))));
}

static bool is_in(uint32_t low, uint32_t high, uint32_t address) { return address >= low && address < high; }

unsigned comparator_range(const struct comparators *c, unsigned n, const struct comparator_instruction *i) {
  const struct comparator *low = &c->address[2 * n], *high = low + 1;
  if (!is_range_followed(c, n)) return TRUTH_UNKNOWN;
  const uint32_t mask = ~low_bits(low->type);
  const bool by_all = is_in(low->value, high->value, i->address),
             by_high = is_in(low->value & mask, high->value & mask, i->address & mask);
  return matches_access(c, low->type, i, truth_span(by_all && by_high, by_all || by_high));
}
