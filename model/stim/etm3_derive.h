// SPDX-License-Identifier: Apache-2.0
// What happened (steps) -> what the processor presents on the ETM's instruction port (docs/pipeline-etm3.md#pins).
//
// Every instruction step is an instruction in a slot, in order; behind it, if it is a branch that passed, where
// execution goes on: at the next step or, if nothing was executed there, where that one resumes. So does Secure code
// that makes itself Non-secure without a branch: a change of security state is always told by one (IHI 0014Q 7.3.5). A
// direct branch comes with its instruction; an indirect one's target, or an exception's, may come later, but before the
// next instruction. An exception may ride in the slot of the instruction before it or in the clock of its handler's
// first. Instructions share a clock only if the same state executes them, and nothing lies between them.
//
// A cancelling exception is preceded by the instruction at `resume`, executed and passed, that no step tells. So are
// data aborts (IHI 0014Q table 7.7), and others as drawn, if that instruction is ARM, Thumb or ThumbEE code of the
// image outside prohibited regions; never an undefined instruction, SVC, SMC, entry to Hyp mode or ThumbEE check.
// Tracing may begin at such an instruction, and an overflow may swallow the exception behind it.
//
// Instructions of prohibited regions are presented as `prohibited`; `secret` marks each branch into one, or inside.
// Jazelle state holds no steps and nothing is presented there. Debug state is one or more clocks with `debug`, and
// at least one without lies before the next. An entry may be presented before it as an exception, number 1, too.
#ifndef ETM3_DERIVE_H
#define ETM3_DERIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drawn.h"
#include "pace.h"
#include "slot.h"

struct image;
struct step_list;

// Something to present: an instruction (and a branch in the same slot), a branch alone, or Debug state.
struct etm3_item {
  uint8_t kind;        // enum item_kind
  bool late;           // branch: in a later slot than what it belongs to
  bool joined;         // Debug state: no pause before it
  struct slots state;  // the clock's part; slots empty
  struct slot slot;
  size_t steps_end;  // steps presented with it and before it
  uint32_t repeat;   // Debug state: so many clocks more
};

struct etm3_derive {
  const struct step_list *steps;
  const struct image *image;
  struct pace pace;
  struct rng rng;              // of everything that is drawn but the pace
  struct drawn context, vmid;  // new values at barriers and exceptions
  uint32_t late_percent;       // of the indirect branches and exceptions: presented later than they could be
  bool pairs_apart;            // no instruction follows a branch or an exception return in the same clock
  uint32_t entry_percent;      // of the entries to Debug state: presented as a branch packet, too
  uint32_t long_halt;          // clocks that one Debug state lasts, far behind the start; 0: none does
  // Own, 0 at first.
  size_t at;                  // the first step that no item was made of
  struct etm3_item items[2];  // made, not presented
  unsigned held;              // of them
  bool user;                  // execution stood in User mode before the step of which they are made
  bool halted;                // the last clock was one of Debug state
};

// One clock.
struct etm3_clock {
  struct slots slots;
  size_t steps_end;  // steps presented with this clock and before it
  uint32_t clocks;   // since the clock before, 1 or more
};

// At most so many steps go into a clock or are looked at behind it: a list that has as many does not end in it.
enum { ETM3_DERIVE_STEPS = 8 };

// The next clock in which something is presented. False at the end of the list: a last step that is a passed branch is
// kept back, its target is not known.
bool etm3_derive_next(struct etm3_derive *derive, struct etm3_clock *clock);

#endif
