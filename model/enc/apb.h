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
  struct settings settings;  // ETMCR and ETMAUXCR are in them
  uint32_t etmtrigger, etmteevr, etmsyncfr, etmtsevr, etmtraceidr;
  bool locked;   // the OS lock is set
  bool off, on;  // programmed to be off; to trace, and there is a port: found with each write
  uint32_t prdata;
};

void apb_reset(struct apb *a);
// A clock begins: what the static inputs say.
static inline void apb_look(struct apb *a, const struct ports_in *in) {
  a->settings.idr = in->cfgidr;
  a->settings.ccer = in->cfgccer;
  a->settings.retstack_depth = in->retstack_depth;
}

static inline bool apb_access(const struct ports_in *in) { return in->psel && in->pclken; }

// One clock with an access. `etmsr`: the status register, made up by others.
void apb_step(struct apb *a, const struct ports_in *in, uint32_t etmsr);

// What becomes of ETMSR in one clock with an access; in ETMv3.0, in any clock.
struct apb_strobes {
  bool sr_write;  // PWDATA is written to it
  bool sr_reset;  // the Programming bit is cleared; in ETMv3.0, is set
};
struct apb_strobes apb_strobes(const struct apb *a, const struct ports_in *in);

static inline bool apb_forces_overflow(const struct apb *a) {
  return !(a->settings.etmauxcr & ETMAUXCR_NO_FORCED_OVERFLOW);
}

#endif
