// SPDX-License-Identifier: Apache-2.0
// How a trace unit is built and programmed: what a debugger and a decoder must know besides the bytes. ETMIDR says
// which protocol it speaks: a PTM (PFT), or an ETM (ETMv3).
#ifndef CONFIG_H
#define CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "register_rows.h"

#define CONFIG_FIELD(name, offset, bits, reset, pft, pft_minor, etm, etm_minor, units, field, ...) uint32_t field;
#define CONFIG_NUMBER(name, ...) CONFIG_NUMBER_##name,
#define CONFIG_BIT(name, ...) CONFIG_##name = 1 << CONFIG_NUMBER_##name,

struct config {
  // Built in (RTL parameters of ptm_top).
  uint32_t atb_bits;     // ATDATA width: 8, 16, 32 or 64
  uint32_t queue_depth;  // waypoint queue, entries: a power of two, 4 to 64
  uint32_t fifo_bytes;   // trace FIFO, bytes: a power of two, 16 to 4096
  // Static inputs.
  uint32_t return_stack_depth;  // 0 to 15 entries; used while ETMCR[29] is 1
  // Registers: CFGIDR and CFGCCER, what the unit can do, and what is programmed over APB.
  REGISTERS_OF_CONFIG(CONFIG_FIELD)
  uint32_t unknown;  // registers of which nobody has said the value, bits of enum config_register: not checked
};

// Each register in it: CONFIG_ETMCR and on.
enum { REGISTERS_OF_CONFIG(CONFIG_NUMBER) CONFIG_REGISTERS, CONFIG_ALL = (1 << CONFIG_REGISTERS) - 1 };
enum config_register { CONFIG_NONE, REGISTERS_OF_CONFIG(CONFIG_BIT) };

// ETMCR, main control (IHI 0035B 3.16.1, IHI 0014Q 3.5.1).
#define ETMCR_POWER_DOWN (1u << 0)
#define ETMCR_DATA_VALUE (1u << 2)    // ETMv3
#define ETMCR_DATA_ADDRESS (1u << 3)  // ETMv3
#define ETMCR_PROGRAMMING (1u << 10)
#define ETMCR_PORT (1u << 11)  // ETMv3: must be 1 for output
#define ETMCR_CYCLE_ACCURATE (1u << 12)
#define ETMCR_BRANCH_BROADCAST (1u << 8)
#define ETMCR_CONTEXT_ID_SHIFT 14   // [15:14]: 0 none, 1 one byte, 2 two bytes, 3 four bytes
#define ETMCR_DATA_ONLY (1u << 20)  // ETMv3
#define ETMCR_TIMESTAMP (1u << 28)
#define ETMCR_RETURN_STACK (1u << 29)
#define ETMCR_VMID (1u << 30)

// ETMIDR, what the unit is (IHI 0035B table 3.44, IHI 0014Q 3.5.40).
#define ETMIDR_WIDE_THUMB (1u << 18)   // a 32-bit Thumb instruction is traced as one
#define ETMIDR_SECURITY (1u << 19)     // the Security Extensions are there
#define ETMIDR_ALTERNATIVE (1u << 20)  // ETMv3.4 and 3.5: branch packets have the alternative encoding

// ETMCCER, what it can do (IHI 0035B 3.16.29, IHI 0014Q 3.5.41).
#define ETMCCER_READABLE (1u << 11)     // all registers can be read
#define ETMCCER_WATCHPOINTS (1u << 21)  // ETMEIBCR is there
#define ETMCCER_TIMESTAMP (1u << 22)
#define ETMCCER_RETURN_STACK (1u << 23)       // PTM
#define ETMCCER_BARRIER_WAYPOINTS (1u << 24)  // PTM: DMB and DSB are waypoints,
#define ETMCCER_BARRIER_STAMPS (1u << 25)     // behind which a timestamp comes
#define ETMCCER_VIRTUALIZATION (1u << 26)
#define ETMCCER_BINARY_STAMPS (1u << 28)  // timestamps are natural binary, otherwise Gray
#define ETMCCER_STAMP64 (1u << 29)        // and have 64 bits, otherwise 48

// ETMAUXCR, of our own units (docs/pipeline-pft.md#config, docs/pipeline-etm3.md#config).
#define ETMAUXCR_NO_FORCED_OVERFLOW (1u << 0)
#define ETMAUXCR_NO_BARRIER_STAMPS (1u << 1)    // PTM
#define ETMAUXCR_NO_UPDATES (1u << 2)           // PFTv1.0
#define ETMAUXCR_NO_EXCEPTION_STAMPS (1u << 2)  // PFTv1.1
#define ETMAUXCR_NO_EXIT_STAMPS (1u << 1)       // ETM, as are:
#define ETMAUXCR_GREEDY (1u << 3)               // P-headers are packed as tightly as they can be
#define ETMAUXCR_COUNT_PACKETS (1u << 4)        // an I-sync's count is a packet of its own
#define ETMAUXCR_OLD_EXCEPTIONS (1u << 5)       // exceptions are reported by address byte 5 where they can be

#define EVENT_ALWAYS 0x6F  // in an event register: always true

// ETMIDR[11:8]: major architecture version - 1, 2 of ETMv3. Anything else is taken for PFT.
enum protocol { PROTOCOL_PFT, PROTOCOL_ETM3, PROTOCOLS };
static inline enum protocol config_protocol(const struct config *c) {
  return (c->etmidr >> 8 & 0xF) == 2 ? PROTOCOL_ETM3 : PROTOCOL_PFT;
}
static inline bool config_is_etm3(const struct config *c) { return config_protocol(c) == PROTOCOL_ETM3; }
// ETMIDR[7:4]: ETMv3.0 to 3.5, PFTv1.0 and 1.1.
static inline unsigned config_minor(const struct config *c) { return c->etmidr >> 4 & 0xF; }

// The default build, programmed to trace everything with no option on: of a PTM (PFTv1.1), of an ETM (ETMv3.5).
extern const struct config config_default_pft, config_default_etm3;

#endif
