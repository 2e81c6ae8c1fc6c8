// SPDX-License-Identifier: Apache-2.0
// What the unit can do, as its ID registers say, and what it is told to do. (docs/pipeline.md 2)
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"

#define ETMAUXCR_NO_FORCED_OVERFLOW (1u << 0)
#define ETMAUXCR_NO_BARRIER_STAMPS (1u << 1)
#define ETMAUXCR_NO_UPDATES (1u << 2)           // v1.0
#define ETMAUXCR_NO_EXCEPTION_STAMPS (1u << 2)  // v1.1

struct settings {
  uint32_t idr, ccer;  // CFGIDR, CFGCCER
  uint32_t etmcr, etmauxcr;
  uint8_t retstack_depth;  // RETSTACKDEPTH, 0 to 15
};

// IHI 0035B 3.16.29 for the bits of ETMCCER.
static inline bool has_v11(const struct settings *s) { return s->idr & 0xF0; }
static inline bool has_virtualization(const struct settings *s) { return has_v11(s) && s->ccer >> 26 & 1; }
static inline bool has_stamp64(const struct settings *s) { return has_v11(s) && s->ccer >> 29 & 1; }
static inline bool has_gray_stamps(const struct settings *s) { return !has_v11(s) || !(s->ccer >> 28 & 1); }
static inline bool has_barrier_stamps(const struct settings *s) { return s->ccer >> 25 & 1; }
static inline bool has_barrier_waypoints(const struct settings *s) { return s->ccer >> 24 & 1; }
static inline bool has_return_stack(const struct settings *s) { return s->ccer >> 23 & 1; }
static inline bool has_stamps(const struct settings *s) { return s->ccer >> 22 & 1; }

// The bits of ETMCR that are there.
static inline uint32_t etmcr_built(const struct settings *s) {
  uint32_t bits = 3u << ETMCR_CONTEXT_ID_SHIFT | ETMCR_CYCLE_ACCURATE | ETMCR_PROGRAMMING | ETMCR_BRANCH_BROADCAST |
                  ETMCR_POWER_DOWN;
  if (has_virtualization(s)) bits |= ETMCR_VMID;
  if (has_return_stack(s)) bits |= ETMCR_RETURN_STACK;
  if (has_stamps(s)) bits |= ETMCR_TIMESTAMP;
  return bits;
}

static inline bool cycle_accurate(const struct settings *s) { return s->etmcr & ETMCR_CYCLE_ACCURATE; }
static inline bool broadcasts(const struct settings *s) { return s->etmcr & ETMCR_BRANCH_BROADCAST; }
static inline bool stamps_on(const struct settings *s) { return s->etmcr & ETMCR_TIMESTAMP; }
static inline bool vmid_on(const struct settings *s) { return s->etmcr & ETMCR_VMID; }

// Bytes of a Context ID: 0, 1, 2 or 4.
static inline unsigned context_bytes(const struct settings *s) {
  return (1u << (s->etmcr >> ETMCR_CONTEXT_ID_SHIFT & 3)) >> 1;
}

// Return stack entries in use, 0 = off. With branch broadcast an E atom never stands for an indirect branch.
static inline unsigned stack_depth(const struct settings *s) {
  return s->etmcr & ETMCR_RETURN_STACK && !broadcasts(s) ? s->retstack_depth : 0;
}

#endif
