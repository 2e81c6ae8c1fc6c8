// SPDX-License-Identifier: Apache-2.0
// Converts the pins of the instruction port of an ETM, clock by clock, to steps (docs/pipeline-etm3.md#pins).
//
// An instruction is a step in the clock in which it is presented. A cancelled instruction is not a step: the step of
// the exception that cancels it replaces its step, and `resume` is the address of the instruction.
//
// The opcode, the size, and the address after a Debug exit are 0, because no pin shows them. `resume_unknown` is set,
// and the other members `resume*` are 0, if the address of execution is unknown. This is so before the first item,
// after a Debug exit, and after an instruction of unknown size, until a branch or an instruction shows the address
// again.
#ifndef ETM3_PORT_H
#define ETM3_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "slot.h"
#include "step.h"

struct image;

// The largest number of steps in a clock: a Debug exit, and an instruction and an exception of each slot.
enum { ETM3_PORT_STEPS = 5 };

// The target of an instruction that passed, as far as the port shows it: the target of a direct branch need not be
// presented.
struct etm3_branch {
  enum { ETM3_NO_BRANCH, ETM3_DIRECT, ETM3_INDIRECT } kind;
  struct place to;
};

// The steps of a clock, and the state in it.
struct etm3_port_clock {
  struct step steps[ETM3_PORT_STEPS];
  bool eret[ETM3_PORT_STEPS];     // an instruction: an exception return that passed
  bool cancels[ETM3_PORT_STEPS];  // an exception: the instruction before it did not complete
  // An exception: the cancelled instruction was presented in this clock, so it never became a step.
  bool cancels_this_clock[ETM3_PORT_STEPS];
  struct etm3_branch branch[ETM3_PORT_STEPS];  // of an instruction
  // The branch of the last step of an earlier clock, whose target is presented now.
  struct etm3_branch branch_of_previous;
  unsigned count;
  bool withdraws;     // steps[0] cancels the last step of an earlier clock, so that step does not count
  bool enters_debug;  // Debug state is entered after the last step
  // An exception interrupts code whose instructions need not be presented: Jazelle code, a prohibited region, or code
  // whose state is not known.
  bool interrupts_hidden;
  bool ns, prohibited, user;
  uint8_t vmid;
  uint32_t context_id;
};

struct etm3_port {
  const struct image *image;
  bool debug;  // The processor was in Debug state in the clock before.
  // Execution continues after the instruction `last`, or, if `after_last` is false, at `next`.
  bool after_last;
  struct place next;
  bool prohibited, known;  // of `next`
  struct step last;        // the last instruction
  bool cancellable;        // An exception may cancel the last instruction.
};

// `image` may be NULL. Otherwise it must outlive the port.
void etm3_port_start(struct etm3_port *port, const struct image *image);
// Call it once in each clock, also if nothing is presented.
void etm3_port_clock(struct etm3_port *port, const struct slots *slots, struct etm3_port_clock *out);
// Adds opcode and size to an instruction, if the image has them. `image` may be NULL. Bytecodes stay unknown.
void etm3_port_fetch(const struct image *image, struct step *s);

#endif
