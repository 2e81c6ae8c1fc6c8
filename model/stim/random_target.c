// SPDX-License-Identifier: Apache-2.0
// The targets of the branches of a random walk.
#include "random_walk.h"

struct spot target_inside(struct walk *w, uint32_t function) {
  struct spot p = {function, 0};
  const struct function *f = code_at(w, p);
  if (chance(w, 50)) p.site = below(w, f->count);
  while (w->sites[f->first + p.site].inside_it) p.site--;
  return p;
}

static bool reaches(const struct walk *w, enum reach reach, uint32_t to) {
  const struct function *here = &w->functions[w->at.function], *there = &w->functions[to];
  if (same_state(here, there) || reach == ANY_STATE) return true;
  return reach == INTERWORKING && !here->j && !there->j;
}

static enum reach reach_of(const struct site *s) { return s->flags & CODING_SAME_STATE ? SAME_STATE : INTERWORKING; }

struct spot target_free(struct walk *w, enum reach reach) {
  const struct function *here = &w->functions[w->at.function];
  for (int attempt = 0; attempt < 8; attempt++) {
    uint32_t to = layout_pick(w, w->at.function);
    const struct function *f = &w->functions[to];
    bool state_fits = same_state(f, here) || (reach != SAME_STATE && chance(w, 20) && reaches(w, reach, to));
    if (state_fits && (f->filled || chance(w, 25))) return target_inside(w, to);
  }
  return target_inside(w, is_thumbee(here) ? layout_next(w, w->at.function, true) : w->at.function);
}

static struct spot table_target(struct walk *w) {
  const struct function *f = &w->functions[w->at.function];
  uint32_t site = w->at.site + 1 + below(w, f->count - w->at.site - 1);
  while (w->sites[f->first + site].inside_it) site++;
  return (struct spot){w->at.function, site};
}

// In half of the calls, the last target again, as for most indirect branches.
static struct spot jump_target(struct walk *w, const struct site *s) {
  if (s->target.function != NOWHERE && chance(w, 50)) return s->target;
  return s->flags & CODING_TABLE ? table_target(w) : target_free(w, reach_of(s));
}

void target_push_call(struct walk *w, struct spot p) { w->calls[w->depth++ % CALLS] = p; }

// Mostly returns to the newest call; sometimes to an older one, or to any function.
static struct spot return_target(struct walk *w, enum reach reach) {
  if (w->depth > 1 && chance(w, 5)) w->depth--;
  if (w->depth > 0 && chance(w, 90)) {
    struct spot p = w->calls[(w->depth - 1) % CALLS];
    if (reaches(w, reach, p.function)) {
      w->depth--;
      return p;
    }
  }
  return target_free(w, reach);
}

// Mostly leads to bytecodes, if there are any. Otherwise it is a BX.
static struct spot jazelle_target(struct walk *w) {
  for (int attempt = 0; attempt < 8; attempt++) {
    uint32_t to = layout_pick(w, w->at.function);
    if (is_jazelle(&w->functions[to])) return target_inside(w, to);
  }
  return target_free(w, INTERWORKING);
}

struct spot target_of(struct walk *w, struct site *s, struct spot next) {
  switch (s->role) {
    case ROLE_DIRECT:
    case ROLE_ENTERX:
    case ROLE_LEAVEX:
      return s->target;
    case ROLE_JUMP:
      s->target = jump_target(w, s);
      return s->target;
    case ROLE_RETURN:
      return return_target(w, reach_of(s));
    case ROLE_BXJ:
      return jazelle_target(w);
    case ROLE_EXCEPTION_RETURN:
    case ROLE_ERET:
      return exception_return(w);
    default:
      return next;
  }
}
