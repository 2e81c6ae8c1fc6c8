// SPDX-License-Identifier: Apache-2.0
// apb: the registers. (docs/pipeline.md 2)
#ifndef APB_H
#define APB_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "ports.h"

#define ETMAUXCR_NO_FORCED_OVERFLOW (1u << 0)

struct apb {
  uint32_t etmcr, etmtrigger, etmsyncfr, etmauxcr, etmtraceidr;
  uint32_t prdata;
};

void apb_reset(struct apb *a);
// One clock with PSEL and PCLKEN high. `etmsr`: the status register, made up by others.
void apb_step(struct apb *a, const struct ports_in *in, uint32_t etmsr);

static inline bool apb_enabled(const struct apb *a) { return !(a->etmcr & (ETMCR_PROGRAMMING | ETMCR_POWER_DOWN)); }
static inline bool apb_return_stack(const struct apb *a) { return a->etmcr & ETMCR_RETURN_STACK; }
static inline bool apb_forces_overflow(const struct apb *a) { return !(a->etmauxcr & ETMAUXCR_NO_FORCED_OVERFLOW); }

#endif
