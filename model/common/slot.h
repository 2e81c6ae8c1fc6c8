// SPDX-License-Identifier: Apache-2.0
// What a processor presents on the ETM's instruction port in one clock: two slots, in program order. Shared by
// stimulus, model and text form; holds no wire coding. (docs/pipeline-etm3.md#slot)
#ifndef SLOT_H
#define SLOT_H

#include <stdbool.h>
#include <stdint.h>

#include "place.h"

// At most one instruction, and behind it at most one branch: of this instruction, of the last one before it (the target
// may come clocks later), or an exception's.
struct slot {
  bool executed;       // an instruction was executed at `at`
  bool passed;         // it passed its condition: E, otherwise N
  bool eret;           // it is an exception return, and passed
  bool branched;       // execution goes on at `to`
  bool direct;         // branched: by a direct branch: told with branch broadcast only
  bool cancel;         // branched by an exception: the most recent instruction did not complete
  bool secret;         // branched: tracing is prohibited at `to`
  uint16_t exception;  // branched: Excp[8:0] as ETMv3 numbers them; 0: none. 1: Debug state is entered
                       // next, and the place means nothing (IHI 0014Q 7.3.5)
  struct place at;     // executed: the instruction. ns and hyp are the clock's
  struct place to;     // branched
};

struct slots {
  struct slot at[2];  // [0] is the older one
  bool user;          // the clock's instructions are executed in User mode
  bool ns, hyp;       // and in this state
  bool prohibited;    // they must not be traced
  bool debug;         // the processor is in Debug state: it executes nothing that is traced
  uint8_t vmid;
  uint32_t context_id;
};

#endif
