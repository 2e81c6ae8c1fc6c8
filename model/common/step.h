// SPDX-License-Identifier: Apache-2.0
// What really happened, in program order: executed instructions and the exceptions between them. Recorded from a real
// program or walked at random; waypoints (PTM) and instruction slots (ETM) are both derived from a list of these, and
// the decoder's result is compared with it.
//
// Prohibited regions (IHI 0035B 4.7): where a trace unit may tell nothing, things happen as anywhere else and are steps
// as anywhere else, marked `prohibited`. Such a region is entered and left by a waypoint instruction or an exception,
// and never in between; Debug state is not entered inside.
//
// Jazelle state holds no steps: nothing there may be told. The step that enters it is followed by an exception whose
// `resume` is where it was entered, however many bytecodes were executed since. Debug state is not entered inside.
#ifndef STEP_H
#define STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum __attribute__((packed)) step_kind {
  STEP_INSTRUCTION,  // an instruction was executed (condition passed or failed)
  STEP_EXCEPTION,    // an exception was taken; the aborted instruction, if any, is no step of its own
  STEP_DEBUG_ENTRY,  // Debug state was entered (halting debug) before the instruction at `resume`, which is no step
  STEP_DEBUG_EXIT,   // the step after each entry: execution goes on at `address`, where a debugger may have moved it
};

struct step {
  uint32_t address;  // instruction: its address. Exception: the handler's first instruction (vector). Debug exit: the
                     // next instruction. Debug entry: 0
  union {
    uint32_t opcode;  // instruction: A32 word; 32-bit Thumb: first halfword in [31:16]; 16-bit Thumb: in [15:0]
    uint32_t resume;  // others: the next instruction that would have been executed (after the SVC; of the last
                      // waypoint's target if nothing was executed since). Debug exit: 0
  };
  enum step_kind kind;
  uint8_t size;                // instruction: 2 or 4 bytes. Others: 0
  uint16_t exception;          // exception: PFT's Exception[8:0], not 0 or 1. Debug entry: 1. Others: 0
  bool thumb : 1;              // instruction: executed in Thumb or ThumbEE state. Others: so is it at `address`
  bool j : 1;                  // ThumbEE if `thumb`, else Jazelle (never an instruction)
  bool passed : 1;             // instruction: condition passed (CBZ/CBNZ: branched)
  bool ns : 1;                 // executed in Non-secure state. Others: Non-secure at `address`; debug entry: resume_ns
  bool hyp : 1;                // executed in Hyp mode. Others: as `ns`
  bool user : 1;               // executed in User mode. Others: as `ns`
  bool prohibited : 1;         // executed where tracing is prohibited. Others: so is it at `address`
  bool resume_thumb : 1;       // not an instruction: `thumb` at `resume`
  bool resume_j : 1;           // not an instruction: `j` at `resume`
  bool resume_ns : 1;          // not an instruction: Non-secure at `resume`
  bool resume_hyp : 1;         // not an instruction: in Hyp mode at `resume`
  bool resume_user : 1;        // not an instruction: in User mode at `resume`
  bool resume_prohibited : 1;  // not an instruction: tracing is prohibited at `resume`
  bool resume_unknown : 1;     // not an instruction: nothing is known of `resume` (by pins alone)
};

// A growing list; the only place that allocates is step_list_add. Steps are numbered from 0. A list that is made as it
// is read holds the newest ones: the others were dropped.
struct step_list {
  struct step *at;
  size_t count, room;
  size_t dropped;  // number of at[0]
};

struct step *step_list_add(
    struct step_list *list);  // a zeroed step at the end; never NULL (exits 2 when out of memory)
// The steps in front of number `until` are not read any more.
void step_list_drop(struct step_list *list, size_t until);
void step_list_free(struct step_list *list);

// The step of a number; it must be held. Those behind it follow in memory.
static inline const struct step *step_list_at(const struct step_list *list, size_t number) {
  return &list->at[number - list->dropped];
}

// Number of the next step that is added.
static inline size_t step_list_end(const struct step_list *list) { return list->dropped + list->count; }

#endif
