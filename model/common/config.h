// SPDX-License-Identifier: Apache-2.0
// How a trace unit is built and programmed: what a debugger and a decoder must know besides the bytes. ETMIDR says
// which protocol it speaks: a PTM (PFT), or an ETM (ETMv3).
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
  // Built in (RTL parameters of ptm_top).
  uint32_t atb_bits;     // ATDATA width: 8, 16, 32 or 64
  uint32_t queue_depth;  // waypoint queue, entries: a power of two, 4 to 64
  uint32_t fifo_bytes;   // trace FIFO, bytes: a power of two, 16 to 4096
  // Static inputs.
  uint32_t return_stack_depth;  // 0 to 15 entries; used while ETMCR[29] is 1
  // No register says it. 1: an ETM puts no later instruction into the P-header of the instruction that comes with a
  // trigger.
  uint32_t split_at_trigger;
  // Registers: CFGIDR and CFGCCER, what the unit can do, and what is programmed over APB.
  REGISTERS_OF_CONFIG(CONFIG_FIELD)
  // What else its registers are: ETMCCR, 0 if nobody has said it; and bits of enum config_register: registers that hold
  // the value above for ever, and those that read as anything.
  uint32_t etmccr, fixed, unreadable;
  uint32_t cfgregs;  // CFGREGS: bits of enum config_regs
  bool is_cortex_m;  // the core is known to be one, by its name
  uint32_t unknown;  // registers of which nobody has said the value, bits of enum config_register: not checked
};

// Each register in it: CONFIG_ETMCR and on.
enum { REGISTERS_OF_CONFIG(CONFIG_NUMBER) CONFIG_REGISTERS, CONFIG_ALL = (1 << CONFIG_REGISTERS) - 1 };
enum config_register { CONFIG_NONE, REGISTERS_OF_CONFIG(CONFIG_BIT) };

// The fields of the registers: ETMCR_CONTEXT_ID is its bits.
#define REGISTER_MASK(register, field, high, low, ...) \
  register##_##field = (int)(UINT32_MAX >> (31 - (high)) & UINT32_MAX << (low)),
enum { REGISTER_FIELDS(REGISTER_MASK) };

// A field's value in a register; a value where the field is; the register with that value in it.
static inline uint32_t field_get(uint32_t reg, uint32_t field) { return (reg & field) >> __builtin_ctz(field); }
#define FIELD_OF(field, value) ((uint32_t)(value) * ((uint32_t)(field) & -(uint32_t)(field)))
static inline uint32_t field_set(uint32_t reg, uint32_t field, uint32_t value) {
  return (reg & ~field) | FIELD_OF(field, value);
}

// CFGREGS: what of the programmers' model is built.
enum config_regs {
  CFGREGS_OS_LOCK = 1 << 0,        // from ETMv3.3
  CFGREGS_OS_LOCK_SET = 1 << 1,    // a reset sets it; of PFTv1.1 and ETMv3.5 it always does (IHI 0035B 3.16.39)
  CFGREGS_SOFTWARE_LOCK = 1 << 2,  // ETMLAR
  CFGREGS_TWO_DOMAINS = 1 << 3,    // the core and the debug logic have power of their own
  CFGREGS_FIXED_SYNC = 1 << 4,     // ETMSYNCFR is 0x400 for ever
  CFGREGS_CLAIM_TAGS = 0xF << 8,   // 0 to 8
  CFGREGS_CLAIM_NAMED = 1 << 16,   // no bit of the pin: somebody has said how many
  CFGREGS_DEFAULT = 8 << 8 | CFGREGS_SOFTWARE_LOCK | CFGREGS_OS_LOCK
};

// CFGCCR, which a unit of ours reads as ETMCCR: ID register, software access, four external inputs if nobody has said
// it.
static inline uint32_t config_ccr(const struct config *c) { return c->etmccr ? c->etmccr : 0x88080000; }

// In an event register: always true, never.
#define EVENT_ALWAYS 0x6F
#define EVENT_NEVER 0x406F

// ETMIDR[11:8]: 2 of an ETMv3, 3 of a PTM.
static inline unsigned config_major(const struct config *c) { return field_get(c->etmidr, ETMIDR_MAJOR); }
// ETMIDR[11:8]: major architecture version - 1, 2 of ETMv3. Anything else is taken for PFT.
enum protocol { PROTOCOL_PFT, PROTOCOL_ETM3, PROTOCOLS };
static inline enum protocol config_protocol(const struct config *c) {
  return config_major(c) == 2 ? PROTOCOL_ETM3 : PROTOCOL_PFT;
}
static inline bool config_is_etm3(const struct config *c) { return config_protocol(c) == PROTOCOL_ETM3; }
// ETMIDR[7:4]: ETMv3.0 to 3.5, PFTv1.0 and 1.1.
static inline unsigned config_minor(const struct config *c) { return field_get(c->etmidr, ETMIDR_MINOR); }

// " (IRQ 22)": what an exception number means for the processor's profile; "" if it is reserved.
enum { EXCEPTION_ROOM = 48 };
const char *exception_name(const struct config *config, unsigned number, char text[EXCEPTION_ROOM]);

// The default build, programmed to trace everything with no option on: of a PTM (PFTv1.1), of an ETM (ETMv3.5).
extern const struct config config_default_pft, config_default_etm3;

#endif
