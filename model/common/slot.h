// SPDX-License-Identifier: Apache-2.0
// The instruction port of an ETM in one clock: two slots, in program order (docs/pipeline-etm3.md#slot). The stimulus,
// the reference model and the checker use this struct.
#ifndef SLOT_H
#define SLOT_H

#include <stdbool.h>
#include <stdint.h>

#include "place.h"

// At most one instruction, followed by at most one branch. The branch is that of this instruction, that of an earlier
// instruction, whose target may come later, or an exception.
struct slot {
  bool executed;       // an instruction was executed at `at`
  bool passed;         // executed: it passed its condition (an E atom, otherwise N)
  bool eret;           // executed: it is an exception return, and passed
  bool branched;       // execution continues at `to`
  bool direct;         // branched: by a direct branch, which is traced only with branch broadcast
  bool cancel;         // branched by an exception: the most recent instruction did not complete
  bool secret;         // branched: tracing is prohibited at `to`
  uint16_t exception;  // branched: Excp[8:0] of ETMv3, 0 for none. With 1 Debug state follows, and `to` is not valid
                       // (IHI 0014Q 7.3.5)
  struct place at;     // executed: the instruction. ns and hyp are those of the clock
  struct place to;     // branched: the target
};

struct slots {
  struct slot at[2];  // [0] is the older one
  bool user;          // the instructions of this clock are executed in User mode
  bool ns, hyp;       // they are executed in Non-secure state, in Hyp mode
  bool prohibited;    // they must not be traced
  bool debug;         // the processor is in Debug state, so the slots are ignored
  uint8_t vmid;
  uint32_t context_id;
};

#endif
