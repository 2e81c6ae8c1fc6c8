// SPDX-License-Identifier: Apache-2.0
// The ETM's front: which clocks of the processor are traced, and in which entry (docs/pipeline-etm3.md#front).
//
// Call order in each clock: etm3_front_step, then etm3_front_sample. The encoder without clocks calls etm3_front_decide
// and etm3_front_purge instead. Counts are in clocks.
#ifndef ETM3_FRONT_H
#define ETM3_FRONT_H

#include <stdbool.h>
#include <stdint.h>

#include "etm3_entry.h"
#include "etm3_pending.h"
#include "front.h"
#include "ports.h"
#include "settings.h"
#include "slot.h"
#include "stamps.h"

struct etm3_front {
  struct slots in;  // sampled in the last clock
  struct front_times in_times;
  bool run;  // ETMEN
  enum front_state state;
  struct etm3_pending pending;  // what no entry contains yet
  uint32_t context;             // Context ID and VMID of the last clock with an executed instruction
  uint8_t vmid;
  uint32_t gap;  // clocks since the last reported clock, if `gap_known`
  bool gap_known;
  bool debug;       // Debug state was sampled, and since then no instruction that may be traced
  bool overflowed;  // an overflow started, and no I-sync was pushed since
  struct stamps stamps;
};

// Decides one clock, `in` of *f. Tracing must be enabled. True if *e must be pushed. If the queue is full, *e is not
// written.
bool etm3_front_decide(struct etm3_front *f, const struct front_in *in, struct etm3_entry *e);

// Between two clocks: takes everything that no entry contains yet. True if *e must be pushed; otherwise *e is not
// written.
bool etm3_front_purge(struct etm3_front *f, const struct settings *s, struct etm3_entry *e);
// True if `next` executes an instruction with another Context ID or VMID, so that no entry may contain it together with
// what is pending.
static inline bool etm3_front_parts(const struct etm3_front *f, const struct settings *s, const struct slots *next) {
  if (!next->at[0].executed && !next->at[1].executed) return false;
  return (context_bytes(s) && next->context_id != f->context) || (vmid_on(s) && next->vmid != f->vmid);
}

// The resource of the Non-secure state. It is LOW in a prohibited region, also in Non-secure code (IHI 0014Q 2.6.2).
static inline bool etm3_front_is_non_secure(const struct slots *in) { return in->ns & !in->prohibited; }

// The number of instructions of the clock that would have been traced without an overflow.
unsigned etm3_front_lost(const struct etm3_front *f, const struct front_in *in);

// One clock of a unit that is disabled. It still follows Context ID and VMID, because comparators use them, and counts
// the gap, which only the Programming bit and the power-down bit reset (IHI 0014Q 7.3.4).
void etm3_front_off(struct etm3_front *f, const struct settings *s);

// One clock. If the queue is full, *e is not written. *out is written completely.
static inline void etm3_front_step(struct etm3_front *f, const struct front_in *in, struct etm3_entry *e,
                                   struct front_out *out) {
  *out = (struct front_out){0};
  if (f->run) {
    const bool was_overflow = f->state == FRONT_OVERFLOW;
    const unsigned pending = f->pending.instructions;
    out->push = etm3_front_decide(f, in, e);
    out->overflow_begins = f->state == FRONT_OVERFLOW && !was_overflow;
    if (f->overflowed && !out->push)
      out->lost = (uint8_t)(etm3_front_lost(f, in) + (out->overflow_begins ? pending : 0));
  } else {
    etm3_front_off(f, in->settings);
    stamps_off(&f->stamps, f->in_times.idle);
  }
  if (in->forget_overflow) f->overflowed = false;
  f->run = in->enabled && (f->run || in->stopped);
}

// Loads the `in` register. Called in every clock, after etm3_front_step.
static inline void etm3_front_sample(struct etm3_front *f, const struct ports_in *in) {
  f->in = in->slots;
  f->in_times = front_times(in);
}

#endif
