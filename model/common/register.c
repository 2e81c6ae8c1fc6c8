// SPDX-License-Identifier: Apache-2.0
// Makes the table of the registers from its rows.
#include "register.h"

#include <string.h>

// The values of the words in register_rows.h.
enum {
  ACCESS_NO = 0,
  ACCESS_RO = REGISTER_READ,
  ACCESS_WO = REGISTER_WRITE,
  ACCESS_RW = REGISTER_READ | REGISTER_WRITE,
  ACCESS_ID = REGISTER_READ | REGISTER_CONSTANT,
  ACCESS_WX = REGISTER_WRITE | REGISTER_READ_CHOSEN,
  ACCESS_WF = ACCESS_WX | REGISTER_FIXED,
  ACCESS_RV = ACCESS_RW | REGISTER_WRITE_CHANGED
};
#define OPEN REGISTER_OPEN
#define UNITS_ALL(at) .all = true
#define UNITS_CHOICE(at) .all = false
#define BY_CCR(count, at_least) .part = {.counted = ETMCCR_##count, .least = (at_least)}
#define BY_CCER(count) .part = {.counted = ETMCCER_##count, .least = 1, .by_ccer = true}
#define UNITS_PAIRS(at) BY_CCR(PAIRS, ((at) >> 2 & 15) / 2 + 1)
#define UNITS_COUNTERS(at) BY_CCR(COUNTERS, ((at) >> 2 & 3) + 1)
#define UNITS_CONTEXTS(at) BY_CCR(CONTEXT_IDS, ((at) >> 2 & 3) + 1)
#define UNITS_OUTPUTS(at) BY_CCR(OUTPUTS, ((at) >> 2 & 3) + 1)
#define UNITS_CONTEXT(at) BY_CCR(CONTEXT_IDS, 1)
#define UNITS_SEQUENCER(at) BY_CCR(SEQUENCER, 1)
#define UNITS_START_STOP(at) BY_CCR(START_STOP, 1)
#define UNITS_FIFOFULL(at) BY_CCR(FIFOFULL, 1)
#define UNITS_DATA(at) BY_CCR(DATA_COMPARATORS, 1)
#define UNITS_SELECTORS(at) BY_CCER(SELECTORS)
#define UNITS_EMBEDDEDICE(at) BY_CCER(EMBEDDEDICE)
#define UNITS_STAMPS(at) BY_CCER(TIMESTAMP)
#define UNITS_WATCHPOINTS(at) BY_CCER(WATCHPOINTS)
#define UNITS_VIRTUAL(at) BY_CCER(VIRTUALIZATION)

#define COMMON(text, at, mask, behind_reset, pft, pft_minor, etm, etm_minor, units)       \
  .name = text, .offset = (at), .bits = (mask), .reset = behind_reset, UNITS_##units(at), \
  .access = {[PROTOCOL_PFT] = {ACCESS_##pft, pft_minor}, [PROTOCOL_ETM3] = {ACCESS_##etm, etm_minor}}
#define OTHER(register, ...) {COMMON(#register, __VA_ARGS__)},
#define OF_CONFIG(register, at, mask, reset, pft, pft_minor, etm, etm_minor, units, in, needed, ...)       \
  {COMMON(#register, at, mask, reset, pft, pft_minor, etm, etm_minor, units), .config = CONFIG_##register, \
   .field = offsetof(struct config, in), .need = REGISTER_##needed},

const struct register_row register_rows[] = {REGISTERS_OF_CONFIG(OF_CONFIG) REGISTERS_OTHER(OTHER)};
const size_t register_count = sizeof register_rows / sizeof *register_rows;

#define NUMBER(name, ...) NUMBER_##name,
#define AT_WORD(name, offset, ...) [(offset) >> 2] = NUMBER_##name,
enum { NUMBER_NONE, REGISTERS_OF_CONFIG(NUMBER) REGISTERS_OTHER(NUMBER) };

const struct register_row *register_at(unsigned offset) {
  static const uint8_t numbers[1024] = {REGISTERS_OF_CONFIG(AT_WORD) REGISTERS_OTHER(AT_WORD)};
  static const struct register_row none = {0};
  const unsigned number = offset & ~0xFFCu ? NUMBER_NONE : numbers[offset >> 2];
  return number == NUMBER_NONE ? &none : &register_rows[number - 1];
}

bool register_is_readable(const struct register_row *row, const struct config *config) {
  const unsigned how = row->access[config_protocol(config)].how;
  if (config->unreadable & row->config) return false;
  if (!(how & REGISTER_READ_CHOSEN)) return how & REGISTER_READ;
  return config_minor(config) > 0 && !(config->unknown & CONFIG_ETMCCER) && config->etmccer & ETMCCER_READABLE;
}

bool register_has_field(const struct register_row *row, const struct register_field *field) {
  const size_t length = strlen(field->reg);
  if (strncmp(row->name, field->reg, length) != 0) return false;
  for (size_t i = 0; row->name[length] && i < register_count; i++) {
    if (strcmp(register_rows[i].name, field->reg) == 0) return false;
  }
  return strspn(row->name + length, "0123456789") == strlen(row->name + length);
}

bool register_is_built(const struct register_row *row, uint32_t etmccr, uint32_t etmccer) {
  const struct register_part *p = &row->part;
  return !p->counted || field_get(p->by_ccer ? etmccer : etmccr, p->counted) >= p->least;
}

uint32_t registers_needed(const struct config *config, bool shared_atb) {
  const bool any = config->unknown & CONFIG_ETMIDR;
  uint32_t needed = 0;
  for (const struct register_row *row = register_rows; row->config; row++) {
    const bool there = any || register_is_there(row, config_protocol(config), config_minor(config));
    if (there && (row->need == REGISTER_NEEDED || (shared_atb && row->need == REGISTER_SHARED))) needed |= row->config;
  }
  return needed;
}
