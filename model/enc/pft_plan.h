// SPDX-License-Identifier: Apache-2.0
// The PTM's plan: which packet is next, at most one record per clock (docs/pipeline-pft.md#order; IHI 0035B 4.14). Call
// order: pft_plan_reset, then pft_plan_step in each clock.
#ifndef PFT_PLAN_H
#define PFT_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "pft_encode.h"
#include "pft_entry.h"
#include "plan.h"
#include "settings.h"

// The packets that must follow the last one, a set. The lowest bit is the next.
enum pft_plan_follow {
  PFT_FOLLOW_BRANCH = 1 << 0,
  PFT_FOLLOW_PERIODIC_ISYNC = 1 << 1,
  PFT_FOLLOW_EXCEPTION_RETURN = 1 << 2,
  PFT_FOLLOW_CONTEXT_ID = 1 << 3,
  PFT_FOLLOW_VMID = 1 << 4,
  PFT_FOLLOW_TIMESTAMP = 1 << 5,
  PFT_FOLLOW_TSYNC = 1 << 6
};

struct pft_plan {
  struct pft_record record;  // the next record to send, if `valid`
  bool valid;
  uint8_t following;  // enum pft_plan_follow
  bool tracing;       // an I-sync was sent, and tracing has not ended since
  bool async_due;     // the first packet must be an A-sync
  bool async_sent;    // the A-sync before the next I-sync that starts tracing was sent
  bool progress;      // something was traced since the last I-sync
  bool clock_change;  // of an entry that was popped after the last timestamp
  struct {
    struct place target;
    uint64_t stamp;
    uint32_t context;
    uint8_t vmid;
  } last;  // of the last popped entry
  struct pft pft;
};

void pft_plan_reset(struct pft_plan *p);
// Chooses the next record, if there is something to send.
void pft_plan_next(struct pft_plan *p, const struct plan_in *in, struct plan_out *out);

// One clock. *out is written completely.
static inline void pft_plan_step(struct pft_plan *p, const struct plan_in *in, struct plan_out *out) {
  *out = (struct plan_out){0};
  if (in->stopped) {
    pft_plan_reset(p);
  } else if (!p->valid || in->emit_ready) {
    const bool something = p->async_due || p->following || in->pft_head || plan_requested(in);
    p->valid = false;
    if (something) pft_plan_next(p, in, out);
  }
}

#endif
