// SPDX-License-Identifier: Apache-2.0
// The ETM's plan: what to say, in order, at most one record per clock. (docs/pipeline-etm3.md#order)
#ifndef ETM3_PLAN_H
#define ETM3_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "etm3_encode.h"
#include "etm3_entry.h"
#include "plan.h"
#include "settings.h"

// What must follow what was said, a set: the lowest bit first.
enum etm3_plan_owed {
  ETM3_OWED_COUNT = 1 << 0,
  ETM3_OWED_VMID = 1 << 1,
  ETM3_OWED_TSYNC = 1 << 2,
  ETM3_OWED_TIMESTAMP = 1 << 3
};

struct etm3_plan {
  struct etm3_record record;  // to be said, if `valid`
  bool valid;
  uint8_t owed;       // enum etm3_plan_owed
  uint8_t part;       // of the head that is to be said: 1 if its part 0 was
  bool placed;        // the head's I-sync was said
  bool isync_due;     // a periodic I-sync, before the next instruction
  bool up;            // an I-sync was said and nothing has ended tracing since
  bool async_due;     // the first packet of all is an A-sync
  bool async_sent;    // the A-sync before the next I-sync that starts tracing has been said
  bool fresh;         // an instruction was told since the last I-sync or A-sync
  bool clock_change;  // of an entry popped, and no timestamp told it
  bool told;          // that of the head, by a T-sync
  struct {
    uint64_t stamp;
    uint32_t count, context;
    uint8_t vmid;
  } last;  // of the last entry popped, or that an I-sync is of
  struct etm3 etm3;
};

void etm3_plan_reset(struct etm3_plan *p);
// The next record, if there is something to say.
void etm3_plan_next(struct etm3_plan *p, const struct plan_in *in, struct plan_out *out);

// One clock; *out is written whole.
static inline void etm3_plan_step(struct etm3_plan *p, const struct plan_in *in, struct plan_out *out) {
  *out = (struct plan_out){0};
  if (in->stopped) {
    etm3_plan_reset(p);
  } else if (!p->valid || in->emit_ready) {
    const bool something = p->async_due || p->owed || in->etm3_head || plan_requested(in);
    p->valid = false;
    if (something) etm3_plan_next(p, in, out);
  }
}

#endif
