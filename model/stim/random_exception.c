// SPDX-License-Identifier: Apache-2.0
// The events of a random walk other than instructions: exceptions, which may change the security state or the mode,
// returns from them, and Debug state.
#include "random_walk.h"
#include "step.h"

enum { NESTED = 16 };  // nested exceptions after which the vectors are drawn again

// In one of five cases at once, or one instruction later (a single step).
static void schedule(struct walk *w, struct event *e, uint32_t percent) {
  if (percent == 0) {
    *e = (struct event){UINT32_MAX, AIM_ANYWHERE};
  } else if (chance(w, 20)) {
    *e = (struct event){1 + below(w, 2), AIM_ANYWHERE};
  } else {
    *e = (struct event){1 + below(w, 1600 / percent), (enum aim)below(w, AIMS)};
  }
}

void exception_start(struct walk *w) {
  schedule(w, &w->exception, w->knobs.exception_percent);
  schedule(w, &w->debug, w->knobs.debug_percent);
}

static bool is_due(const struct walk *w, struct event *e, const struct site *s) {
  if (e->left > 0) e->left--;
  if (e->left > 0) return false;
  return e->aim == AIM_ANYWHERE || (e->aim == AIM_AT_WAYPOINT ? is_waypoint(s) || takes_exception(s) : w->at_target);
}

static struct step *add_exception(struct walk *w, enum step_kind kind, uint32_t number, struct spot resume) {
  uint32_t address = code_site(w, resume)->address;
  struct step *step = step_list_add(w->steps);
  step->kind = kind;
  step->exception = (uint16_t)number;
  step->resume = address;
  step->resume_thumb = w->functions[resume.function].thumb;
  step->resume_j = w->functions[resume.function].j;
  step->resume_ns = w->ns;
  step->resume_hyp = w->hyp;
  step->resume_user = w->user;
  step->resume_prohibited = prohibited(w, resume);
  return step;
}

static void continue_at(struct walk *w, struct step *step) {
  step->address = code_site(w, w->at)->address;
  step->thumb = w->functions[w->at.function].thumb;
  step->j = w->functions[w->at.function].j;
  step->ns = w->ns;
  step->hyp = w->hyp;
  step->user = w->user;
  step->prohibited = prohibited(w, w->at);
}

// The world that takes the exception: Secure, Non-secure or Hyp, never User mode. A ThumbEE check changes nothing.
static void change_world(struct walk *w, uint32_t number) {
  if (number == THUMBEE_CHECK) return;
  w->user = false;
  if (number == HYP_ENTRY) {
    w->hyp = true;
    return;
  }
  if (w->knobs.ns_changes && (number == SMC || number == RESET || chance(w, 40))) w->ns = false;
  w->hyp = w->ns && number != RESET && (w->hyp || knob(w, w->knobs.hyp_percent));
}

void exception_take(struct walk *w, uint32_t number, struct spot resume) {
  struct step *step = add_exception(w, STEP_EXCEPTION, number, resume);
  if (number == THUMBEE_CHECK) {
    target_push_call(w, resume);  // its handler returns as a function does
  } else {
    w->exceptions[w->exception_depth++ % EXCEPTIONS] = (struct interrupted){resume, w->it, w->ns, w->hyp, w->user};
  }
  if (number == RESET) w->exception_depth = w->depth = 0;
  if (w->exception_depth % NESTED == NESTED - 1) layout_pick_vectors(w);
  change_world(w, number);
  w->it.left = 0;
  w->at = (struct spot){w->vectors[world_of(w->ns, w->hyp)][number < HIGH ? number : HIGH + number % HIGH], 0};
  continue_at(w, step);
  walk_count_waypoint(w, resume);
  bool catch_vector = w->knobs.debug_percent > 0 && chance(w, w->knobs.debug_percent);
  if (catch_vector) w->debug = (struct event){1, AIM_ANYWHERE};
}

// The interrupted code is a handler, or may be in any mode.
static void return_to_mode(struct walk *w, const struct interrupted *e) {
  const bool handler = w->functions[e->resume.function].handler;
  w->user = handler ? e->user : !e->hyp && knob(w, w->knobs.user_percent);
}

struct spot exception_return(struct walk *w) {
  if (w->user) return target_free(w, ANY_STATE);
  bool leave_secure = w->knobs.ns_changes && !w->ns && chance(w, 30);
  if (!leave_secure && w->exception_depth > 0 && chance(w, 90)) {
    const struct interrupted *e = &w->exceptions[(w->exception_depth - 1) % EXCEPTIONS];
    enum world to = world_of(e->ns, e->hyp), from = world_of(w->ns, w->hyp);
    if (from == SECURE || to == NON_SECURE || to == from) {
      w->exception_depth--;
      w->ns = e->ns;
      w->hyp = e->hyp;
      w->it = e->it;
      return_to_mode(w, e);
      return e->resume;
    }
  }
  w->ns |= leave_secure;
  if (leave_secure || w->hyp) w->hyp = knob(w, w->knobs.hyp_percent);
  w->user = !w->hyp && knob(w, w->knobs.user_percent);
  return target_free(w, ANY_STATE);
}

// IHI 0014Q table 7.11 names all numbers from HIGH on, except these.
static uint32_t pick_high(struct walk *w) {
  enum { UNNAMED = 1 << 16 | 1 << 18 | 1 << 20 | 1 << 22 | 1 << 23 };
  uint32_t number;
  do {
    number = HIGH + below(w, EXCEPTION_NUMBERS - HIGH);
  } while (number <= 23 && UNNAMED >> number & 1);
  return number;
}

// The interrupt or abort that happens at w->at.
static uint32_t pick_interrupt(struct walk *w, bool memory) {
  static const uint8_t kinds[] = {IRQ,         IRQ,         IRQ,     FIQ,   FIQ,        PREFETCH_ABORT, PREFETCH_ABORT,
                                  ASYNC_ABORT, ASYNC_ABORT, GENERIC, RESET, DATA_ABORT, DATA_ABORT,     DATA_ABORT};
  enum { ANYWHERE = 11 };  // the number of kinds that need no load or store
  if (knob(w, w->knobs.high_percent)) return pick_high(w);
  if (w->ns && !w->hyp && knob(w, w->knobs.hyp_percent)) return HYP_ENTRY;  // a trap
  if (is_thumbee(&w->functions[w->at.function]) && memory && w->it.left == 0) return THUMBEE_CHECK;
  const uint32_t number = kinds[below(w, memory ? sizeof kinds : ANYWHERE)];
  return number == GENERIC && w->knobs.no_generic ? IRQ : number;
}

static void interrupt(struct walk *w, bool memory) {
  exception_take(w, pick_interrupt(w, memory), w->at);
  schedule(w, &w->exception, w->knobs.exception_percent);
}

// Jazelle state ends with an exception. What was executed in it is no step.
static void leave_jazelle(struct walk *w) {
  static const uint8_t kinds[] = {IRQ, FIQ, PREFETCH_ABORT, DATA_ABORT};
  exception_take(w, kinds[below(w, sizeof kinds)], w->at);
}

// Debug state, entered and left; one time in ten a debugger has moved execution.
static void halt(struct walk *w) {
  struct step *entry = add_exception(w, STEP_DEBUG_ENTRY, DEBUG_ENTRY, w->at);
  entry->ns = w->ns;
  entry->hyp = w->hyp;
  entry->user = w->user;
  if (chance(w, 10)) {
    struct spot to = target_free(w, ANY_STATE);
    if (!prohibited(w, to) && !is_jazelle(&w->functions[to.function])) {
      w->at = to;
      w->it.left = 0;
    }
  }
  struct step *step = step_list_add(w->steps);
  step->kind = STEP_DEBUG_EXIT;
  continue_at(w, step);
  w->waypoints += 2;
  w->at_target = true;
  schedule(w, &w->debug, w->knobs.debug_percent);
}

bool exception_before(struct walk *w, const struct function *f, const struct site *s) {
  if (is_jazelle(f)) {
    leave_jazelle(w);
    return true;
  }
  if (is_long(f) && below(w, 16) != 0) return false;
  if (is_due(w, &w->debug, s) && !prohibited(w, w->at)) {
    halt(w);
    return true;
  }
  if (!is_due(w, &w->exception, s)) return false;
  interrupt(w, s->flags & CODING_MEMORY);
  return true;
}
