// SPDX-License-Identifier: Apache-2.0
// Converts steps to what a processor presents on the ETM's instruction port (docs/pipeline-etm3.md#pins). The caller
// fills in the options, and calls etm3_derive_next until it returns false. Times are in clocks.
//
// Each instruction step is an instruction in a slot, in order. If it is a branch that passed, its target follows in the
// slot: the next step or, if no instruction was executed there, the location at which that step resumes. Secure code
// that makes itself Non-secure without a branch has a target too, because only a branch packet reports a change of
// security state (IHI 0014Q 7.3.5). A direct branch comes with its instruction. The target of an indirect branch or
// exception may come later, but before the next instruction. An exception may be in the slot of the instruction before
// it, or in the clock of its handler's first instruction. Two instructions share a clock only if the same state
// executes them and nothing is between them.
//
// Before a cancelling exception comes the instruction at `resume`, executed and passed, which no step contains. Data
// aborts cancel an instruction (IHI 0014Q table 7.7), and others at random. The instruction must be ARM, Thumb or
// ThumbEE code of the image outside prohibited regions, and never an undefined instruction, SVC, SMC, entry to Hyp mode
// or ThumbEE check. Tracing may start at such an instruction, and an overflow may lose the exception after it.
//
// Instructions of prohibited regions are presented as `prohibited`. `secret` marks each branch into or inside a
// prohibited region. Jazelle state has no steps, and nothing is presented in it. Debug state is one or more clocks with
// `debug`, and the next one follows after at least one clock without. An entry to Debug state may also be presented
// before it as exception number 1.
#ifndef ETM3_DERIVE_H
#define ETM3_DERIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "draws.h"
#include "slot.h"

struct image;
struct step_list;

// One item on the port: an instruction (with a branch in the same slot), only a branch, or Debug state.
struct etm3_item {
  uint8_t kind;        // enum item_kind
  bool late;           // branch: in a later slot than its instruction
  bool joined;         // Debug state: no pause before it
  struct slots state;  // the state of the clock; its slots are empty
  struct slot slot;
  size_t steps_end;  // steps that are presented with it and before it
  uint32_t repeat;   // Debug state: the number of further clocks
};

struct etm3_derive {
  const struct step_list *steps;
  const struct image *image;
  struct pace pace;
  struct rng rng;                        // for everything except the pace
  struct random_register context, vmid;  // new values at barriers and exceptions
  uint32_t late_percent;   // of the indirect branches and exceptions that are presented later than possible
  bool pairs_apart;        // no instruction follows a branch or an exception return in the same clock
  uint32_t entry_percent;  // of the entries to Debug state that are also presented as a branch
  uint32_t long_halt;      // clocks of one Debug state, long after the start; 0: none
  // Private; 0 at the start.
  size_t at;                  // the first step without an item
  struct etm3_item items[2];  // not presented yet
  unsigned held;              // items in use
  bool user;                  // execution was in User mode before the current step
  bool halted;                // the last clock was in Debug state
};

// One clock.
struct etm3_clock {
  struct slots slots;
  size_t steps_end;  // steps that are presented with this clock and before it
  uint32_t clocks;   // since the clock before, 1 or more
};

// The most steps that one clock uses or examines after it. If the list has this many, the clock does not end at its
// end.
enum { ETM3_DERIVE_STEPS = 8 };

// The next clock in which something is presented. False at the end of the list. A last step that is a passed branch is
// presented only when there are more steps, because its target is unknown.
bool etm3_derive_next(struct etm3_derive *derive, struct etm3_clock *clock);

#endif
