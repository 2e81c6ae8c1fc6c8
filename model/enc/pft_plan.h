// SPDX-License-Identifier: Apache-2.0
// The PTM's plan: what to say, in order, at most one record per clock. (docs/pipeline-pft.md#order)
#ifndef PFT_PLAN_H
#define PFT_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "pft_encode.h"
#include "pft_entry.h"
#include "plan.h"
#include "settings.h"

// What must follow what was said, a set: the lowest bit first.
enum pft_plan_owed {
  PFT_OWED_BRANCH = 1 << 0,
  PFT_OWED_PERIODIC_ISYNC = 1 << 1,
  PFT_OWED_EXCEPTION_RETURN = 1 << 2,
  PFT_OWED_CONTEXT_ID = 1 << 3,
  PFT_OWED_VMID = 1 << 4,
  PFT_OWED_TIMESTAMP = 1 << 5,
  PFT_OWED_TSYNC = 1 << 6
};

struct pft_plan {
  struct pft_record record;  // to be said, if `valid`
  bool valid;
  uint8_t owed;       // enum pft_plan_owed
  bool up;            // an I-sync was said and nothing has ended tracing since
  bool async_due;     // the first packet of all is an A-sync
  bool async_sent;    // the A-sync before the next I-sync that starts tracing has been said
  bool fresh;         // something was traced since the last I-sync
  bool clock_change;  // of an entry popped since the last timestamp
  struct {
    struct place target;
    uint64_t stamp;
    uint32_t context;
    uint8_t vmid;
  } last;  // of the last entry popped
  struct pft pft;
};

void pft_plan_reset(struct pft_plan *p);
// The next record, if there is something to say.
void pft_plan_next(struct pft_plan *p, const struct plan_in *in, struct plan_out *out);

// One clock; *out is written whole.
static inline void pft_plan_step(struct pft_plan *p, const struct plan_in *in, struct plan_out *out) {
  *out = (struct plan_out){0};
  if (in->stopped) {
    pft_plan_reset(p);
  } else if (!p->valid || in->emit_ready) {
    const bool something = p->async_due || p->owed || in->pft_head || plan_requested(in);
    p->valid = false;
    if (something) pft_plan_next(p, in, out);
  }
}

#endif
