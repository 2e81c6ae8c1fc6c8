// SPDX-License-Identifier: Apache-2.0
// plan: what to say, in order, at most one record per clock. (docs/pipeline.md 5)
#ifndef PLAN_H
#define PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "entry.h"
#include "pft_encode.h"

enum plan_step_kind { PLAN_NO_STEP, PLAN_PERIODIC_ISYNC, PLAN_BRANCH, PLAN_EXCEPTION_RETURN };

struct plan {
  struct record record;  // to be said, if `valid`
  bool valid;
  uint8_t step;          // enum plan_step_kind: what must follow the record just said
  bool up;               // an I-sync was said and nothing has ended tracing since
  bool async_due;        // the first packet of all is an A-sync
  bool async_said;       // the A-sync before the head's I-sync has been said
  bool fresh;            // something was traced since the last I-sync
  struct location last;  // target of the last entry popped
  struct pft pft;
};

// The wires of one clock.
struct plan_in {
  const struct entry *head;  // of the queue, NULL if not valid
  unsigned depth;            // return stack entries in use, 0 = off
  bool emit_ready;
  bool sync_request, trigger_request, mark_request;
  bool stopped;
};

struct plan_out {
  bool pop;                          // the queue's head
  bool async, isync, trigger, mark;  // this is said in this clock
};

void plan_reset(struct plan *p);
// One clock; *out is written whole.
void plan_step(struct plan *p, const struct plan_in *in, struct plan_out *out);

#endif
