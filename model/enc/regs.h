// SPDX-License-Identifier: Apache-2.0
// The registers that store what was written: which exist, and which bits they have, depending on the version, ETMCCR
// and ETMCCER (docs/pipeline.md#apb; IHI 0035B 3.16, IHI 0014Q 3.5). Only the box apb calls these functions. Offsets
// are in bytes.
#ifndef REGS_H
#define REGS_H

#include "apb.h"

// True for PFTv1.1 and ETMv3.5, in which a debugger saves and restores the registers directly. PFTv1.0, ETMv3.3 and
// v3.4 use ETMOSSRR.
static inline bool regs_direct(const struct settings *s) { return has_newest(s); }

// ETMCCR as it reads: CFGCCR, limited to what is implemented.
uint32_t regs_etmccr(const struct ports_in *in);

// True if the register exists.
bool regs_is_there(const struct settings *s, const struct ports_in *in, unsigned offset);
// True if a read returns its contents.
bool regs_is_readable(const struct settings *s, const struct ports_in *in, unsigned offset);

// True if a write may change a counter or the sequencer, so that the box resources must know it.
bool regs_changes_resource(const struct settings *s, const struct ports_in *in, unsigned offset);

// A register that stores what is written: its word, and its writable bits. `at` is NULL if there is none.
struct stored {
  uint32_t *at;
  uint32_t bits;
  uint32_t ones;  // bits that always read 1
};
struct stored regs_stored(struct apb *a, const struct ports_in *in, unsigned offset);

#endif
