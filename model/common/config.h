// SPDX-License-Identifier: Apache-2.0
// The configuration of a trace unit: how it is built and programmed. A debugger and a decoder need it in addition to
// the trace bytes. ETMIDR gives the protocol: PFT for a PTM, ETMv3 for an ETM.
#ifndef CONFIG_H
#define CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "register_fields.h"
#include "register_rows.h"

#define CONFIG_FIELD(name, offset, bits, reset, pft, pft_minor, etm, etm_minor, units, field, ...) uint32_t field;
#define CONFIG_NUMBER(name, ...) CONFIG_NUMBER_##name,
#define CONFIG_BIT(name, ...) CONFIG_##name = 1 << CONFIG_NUMBER_##name,

// The widths of ATDATA are 8, 16, 32 and 64 bits.
static inline bool config_has_atb_of(uint64_t bits) { return bits >= 8 && bits <= 64 && (bits & (bits - 1)) == 0; }

struct config {
  // Parameters of the RTL, as in ptm_top.
  uint32_t atb_bits;     // ATDATA width: 8, 16, 32 or 64
  uint32_t queue_depth;  // entries of the input queue: a power of two, 4 to 64
  uint32_t fifo_bytes;   // bytes of the trace FIFO: a power of two, 16 to 4096
  uint32_t wpt_depth;    // PTM: waypoints that may be uncommitted. The reference model has a buffer of 0, 2, 4 or 8.
  // Static inputs.
  uint32_t return_stack_depth;  // 0 to 15 entries; used while ETMCR[29] is 1
  // 1: a P-header of an ETM ends with the instruction that comes with a trigger. No register reports this.
  uint32_t split_at_trigger;
  // The ID registers ETMIDR and ETMCCER, and the programmed registers.
  REGISTERS_OF_CONFIG(CONFIG_FIELD)
  uint32_t etmccr;      // 0: unknown
  uint32_t fixed;       // read-only registers with the value above: bits of enum config_register
  uint32_t unreadable;  // registers that read as any value: bits of enum config_register
  uint32_t unknown;     // registers with an unknown value, which are not checked: bits of enum config_register
  uint32_t cfgregs;     // CFGREGS: bits of enum config_regs
  bool is_cortex_m;     // the name of the core is that of a Cortex-M
  const char *unit;     // value of --unit or --set, for messages; NULL: neither is given
};

// A number and a bit for each register in struct config: CONFIG_NUMBER_ETMCR, CONFIG_ETMCR.
enum { REGISTERS_OF_CONFIG(CONFIG_NUMBER) CONFIG_REGISTERS, CONFIG_ALL = (1 << CONFIG_REGISTERS) - 1 };
enum config_register { CONFIG_NONE, REGISTERS_OF_CONFIG(CONFIG_BIT) };

// A mask for each field of a register: ETMCR_CONTEXT_ID.
#define REGISTER_MASK(register, field, high, low, ...) \
  register##_##field = (int)(UINT32_MAX >> (31 - (high)) & UINT32_MAX << (low)),
enum { REGISTER_FIELDS(REGISTER_MASK) };

// field_get() returns the value of a field, FIELD_OF() a value at the position of the field, and field_set() the
// register with a new value in the field.
static inline uint32_t field_get(uint32_t reg, uint32_t field) { return (reg & field) >> __builtin_ctz(field); }
#define FIELD_OF(field, value) ((uint32_t)(value) * ((uint32_t)(field) & -(uint32_t)(field)))
static inline uint32_t field_set(uint32_t reg, uint32_t field, uint32_t value) {
  return (reg & ~field) | FIELD_OF(field, value);
}

// CFGREGS: the optional parts of the programmers' model.
enum config_regs {
  CFGREGS_OS_LOCK = 1 << 0,        // from ETMv3.3
  CFGREGS_OS_LOCK_SET = 1 << 1,    // a reset sets the OS lock; always in PFTv1.1 and ETMv3.5 (IHI 0035B 3.16.39)
  CFGREGS_SOFTWARE_LOCK = 1 << 2,  // ETMLAR
  CFGREGS_TWO_DOMAINS = 1 << 3,    // the core and the debug logic have separate power domains
  CFGREGS_FIXED_SYNC = 1 << 4,     // ETMSYNCFR is read-only and 0x400
  CFGREGS_CLAIM_TAGS = 0xF << 8,   // number of claim tags, 0 to 8
  CFGREGS_CLAIM_NAMED = 1 << 16,   // no bit of the pin: the description gives the number of claim tags
  CFGREGS_NO_OS_LOCK = 1 << 17,    // no bit of the pin: the description says that there is no OS lock
  CFGREGS_DEFAULT = 8 << 8 | CFGREGS_SOFTWARE_LOCK | CFGREGS_OS_LOCK
};

// CFGCCR, from which the reference RTL makes ETMCCR. If ETMCCR is unknown: ETMIDR, software access, four external
// inputs.
static inline uint32_t config_ccr(const struct config *c) { return c->etmccr ? c->etmccr : 0x88080000; }

// Values of an event register: always true, and never true.
#define EVENT_ALWAYS 0x6F
#define EVENT_NEVER 0x406F

// ETMIDR[11:8], the major version of the architecture minus 1: 2 for ETMv3, 3 for PFT.
static inline unsigned config_major(const struct config *c) { return field_get(c->etmidr, ETMIDR_MAJOR); }
// A unit with another major version than that of ETMv3 is treated as a PTM.
enum protocol { PROTOCOL_PFT, PROTOCOL_ETM3, PROTOCOLS };
static inline enum protocol config_protocol(const struct config *c) {
  return config_major(c) == 2 ? PROTOCOL_ETM3 : PROTOCOL_PFT;
}
static inline bool config_is_etm3(const struct config *c) { return config_protocol(c) == PROTOCOL_ETM3; }
// ETMIDR[7:4], the minor version: 0 to 5 for ETMv3, 0 and 1 for PFTv1.
static inline unsigned config_minor(const struct config *c) { return field_get(c->etmidr, ETMIDR_MINOR); }

// The meaning of an exception number in the profile of the processor, as " (IRQ 22)"; "" if the number is reserved.
enum { EXCEPTION_ROOM = 48 };
const char *exception_name(const struct config *config, unsigned number, char text[EXCEPTION_ROOM]);

// The default configurations, a PTM with PFTv1.1 and an ETM with ETMv3.5. They trace everything, with all options off.
extern const struct config config_default_pft, config_default_etm3;

#endif
