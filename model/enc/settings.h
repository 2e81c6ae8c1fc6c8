// SPDX-License-Identifier: Apache-2.0
// The capabilities of the unit, from its ID registers, and its programming (docs/pipeline-pft.md#config,
// docs/pipeline-etm3.md#config). The functions keep no state.
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"

struct settings {
  uint32_t idr, ccer;  // CFGIDR, CFGCCER
  uint32_t etmcr, etmauxcr;
  uint8_t retstack_depth;  // RETSTACKDEPTH, 0 to 15
};

// The settings of a configuration.
struct settings settings_of(const struct config *config);

// The differences between the protocols.
struct settings_row {
  uint8_t stamps;         // the first minor version with timestamps
  uint8_t newest;         // the first minor version with virtualization, 64-bit and natural binary timestamps
  uint32_t return_stack;  // the bit of ETMCCER that indicates a return stack
  uint32_t port;          // the bit of ETMCR that turns the trace port on; 0: it is always on
  uint32_t etmauxcr;      // the implemented bits of ETMAUXCR
};
extern const struct settings_row settings_rows[PROTOCOLS];

static inline enum protocol settings_protocol(const struct settings *s) {
  return (s->idr >> 8 & 0xF) == 2 ? PROTOCOL_ETM3 : PROTOCOL_PFT;
}
static inline const struct settings_row *settings_row(const struct settings *s) {
  return &settings_rows[settings_protocol(s)];
}
static inline unsigned minor_version(const struct settings *s) { return s->idr >> 4 & 0xF; }

// ETMv3.0 counts clocks between synchronizations. All later units count bytes.
static inline bool is_etm3_0(const struct settings *s) { return (s->idr & 0xFF0) == 0x200; }

// PTM: PFTv1.1.
static inline bool has_v11(const struct settings *s) { return s->idr & 0xF0; }
static inline bool has_barrier_stamps(const struct settings *s) { return s->ccer & ETMCCER_BARRIER_STAMPS; }
static inline bool has_barrier_waypoints(const struct settings *s) { return s->ccer & ETMCCER_BARRIER_WAYPOINTS; }

// ETM: ETMv3.0 to 3.5, and the features of each version (docs/pipeline-etm3.md#config).
static inline unsigned etm3_minor(const struct settings *s) { return minor_version(s) < 5 ? minor_version(s) : 5; }
static inline bool etm3_counts_debug(const struct settings *s) { return etm3_minor(s) >= 1; }
static inline bool etm3_counts_overflow(const struct settings *s) { return etm3_minor(s) >= 1 && etm3_minor(s) <= 4; }
static inline bool etm3_secure(const struct settings *s) { return etm3_minor(s) >= 2 && s->idr & ETMIDR_SECURITY; }
static inline bool etm3_altisa(const struct settings *s) { return etm3_minor(s) >= 3; }
static inline bool etm3_bare(const struct settings *s) { return etm3_minor(s) >= 3; }
static inline bool etm3_long(const struct settings *s) { return etm3_minor(s) >= 4; }
// ETMv3.4 has exception exits only for ARMv7-M, which has no Security Extensions.
static inline bool etm3_exits(const struct settings *s) {
  return etm3_minor(s) == 5 || (etm3_minor(s) == 4 && !etm3_secure(s));
}
static inline bool etm3_alternative(const struct settings *s) {
  return etm3_minor(s) >= 4 && s->idr & ETMIDR_ALTERNATIVE;
}
static inline bool etm3_greedy(const struct settings *s) { return s->etmauxcr & ETMAUXCR_GREEDY; }

// Both protocols: virtualization and timestamps. PFTv1.0 had timestamps of another kind.
static inline bool has_newest(const struct settings *s) { return minor_version(s) >= settings_row(s)->newest; }
// Counter 1 has only its reload value (IHI 0035B 3.16.14, IHI 0014Q 3.5.26).
static inline bool has_reduced_counter(const struct settings *s) {
  return has_newest(s) && s->ccer & ETMCCER_REDUCED_COUNTER;
}
// Inputs of events: extended inputs and their selectors, EmbeddedICE inputs. ETMCCER cannot indicate more than these.
enum { SETTINGS_EXTENDED = 32, SETTINGS_SELECTORS = 4, SETTINGS_EMBEDDEDICE = 8 };
static inline unsigned settings_at_most(uint32_t count, unsigned most) { return count < most ? count : most; }
static inline bool settings_from(const struct settings *s, unsigned minor) {
  return settings_protocol(s) == PROTOCOL_PFT || minor_version(s) >= minor;
}
static inline unsigned settings_extended(const struct settings *s) {
  return settings_at_most(field_get(s->ccer, ETMCCER_EXTENDED), SETTINGS_EXTENDED);
}
static inline unsigned settings_selectors(const struct settings *s) {
  return settings_from(s, 1) ? settings_at_most(field_get(s->ccer, ETMCCER_SELECTORS), SETTINGS_SELECTORS) : 0;
}
static inline unsigned settings_embeddedice(const struct settings *s) {
  return settings_from(s, 4) ? settings_at_most(field_get(s->ccer, ETMCCER_EMBEDDEDICE), SETTINGS_EMBEDDEDICE) : 0;
}
// ETMEIBCR exists; ETMTESSEICR has an effect.
static inline bool has_watchpoint_control(const struct settings *s) {
  return settings_from(s, 4) && s->ccer & ETMCCER_WATCHPOINTS;
}
static inline bool has_watched_start(const struct settings *s) {
  return settings_embeddedice(s) && s->ccer & ETMCCER_ICE_START_STOP;
}
static inline bool has_virtualization(const struct settings *s) {
  return has_newest(s) && s->ccer & ETMCCER_VIRTUALIZATION;
}
static inline bool has_stamps(const struct settings *s) {
  return minor_version(s) >= settings_row(s)->stamps && s->ccer & ETMCCER_TIMESTAMP;
}
static inline bool has_stamp64(const struct settings *s) { return has_newest(s) && s->ccer & ETMCCER_STAMP64; }
static inline bool has_gray_stamps(const struct settings *s) {
  return !has_newest(s) || !(s->ccer & ETMCCER_BINARY_STAMPS);
}

// The implemented bits of ETMCR.
static inline uint32_t etmcr_built(const struct settings *s) {
  uint32_t bits = ETMCR_CONTEXT_ID | ETMCR_CYCLE_ACCURATE | ETMCR_PROGRAMMING | ETMCR_DEBUG_REQUEST |
                  ETMCR_BRANCH_BROADCAST | ETMCR_POWER_DOWN;
  if (has_virtualization(s)) bits |= ETMCR_VMID;
  if (has_stamps(s)) bits |= ETMCR_TIMESTAMP;
  if (s->ccer & settings_row(s)->return_stack) bits |= ETMCR_RETURN_STACK;
  return bits | settings_row(s)->port;
}

// The implemented bits of ETMAUXCR.
static inline uint32_t etmauxcr_built(const struct settings *s) { return settings_row(s)->etmauxcr; }

// The unit needs no trace port, or its port is on.
static inline bool has_port(const struct settings *s) {
  return (s->etmcr & settings_row(s)->port) == settings_row(s)->port;
}
static inline bool cycle_accurate(const struct settings *s) { return s->etmcr & ETMCR_CYCLE_ACCURATE; }
static inline bool broadcasts(const struct settings *s) { return s->etmcr & ETMCR_BRANCH_BROADCAST; }
static inline bool stamps_on(const struct settings *s) { return s->etmcr & ETMCR_TIMESTAMP; }
static inline bool vmid_on(const struct settings *s) { return s->etmcr & ETMCR_VMID; }

// The number of bytes of a Context ID: 0, 1, 2 or 4.
static inline unsigned context_bytes(const struct settings *s) {
  return (1u << field_get(s->etmcr, ETMCR_CONTEXT_ID)) >> 1;
}

// The low bytes of a Context ID that are sent.
static inline uint32_t context_of(const struct settings *s, uint32_t context) {
  return context & (uint32_t)(((uint64_t)1 << 8 * context_bytes(s)) - 1);
}

// The number of return stack entries in use; 0: off. With branch broadcast, an E atom never reports an indirect branch.
static inline unsigned stack_depth(const struct settings *s) {
  return s->etmcr & ETMCR_RETURN_STACK && !broadcasts(s) ? s->retstack_depth : 0;
}

#endif
