// SPDX-License-Identifier: Apache-2.0
// apb: the registers, their locks and their power. (docs/pipeline.md#apb)
#ifndef APB_H
#define APB_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "ports.h"
#include "settings.h"

enum { APB_WORDS = (0x240 >> 2) + 1 };

// The debug domain: a reset alone resets it.
struct apb_debug {
  bool powered;   // DBGPWRDUP, as sampled at the last edge
  bool sticky;    // ETMPDSR[1]: nobody has read since that the core domain had no power
  bool keep;      // ETMPDCR[3]
  bool unlocked;  // the software lock is clear
  bool pslverr;
  uint8_t claimed;  // claim tags. Of PFTv1.1 and ETMv3.5 they go with the core domain
  uint32_t prdata;
};

struct apb {
  struct settings settings;  // ETMCR and ETMAUXCR are in them
  uint32_t etmtrigger, etmteevr, etmsyncfr, etmtsevr, etmtraceidr;
  bool off, on;         // programmed or locked to be off; to trace, and there is a port: found with each write
  bool stops;           // likewise: what ETMSR[1] tells of
  bool flipped;         // the OS lock is not as a reset leaves it
  uint8_t saved;        // accesses to ETMOSSRR since ETMOSLAR was written
  uint16_t fifo_bytes;  // as it is built
  struct apb_debug debug;
  uint32_t words[APB_WORDS];  // the other trace registers, by their number
};

void apb_reset(struct apb *a, unsigned fifo_bytes);
// The core domain has lost its power.
void apb_core_reset(struct apb *a);

// What the static inputs say.
static inline void apb_look(struct apb *a, const struct ports_in *in) {
  a->settings.idr = in->cfgidr;
  a->settings.ccer = in->cfgccer;
  a->settings.retstack_depth = in->retstack_depth;
}

// There are two power domains; the core domain has power, and is not in reset.
bool apb_two_domains(const struct apb *a, const struct ports_in *in);
static inline bool apb_core_up(const struct apb *a, const struct ports_in *in) {
  return a->debug.powered || !apb_two_domains(a, in);
}
// An edge ends the clock: of a unit with two domains.
static inline void apb_power_step(struct apb *a, bool dbgpwrdup) {
  a->debug.sticky |= !a->debug.powered;
  a->debug.powered = dbgpwrdup;
}

static inline bool apb_access(const struct ports_in *in) { return in->psel && in->pclken; }
// PSLVERR lasts to the next edge of the APB.
static inline bool apb_moves(const struct apb *a, const struct ports_in *in) {
  return (in->psel || a->debug.pslverr) && in->pclken;
}

// The register that an access reaches.
unsigned apb_target(const struct apb *a, const struct ports_in *in);

// One clock with apb_moves. `status`: what others make up of that register, if it is not stored. `stopped`: nothing is
// on its way.
void apb_step(struct apb *a, const struct ports_in *in, uint32_t status, bool stopped);

// What becomes of ETMSR and the resources in one clock with an access; in ETMv3.0, in any clock.
struct apb_strobes {
  uint16_t resource;  // PWDATA is written to this one of regs_changes_resource; 0: to none
  bool sr_write;      // PWDATA is written to it
  bool sr_reset;      // the Programming bit is cleared; in ETMv3.0, is set
};
struct apb_strobes apb_strobes(const struct apb *a, const struct ports_in *in);

static inline bool apb_forces_overflow(const struct apb *a) {
  return !(a->settings.etmauxcr & ETMAUXCR_NO_FORCED_OVERFLOW);
}

#endif
