// SPDX-License-Identifier: Apache-2.0
// What registers read that nobody has written: reserved bits, registers that are not there, reset values, what
// identifies the unit, and the state that the Programming bit and the OS lock hold (IHI 0035B 3.15.4, 3.16, 3.17.3; IHI
// 0014Q 3.4.4, 3.5, 3.8.3).
#include <inttypes.h>
#include <string.h>

#include "register.h"
#include "resource.h"
#include "rule_counting.h"
#include "rule_register.h"
#include "rule_trigger.h"
#include "rules_private.h"

static uint32_t bit_of_version(const struct rules *a, unsigned field, uint32_t ccer) {
  const bool there = field_is_there(field, config_protocol(a->config), rules_minor(a), ccer);
  return there ? 0 : register_fields[field].mask;
}

// A Cortex-A9's ETMCCER leaves out the timestamps that it has.
uint32_t rules_reserved_bits(const struct rules *a, const struct register_row *row) {
  const bool pft = config_protocol(a->config) == PROTOCOL_PFT, old = pft && rules_minor(a) == 0;
  const uint32_t ccer = old ? UINT32_MAX : rules_ccer(a, UINT32_MAX);
  uint32_t bits = ~row->bits;
  if (a->config->unknown & CONFIG_ETMIDR) return bits;
  for (unsigned f = FIELD_ETMCR_POWER_DOWN; row->offset == ETMCR && f <= FIELD_ETMCR_VMID; f++) {
    bits |= bit_of_version(a, f, ccer);
  }
  if (old && row->part.counted == ETMCCR_PAIRS && row->offset >= ETMACTR1) bits |= 0xF000;
  return bits;
}

// A Cortex-A7's ETM counts no external outputs, and has their registers. FIFOFULL's are reserved, not RAZ (IHI 0035B
// 3.16.10), and of a data trace's nobody here has read it.
static bool lacks(const struct rules *a, const struct register_row *row) {
  const bool etm = config_protocol(a->config) == PROTOCOL_ETM3;
  const uint32_t counted = row->part.counted;
  const bool by_ccr = !row->part.by_ccer, old = !etm && rules_minor(a) == 0;
  if (a->config->unknown & CONFIG_ETMIDR || !row->access[config_protocol(a->config)].how) return false;
  if (etm && rules_minor(a) == 0) return false;  // what is write-only reads as anything, wherever (IHI 0014Q 3.5.35)
  // A PTM's reads as anything (IHI 0035B table 3.93). Before ETMv3.5 no clause says what is read at ETMAUXCR's place.
  if (!rules_is_there(a, row)) return etm && row->offset != ETMAUXCR;
  if (by_ccr && (counted == ETMCCR_FIFOFULL || counted == ETMCCR_DATA_COMPARATORS)) return false;
  if (by_ccr && etm && counted == ETMCCR_OUTPUTS) return false;
  if (!by_ccr && old && counted == ETMCCER_TIMESTAMP) return false;
  return !register_is_built(row, rules_ccr(a, UINT32_MAX), rules_ccer(a, UINT32_MAX));
}

// --- identity -------------------------------------------------------------------------------------------------------

// What CoreSight says of every component, and of a trace source that belongs to a processor.
static void identify(struct rules *a, uint16_t address, uint32_t value) {
  static const uint8_t component[4] = {0x0D, 0x90, 0x05, 0xB1};
  const struct config *c = a->config;
  if (address == ETMIDR) {
    if (!(c->unknown & CONFIG_ETMIDR)) {
      rule_check_pins(a, RULE_TRC_ID_2, PIN_PRDATA, !((value ^ c->etmidr) & ~(uint32_t)ETMIDR_REVISION),
                      "ETMIDR is 0x%08X, expected 0x%08X (set by --unit or --idr)", value, c->etmidr);
    }
    rule_check_pins(a, RULE_TRC_ID_3, PIN_PRDATA, field_get(value, ETMIDR_MAJOR) == a->protocol->major,
                    "ETMIDR[11:8] is %u, expected %u", field_get(value, ETMIDR_MAJOR), a->protocol->major);
  } else if (address == ETMCCER && !(c->unknown & CONFIG_ETMCCER)) {
    rule_check_pins(a, RULE_TRC_ID_2, PIN_PRDATA, value == c->etmccer,
                    "ETMCCER is 0x%08X, expected 0x%08X (set by --unit or --ccer)", value, c->etmccer);
  } else if (address == ETMCCR && c->etmccr) {
    rule_check_pins(a, RULE_TRC_ID_2, PIN_PRDATA, value == c->etmccr,
                    "ETMCCR is 0x%08X, expected 0x%08X (set by --unit)", value, c->etmccr);
  } else if (address == ETMDEVTYPE) {
    rule_check_pins(a, RULE_TRC_ID_3, PIN_PRDATA, value == 0x13,
                    "ETMDEVTYPE is 0x%X, expected 0x13: a trace source of a processor", value);
  } else if (address >= ETMCIDR0) {
    const uint32_t expected = component[(address - ETMCIDR0) / 4];
    rule_check_pins(a, RULE_TRC_ID_3, PIN_PRDATA, value == expected, RULES_REGISTER " is 0x%X, expected 0x%X",
                    RULES_REGISTER_OF(address), value, expected);
  }
}

static void constant(struct rules *a, uint16_t address, uint32_t value) {
  struct rules_register *r = &a->reg;
  const uint32_t before = a->registers->value[address >> 2];
  if (r->taken[address >> 2]) {
    rule_check_pins(a, RULE_TRC_ID_1, PIN_PRDATA, value == before,
                    RULES_REGISTER " reads 0x%08X, expected 0x%08X as read before", RULES_REGISTER_OF(address), value,
                    before);
  }
  r->taken[address >> 2] = true;
  identify(a, address, value);
}

// --- reset ----------------------------------------------------------------------------------------------------------

void rules_held_written(struct rules *a, uint16_t address) {
  a->reg.fresh[address >> 2] = false;
  if (address == ETMOSSRR) memset(a->reg.fresh, false, sizeof a->reg.fresh);  // any of those that it passes
}

// Bits that read as a constant, whatever is written: the access type of a PTM, and one bit of the enable event of a
// counter (IHI 0035B table 3.27, 3.16.16).
static uint32_t constant_bits(const struct rules *a, const struct register_row *row) {
  const bool is_access_type = row->offset >= ETMACTR1 && row->offset <= ETMACTR16;
  if (is_access_type) return config_protocol(a->config) == PROTOCOL_PFT ? ETMACTR_TYPE : 0;
  return row->offset >= ETMCNTENR1 && row->offset <= ETMCNTENR4 ? ETMCNTENR_ALWAYS_1 : 0;
}

static void read_ones(struct rules *a, const struct register_row *row, uint32_t value) {
  const uint32_t bits = constant_bits(a, row), ones = bits == ETMACTR_TYPE ? 1 : bits;
  const bool reduced = row->offset == ETMCNTENR1 && rules_ccer(a, UINT32_MAX) & ETMCCER_REDUCED_COUNTER;
  if (!bits || reduced || !register_is_built(row, rules_ccr(a, 0), rules_ccer(a, 0))) return;
  const uint32_t wrong = (value & bits) ^ ones;
  char words[RULES_BITS];
  rule_check_pins(a, RULE_TRC_REG_4, PIN_PRDATA, !wrong,
                  "%s reads 0x%08X, expected 0x%08X (wrong: %s, which has a constant value)", row->name, value,
                  value ^ wrong, rules_bits_words(wrong, words));
}

static bool has_described_reset(const struct rules *a, const struct register_row *row) {
  const struct register_values *values = a->registers->reset_values;
  const unsigned word = row->offset >> 2;
  return word < REGISTERS_TRACE && values && values->known[word] && register_is_readable(row, a->config) &&
         register_is_built(row, rules_ccr(a, 0), rules_ccer(a, 0));
}

// No clause states what a unit answers whose OS lock is set.
static void read_reset(struct rules *a, const struct register_row *row, uint32_t value) {
  const struct registers *known = a->registers;
  const uint32_t ones = ETMCR_PROGRAMMING | ETMCR_POWER_DOWN;
  const bool control = row->offset == ETMCR;
  if (!a->reg.fresh[row->offset >> 2] || !known->os_known || known->os_lock) return;
  const unsigned word = row->offset >> 2;
  const bool by_clause = row->reset != REGISTER_OPEN && row->config, is_described = has_described_reset(a, row);
  if (!control && !by_clause && !is_described) return;
  const uint32_t expected = control        ? ones
                            : is_described ? known->reset_values->value[word]
                                           : (uint32_t)row->reset,
                 bits = control ? a->protocol->etmcr_reset : ~constant_bits(a, row);
  const bool is_kept_out = a->reg.kept_out[word].clock > 0;
  const uint32_t wrong = (value ^ expected) & bits;
  char cause[RULES_CAUSE], reason[RULES_CAUSE], words[RULES_BITS];
  rule_check_pins(a, RULE_TRC_REG_3, PIN_PRDATA, !wrong, "%s reads 0x%08X, expected 0x%08X after %s%s (wrong: %s)%s",
                  row->name, value, value ^ wrong, rules_cause_words(&a->reg.reset, cause),
                  is_kept_out ? "" : " and before any write to it", rules_bits_words(wrong, words),
                  rules_kept_out_words(a, row->offset, reason));
}

// --- held -----------------------------------------------------------------------------------------------------------

static uint32_t value_of(unsigned item, uint32_t value) {
  return value & (item < ITEM_SEQUENCER ? 0xFFFFu : item == ITEM_SEQUENCER ? 3u : (uint32_t)ETMSR_STARTED);
}

static bool is_held(const struct rules *a) {
  const struct registers *r = a->registers;
  const bool locked = registers_os_lock(r) == REGISTERS_LOCKED_DIRECT;
  return rules_holds_state(a) && !r->power_down && a->reg.halted && (r->programming || locked);
}

// What the value that it must have after the start is from.
static void put_origin(unsigned item, const struct rules_held *h, char text[RULES_CAUSE]) {
  if (h->at > 0) {
    snprintf(text, RULES_CAUSE, "as written in clock %" PRIu64, h->at);
  } else if (item < ITEM_SEQUENCER) {
    snprintf(text, RULES_CAUSE, "from ETMCNTRLDVR%u", item + 1);
  } else {
    snprintf(text, RULES_CAUSE, "as its reset value");
  }
}

static void read_held(struct rules *a, unsigned item, uint32_t whole) {
  static const char *const names[RULES_ITEMS] = {"ETMCNTVR1", "ETMCNTVR2", "ETMCNTVR3",
                                                 "ETMCNTVR4", "ETMSQR",    "ETMSR[2]"};
  struct rules_held *h = &a->held[item];
  const uint32_t value = value_of(item, whole);
  const unsigned shift = item == ITEM_START_STOP ? 2 : 0;  // to what its name names
  const bool held = is_held(a) && rule_counting_is_built(a, item);
  if (!held || !(h->due || h->known)) rule_counting_read(a, item, whole);
  if (!held) return;
  if (h->due) {
    char events[RULE_EVENTS] = "", cause[RULES_CAUSE] = "", origin[RULES_CAUSE] = "";
    if (value != h->reset) {
      rule_counting_events(a, item, value, 1u << (h->reset & 3), events);
      rules_cause_words(&a->reg.cleared, cause);
      put_origin(item, h, origin);
    }
    rule_check_pins(a, RULE_TRC_HELD_2, PIN_PRDATA, value == h->reset,
                    "%s reads 0x%X, expected 0x%X %s: no event changed it since %s cleared the Programming "
                    "bit%s",
                    names[item], value >> shift, h->reset >> shift, origin, cause, events);
  } else if (h->known) {
    rule_check_pins(a, RULE_TRC_HELD_1, PIN_PRDATA, value == h->value,
                    "%s reads 0x%X, expected 0x%X as %s in clock %" PRIu64
                    ": the DUT has been stopped since, so nothing "
                    "may change it",
                    names[item], value >> shift, h->value >> shift, h->was_read ? "read" : "written", h->at);
  }
  h->due = false;
  h->known = h->was_read = true;
  h->at = a->clock;
  h->value = value;
}

void rules_held_write(struct rules *a, uint16_t address, uint32_t value, bool taken) {
  const int at = rule_counting_item(address);
  rule_counting_write(a, address, value, taken);
  // What moves with it.
  if (address >= ETMCNTRLDVR1 && address <= ETMCNTRLDVR4 && config_protocol(a->config) == PROTOCOL_ETM3)
    a->held[(address & 0xF) >> 2].known = a->held[(address & 0xF) >> 2].due = false;
  if (address >= ETMSQ12EVR && address <= ETMSQ13EVR)
    a->held[ITEM_SEQUENCER].known = a->held[ITEM_SEQUENCER].due = false;
  if (at < 0) return;
  const unsigned item = (unsigned)at;
  struct rules_held *h = &a->held[item];
  h->value = value_of(item, value);
  h->was_read = false;
  h->at = a->clock;
  const bool is_value = item != ITEM_SEQUENCER || h->value < 3;
  h->known = taken && is_held(a) && rule_counting_is_built(a, item) && is_value;
  h->written = true;
  h->due = false;
}

static bool was_set_to(const struct rules *a, unsigned offset, uint32_t value) {
  return rules_is_taken(a, offset) && a->registers->written[offset >> 2] == value;
}

static bool is_never(const struct rules *a, unsigned offset) {
  const uint32_t event = a->registers->written[offset >> 2];
  return rules_is_taken(a, offset) && resource_function(event) == 1 && resource_first(event) == RESOURCE_ALWAYS;
}

// Nothing moves it, however the unit runs.
static bool is_idle(const struct rules *a, unsigned item) {
  const unsigned counter = 4 * item;
  bool never = true;
  if (!rule_counting_is_built(a, item)) return false;
  if (item < ITEM_SEQUENCER) return is_never(a, ETMCNTENR1 + counter) && is_never(a, ETMCNTRLDEVR1 + counter);
  for (unsigned at = ETMSQ12EVR; item == ITEM_SEQUENCER && at <= ETMSQ13EVR; at += 4) never = never && is_never(a, at);
  if (item == ITEM_SEQUENCER) return never;
  const bool inputs = rules_ccer(a, UINT32_MAX) & ETMCCER_EMBEDDEDICE;
  return was_set_to(a, ETMTSSCR, 0) && (!inputs || was_set_to(a, ETMTESSEICR, 0));
}

void rules_held_release(struct rules *a) {
  bool written = false;
  for (unsigned i = 0; i < RULES_ITEMS; i++) written = written || a->held[i].written;
  for (unsigned i = 0; i < RULES_ITEMS; i++) {
    struct rules_held *h = &a->held[i];
    const unsigned reload = ETMCNTRLDVR1 + 4 * i;
    const bool counter = i < ITEM_SEQUENCER, keeps = h->written && h->known,
               reloads = !counter || rules_is_taken(a, reload),
               sure = !rule_counting_is_early(a, i) && (written ? keeps : reloads);
    *h = (struct rules_held){.due = rules_holds_state(a) && sure && is_idle(a, i),
                             .at = written ? h->at : 0,
                             .reset = written   ? h->value
                                      : counter ? a->registers->written[reload >> 2] & 0xFFFF
                                                : 0};
  }
  rule_counting_release(a, written);
}

void rules_held_forget(struct rules *a) {
  for (unsigned i = 0; i < RULES_ITEMS; i++) a->held[i].known = false;
}

// ETMSR[0] and, except by a write, ETMSR[3] do not change while the Programming bit is set.
void rules_held_status_read(struct rules *a, uint32_t value) {
  const struct rules_register *r = &a->reg;
  const uint32_t differ = (value ^ r->status) & (ETMSR_OVERFLOW | ETMSR_TRIGGERED);
  const uint32_t bit = differ & ETMSR_TRIGGERED ? 3 : 0;
  const bool written = bit == 3 && r->status_written_at > r->status_read_at;
  rule_check_pins(a, RULE_TRC_SR_2, PIN_PRDATA, !differ,
                  "ETMSR[%u] is %u, expected %u as %s in clock %" PRIu64 ": the Programming bit is set%s", bit,
                  value >> bit & 1, r->status >> bit & 1, written ? "written" : "read",
                  written ? r->status_written_at : r->status_read_at,
                  bit == 3 && !written ? ", and no write changed it" : "");
}

// Which register a word that is restored is for is the unit's: it is as if the host had written each of them, and what
// was written before is held against none.
void rules_restored(struct rules *a) {
  struct rules_register *r = &a->reg;
  for (unsigned i = 0; i < REGISTER_WORDS; i++)
    r->taken[i] = r->taken[i] && rules_is_constant(a, register_at((uint16_t)(4 * i)));
  memset(r->unsure, 0, sizeof r->unsure);
  r->status_known = false;
  rule_trigger_status_write(a);
  memset(a->held, 0, sizeof a->held);
  rule_counting_restore(a);
}

void rules_held_read(struct rules *a, const struct register_row *row, uint32_t value) {
  const int item = rule_counting_item(row->offset);
  if (!row->name || row->offset == ETMOSLSR || row->offset == ETMAUTHSTATUS) return;
  if (rules_is_constant(a, row)) constant(a, row->offset, value);
  if (lacks(a, row)) {
    const char *by = !rules_is_there(a, row) ? "ETMIDR" : row->part.by_ccer ? "ETMCCER" : "ETMCCR";
    rule_check_pins(a, RULE_TRC_REG_5, PIN_PRDATA, value == 0,
                    "%s reads 0x%X, expected 0x0: by its %s the DUT does not implement this register", row->name, value,
                    by);
    return;
  }
  if (!rules_is_there(a, row) || !register_is_readable(row, a->config) || rules_is_constant(a, row)) return;
  const uint32_t wrong = value & rules_reserved_bits(a, row);
  char words[RULES_BITS];
  rule_check_pins(a, RULE_TRC_REG_4, PIN_PRDATA, !wrong, "%s reads 0x%08X, expected 0x%08X (reserved: %s)", row->name,
                  value, value & ~wrong, rules_bits_words(wrong, words));
  read_ones(a, row, value);
  read_reset(a, row, value);
  if (item >= 0) read_held(a, (unsigned)item, value);
}
