// SPDX-License-Identifier: Apache-2.0
// The box apb: the registers, their locks and their power (docs/pipeline.md#apb; IHI 0035B 3.21, IHI 0014Q 3.5.51).
//
// Call order: apb_reset, then in each clock apb_look, and apb_step if apb_moves. unit.c calls apb_power_step at the
// edge of a unit with two power domains. Times are clocks, offsets of registers are bytes.
#ifndef APB_H
#define APB_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "ports.h"
#include "settings.h"

enum { APB_WORDS = (0x240 >> 2) + 1 };

// The registers of the debug domain. Only a reset changes them; a loss of core power does not.
struct apb_debug {
  bool powered;   // DBGPWRDUP, as sampled at the last edge
  bool sticky;    // ETMPDSR[1]: the core domain lost its power, and ETMPDSR has not been read since
  bool keep;      // ETMPDCR[3]
  bool unlocked;  // the software lock is clear
  bool pslverr;
  uint8_t claimed;  // claim tags; in PFTv1.1 and ETMv3.5 they belong to the core domain
  uint32_t prdata;
};

struct apb {
  struct settings settings;  // with ETMCR and ETMAUXCR
  uint32_t etmtrigger, etmteevr, etmsyncfr, etmtsevr, etmtraceidr;
  bool off, on;         // `off`: ETMCR or the OS lock stops tracing; `on`: the unit may trace and has a port. Computed
                        // at each write
  bool stops;           // ETMSR[1] may be 1. Computed at each write
  bool flipped;         // the OS lock differs from its reset state
  uint8_t saved;        // accesses to ETMOSSRR since ETMOSLAR was written
  uint16_t fifo_bytes;  // of the build
  struct apb_debug debug;
  uint32_t words[APB_WORDS];  // the other trace registers, by offset / 4
};

static inline uint32_t apb_word(const struct apb *a, unsigned offset) { return a->words[offset >> 2]; }

void apb_reset(struct apb *a, unsigned fifo_bytes);
// The reset of the core domain when it has lost its power.
void apb_core_reset(struct apb *a);

// Takes the static inputs.
static inline void apb_look(struct apb *a, const struct ports_in *in) {
  a->settings.idr = in->cfgidr;
  a->settings.ccer = in->cfgccer;
  a->settings.retstack_depth = in->retstack_depth;
}

// apb_two_domains: the unit has two power domains. apb_core_up: the core domain has power and is not in reset.
bool apb_two_domains(const struct apb *a, const struct ports_in *in);
static inline bool apb_core_up(const struct apb *a, const struct ports_in *in) {
  return a->debug.powered || !apb_two_domains(a, in);
}
// The edge at the end of a clock, for a unit with two domains.
static inline void apb_power_step(struct apb *a, bool dbgpwrdup) {
  a->debug.sticky |= !a->debug.powered;
  a->debug.powered = dbgpwrdup;
}

static inline bool apb_access(const struct ports_in *in) { return in->psel && in->pclken; }
// True if apb_step changes something. PSLVERR lasts to the next edge of the APB.
static inline bool apb_moves(const struct apb *a, const struct ports_in *in) {
  return (in->psel || a->debug.pslverr) && in->pclken;
}

// The offset of the register that an access reaches.
unsigned apb_target(const struct apb *a, const struct ports_in *in);

// One clock with apb_moves. `status` is the value of a register that apb does not store. `stopped`: no trace is left to
// send.
void apb_step(struct apb *a, const struct ports_in *in, uint32_t status, bool stopped);

// The effect of one clock with an access on ETMSR and the resources. In ETMv3.0, a clock without an access has one too.
struct apb_strobes {
  uint16_t resource;  // offset of a register of regs_changes_resource to which PWDATA is written; 0: none
  bool sr_write;      // PWDATA is written to ETMSR
  bool sr_reset;      // ETMSR is reset: the Programming bit is cleared or, in ETMv3.0, set
};
struct apb_strobes apb_strobes(const struct apb *a, const struct ports_in *in);

static inline bool apb_forces_overflow(const struct apb *a) {
  return !(a->settings.etmauxcr & ETMAUXCR_NO_FORCED_OVERFLOW);
}

#endif
