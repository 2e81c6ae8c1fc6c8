// SPDX-License-Identifier: Apache-2.0
// What happened, by the pins of an ETM's instruction port alone (docs/pipeline-etm3.md#pins): slots, clock by clock,
// in; steps out.
//
// An instruction is a step in the clock in which it is presented. An exception that cancels it takes that step back and
// stands in its place, with `resume` where the instruction was: a cancelled instruction is no step.
//
// No pin tells these, and they are 0: opcode and size; where a Debug exit leads. Where execution
// stood is not known (`resume_unknown`) at first, behind a Debug exit, and behind an instruction whose size is not
// known, until a branch or an instruction tells. Then all of `resume*` is 0.
#ifndef ETM3_PORT_H
#define ETM3_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "slot.h"
#include "step.h"

struct image;

enum { ETM3_PORT_STEPS = 5 };  // in a clock, at most: a Debug exit; of each slot an instruction and an exception

// Where an instruction that passed went, as far as the port says it: a direct branch need not be presented.
struct etm3_branch {
  enum { ETM3_NO_BRANCH, ETM3_DIRECT, ETM3_INDIRECT } kind;
  struct place to;
};

// The steps of a clock, and the state in it.
struct etm3_port_clock {
  struct step steps[ETM3_PORT_STEPS];
  bool eret[ETM3_PORT_STEPS];                  // an instruction: an exception return that passed
  bool cancels[ETM3_PORT_STEPS];               // an exception: the instruction before it did not complete
  bool cancels_this_clock[ETM3_PORT_STEPS];    // and that was presented in this clock, so it has never been a step
  struct etm3_branch branch[ETM3_PORT_STEPS];  // of an instruction
  struct etm3_branch branch_of_previous;       // of the last step of the clocks before: its target came now
  unsigned count;
  bool withdraws;     // the last step of the clocks before is none: steps[0] cancels it
  bool enters_debug;  // behind the last step Debug state is entered next
  bool ns, prohibited, user;
  uint8_t vmid;
  uint32_t context_id;
};

struct etm3_port {
  const struct image *image;
  bool debug;  // in the clock before
  // Where execution goes on: behind the last instruction, or here.
  bool after_last;
  struct place next;
  bool prohibited, known;
  struct step last;  // instruction
  bool cancellable;  // by an exception that comes now
};

// `image`: may be NULL, else it must outlive the port.
void etm3_port_start(struct etm3_port *port, const struct image *image);
// Once a clock, also where nothing is presented.
void etm3_port_clock(struct etm3_port *port, const struct slots *slots, struct etm3_port_clock *out);
// Adds opcode and size to an instruction, if the image has them. `image` may be NULL; bytecodes are not known.
void etm3_port_fetch(const struct image *image, struct step *s);

#endif
