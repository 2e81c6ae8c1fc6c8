// SPDX-License-Identifier: Apache-2.0
// Executes one instruction of a random walk.
#include "random_walk.h"

#include "step.h"

void walk_count_waypoint(struct walk *walk, struct spot from) {
  walk->waypoints += !(prohibited(walk, from) && prohibited(walk, walk->at));
  walk->at_target = true;
}

static bool condition_passes(struct walk *walk, const struct site *s) {
  if (walk->it.left > 0) {
    bool passes = walk->it.passes & 1;
    walk->it.left--;
    walk->it.passes >>= 1;
    return passes;
  }
  return s->role == ROLE_IT || s->bias == 100 || chance(walk, s->bias);
}

static bool add_instruction(struct walk *walk, const struct function *f, const struct site *s) {
  struct step *step = step_list_add(walk->steps);
  step->address = s->address;
  step->opcode = s->opcode;
  step->size = opcode_size(s->opcode, f->thumb);
  step->thumb = f->thumb;
  step->j = f->j;
  step->ns = walk->ns;
  step->hyp = walk->hyp;
  step->user = walk->user;
  step->prohibited = prohibited(walk, walk->at);
  step->passed = condition_passes(walk, s);
  return step->passed;
}

// Secure code has no HVC. User mode has neither HVC nor SMC.
static uint32_t exception_of(const struct walk *walk, enum role role) {
  if (walk->user && role != ROLE_SVC) return UNDEFINED;
  if (role == ROLE_HVC && walk->ns) return HYP_ENTRY;
  return role == ROLE_SVC ? SVC : role == ROLE_SMC ? SMC : UNDEFINED;
}

// The effect of an instruction that has passed its condition. Returns the next instruction.
static struct spot act(struct walk *walk, struct site *s, struct spot next) {
  if (s->role == ROLE_NS_WRITE && !walk->user) walk->ns = true;
  if (s->role == ROLE_IT) {
    walk->it.left = s->it_count;
    walk->it.passes = chance(walk, s->bias) ? s->it_then : (uint8_t)~s->it_then;
  }
  struct spot to = target_of(walk, s, next);
  if (s->flags & CODING_LINK) target_push_call(walk, next);
  return to;
}

void walk_step(struct walk *walk) {
  const struct function *f = code_at(walk, walk->at);
  struct site *s = code_site(walk, walk->at);
  if (exception_before(walk, f, s)) return;
  walk->at_target = false;
  struct spot from = walk->at, next = {walk->at.function, walk->at.site + 1};
  bool passed = add_instruction(walk, f, s);
  if (passed && takes_exception(s)) {
    exception_take(walk, exception_of(walk, s->role), next);
    return;
  }
  walk->at = passed ? act(walk, s, next) : next;
  if (is_waypoint(s)) walk_count_waypoint(walk, from);
}
