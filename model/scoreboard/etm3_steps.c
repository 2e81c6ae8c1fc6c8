// SPDX-License-Identifier: Apache-2.0
#include "etm3_steps.h"

bool etm3_executed(const struct scoreboard *f, size_t i, struct executed *x) {
  const struct step *s = history_step(f->history, i);
  const struct moment *m = etm3_moment(f, i);
  if (s->kind == STEP_INSTRUCTION) {
    *x = etm3_executed_step(f, s, m);
    return true;
  }
  if (s->kind != STEP_EXCEPTION || !m || !m->cancelled_known) return false;
  const bool must = !s->resume_prohibited && m->cancelled_enabled;
  *x = (struct executed){s->resume,
                         etm3_isa(f, s->resume_thumb, s->resume_j),
                         s->resume_ns,
                         s->resume_hyp,
                         must,
                         must || (!s->resume_prohibited && m->cancelled_unsure),
                         m->cancelled_clocks,
                         m->cancelled_context_id};
  return true;
}

bool etm3_must_start(const struct scoreboard *f, size_t i) {
  struct executed x;
  return etm3_executed(f, i, &x) && x.must_trace;
}

bool etm3_may_start(const struct scoreboard *f, size_t i) {
  struct executed x;
  return etm3_executed(f, i, &x) && x.may_trace;
}

const struct etm3_branch *etm3_branch_of(const struct scoreboard *f, size_t i) {
  const struct moment *m = etm3_moment(f, i);
  const bool branched = m && history_step(f->history, i)->kind == STEP_INSTRUCTION && m->branch.kind;
  return branched ? &m->branch : NULL;
}

const struct etm3_branch *etm3_branch_before(const struct scoreboard *f, size_t i) {
  const bool reported = !f->image && i > 0 && (f->at.adjacent || i > f->at.item);
  return reported ? etm3_branch_of(f, i - 1) : NULL;
}

struct execution_at etm3_execution_at(const struct scoreboard *f, size_t i) {
  const struct etm3_branch *b = etm3_branch_before(f, i);
  if (b) return (struct execution_at){b->to.address, etm3_isa(f, b->to.t, b->to.j), true};
  if (i == f->history->count) return (struct execution_at){0};
  const struct step *s = history_step(f->history, i);
  if (s->kind == STEP_INSTRUCTION) return (struct execution_at){s->address, etm3_isa(f, s->thumb, s->j), true};
  return (struct execution_at){s->resume, etm3_isa(f, s->resume_thumb, s->resume_j), !s->resume_unknown};
}

bool etm3_ends(const struct scoreboard *f, size_t i) {
  struct executed x;
  return history_step(f->history, i)->kind == STEP_DEBUG_ENTRY || (etm3_executed(f, i, &x) && !x.may_trace);
}

bool etm3_ended(const struct scoreboard *f) {
  return f->at.started && f->at.item < f->history->count && etm3_ends(f, f->at.item);
}

static bool unsure_at(const struct scoreboard *f, size_t i) {
  struct executed x;
  return i < f->history->count && etm3_executed(f, i, &x) && x.may_trace && !x.must_trace;
}

bool etm3_unsure(const struct scoreboard *f) { return f->at.started && unsure_at(f, f->at.item); }

bool etm3_off_at(const struct scoreboard *f, size_t i) {
  return i < f->history->count && (etm3_ends(f, i) || unsure_at(f, i));
}
