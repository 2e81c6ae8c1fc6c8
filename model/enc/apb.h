// SPDX-License-Identifier: Apache-2.0
// apb: the registers. (docs/pipeline.md#apb)
#ifndef APB_H
#define APB_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "ports.h"
#include "settings.h"

struct apb {
  uint32_t etmcr, etmtrigger, etmteevr, etmsyncfr, etmtsevr, etmauxcr, etmtraceidr;
  bool locked;  // the OS lock is set
  uint32_t prdata;
};

void apb_reset(struct apb *a);
// One clock with PSEL and PCLKEN high. `etmsr`: the status register, made up by others.
void apb_step(struct apb *a, const struct ports_in *in, uint32_t etmsr);

// What becomes of ETMSR in one clock.
struct apb_strobes {
  bool sr_write;  // PWDATA is written to it
  bool sr_reset;  // the Programming bit is cleared; in ETMv3.0, is set
};
struct apb_strobes apb_strobes(const struct apb *a, const struct settings *s, const struct ports_in *in);

// Programmed to be off.
static inline bool apb_off(const struct apb *a) {
  return (a->etmcr & (ETMCR_PROGRAMMING | ETMCR_POWER_DOWN)) || a->locked;
}
static inline bool apb_forces_overflow(const struct apb *a) { return !(a->etmauxcr & ETMAUXCR_NO_FORCED_OVERFLOW); }

static inline struct settings apb_settings(const struct apb *a, const struct ports_in *in) {
  return (struct settings){.idr = in->cfgidr,
                           .ccer = in->cfgccer,
                           .etmcr = a->etmcr,
                           .etmauxcr = a->etmauxcr,
                           .retstack_depth = in->retstack_depth};
}

#endif
