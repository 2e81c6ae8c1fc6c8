// SPDX-License-Identifier: Apache-2.0
// Converts one step after the other.
#include "pft_derive.h"

#include "classify.h"
#include "step.h"
#include "waypoint.h"

enum { LONG_CODE = 4096 };

static const uint8_t type_of_class[] = {
    [CLASS_DIRECT] = WAYPOINT_DIRECT,
    [CLASS_INDIRECT] = WAYPOINT_INDIRECT,
    [CLASS_BARRIER] = WAYPOINT_BARRIER,
};

static const uint8_t type_of_kind[] = {
    [STEP_EXCEPTION] = WAYPOINT_EXCEPTION,
    [STEP_DEBUG_ENTRY] = WAYPOINT_DEBUG_ENTRY,
    [STEP_DEBUG_EXIT] = WAYPOINT_DEBUG_EXIT,
};

// An exception, a debug entry or a debug exit. `last` is the step before it, or NULL.
static struct waypoint of_exception(const struct step *step, const struct step *last) {
  return (struct waypoint){
      .type = type_of_kind[step->kind],
      .pc = step->exception == RESET ? 0 : step->resume,
      .t32 = last && last->kind == STEP_INSTRUCTION && last->thumb && last->size == 4,
      .taken = true,
      .exception = step->kind == STEP_EXCEPTION ? step->exception : 0,
      .target = step->address,
      .target_t = step->thumb,
      .target_j = step->j,
      .ns = step->ns,
      .hyp = step->hyp,
      .user = step->user,
      .prohibited = step->prohibited,
  };
}

// Sets the target: the step that follows or, if no instruction was executed there, the location at which that step
// resumes.
static void lead_to(struct waypoint *waypoint, const struct step *next) {
  bool reached = next->kind != STEP_INSTRUCTION;
  waypoint->target = reached ? next->resume : next->address;
  waypoint->target_t = reached ? next->resume_thumb : next->thumb;
  waypoint->target_j = reached ? next->resume_j : next->j;
  waypoint->ns = reached ? next->resume_ns : next->ns;
  waypoint->hyp = reached ? next->resume_hyp : next->hyp;
  waypoint->user = reached ? next->resume_user : next->user;
  waypoint->prohibited = step_was_prohibited(next);
}

static struct waypoint of_instruction(const struct step *step, struct classification c) {
  return (struct waypoint){
      .type = type_of_class[c.waypoint],
      .pc = step->address,
      .t32 = step->thumb && step->size == 4,
      .taken = step->passed || c.waypoint == CLASS_BARRIER,
      .link = c.link,
      .eret = c.exception_return,
      .barrier = c.barrier,
  };
}

// `s` is the last instruction executed.
static struct waypoint of_long_code(const struct step *step) {
  return (struct waypoint){
      .type = WAYPOINT_UPDATE,
      .pc = step->address + step->size,
      .t32 = step->thumb && step->size == 4,
      .taken = true,
  };
}

static void hide_target(struct waypoint *waypoint) {
  waypoint->target = 0;
  waypoint->target_t = waypoint->target_j = false;
}

static struct classification class_of(const struct derive *derive, const struct step *step) {
  struct classification c = classify(step->opcode, step->thumb);
  if (derive->barriers && c.barrier) c.waypoint = CLASS_BARRIER;
  return c;
}

bool derive_next(struct derive *derive, struct waypoint *waypoint, uint32_t *instructions) {
  const size_t end = step_list_end(derive->steps);
  uint32_t bytes = 0;  // of code after the last waypoint
  *instructions = 0;
  for (size_t i = derive->at; i < end; i++) {
    const struct step *s = step_list_at(derive->steps, i);
    if (s->kind == STEP_INSTRUCTION) {
      ++*instructions;
      bytes += s->size;
      struct classification c = class_of(derive, s);
      bool is_long = derive->updates && bytes > LONG_CODE;
      if (c.waypoint == CLASS_NONE && !is_long) continue;
      if (i + 1 == end) return false;
      *waypoint = c.waypoint == CLASS_NONE ? of_long_code(s) : of_instruction(s, c);
      lead_to(waypoint, s + 1);
    } else {
      *waypoint = of_exception(s, i ? s - 1 : NULL);
    }
    if (waypoint->prohibited && step_was_prohibited(s)) continue;
    if (waypoint->prohibited) hide_target(waypoint);
    derive->at = i + 1;
    return true;
  }
  return false;
}
