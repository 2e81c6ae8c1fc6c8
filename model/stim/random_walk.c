// SPDX-License-Identifier: Apache-2.0
// Executes one instruction of a random walk.
#include "random_walk.h"

#include "step.h"

void walk_count_waypoint(struct walk *w, struct spot from) {
  w->waypoints += !(prohibited(w, from) && prohibited(w, w->at));
  w->at_target = true;
}

static bool condition_passes(struct walk *w, const struct site *s) {
  if (w->it.left > 0) {
    bool passes = w->it.passes & 1;
    w->it.left--;
    w->it.passes >>= 1;
    return passes;
  }
  return s->role == ROLE_IT || s->bias == 100 || chance(w, s->bias);
}

static bool add_instruction(struct walk *w, const struct function *f, const struct site *s) {
  struct step *step = step_list_add(w->steps);
  step->address = s->address;
  step->opcode = s->opcode;
  step->size = opcode_size(s->opcode, f->thumb);
  step->thumb = f->thumb;
  step->j = f->j;
  step->ns = w->ns;
  step->hyp = w->hyp;
  step->user = w->user;
  step->prohibited = prohibited(w, w->at);
  step->passed = condition_passes(w, s);
  return step->passed;
}

// Secure code has no HVC. User mode has neither HVC nor SMC.
static uint32_t exception_of(const struct walk *w, enum role role) {
  if (w->user && role != ROLE_SVC) return UNDEFINED;
  if (role == ROLE_HVC && w->ns) return HYP_ENTRY;
  return role == ROLE_SVC ? SVC : role == ROLE_SMC ? SMC : UNDEFINED;
}

// The effect of an instruction that has passed its condition. Returns the next instruction.
static struct spot act(struct walk *w, struct site *s, struct spot next) {
  if (s->role == ROLE_NS_WRITE && !w->user) w->ns = true;
  if (s->role == ROLE_IT) {
    w->it.left = s->it_count;
    w->it.passes = chance(w, s->bias) ? s->it_then : (uint8_t)~s->it_then;
  }
  struct spot to = target_of(w, s, next);
  if (s->flags & CODING_LINK) target_push_call(w, next);
  return to;
}

void walk_step(struct walk *w) {
  const struct function *f = code_at(w, w->at);
  struct site *s = code_site(w, w->at);
  if (exception_before(w, f, s)) return;
  w->at_target = false;
  struct spot from = w->at, next = {w->at.function, w->at.site + 1};
  bool passed = add_instruction(w, f, s);
  if (passed && takes_exception(s)) {
    exception_take(w, exception_of(w, s->role), next);
    return;
  }
  w->at = passed ? act(w, s, next) : next;
  if (is_waypoint(s)) walk_count_waypoint(w, from);
}
