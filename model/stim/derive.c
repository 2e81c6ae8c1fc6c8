// SPDX-License-Identifier: Apache-2.0
#include "derive.h"

#include "classify.h"
#include "step.h"
#include "waypoint.h"

enum { EXCEPTION_RESET = 8 };

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

// Was tracing prohibited where execution stood before the step?
static bool stood_prohibited(const struct step *s) {
  return s->kind == STEP_INSTRUCTION ? s->prohibited : s->resume_prohibited;
}

// An exception, a debug entry or a debug exit. `last` is the step before it, or NULL.
static struct waypoint of_exception(const struct step *s, const struct step *last) {
  return (struct waypoint){
      .type = type_of_kind[s->kind],
      .pc = s->exception == EXCEPTION_RESET ? 0 : s->resume,
      .t32 = last && last->kind == STEP_INSTRUCTION && last->thumb && last->size == 4,
      .taken = true,
      .exception = s->kind == STEP_EXCEPTION ? s->exception : 0,
      .target = s->address,
      .target_t = s->thumb,
      .ns = s->ns,
      .prohibited = s->prohibited,
  };
}

static struct waypoint of_instruction(const struct step *s, struct classification c, const struct step *next) {
  bool reached = next->kind != STEP_INSTRUCTION;  // the target was, and nothing there was executed
  return (struct waypoint){
      .type = type_of_class[c.waypoint],
      .pc = s->address,
      .t32 = s->thumb && s->size == 4,
      .taken = s->passed || c.waypoint == CLASS_BARRIER,
      .link = c.link,
      .eret = c.exception_return,
      .target = reached ? next->resume : next->address,
      .target_t = reached ? next->resume_thumb : next->thumb,
      .ns = reached ? next->resume_ns : next->ns,
      .prohibited = stood_prohibited(next),
  };
}

static void hide_target(struct waypoint *w) {
  w->target = 0;
  w->target_t = false;
}

bool derive_next(struct derive *derive, struct waypoint *waypoint, uint32_t *instructions) {
  const struct step *at = derive->steps->at;
  size_t count = derive->steps->count;
  *instructions = 0;
  for (size_t i = derive->at; i < count; i++) {
    if (at[i].kind == STEP_INSTRUCTION) {
      ++*instructions;
      struct classification c = classify(at[i].opcode, at[i].thumb);
      if (c.waypoint == CLASS_NONE) continue;
      if (i + 1 == count) return false;
      *waypoint = of_instruction(&at[i], c, &at[i + 1]);
    } else {
      *waypoint = of_exception(&at[i], i ? &at[i - 1] : NULL);
    }
    if (waypoint->prohibited && stood_prohibited(&at[i])) continue;
    if (waypoint->prohibited) hide_target(waypoint);
    derive->at = i + 1;
    return true;
  }
  return false;
}
