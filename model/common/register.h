// SPDX-License-Identifier: Apache-2.0
// The registers as a table: what each is, where it is, and how it is accessed. The rows: register_rows.h.
#ifndef REGISTER_H
#define REGISTER_H

#include <stddef.h>

#include "config.h"

// Offsets in bytes.
#define REGISTER_OFFSET(name, offset, ...) name = (offset),
enum register_offset { REGISTERS_OF_CONFIG(REGISTER_OFFSET) REGISTERS_OTHER(REGISTER_OFFSET) };

// How it is accessed: bits.
enum register_access {
  REGISTER_READ = 1 << 0,
  REGISTER_WRITE = 1 << 1,
  REGISTER_READ_CHOSEN = 1 << 2,   // ETMCCER[11] says whether it can be read
  REGISTER_FIXED = 1 << 3,         // a write may change nothing
  REGISTER_CONSTANT = 1 << 4,      // reads one value for ever
  REGISTER_WRITE_CHANGED = 1 << 5  // of an ETM: written from ETMv3.1 on
};

enum register_need { REGISTER_OPTIONAL, REGISTER_SHARED, REGISTER_NEEDED };

#define REGISTER_OPEN UINT64_MAX

// A field of ETMCCR or ETMCCER that must be so much, or it is not there; 0: none.
struct register_part {
  uint32_t counted;
  uint8_t least;
  bool by_ccer;
};

struct register_row {
  const char *name;             // NULL: there is no such register
  uint16_t offset;              // bytes
  bool all;                     // every unit of the versions below has it
  uint32_t bits;                // that some unit has
  struct register_part part;    // without it, it reads 0
  uint64_t reset;               // what every unit has behind a reset, or REGISTER_OPEN
  enum config_register config;  // where it is in struct config: the bit,
  size_t field;                 // and the field
  enum register_need need;      // which packets can be read without it
  struct {
    uint8_t how;    // enum register_access; 0: not there
    uint8_t since;  // minor version
  } access[PROTOCOLS];
};

// Those of struct config first, row n has bit n of enum config_register.
extern const struct register_row register_rows[];
extern const size_t register_count;

// The row at an offset. Never NULL.
const struct register_row *register_at(unsigned offset);
// An offset is one of a group of registers.
static inline bool register_within(unsigned offset, unsigned first, unsigned last) {
  return offset >= first && offset <= last;
}

// Has a unit of this protocol and minor version such a register?
static inline bool register_is_there(const struct register_row *row, enum protocol protocol, unsigned minor) {
  return row->access[protocol].how && minor >= row->access[protocol].since;
}

// Is it there by ETMCCR and ETMCCER? All bits of one that is not known: 1.
bool register_is_built(const struct register_row *row, uint32_t etmccr, uint32_t etmccer);

// Does a read say what the register holds? Of an ETM only some need be readable (IHI 0014Q 3.5.35), and of any unit not
// those that its description leaves out.
bool register_is_readable(const struct register_row *row, const struct config *config);

// Values of trace registers, by word (offset / 4). `known`: the value is.
enum { REGISTERS_TRACE = 0x300 / 4 };
struct register_values {
  uint32_t value[REGISTERS_TRACE];
  bool known[REGISTERS_TRACE];
};

// Registers that must be known before a packet is read: bits of enum config_register.
uint32_t registers_needed(const struct config *config, bool shared_atb);

// Its place in a configuration.
static inline uint32_t *register_field(const struct register_row *row, struct config *config) {
  return (uint32_t *)((char *)config + row->field);
}
static inline uint32_t register_value(const struct register_row *row, const struct config *config) {
  return *(const uint32_t *)((const char *)config + row->field);
}

struct register_field {
  const char *reg, *name, *what;  // reg: without a number, of those that are numbered
  uint32_t mask;
  uint8_t since[PROTOCOLS];  // minor version
  uint32_t ccer;             // bits of ETMCCER without which it is not there
};

#define REGISTER_FIELD(register, field, ...) FIELD_##register##_##field,
enum register_field_number { REGISTER_FIELDS(REGISTER_FIELD) REGISTER_FIELD_COUNT };

// What the needs of the rows mean.
enum {
  NEEDS_NOTHING = 0,
  NEEDS_STAMPS = ETMCCER_TIMESTAMP,
  NEEDS_STACK = ETMCCER_RETURN_STACK,
  NEEDS_VIRTUAL = ETMCCER_VIRTUALIZATION
};
#define FIELD_ROW(register, field, high, low, pft, etm3, needs, text) \
  {.reg = #register,                                                  \
   .name = #field,                                                    \
   .what = text,                                                      \
   .mask = (uint32_t) register##_##field,                             \
   .since = {pft, etm3},                                              \
   .ccer = NEEDS_##needs},
// Here, so that the compiler sees what a row says.
static const struct register_field register_fields[REGISTER_FIELD_COUNT] = {REGISTER_FIELDS(FIELD_ROW)};

// Has a unit of this protocol and minor version, with this ETMCCER, the field? By a configuration; and of ETMCR, is
// it asked for, too?
static inline bool field_is_there(enum register_field_number field, enum protocol protocol, unsigned minor,
                                  uint32_t etmccer) {
  const struct register_field *f = &register_fields[field];
  return minor >= f->since[protocol] && !(f->ccer & ~etmccer);
}
static inline bool config_has(const struct config *c, enum register_field_number field) {
  return field_is_there(field, config_protocol(c), config_minor(c), c->etmccer);
}
// How many of them ETMCCER says that there are: at most so many, as the pins have no more.
static inline unsigned config_count(const struct config *c, enum register_field_number field, unsigned most) {
  const unsigned count = config_has(c, field) ? field_get(c->etmccer, register_fields[field].mask) : 0;
  return count < most ? count : most;
}
static inline bool config_uses(const struct config *c, enum register_field_number field) {
  return c->etmcr & register_fields[field].mask && config_has(c, field);
}

bool register_has_field(const struct register_row *row, const struct register_field *field);

enum { ETMOSLSR_EXISTS = ETMOSLSR_MODEL_1 | ETMOSLSR_MODEL_0 };  // some OS lock
#define OSLAR_LOCK 0xC5ACCE55u                                   // the key locks;
#define LAR_UNLOCK 0xC5ACCE55u                                   // and unlocks

#endif
