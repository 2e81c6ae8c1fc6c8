// SPDX-License-Identifier: Apache-2.0
// The execution in program order: steps are executed instructions, and exceptions between them. They come from a
// recorded program or from a random walk. The waypoints of a PTM and the slots of an ETM are derived from steps, and
// the decoded trace is compared with them.
//
// In a prohibited region (IHI 0035B 4.7) steps have the mark `prohibited`. Such a region is entered and left only by a
// waypoint instruction or an exception. Debug state is not entered in it.
//
// Jazelle state has no steps, because it is not traced. An exception follows the step that enters it. The `resume` of
// the exception is the address at which Jazelle state was entered, whatever was executed there. Debug state is not
// entered in it.
#ifndef STEP_H
#define STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum __attribute__((packed)) step_kind {
  STEP_INSTRUCTION,  // an instruction was executed (condition passed or failed)
  STEP_EXCEPTION,    // an exception was taken; an aborted instruction is no step
  STEP_DEBUG_ENTRY,  // Debug state was entered before the instruction at `resume`, which is no step
  STEP_DEBUG_EXIT,   // the step after each entry: execution continues at `address`, which a debugger may have chosen
};

struct step {
  uint32_t address;  // instruction: its address. Exception: the first instruction of the handler. Debug exit: the next
                     // instruction. Debug entry: 0
  union {
    uint32_t opcode;  // instruction: A32 word; 32-bit Thumb: first halfword in [31:16]; 16-bit Thumb: in [15:0]
    uint32_t resume;  // others: the next instruction that would have been executed; if nothing was executed since the
                      // last waypoint, its target. Debug exit: 0
  };
  enum step_kind kind;
  uint8_t size;                // instruction: 2 or 4 bytes. Others: 0
  uint16_t exception;          // exception: PFT's Exception[8:0], not 0 or 1. Debug entry: 1. Others: 0
  bool thumb : 1;              // instruction: executed in Thumb or ThumbEE state. Others: the state at `address`
  bool j : 1;                  // ThumbEE if `thumb`, else Jazelle (never an instruction)
  bool passed : 1;             // instruction: condition passed (CBZ/CBNZ: branched)
  bool ns : 1;                 // executed in Non-secure state. Others: Non-secure at `address`; debug entry: resume_ns
  bool hyp : 1;                // executed in Hyp mode. Others: as `ns`
  bool user : 1;               // executed in User mode. Others: as `ns`
  bool prohibited : 1;         // tracing is prohibited at the instruction. Others: at `address`
  bool resume_thumb : 1;       // not an instruction: `thumb` at `resume`
  bool resume_j : 1;           // not an instruction: `j` at `resume`
  bool resume_ns : 1;          // not an instruction: Non-secure at `resume`
  bool resume_hyp : 1;         // not an instruction: in Hyp mode at `resume`
  bool resume_user : 1;        // not an instruction: in User mode at `resume`
  bool resume_prohibited : 1;  // not an instruction: tracing is prohibited at `resume`
  bool resume_unknown : 1;     // not an instruction: `resume` is unknown, because the pins do not show it
};

// Tracing was prohibited before the step.
static inline bool step_was_prohibited(const struct step *step) {
  return step->kind == STEP_INSTRUCTION ? step->prohibited : step->resume_prohibited;
}

// A list of steps, which are numbered from 0. A list that is read while it is made contains only the newest steps. Only
// step_list_add() allocates memory.
struct step_list {
  struct step *at;
  size_t count, room;
  size_t dropped;  // number of steps that were dropped, which is the number of step at[0]
};

// Adds a step of zeros at the end. Exits with 2 when out of memory.
struct step *step_list_add(struct step_list *list);
// Drops the steps before number `until`, which are no longer needed.
void step_list_drop(struct step_list *list, size_t until);
void step_list_free(struct step_list *list);

// The step with this number, which must not have been dropped. The steps after it follow in memory.
static inline const struct step *step_list_at(const struct step_list *list, size_t number) {
  return &list->at[number - list->dropped];
}

// The number of the next step that is added.
static inline size_t step_list_end(const struct step_list *list) { return list->dropped + list->count; }

#endif
