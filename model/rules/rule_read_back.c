// SPDX-License-Identifier: Apache-2.0
// The value that a register must read as (IHI 0035B 3.15, 3.16; IHI 0014Q 3.4, 3.5). It is the written value, the reset
// value or a constant, in the bits that the DUT implements.
#include <inttypes.h>

#include "append.h"
#include "etmcr.h"
#include "register.h"
#include "registers.h"
#include "resource.h"
#include "rule_register.h"
#include "rules_private.h"

// --- which bits -----------------------------------------------------------------------------------------------------

static unsigned access_flags(const struct rules *a, const struct register_row *row) {
  return row->access[config_protocol(a->config)].how;
}

static uint32_t lowest(unsigned n) { return n < 32 ? (1u << n) - 1 : UINT32_MAX; }

// The bits of ETMEXTINSELR that must read back: in each implemented selector, as many bits as are needed to number the
// inputs (IHI 0014Q 3.5.42). A selector that was written with a number beyond the inputs has none.
static uint32_t required_selectors(uint32_t ccer, uint32_t written) {
  const unsigned inputs = field_get(ccer, ETMCCER_EXTENDED), selectors = field_get(ccer, ETMCCER_SELECTORS);
  uint32_t bits = 0;
  for (unsigned i = 0; i < selectors && i < 4; i++) {
    for (unsigned bit = 0; (written >> 8 * i & 0xFF) < inputs && (inputs - 1) >> bit; bit++)
      bits |= 1u << (8 * i + bit);
  }
  return bits;
}

static uint32_t required_by_ccer(const struct rules *a, const struct register_row *row, uint32_t ccer) {
  const unsigned inputs = field_get(ccer, ETMCCER_EMBEDDEDICE);
  if (row->offset == ETMEXTINSELR) return required_selectors(ccer, a->registers->written[row->offset >> 2]);
  if (row->offset == ETMTESSEICR) return ccer & ETMCCER_ICE_START_STOP ? lowest(inputs) * 0x10001 : 0;
  return row->offset == ETMVMIDCVR ? row->bits : 0;
}

// In PFTv1.1, ETMACTR has state and mode bits (IHI 0035B 3.16.13), of which [13] and [11] exist with the Security
// Extensions only. Some other bits are IMPLEMENTATION DEFINED.
static uint32_t required_of_pairs(const struct rules *a, const struct register_row *row, uint32_t ccr) {
  const unsigned contexts = field_get(ccr, ETMCCR_CONTEXT_IDS);
  const bool has_state = config_protocol(a->config) == PROTOCOL_PFT && rules_minor(a) >= 1;
  if (row->offset < ETMACTR1) return row->bits;
  uint32_t bits = contexts == 0 ? 0 : contexts == 1 ? 0x100 : ETMACTR_CONTEXT_ID;
  if (has_state) bits |= a->config->etmidr & ETMIDR_SECURITY ? ETMACTR_STATE : 0x1400;
  return bits;
}

// The bits of a resource register that must read back, if ETMCCR and ETMCCER show that the resource is implemented.
// rule_held.c checks counters, sequencer and ETMSR.
static uint32_t required_of_resources(const struct rules *a, const struct register_row *row) {
  const uint32_t ccr = rules_ccr(a, 0), ccer = rules_ccer(a, 0), at = row->offset;
  const unsigned pairs = field_get(ccr, ETMCCR_PAIRS);
  const bool reduced = ccer & ETMCCER_REDUCED_COUNTER && (at & 0xF) == 0;
  if (at == ETMTECR1)
    return (pairs ? lowest(pairs) | ETMTECR1_EXCLUDE : 0) |
           (ccr & ETMCCR_START_STOP ? (uint32_t)ETMTECR1_START_STOP : 0);
  if (!row->part.counted || !register_is_built(row, ccr, ccer) || !rules_is_there(a, row)) return 0;
  if (row->part.by_ccer) return required_by_ccer(a, row, ccer);
  if (at == ETMTSSCR) return lowest(2 * pairs) * 0x10001;
  switch (row->part.counted) {
    case ETMCCR_PAIRS:
      return required_of_pairs(a, row, ccr);
    case ETMCCR_COUNTERS:
      return at >= ETMCNTVR1 || (reduced && at >= ETMCNTENR1) ? 0 : row->bits & ~(uint32_t)ETMCNTENR_ALWAYS_1;
    case ETMCCR_SEQUENCER:
      return at == ETMSQR ? 0 : row->bits;
    case ETMCCR_OUTPUTS:
    case ETMCCR_CONTEXT_IDS:
      return row->bits;
    default:
      return 0;
  }
}

// Only an ETM's ETMSYNCFR may be read-only (IHI 0014Q 3.5.39).
static bool may_be_read_only(const struct rules *a, const struct register_row *row) {
  return access_flags(a, row) & REGISTER_FIXED;
}

// A register of which a bit has read as both values is writable.
static bool is_syncfr_writable(const struct rules *a) { return a->reg.kept.syncfr_zeros & a->reg.kept.syncfr_ones; }

// A PTM need not implement [1:0], and an ETM any number of low bits (IHI 0014Q 3.5.39). If an ETM's register is
// writable, the DUT implements the lowest bit that has read as 1, and all bits above it.
static uint32_t required_of_syncfr(const struct rules *a, const struct register_row *row) {
  const uint32_t ones = a->reg.kept.syncfr_ones, lowest = ones & -ones;
  if (!may_be_read_only(a, row)) return row->bits & ~3u;
  return is_syncfr_writable(a) ? row->bits & -lowest : 0;
}

// The bits that must read back, because their function is implemented. The others may read as 0.
static uint32_t required(const struct rules *a, const struct register_row *row) {
  const enum protocol protocol = config_protocol(a->config);
  const uint32_t ccer = a->config->unknown & CONFIG_ETMCCER ? 0 : a->config->etmccer;
  switch (row->config) {
    case CONFIG_ETMCR:
      return etmcr_bits(ETMCR_IS_IMPLEMENTED, protocol) & ~etmcr_absent(protocol, rules_minor(a), ccer);
    case CONFIG_ETMTRIGGER:
    case CONFIG_ETMTEEVR:
    case CONFIG_ETMTRACEIDR:
      return row->bits;
    case CONFIG_ETMTSEVR:
      return register_is_built(row, UINT32_MAX, ccer) && rules_is_there(a, row) ? row->bits : 0;
    case CONFIG_ETMSYNCFR:
      return required_of_syncfr(a, row);
    case CONFIG_NONE:
      return required_of_resources(a, row);
    case CONFIG_ETMIDR:
    case CONFIG_ETMCCER:
    case CONFIG_ETMAUXCR:
      break;
  }
  return 0;
}

// The bits that may read as 1 after 0 was written.
static uint32_t may_read_as_one(const struct rules *a, uint16_t address) {
  if (register_within(address, ETMACTR1, ETMACTR16)) return ETMACTR_TYPE;
  if (register_within(address, ETMCNTENR1, ETMCNTENR4)) return ETMCNTENR_ALWAYS_1;
  if (address == ETMTECR1) return field_get(rules_ccr(a, 0), ETMCCR_PAIRS) ? 0 : ETMTECR1_EXCLUDE;
  return address == ETMCR ? etmcr_bits(ETMCR_MAY_BE_FIXED, config_protocol(a->config)) : 0;
}

static bool is_event(const struct register_row *row) {
  return row->bits == 0x1FFFF || (row->offset >= ETMCNTENR1 && row->offset <= ETMCNTENR4);
}

// Is the resource implemented? If ETMCCR or ETMCCER is unknown, the resource counts as implemented. Instrumentation
// resources are no kind of resource.h, because no port shows them (IHI 0014Q 2.9).
static bool has_resource(const struct rules *a, unsigned resource) {
  enum { INSTRUMENTATION = 0x18 };
  const uint32_t ccr = rules_ccr(a, UINT32_MAX), ccer = rules_ccer(a, UINT32_MAX);
  const unsigned kind = resource_kind_of(resource);
  if (kind == RESOURCE_KINDS) return resource - INSTRUMENTATION < field_get(ccer, ETMCCER_INSTRUMENTATION);
  return resource - resource_kinds[kind].first < resource_count(kind, a->config, ccr, ccer);
}

static bool has_resources(const struct rules *a, uint32_t event) {
  return has_resource(a, resource_first(event)) &&
         (resource_is_alone(event) || has_resource(a, resource_second(event)));
}

// The value that the register must read as: that of its last write or, if the DUT need not have that, of its last read.
static uint32_t stored_value(const struct rules *a, unsigned word) {
  return a->reg.is_taken[word] ? a->registers->written[word] : a->registers->value[word];
}

// The register must read back as written. An event register that names a resource that is not implemented may read as
// anything.
bool rules_is_read_back(const struct rules *a, const struct register_row *row) {
  const bool is_writable = !may_be_read_only(a, row) || is_syncfr_writable(a),
             is_fixed = !is_writable || a->config->fixed & row->config;
  const bool has_required_bits = row->config || (row->name && required(a, row));
  const bool is_stored = has_required_bits && access_flags(a, row) & REGISTER_WRITE && !is_fixed;
  return is_stored && register_is_readable(row, a->config) &&
         (!is_event(row) || has_resources(a, stored_value(a, row->offset >> 2)));
}

// --- reads ----------------------------------------------------------------------------------------------------------

// While the Power Down bit is 1, a read need not return the value.
void rules_note_syncfr(struct rules *a, const struct register_row *row, uint32_t value) {
  if (row->config != CONFIG_ETMSYNCFR || !register_is_readable(row, a->config) || a->registers->power_down) return;
  a->reg.kept.syncfr_zeros |= ~value & row->bits;
  a->reg.kept.syncfr_ones |= value & row->bits;
}

// The bits of the register that a message shows: without the selectors that the DUT does not have.
static uint32_t shown_bits(const struct rules *a, const struct register_row *row, uint32_t wrong) {
  const unsigned selectors = field_get(rules_ccer(a, 0), ETMCCER_SELECTORS);
  const uint32_t built = row->offset == ETMEXTINSELR && selectors < 4 ? lowest(8 * selectors) : UINT32_MAX;
  return wrong & ~built ? UINT32_MAX : built;
}

// Writes why these bits were expected, unless each bit must read as written. `differ`: the bits that must read as
// written and do not. `is_whole`: the expected value is the written value.
static void put_expectation(const struct rules *a, const struct register_row *row, uint32_t differ, bool is_whole,
                            char text[RULES_CAUSE]) {
  const bool by_ccer = row->part.by_ccer || row->config;
  const uint32_t value = by_ccer ? rules_ccer(a, 0) : rules_ccr(a, 0);
  const unsigned selectors = field_get(value, ETMCCER_SELECTORS);
  char bits[RULES_BITS];
  if (may_be_read_only(a, row))
    snprintf(text, RULES_CAUSE, "; earlier reads show that %s are writable", rules_bits_words(required(a, row), bits));
  else if (row->offset == ETMEXTINSELR)
    snprintf(text, RULES_CAUSE,
             "; ETMCCER=0x%08X shows that the DUT has %u selector%s, [%u:0], and %u inputs to select", value, selectors,
             selectors == 1 ? "" : "s", 8 * selectors - 1, field_get(value, ETMCCER_EXTENDED));
  else if (!is_whole && !differ)
    snprintf(text, RULES_CAUSE, "; a bit that was written as 0 must read as 0");
  else if (!is_whole)
    snprintf(text, RULES_CAUSE, "; %s=0x%08X shows that %s must read as written; other bits may read as 0",
             by_ccer ? "ETMCCER" : "ETMCCR", value, rules_bits_words(required(a, row), bits));
}

void rules_read_back(struct rules *a, const struct register_row *row, uint32_t value) {
  const uint32_t written = stored_value(a, row->offset >> 2);
  const uint32_t differ = (value ^ written) & required(a, row);
  const uint32_t ones = value & ~written & ~may_read_as_one(a, row->offset), wrong = ones | differ;
  const uint32_t shown = shown_bits(a, row, wrong), expected = (value ^ wrong) & shown;
  char when[RULES_CAUSE] = "", reason[RULES_CAUSE] = "", bits[RULES_BITS] = "", name[32] = "";
  if (wrong) {
    rules_written_words(a, row->offset, expected, when);
    rules_kept_out_words(a, row->offset, reason);
    const bool may_be_restored = a->reg.kept_out[ETMOSSRR >> 2].clock > a->reg.written_at[row->offset >> 2];
    if (!reason[0] && may_be_restored) rules_kept_out_words(a, ETMOSSRR, reason);
    rules_bits_words(wrong, bits);
    if (!reason[0]) put_expectation(a, row, differ, expected == written, reason);
    text_append(name, sizeof name, "%s", rules_register_name(row->offset));
    if (shown != UINT32_MAX) text_append(name, sizeof name, "[%u:0]", 31 - (unsigned)__builtin_clz(shown));
  }
  if (a->reg.has_ignored_write[row->offset >> 2]) {
    rule_check_pins(a, RULE_TRC_SOFT_3, PIN_PRDATA, !wrong, RULES_REGISTER " reads 0x%08X, expected 0x%08X as before%s",
                    RULES_REGISTER_OF(row->offset), value, written, reason);
    return;
  }
  rule_check_pins(a, RULE_TRC_REG_1, PIN_PRDATA, !ones, RULES_REGISTER " reads 0x%08X, expected 0x%08X%s (wrong: %s)%s",
                  name, (unsigned)row->offset, value & shown, expected, when, bits, reason);
  rule_check_pins(a, RULE_TRC_REG_2, PIN_PRDATA, !differ,
                  RULES_REGISTER " reads 0x%08X, expected 0x%08X%s (wrong: %s)%s", name, (unsigned)row->offset,
                  value & shown, expected, when, bits, reason);
}

// A DUT stores a level above the size of its FIFO as the size of the FIFO (IHI 0035B 3.16.10, IHI 0014Q 3.5.14).
void rules_read_level(struct rules *a, uint32_t value) {
  struct rules_register *r = &a->reg;
  const struct register_row *row = register_at(ETMFFLR);
  const uint32_t written = a->registers->written[ETMFFLR >> 2] & row->bits;
  if (!(rules_ccr(a, 0) & ETMCCR_FIFOFULL) || !r->is_taken[ETMFFLR >> 2] || !register_is_readable(row, a->config))
    return;
  const bool cut = value < written;
  const bool sized = r->fifo_level > 0;
  const bool fits = !sized || (cut ? value == r->fifo_level : value <= r->fifo_level);
  const bool good = fits && (cut ? value > 0 : value == written);
  char size[40] = "";
  if (sized) snprintf(size, sizeof size, " (0x%X, as read before)", r->fifo_level);
  rule_check_pins(a, r->has_ignored_write[ETMFFLR >> 2] ? RULE_TRC_SOFT_3 : RULE_TRC_REG_2, PIN_PRDATA, good,
                  "ETMFFLR reads 0x%X, expected 0x%X as written in clock %" PRIu64
                  ", or the size of the FIFO in bytes if that is smaller%s",
                  value, written, r->written_at[ETMFFLR >> 2], size);
  if (cut && !sized) r->fifo_level = (uint8_t)value;
}

// --- reserved bits, and registers that are not implemented -----------------------------------------------------------

// The bits that read as 0 in this DUT. A Cortex-A9 implements timestamps. Its manual gives an ETMCCER that shows them,
// and the register dump of a part has one that does not.
static uint32_t reserved_bits(const struct rules *a, const struct register_row *row) {
  const bool pft = config_protocol(a->config) == PROTOCOL_PFT, old = pft && rules_minor(a) == 0;
  const uint32_t ccer = old ? UINT32_MAX : rules_ccer(a, UINT32_MAX);
  uint32_t bits = ~row->bits;
  if (a->config->unknown & CONFIG_ETMIDR) return bits;
  if (row->offset == ETMCR) bits |= etmcr_absent(config_protocol(a->config), rules_minor(a), ccer);
  if (old && row->part.counted == ETMCCR_PAIRS && row->offset >= ETMACTR1) bits |= 0xF000;
  return bits;
}

// The ETMCCR of a Cortex-A7 counts no external outputs, although their registers exist. The registers of FIFOFULL are
// reserved, not RAZ (IHI 0035B 3.16.10). For those of a data trace no clause was found.
static bool is_missing(const struct rules *a, const struct register_row *row) {
  const bool etm = config_protocol(a->config) == PROTOCOL_ETM3;
  const uint32_t counted = row->part.counted;
  const bool by_ccr = !row->part.by_ccer, old = !etm && rules_minor(a) == 0;
  if (a->config->unknown & CONFIG_ETMIDR || !row->access[config_protocol(a->config)].how) return false;
  if (etm && rules_minor(a) == 0) return false;  // A write-only register may return any value (IHI 0014Q 3.5.41).
  // A PTM may return any value (IHI 0035B table 3.93). Before ETMv3.5 no clause specifies a read of ETMAUXCR.
  if (!rules_is_there(a, row)) return etm && row->offset != ETMAUXCR;
  if (by_ccr && (counted == ETMCCR_FIFOFULL || counted == ETMCCR_DATA_COMPARATORS)) return false;
  if (by_ccr && etm && counted == ETMCCR_OUTPUTS) return false;
  if (!by_ccr && old && counted == ETMCCER_TIMESTAMP) return false;
  return !register_is_built(row, rules_ccr(a, UINT32_MAX), rules_ccer(a, UINT32_MAX));
}

// --- identity -------------------------------------------------------------------------------------------------------

// A description fixes the registers that identify the DUT, so no option changes them. Without a description, an option
// or its default gives the value.
static void check_described(struct rules *a, uint32_t value, uint32_t expected, uint32_t compared, const char *name,
                            const char *option) {
  const char *unit = a->config->unit;
  rule_check_pins(a, RULE_TRC_ID_2, PIN_PRDATA, !((value ^ expected) & compared), "%s is 0x%08X, expected 0x%08X%s%s",
                  name, value, expected, unit ? " as described by --unit " : ", the value of ", unit ? unit : option);
}

// CoreSight specifies how a component identifies itself, and which values identify a trace source of a processor.
static void check_identity(struct rules *a, uint16_t address, uint32_t value) {
  static const uint8_t component[4] = {0x0D, 0x90, 0x05, 0xB1};
  const struct config *c = a->config;
  if (address == ETMIDR) {
    if (!(c->unknown & CONFIG_ETMIDR))
      check_described(a, value, c->etmidr, ~(uint32_t)ETMIDR_REVISION, "ETMIDR", "--idr");
    rule_check_pins(a, RULE_TRC_ID_3, PIN_PRDATA, field_get(value, ETMIDR_MAJOR) == a->protocol->major,
                    "ETMIDR[11:8] is %u, expected %u, which the architecture specifies for %s",
                    field_get(value, ETMIDR_MAJOR), a->protocol->major,
                    a->protocol->rules == RULE_PFT ? "a PTM" : "an ETMv3");
  } else if (address == ETMCCER && !(c->unknown & CONFIG_ETMCCER)) {
    check_described(a, value, c->etmccer, UINT32_MAX, "ETMCCER", "--ccer");
  } else if (address == ETMCCR && c->etmccr) {
    check_described(a, value, c->etmccr, UINT32_MAX, "ETMCCR", "--ccr");
  } else if (address == ETMDEVTYPE) {
    rule_check_pins(a, RULE_TRC_ID_3, PIN_PRDATA, value == 0x13,
                    "ETMDEVTYPE is 0x%X, expected 0x13, which CoreSight specifies for a trace source of a processor",
                    value);
  } else if (address >= ETMCIDR0) {
    const uint32_t expected = component[(address - ETMCIDR0) / 4];
    rule_check_pins(a, RULE_TRC_ID_3, PIN_PRDATA, value == expected,
                    RULES_REGISTER " is 0x%X, expected 0x%X, which CoreSight specifies for each component",
                    RULES_REGISTER_OF(address), value, expected);
  }
}

static void check_constant(struct rules *a, uint16_t address, uint32_t value) {
  struct rules_register *r = &a->reg;
  const uint32_t before = a->registers->value[address >> 2];
  if (r->is_taken[address >> 2]) {
    rule_check_pins(a, RULE_TRC_ID_1, PIN_PRDATA, value == before,
                    RULES_REGISTER " reads 0x%08X, expected 0x%08X as read before", RULES_REGISTER_OF(address), value,
                    before);
  }
  r->is_taken[address >> 2] = true;
  check_identity(a, address, value);
}

// --- reset ----------------------------------------------------------------------------------------------------------

// Some bits read as a constant after any write: the access type of a PTM, and one bit of the enable event of a counter
// (IHI 0035B table 3.27, 3.16.16).
static uint32_t constant_bits(const struct rules *a, const struct register_row *row) {
  const bool is_access_type = row->offset >= ETMACTR1 && row->offset <= ETMACTR16;
  if (is_access_type) return config_protocol(a->config) == PROTOCOL_PFT ? ETMACTR_TYPE : 0;
  return row->offset >= ETMCNTENR1 && row->offset <= ETMCNTENR4 ? ETMCNTENR_ALWAYS_1 : 0;
}

static void check_ones(struct rules *a, const struct register_row *row, uint32_t value) {
  const uint32_t bits = constant_bits(a, row), ones = bits == ETMACTR_TYPE ? 1 : bits;
  const bool reduced = row->offset == ETMCNTENR1 && rules_ccer(a, UINT32_MAX) & ETMCCER_REDUCED_COUNTER;
  if (!bits || reduced || !register_is_built(row, rules_ccr(a, 0), rules_ccer(a, 0))) return;
  const uint32_t wrong = (value & bits) ^ ones;
  char words[RULES_BITS];
  rule_check_pins(a, RULE_TRC_REG_4, PIN_PRDATA, !wrong, "%s reads 0x%08X, expected 0x%08X (constant: %s)", row->name,
                  value, value ^ wrong, rules_bits_words(wrong, words));
}

static bool has_described_reset(const struct rules *a, const struct register_row *row) {
  const struct register_values *values = a->registers->reset_values;
  const unsigned word = row->offset >> 2;
  if (word >= REGISTERS_TRACE || !values || !values->known[word]) return false;
  return register_is_readable(row, a->config) && register_is_built(row, rules_ccr(a, 0), rules_ccer(a, 0));
}

// No clause specifies a reset value that is read while the OS lock is set.
bool rules_has_reset_value(const struct rules *a, const struct register_row *row) {
  const struct registers *known = a->registers;
  const bool by_clause = row->offset == ETMCR || (row->reset != REGISTER_OPEN && row->config);
  const bool is_accessible = known->os_known && !known->os_lock;
  return a->reg.is_unwritten[row->offset >> 2] && is_accessible && (by_clause || has_described_reset(a, row));
}

static void check_reset_value(struct rules *a, const struct register_row *row, uint32_t value) {
  const struct registers *known = a->registers;
  const uint32_t ones = ETMCR_PROGRAMMING | ETMCR_POWER_DOWN;
  const unsigned word = row->offset >> 2;
  const bool control = row->offset == ETMCR, is_described = has_described_reset(a, row);
  if (!rules_has_reset_value(a, row)) return;
  const uint32_t expected = control        ? ones
                            : is_described ? known->reset_values->value[word]
                                           : (uint32_t)row->reset,
                 bits = control ? etmcr_bits(ETMCR_HAS_RESET, config_protocol(a->config)) : ~constant_bits(a, row);
  const bool is_kept_out = a->reg.kept_out[word].clock > 0;
  const uint32_t wrong = (value ^ expected) & bits;
  char cause[RULES_CAUSE], reason[RULES_CAUSE], words[RULES_BITS];
  rule_check_pins(a, RULE_TRC_REG_3, PIN_PRDATA, !wrong, "%s reads 0x%08X, expected 0x%08X after %s%s (wrong: %s)%s",
                  row->name, value, value ^ wrong, rules_cause_words(&a->reg.reset, cause),
                  is_kept_out ? "" : " and before any write to it", rules_bits_words(wrong, words),
                  rules_kept_out_words(a, row->offset, reason));
}

// The reason why the register must read as 0. A register that a PTM does not have by its version may read as anything.
// So the version is the reason for an ETM only.
static const char *absence_words(const struct rules *a, const struct register_row *row, char text[RULES_CAUSE]) {
  const bool by_ccer = row->part.by_ccer;
  char bits[RULES_BITS];
  if (rules_is_there(a, row)) {
    snprintf(text, RULES_CAUSE, "%s of %s=0x%08X show that the DUT does not implement this register",
             rules_bits_words(row->part.counted, bits), by_ccer ? "ETMCCER" : "ETMCCR",
             by_ccer ? rules_ccer(a, 0) : rules_ccr(a, 0));
  } else {
    snprintf(text, RULES_CAUSE, "ETMIDR=0x%08X is ETMv3.%u, and the register exists from ETMv3.%u on",
             a->config->etmidr, config_minor(a->config), row->access[PROTOCOL_ETM3].since);
  }
  return text;
}

// --- all of them ----------------------------------------------------------------------------------------------------

void rules_check_read_value(struct rules *a, const struct register_row *row, uint32_t value) {
  if (!row->name || row->offset == ETMOSLSR || row->offset == ETMAUTHSTATUS) return;
  if (rules_is_constant(a, row)) check_constant(a, row->offset, value);
  if (is_missing(a, row)) {
    char reason[RULES_CAUSE];
    rule_check_pins(a, RULE_TRC_REG_5, PIN_PRDATA, value == 0, "%s reads 0x%X, expected 0x0: %s", row->name, value,
                    absence_words(a, row, reason));
    return;
  }
  if (!rules_is_there(a, row) || !register_is_readable(row, a->config) || rules_is_constant(a, row)) return;
  const uint32_t wrong = value & reserved_bits(a, row);
  char words[RULES_BITS];
  rule_check_pins(a, RULE_TRC_REG_4, PIN_PRDATA, !wrong, "%s reads 0x%08X, expected 0x%08X (reserved: %s)", row->name,
                  value, value & ~wrong, rules_bits_words(wrong, words));
  check_ones(a, row, value);
  check_reset_value(a, row, value);
  rules_held_read(a, row->offset, value);
}
