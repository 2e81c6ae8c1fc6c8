// SPDX-License-Identifier: Apache-2.0
// The table of the registers: name, offset, bits and access of each. register_rows.h has the rows.
#ifndef REGISTER_H
#define REGISTER_H

#include <stddef.h>

#include "config.h"

// Offsets in bytes.
#define REGISTER_OFFSET(name, offset, ...) name = (offset),
enum register_offset { REGISTERS_OF_CONFIG(REGISTER_OFFSET) REGISTERS_OTHER(REGISTER_OFFSET) };

// The access to a register: bits.
enum register_access {
  REGISTER_READ = 1 << 0,
  REGISTER_WRITE = 1 << 1,
  REGISTER_READ_CHOSEN = 1 << 2,   // readable if ETMCCER[11] is 1
  REGISTER_FIXED = 1 << 3,         // may be read-only
  REGISTER_CONSTANT = 1 << 4,      // always reads the same value
  REGISTER_WRITE_CHANGED = 1 << 5  // writable from ETMv3.1
};

enum register_need { REGISTER_OPTIONAL, REGISTER_SHARED, REGISTER_NEEDED };

#define REGISTER_OPEN UINT64_MAX

// The condition on which a register exists: a field of ETMCCR or ETMCCER has at least this value.
struct register_part {
  uint32_t counted;  // mask of the field; 0: no condition
  uint8_t least;
  bool by_ccer;  // the field is in ETMCCER, otherwise in ETMCCR
};

struct register_row {
  const char *name;             // NULL: there is no such register
  uint16_t offset;              // bytes
  bool all;                     // each unit of the versions below has the register
  uint32_t bits;                // bits that at least one unit has
  struct register_part part;    // the register reads 0 without it
  uint64_t reset;               // value after a reset in each unit, or REGISTER_OPEN
  enum config_register config;  // bit of the register in struct config
  size_t field;                 // offset of its value in struct config
  enum register_need need;      // the packets that can be decoded without it
  struct {
    uint8_t how;    // enum register_access; 0: the register does not exist
    uint8_t since;  // minor version
  } access[PROTOCOLS];
};

// The registers of struct config come first: row n has bit n of enum config_register.
extern const struct register_row register_rows[];
extern const size_t register_count;

// The row of the register at an offset. It is never NULL; without a register its name is.
const struct register_row *register_at(unsigned offset);
// Is the offset that of a register in the group from `first` to `last`?
static inline bool register_within(unsigned offset, unsigned first, unsigned last) {
  return offset >= first && offset <= last;
}

// Does the register exist in this protocol and minor version?
static inline bool register_is_there(const struct register_row *row, enum protocol protocol, unsigned minor) {
  return row->access[protocol].how && minor >= row->access[protocol].since;
}

// Does the register exist, depending on ETMCCR and ETMCCER? All bits of an unknown one must be 1.
bool register_is_built(const struct register_row *row, uint32_t etmccr, uint32_t etmccer);

// Does a read return the value of the register? An ETM may have write-only registers (IHI 0014Q 3.5.41), and the
// description of a unit may exclude registers.
bool register_is_readable(const struct register_row *row, const struct config *config);

// The values of the trace registers, by word (offset / 4), and whether each is known.
enum { REGISTERS_TRACE = 0x300 / 4 };
struct register_values {
  uint32_t value[REGISTERS_TRACE];
  bool known[REGISTERS_TRACE];
};

// The registers that must be known before a packet is decoded: bits of enum config_register.
uint32_t registers_needed(const struct config *config, bool shared_atb);

// The value of a register in a configuration.
static inline uint32_t *register_field(const struct register_row *row, struct config *config) {
  return (uint32_t *)((char *)config + row->field);
}
static inline uint32_t register_value(const struct register_row *row, const struct config *config) {
  return *(const uint32_t *)((const char *)config + row->field);
}

struct register_field {
  const char *reg, *name, *what;  // reg: the name of the register, without its number in a group
  uint32_t mask;
  uint8_t since[PROTOCOLS];  // minor version
  uint32_t ccer;             // the field exists only if all these bits of ETMCCER are 1
};

#define REGISTER_FIELD(register, field, ...) FIELD_##register##_##field,
enum register_field_number { REGISTER_FIELDS(REGISTER_FIELD) REGISTER_FIELD_COUNT };

// The values of the column `needs` in register_fields.h.
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
// The table is in the header, so that the compiler can evaluate its rows.
static const struct register_field register_fields[REGISTER_FIELD_COUNT] = {REGISTER_FIELDS(FIELD_ROW)};

// Does the field exist in this protocol and minor version, with this ETMCCER?
static inline bool field_is_there(enum register_field_number field, enum protocol protocol, unsigned minor,
                                  uint32_t etmccer) {
  const struct register_field *f = &register_fields[field];
  return minor >= f->since[protocol] && !(f->ccer & ~etmccer);
}
// Does the field exist in a unit with this configuration?
static inline bool config_has(const struct config *c, enum register_field_number field) {
  return field_is_there(field, config_protocol(c), config_minor(c), c->etmccer);
}
// The number that a field of ETMCCER has.
static inline unsigned config_count(const struct config *c, enum register_field_number field) {
  return config_has(c, field) ? field_get(c->etmccer, register_fields[field].mask) : 0;
}
// Does the field of ETMCR exist, and is it not 0?
static inline bool config_uses(const struct config *c, enum register_field_number field) {
  return c->etmcr & register_fields[field].mask && config_has(c, field);
}

// Is it a field of this register? ETMACTR3 has the fields of ETMACTR, but ETMIDR2 does not have those of ETMIDR.
bool register_has_field(const struct register_row *row, const struct register_field *field);

enum { ETMOSLSR_EXISTS = ETMOSLSR_MODEL_1 | ETMOSLSR_MODEL_0 };  // an OS lock of any model
#define OSLAR_LOCK 0xC5ACCE55u                                   // this key in ETMOSLAR sets the OS lock
#define LAR_UNLOCK 0xC5ACCE55u                                   // this key in ETMLAR clears the software lock

#endif
