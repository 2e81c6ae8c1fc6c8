// SPDX-License-Identifier: Apache-2.0
// The events of a random walk other than instructions: exceptions, which may change the security state or the mode,
// returns from them, and Debug state.
#include "random_walk.h"
#include "step.h"

enum { NESTED = 16 };  // nested exceptions after which the vectors are drawn again

// In one of five cases at once, or one instruction later (a single step).
static void schedule(struct walk *walk, struct event *event, uint32_t percent) {
  if (percent == 0) {
    *event = (struct event){UINT32_MAX, AIM_ANYWHERE};
  } else if (chance(walk, 20)) {
    *event = (struct event){1 + below(walk, 2), AIM_ANYWHERE};
  } else {
    *event = (struct event){1 + below(walk, 1600 / percent), (enum aim)below(walk, AIMS)};
  }
}

void exception_start(struct walk *walk) {
  schedule(walk, &walk->exception, walk->knobs.exception_percent);
  schedule(walk, &walk->debug, walk->knobs.debug_percent);
}

static bool is_due(const struct walk *walk, struct event *event, const struct site *s) {
  if (event->left > 0) event->left--;
  if (event->left > 0) return false;
  return event->aim == AIM_ANYWHERE ||
         (event->aim == AIM_AT_WAYPOINT ? is_waypoint(s) || takes_exception(s) : walk->at_target);
}

static struct step *add_exception(struct walk *walk, enum step_kind kind, uint32_t number, struct spot resume) {
  uint32_t address = code_site(walk, resume)->address;
  struct step *step = step_list_add(walk->steps);
  step->kind = kind;
  step->exception = (uint16_t)number;
  step->resume = address;
  step->resume_thumb = walk->functions[resume.function].thumb;
  step->resume_j = walk->functions[resume.function].j;
  step->resume_ns = walk->ns;
  step->resume_hyp = walk->hyp;
  step->resume_user = walk->user;
  step->resume_prohibited = prohibited(walk, resume);
  return step;
}

static void continue_at(struct walk *walk, struct step *step) {
  step->address = code_site(walk, walk->at)->address;
  step->thumb = walk->functions[walk->at.function].thumb;
  step->j = walk->functions[walk->at.function].j;
  step->ns = walk->ns;
  step->hyp = walk->hyp;
  step->user = walk->user;
  step->prohibited = prohibited(walk, walk->at);
}

// The world that takes the exception: Secure, Non-secure or Hyp, never User mode. A ThumbEE check changes nothing.
static void change_world(struct walk *walk, uint32_t number) {
  if (number == THUMBEE_CHECK) return;
  walk->user = false;
  if (number == HYP_ENTRY) {
    walk->hyp = true;
    return;
  }
  if (walk->knobs.ns_changes && (number == SMC || number == RESET || chance(walk, 40))) walk->ns = false;
  walk->hyp = walk->ns && number != RESET && (walk->hyp || knob(walk, walk->knobs.hyp_percent));
}

void exception_take(struct walk *walk, uint32_t number, struct spot resume) {
  struct step *step = add_exception(walk, STEP_EXCEPTION, number, resume);
  if (number == THUMBEE_CHECK) {
    target_push_call(walk, resume);  // its handler returns as a function does
  } else {
    walk->exceptions[walk->exception_depth++ % EXCEPTIONS] =
        (struct interrupted){resume, walk->it, walk->ns, walk->hyp, walk->user};
  }
  if (number == RESET) walk->exception_depth = walk->depth = 0;
  if (walk->exception_depth % NESTED == NESTED - 1) layout_pick_vectors(walk);
  change_world(walk, number);
  walk->it.left = 0;
  walk->at =
      (struct spot){walk->vectors[world_of(walk->ns, walk->hyp)][number < HIGH ? number : HIGH + number % HIGH], 0};
  continue_at(walk, step);
  walk_count_waypoint(walk, resume);
  bool catch_vector = walk->knobs.debug_percent > 0 && chance(walk, walk->knobs.debug_percent);
  if (catch_vector) walk->debug = (struct event){1, AIM_ANYWHERE};
}

// The interrupted code is a handler, or may be in any mode.
static void return_to_mode(struct walk *walk, const struct interrupted *e) {
  const bool handler = walk->functions[e->resume.function].handler;
  walk->user = handler ? e->user : !e->hyp && knob(walk, walk->knobs.user_percent);
}

struct spot exception_return(struct walk *walk) {
  if (walk->user) return target_free(walk, ANY_STATE);
  bool leave_secure = walk->knobs.ns_changes && !walk->ns && chance(walk, 30);
  if (!leave_secure && walk->exception_depth > 0 && chance(walk, 90)) {
    const struct interrupted *e = &walk->exceptions[(walk->exception_depth - 1) % EXCEPTIONS];
    enum world to = world_of(e->ns, e->hyp), from = world_of(walk->ns, walk->hyp);
    if (from == SECURE || to == NON_SECURE || to == from) {
      walk->exception_depth--;
      walk->ns = e->ns;
      walk->hyp = e->hyp;
      walk->it = e->it;
      return_to_mode(walk, e);
      return e->resume;
    }
  }
  walk->ns |= leave_secure;
  if (leave_secure || walk->hyp) walk->hyp = knob(walk, walk->knobs.hyp_percent);
  walk->user = !walk->hyp && knob(walk, walk->knobs.user_percent);
  return target_free(walk, ANY_STATE);
}

// IHI 0014Q table 7.11 names all numbers from HIGH on, except these.
static uint32_t pick_high(struct walk *walk) {
  enum { UNNAMED = 1 << 16 | 1 << 18 | 1 << 20 | 1 << 22 | 1 << 23 };
  uint32_t number;
  do {
    number = HIGH + below(walk, EXCEPTION_NUMBERS - HIGH);
  } while (number <= 23 && UNNAMED >> number & 1);
  return number;
}

// The interrupt or abort that happens at w->at.
static uint32_t pick_interrupt(struct walk *walk, bool memory) {
  static const uint8_t kinds[] = {IRQ,         IRQ,         IRQ,     FIQ,   FIQ,        PREFETCH_ABORT, PREFETCH_ABORT,
                                  ASYNC_ABORT, ASYNC_ABORT, GENERIC, RESET, DATA_ABORT, DATA_ABORT,     DATA_ABORT};
  enum { ANYWHERE = 11 };  // the number of kinds that need no load or store
  if (knob(walk, walk->knobs.high_percent)) return pick_high(walk);
  if (walk->ns && !walk->hyp && knob(walk, walk->knobs.hyp_percent)) return HYP_ENTRY;  // a trap
  if (is_thumbee(&walk->functions[walk->at.function]) && memory && walk->it.left == 0) return THUMBEE_CHECK;
  const uint32_t number = kinds[below(walk, memory ? sizeof kinds : ANYWHERE)];
  return number == GENERIC && walk->knobs.no_generic ? IRQ : number;
}

static void interrupt(struct walk *walk, bool memory) {
  exception_take(walk, pick_interrupt(walk, memory), walk->at);
  schedule(walk, &walk->exception, walk->knobs.exception_percent);
}

// Jazelle state ends with an exception. What was executed in it is no step.
static void leave_jazelle(struct walk *walk) {
  static const uint8_t kinds[] = {IRQ, FIQ, PREFETCH_ABORT, DATA_ABORT};
  exception_take(walk, kinds[below(walk, sizeof kinds)], walk->at);
}

// Debug state, entered and left; one time in ten a debugger has moved execution.
static void halt(struct walk *walk) {
  struct step *entry = add_exception(walk, STEP_DEBUG_ENTRY, DEBUG_ENTRY, walk->at);
  entry->ns = walk->ns;
  entry->hyp = walk->hyp;
  entry->user = walk->user;
  if (chance(walk, 10)) {
    struct spot to = target_free(walk, ANY_STATE);
    if (!prohibited(walk, to) && !is_jazelle(&walk->functions[to.function])) {
      walk->at = to;
      walk->it.left = 0;
    }
  }
  struct step *step = step_list_add(walk->steps);
  step->kind = STEP_DEBUG_EXIT;
  continue_at(walk, step);
  walk->waypoints += 2;
  walk->at_target = true;
  schedule(walk, &walk->debug, walk->knobs.debug_percent);
}

bool exception_before(struct walk *walk, const struct function *f, const struct site *s) {
  if (is_jazelle(f)) {
    leave_jazelle(walk);
    return true;
  }
  if (is_long(f) && below(walk, 16) != 0) return false;
  if (is_due(walk, &walk->debug, s) && !prohibited(walk, walk->at)) {
    halt(walk);
    return true;
  }
  if (!is_due(walk, &walk->exception, s)) return false;
  interrupt(walk, s->flags & CODING_MEMORY);
  return true;
}
