// SPDX-License-Identifier: Apache-2.0
#include "etm3_steps.h"

bool etm3_executed(const struct follow *f, size_t i, struct executed *x) {
  const struct step *s = happened_step(f->happened, i);
  const struct moment *m = etm3_moment(f, i);
  if (s->kind == STEP_INSTRUCTION) {
    *x = etm3_executed_step(f, s, m);
    return true;
  }
  if (s->kind != STEP_EXCEPTION || !m || !m->its) return false;
  const bool must = !s->resume_prohibited && m->its_enabled;
  *x = (struct executed){s->resume, etm3_isa(f, s->resume_thumb, s->resume_j),        s->resume_ns,  s->resume_hyp,
                         must,      must || (!s->resume_prohibited && m->its_unsure), m->its_clocks, m->its_context_id};
  return true;
}

bool etm3_must_start(const struct follow *f, size_t i) {
  struct executed x;
  return etm3_executed(f, i, &x) && x.must_trace;
}

bool etm3_may_start(const struct follow *f, size_t i) {
  struct executed x;
  return etm3_executed(f, i, &x) && x.may_trace;
}

const struct etm3_branch *etm3_branch_of(const struct follow *f, size_t i) {
  const struct moment *m = etm3_moment(f, i);
  const bool branched = m && happened_step(f->happened, i)->kind == STEP_INSTRUCTION && m->branch.kind;
  return branched ? &m->branch : NULL;
}

const struct etm3_branch *etm3_branch_before(const struct follow *f, size_t i) {
  const bool told = !f->image && i > 0 && (f->at.follows || i > f->at.item);
  return told ? etm3_branch_of(f, i - 1) : NULL;
}

struct standing etm3_standing_at(const struct follow *f, size_t i) {
  const struct etm3_branch *b = etm3_branch_before(f, i);
  if (b) return (struct standing){b->to.address, etm3_isa(f, b->to.t, b->to.j), true};
  if (i == f->happened->count) return (struct standing){0};
  const struct step *s = happened_step(f->happened, i);
  if (s->kind == STEP_INSTRUCTION) return (struct standing){s->address, etm3_isa(f, s->thumb, s->j), true};
  return (struct standing){s->resume, etm3_isa(f, s->resume_thumb, s->resume_j), !s->resume_unknown};
}

bool etm3_ends(const struct follow *f, size_t i) {
  struct executed x;
  return happened_step(f->happened, i)->kind == STEP_DEBUG_ENTRY || (etm3_executed(f, i, &x) && !x.may_trace);
}

bool etm3_ended(const struct follow *f) {
  return f->at.started && f->at.item < f->happened->count && etm3_ends(f, f->at.item);
}

static bool unsure_at(const struct follow *f, size_t i) {
  struct executed x;
  return i < f->happened->count && etm3_executed(f, i, &x) && x.may_trace && !x.must_trace;
}

bool etm3_unsure(const struct follow *f) { return f->at.started && unsure_at(f, f->at.item); }

bool etm3_off_at(const struct follow *f, size_t i) {
  return i < f->happened->count && (etm3_ends(f, i) || unsure_at(f, i));
}
