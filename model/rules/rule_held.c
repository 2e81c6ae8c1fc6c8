// SPDX-License-Identifier: Apache-2.0
// What registers read that nobody has written: reserved bits, registers that are not there, reset values, what
// identifies the unit, and the state that the Programming bit and the OS lock hold (IHI 0035B 3.15.4, 3.16, 3.17.3; IHI
// 0014Q 3.4.4, 3.5, 3.8.3).
#include <inttypes.h>
#include <string.h>

#include "register.h"
#include "resource.h"
#include "rule_register.h"
#include "rules_private.h"

enum { HELD_SEQUENCER = 4, HELD_START_STOP = 5 };  // behind four counters

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
                      "ETMIDR 0x%08X, expected 0x%08X, which --unit or --idr changes", value, c->etmidr);
    }
    rule_check_pins(a, RULE_TRC_ID_3, PIN_PRDATA, field_get(value, ETMIDR_MAJOR) == a->protocol->major,
                    "ETMIDR is 0x%08X, so [11:8] is %u, expected %u", value, field_get(value, ETMIDR_MAJOR),
                    a->protocol->major);
  } else if (address == ETMCCER && !(c->unknown & CONFIG_ETMCCER)) {
    rule_check_pins(a, RULE_TRC_ID_2, PIN_PRDATA, value == c->etmccer,
                    "ETMCCER 0x%08X, expected 0x%08X, which --unit or --ccer changes", value, c->etmccer);
  } else if (address == ETMCCR && c->etmccr) {
    rule_check_pins(a, RULE_TRC_ID_2, PIN_PRDATA, value == c->etmccr,
                    "ETMCCR 0x%08X, expected 0x%08X, which --unit changes", value, c->etmccr);
  } else if (address == ETMDEVTYPE) {
    rule_check_pins(a, RULE_TRC_ID_3, PIN_PRDATA, value == 0x13, "DEVTYPE 0x%X, expected 0x13", value);
  } else if (address >= ETMCIDR0) {
    const uint32_t expected = component[(address - ETMCIDR0) / 4];
    rule_check_pins(a, RULE_TRC_ID_3, PIN_PRDATA, value == expected, "component ID 0x%X at 0x%03X, expected 0x%02X",
                    value, address, expected);
  }
}

static void constant(struct rules *a, uint16_t address, uint32_t value) {
  struct rules_register *r = &a->reg;
  const uint32_t before = a->registers->value[address >> 2];
  if (r->taken[address >> 2]) {
    rule_check_pins(a, RULE_TRC_ID_1, PIN_PRDATA, value == before, "register 0x%03X reads 0x%08X, but it was 0x%08X",
                    address, value, before);
  }
  r->taken[address >> 2] = true;
  identify(a, address, value);
}

// --- reset ----------------------------------------------------------------------------------------------------------

void rules_held_written(struct rules *a, uint16_t address) {
  a->reg.fresh[address >> 2] = false;
  if (address == ETMOSSRR) memset(a->reg.fresh, false, sizeof a->reg.fresh);  // any of those that it passes
}

// No clause says what a unit answers whose OS lock is set.
static void read_reset(struct rules *a, const struct register_row *row, uint32_t value) {
  const struct registers *known = a->registers;
  const uint32_t ones = ETMCR_PROGRAMMING | ETMCR_POWER_DOWN;
  const bool control = row->offset == ETMCR;
  if (!a->reg.fresh[row->offset >> 2] || !known->os_known || known->os_lock) return;
  if (!control && (row->reset == REGISTER_OPEN || !row->config)) return;
  const uint32_t differ = control ? (value ^ ones) & a->protocol->etmcr_reset : value ^ (uint32_t)row->reset;
  rule_check_pins(a, RULE_TRC_REG_3, PIN_PRDATA, !differ,
                  "%s is 0x%X behind a reset and before any write to it: bits 0x%X of it cannot be", row->name, value,
                  differ);
}

// Bits that read 1 whatever is written, the access type of a PTM, and that of a counter's enable event (IHI 0035B table
// 3.27, 3.16.16).
static void read_ones(struct rules *a, const struct register_row *row, uint32_t value) {
  const bool type = row->offset >= ETMACTR1 && row->offset <= ETMACTR16 && config_protocol(a->config) == PROTOCOL_PFT;
  const bool counter = row->offset >= ETMCNTENR1 && row->offset <= ETMCNTENR4;
  const bool reduced = row->offset == ETMCNTENR1 && rules_ccer(a, UINT32_MAX) & ETMCCER_REDUCED_COUNTER;
  if (!(type || counter) || reduced || !register_is_built(row, rules_ccr(a, 0), rules_ccer(a, 0))) return;
  const uint32_t bits = type ? ETMACTR_TYPE : ETMCNTENR_ALWAYS_1, fixed = type ? 1 : ETMCNTENR_ALWAYS_1;
  rule_check_pins(a, RULE_TRC_REG_4, PIN_PRDATA, (value & bits) == fixed,
                  "%s reads 0x%08X, expected 0x%X in the bits 0x%X, whatever is written", row->name, value, fixed,
                  bits);
}

// --- held -----------------------------------------------------------------------------------------------------------

static int item_of(uint16_t address) {
  if (address >= ETMCNTVR1 && address <= ETMCNTVR4) return (address - ETMCNTVR1) >> 2;
  return address == ETMSQR ? HELD_SEQUENCER : address == ETMSR ? HELD_START_STOP : -1;
}

static uint32_t value_of(unsigned item, uint32_t value) {
  return value & (item < HELD_SEQUENCER ? 0xFFFFu : item == HELD_SEQUENCER ? 3u : (uint32_t)ETMSR_STARTED);
}

// A reduced counter cannot be read or written (IHI 0035B 3.16.14).
static bool is_built(const struct rules *a, unsigned item) {
  const uint32_t ccr = rules_ccr(a, 0), ccer = rules_ccer(a, UINT32_MAX);
  if (item == HELD_START_STOP) return ccr & ETMCCR_START_STOP;
  if (item == HELD_SEQUENCER) return ccr & ETMCCR_SEQUENCER;
  return item < field_get(ccr, ETMCCR_COUNTERS) && !(item == 0 && ccer & ETMCCER_REDUCED_COUNTER);
}

static bool is_held(const struct rules *a) {
  const struct registers *r = a->registers;
  const bool locked = r->os_known && r->os_lock && r->os_model == OS_DIRECT;
  return rules_holds_state(a) && !r->power_down && a->reg.halted && (r->programming || locked);
}

static void read_held(struct rules *a, unsigned item, uint32_t whole) {
  struct rules_held *h = &a->held[item];
  const uint32_t value = value_of(item, whole);
  if (!is_held(a) || !is_built(a, item)) return;
  if (h->due) {
    rule_check_pins(a, RULE_TRC_HELD_2, PIN_PRDATA, value == h->reset,
                    "0x%X, expected 0x%X, which clearing the Programming bit leaves, and no event has changed", value,
                    h->reset);
  } else if (h->known) {
    rule_check_pins(a, RULE_TRC_HELD_1, PIN_PRDATA, value == h->value,
                    "0x%X, expected 0x%X, which it was: the unit has not run since", value, h->value);
  }
  h->due = false;
  h->known = true;
  h->value = value;
}

void rules_held_write(struct rules *a, uint16_t address, uint32_t value, bool taken) {
  const int at = item_of(address);
  if (at < 0) return;
  const unsigned item = (unsigned)at;
  struct rules_held *h = &a->held[item];
  h->value = value_of(item, value);
  h->known = taken && is_held(a) && is_built(a, item) && !(item == HELD_SEQUENCER && h->value == 3);
  h->written = true;
  h->due = false;
}

static bool is_taken(const struct rules *a, unsigned offset, uint32_t value) {
  return a->reg.taken[offset >> 2] && a->registers->written[offset >> 2] == value;
}

static bool is_never(const struct rules *a, unsigned offset) {
  const uint32_t event = a->registers->written[offset >> 2];
  return a->reg.taken[offset >> 2] && resource_function(event) == 1 && resource_first(event) == RESOURCE_ALWAYS;
}

// Nothing moves it, however the unit runs.
static bool is_idle(const struct rules *a, unsigned item) {
  const unsigned counter = 4 * item;
  bool never = true;
  if (!is_built(a, item)) return false;
  if (item < HELD_SEQUENCER) return is_never(a, ETMCNTENR1 + counter) && is_never(a, ETMCNTRLDEVR1 + counter);
  for (unsigned at = ETMSQ12EVR; item == HELD_SEQUENCER && at <= ETMSQ13EVR; at += 4) never = never && is_never(a, at);
  if (item == HELD_SEQUENCER) return never;
  const bool inputs = rules_ccer(a, UINT32_MAX) & ETMCCER_EMBEDDEDICE;
  return is_taken(a, ETMTSSCR, 0) && (!inputs || is_taken(a, ETMTESSEICR, 0));
}

// Whether one that was written keeps the others from being reset can be read both ways.
void rules_held_release(struct rules *a) {
  bool written = false;
  for (unsigned i = 0; i < RULES_HELD; i++) written = written || a->held[i].written;
  for (unsigned i = 0; i < RULES_HELD; i++) {
    struct rules_held *h = &a->held[i];
    const unsigned reload = ETMCNTRLDVR1 + 4 * i;
    const bool counter = i < HELD_SEQUENCER,
               sure = written ? h->written && h->known : !counter || a->reg.taken[reload >> 2];
    *h = (struct rules_held){.due = rules_holds_state(a) && sure && is_idle(a, i),
                             .reset = written   ? h->value
                                      : counter ? a->registers->written[reload >> 2] & 0xFFFF
                                                : 0};
  }
}

void rules_held_forget(struct rules *a) {
  for (unsigned i = 0; i < RULES_HELD; i++) a->held[i].known = false;
}

void rules_held_read(struct rules *a, const struct register_row *row, uint32_t value) {
  const int item = item_of(row->offset);
  if (!row->name || row->offset == ETMOSLSR || row->offset == ETMAUTHSTATUS) return;
  if (rules_is_constant(a, row)) constant(a, row->offset, value);
  if (lacks(a, row)) {
    rule_check_pins(a, RULE_TRC_REG_5, PIN_PRDATA, value == 0, "%s reads 0x%X, but this unit has no such register",
                    row->name, value);
    return;
  }
  if (!rules_is_there(a, row) || !register_is_readable(row, a->config) || rules_is_constant(a, row)) return;
  const uint32_t reserved = rules_reserved_bits(a, row);
  rule_check_pins(a, RULE_TRC_REG_4, PIN_PRDATA, !(value & reserved), "%s reads 0x%08X, but bits 0x%X are reserved",
                  row->name, value, value & reserved);
  read_ones(a, row, value);
  read_reset(a, row, value);
  if (item >= 0) read_held(a, (unsigned)item, value);
}
