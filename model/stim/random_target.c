// SPDX-License-Identifier: Apache-2.0
// The targets of the branches of a random walk.
#include "random_walk.h"

struct spot target_inside(struct walk *walk, uint32_t function) {
  struct spot p = {function, 0};
  const struct function *f = code_at(walk, p);
  if (chance(walk, 50)) p.site = below(walk, f->count);
  while (walk->sites[f->first + p.site].inside_it) p.site--;
  return p;
}

static bool reaches(const struct walk *walk, enum reach reach, uint32_t to) {
  const struct function *here = &walk->functions[walk->at.function], *there = &walk->functions[to];
  if (same_state(here, there) || reach == ANY_STATE) return true;
  return reach == INTERWORKING && !here->j && !there->j;
}

static enum reach reach_of(const struct site *s) { return s->flags & CODING_SAME_STATE ? SAME_STATE : INTERWORKING; }

struct spot target_free(struct walk *walk, enum reach reach) {
  const struct function *here = &walk->functions[walk->at.function];
  for (int attempt = 0; attempt < 8; attempt++) {
    uint32_t to = layout_pick(walk, walk->at.function);
    const struct function *f = &walk->functions[to];
    bool state_fits = same_state(f, here) || (reach != SAME_STATE && chance(walk, 20) && reaches(walk, reach, to));
    if (state_fits && (f->filled || chance(walk, 25))) return target_inside(walk, to);
  }
  return target_inside(walk, is_thumbee(here) ? layout_next(walk, walk->at.function, true) : walk->at.function);
}

static struct spot table_target(struct walk *walk) {
  const struct function *f = &walk->functions[walk->at.function];
  uint32_t site = walk->at.site + 1 + below(walk, f->count - walk->at.site - 1);
  while (walk->sites[f->first + site].inside_it) site++;
  return (struct spot){walk->at.function, site};
}

// In half of the calls, the last target again, as for most indirect branches.
static struct spot jump_target(struct walk *walk, const struct site *s) {
  if (s->target.function != NOWHERE && chance(walk, 50)) return s->target;
  return s->flags & CODING_TABLE ? table_target(walk) : target_free(walk, reach_of(s));
}

void target_push_call(struct walk *walk, struct spot p) { walk->calls[walk->depth++ % CALLS] = p; }

// Mostly returns to the newest call; sometimes to an older one, or to any function.
static struct spot return_target(struct walk *walk, enum reach reach) {
  if (walk->depth > 1 && chance(walk, 5)) walk->depth--;
  if (walk->depth > 0 && chance(walk, 90)) {
    struct spot p = walk->calls[(walk->depth - 1) % CALLS];
    if (reaches(walk, reach, p.function)) {
      walk->depth--;
      return p;
    }
  }
  return target_free(walk, reach);
}

// Mostly leads to bytecodes, if there are any. Otherwise it is a BX.
static struct spot jazelle_target(struct walk *walk) {
  for (int attempt = 0; attempt < 8; attempt++) {
    uint32_t to = layout_pick(walk, walk->at.function);
    if (is_jazelle(&walk->functions[to])) return target_inside(walk, to);
  }
  return target_free(walk, INTERWORKING);
}

struct spot target_of(struct walk *walk, struct site *s, struct spot next) {
  switch (s->role) {
    case ROLE_DIRECT:
    case ROLE_ENTERX:
    case ROLE_LEAVEX:
      return s->target;
    case ROLE_JUMP:
      s->target = jump_target(walk, s);
      return s->target;
    case ROLE_RETURN:
      return return_target(walk, reach_of(s));
    case ROLE_BXJ:
      return jazelle_target(walk);
    case ROLE_EXCEPTION_RETURN:
    case ROLE_ERET:
      return exception_return(walk);
    default:
      return next;
  }
}
