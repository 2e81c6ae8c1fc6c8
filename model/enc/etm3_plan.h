// SPDX-License-Identifier: Apache-2.0
// The ETM's plan: which packet is next, at most one record per clock (docs/pipeline-etm3.md#order; IHI 0014Q 7.10).
// Call order: etm3_plan_reset, then etm3_plan_step in each clock.
#ifndef ETM3_PLAN_H
#define ETM3_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "etm3_encode.h"
#include "etm3_entry.h"
#include "plan.h"
#include "settings.h"

// The packets that must follow the last one, a set. The lowest bit is the next.
enum etm3_plan_follow {
  ETM3_FOLLOW_COUNT = 1 << 0,
  ETM3_FOLLOW_VMID = 1 << 1,
  ETM3_FOLLOW_TSYNC = 1 << 2,
  ETM3_FOLLOW_TIMESTAMP = 1 << 3
};

struct etm3_plan {
  struct etm3_record record;  // the next record to send, if `valid`
  bool valid;
  uint8_t following;       // enum etm3_plan_follow
  uint8_t part;            // the part of the head that is next: 1 if part 0 was sent
  bool isync_sent;         // the head's I-sync was sent
  bool isync_due;          // a periodic I-sync must precede the next instruction
  bool tracing;            // an I-sync was sent, and tracing has not ended since
  bool async_due;          // the first packet must be an A-sync
  bool async_sent;         // the A-sync before the next I-sync that starts tracing was sent
  bool progress;           // an instruction was sent since the last I-sync or A-sync
  bool clock_change;       // of a popped entry, and no timestamp has reported it
  bool clock_change_sent;  // a T-sync has reported the clock change of the head
  struct {
    uint64_t stamp;
    uint32_t count, context;
    uint8_t vmid;
  } last;  // of the last popped entry, or of the entry of an I-sync
  struct etm3 etm3;
};

void etm3_plan_reset(struct etm3_plan *p);
// Chooses the next record, if there is something to send.
void etm3_plan_next(struct etm3_plan *p, const struct plan_in *in, struct plan_out *out);

// One clock. *out is written completely.
static inline void etm3_plan_step(struct etm3_plan *p, const struct plan_in *in, struct plan_out *out) {
  *out = (struct plan_out){0};
  if (in->stopped) {
    etm3_plan_reset(p);
  } else if (!p->valid || in->emit_ready) {
    const bool something = p->async_due || p->following || in->etm3_head || plan_requested(in);
    p->valid = false;
    if (something) etm3_plan_next(p, in, out);
  }
}

#endif
