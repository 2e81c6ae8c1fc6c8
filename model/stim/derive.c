// SPDX-License-Identifier: Apache-2.0
#include "derive.h"

#include "classify.h"
#include "step.h"
#include "waypoint.h"

static const uint8_t type_of_class[] = {
    [CLASS_DIRECT] = WAYPOINT_DIRECT,
    [CLASS_INDIRECT] = WAYPOINT_INDIRECT,
    [CLASS_BARRIER] = WAYPOINT_BARRIER,
};

static struct waypoint of_exception(const struct step *s, const struct step *last) {
  return (struct waypoint){
      .type = WAYPOINT_EXCEPTION,
      .pc = s->resume,
      .t32 = last && last->kind == STEP_INSTRUCTION && last->thumb && last->size == 4,
      .taken = true,
      .exception = s->exception,
      .target = s->address,
      .target_t = s->thumb,
      .ns = s->ns,
  };
}

static struct waypoint of_instruction(const struct step *s, struct classification c, const struct step *next) {
  bool excepted = next->kind == STEP_EXCEPTION;  // the target was reached, nothing there was executed
  return (struct waypoint){
      .type = type_of_class[c.waypoint],
      .pc = s->address,
      .t32 = s->thumb && s->size == 4,
      .taken = s->passed || c.waypoint == CLASS_BARRIER,
      .link = c.link,
      .eret = c.exception_return,
      .target = excepted ? next->resume : next->address,
      .target_t = excepted ? next->resume_thumb : next->thumb,
      .ns = excepted ? next->resume_ns : next->ns,
  };
}

bool derive_next(struct derive *derive, struct waypoint *waypoint, uint32_t *instructions) {
  const struct step *at = derive->steps->at;
  size_t start = derive->at, count = derive->steps->count;
  for (size_t i = start; i < count; i++) {
    if (at[i].kind == STEP_EXCEPTION) {
      *waypoint = of_exception(&at[i], i ? &at[i - 1] : NULL);
      *instructions = (uint32_t)(i - start);
    } else {
      struct classification c = classify(at[i].opcode, at[i].thumb);
      if (c.waypoint == CLASS_NONE) continue;
      if (i + 1 == count) return false;
      *waypoint = of_instruction(&at[i], c, &at[i + 1]);
      *instructions = (uint32_t)(i - start) + 1;
    }
    derive->at = i + 1;
    return true;
  }
  return false;
}
