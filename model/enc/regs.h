// SPDX-License-Identifier: Apache-2.0
// The registers that hold what was written, by version, ETMCCR and ETMCCER: which are there, and which bits they have.
// (docs/pipeline.md#apb)
#ifndef REGS_H
#define REGS_H

#include "apb.h"

// PFTv1.1 and ETMv3.5, which save and restore the registers themselves; PFTv1.0, ETMv3.3 and v3.4 do so through
// ETMOSSRR.
static inline bool regs_direct(const struct settings *s) { return has_newest(s); }

// ETMCCR as it reads: CFGCCR, but no more than is built.
uint32_t regs_etmccr(const struct ports_in *in);

// There is such a register.
bool regs_is_there(const struct settings *s, const struct ports_in *in, unsigned offset);
// And a read says what it holds.
bool regs_is_readable(const struct settings *s, const struct ports_in *in, unsigned offset);

// A write changes what a counter or the sequencer stands at, or may do so: it is told to resources.
bool regs_changes_resource(const struct settings *s, const struct ports_in *in, unsigned offset);

// One that holds what was written: where, and the bits of it that can be. NULL: there is none here.
struct stored {
  uint32_t *at;
  uint32_t bits;
  uint32_t ones;  // that read 1 for ever
};
struct stored regs_stored(struct apb *a, const struct ports_in *in, unsigned offset);

#endif
