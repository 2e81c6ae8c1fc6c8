// SPDX-License-Identifier: Apache-2.0
#include "etm3_steps.h"

bool etm3_executed(const struct scoreboard *s, size_t i, struct executed *x) {
  const struct step *step = history_step(s->history, i);
  const struct moment *m = history_moment(s->history, i);
  if (step->kind == STEP_INSTRUCTION) {
    *x = etm3_executed_step(s, step, m);
    return true;
  }
  if (step->kind != STEP_EXCEPTION || !m->cancelled_known) return false;
  const bool must = !step->resume_prohibited && m->cancelled_enabled;
  *x = (struct executed){step->resume,
                         etm3_isa(s, step->resume_thumb, step->resume_j),
                         step->resume_ns,
                         step->resume_hyp,
                         must,
                         must || (!step->resume_prohibited && m->cancelled_unsure),
                         m->cancelled_clocks,
                         m->cancelled_context_id};
  return true;
}

bool etm3_must_start(const struct scoreboard *s, size_t i) {
  struct executed x;
  return etm3_executed(s, i, &x) && x.must_trace;
}

bool etm3_may_start(const struct scoreboard *s, size_t i) {
  struct executed x;
  return etm3_executed(s, i, &x) && x.may_trace;
}

const struct etm3_branch *etm3_branch_of(const struct scoreboard *s, size_t i) {
  const struct moment *m = history_moment(s->history, i);
  const bool branched = history_step(s->history, i)->kind == STEP_INSTRUCTION && m->branch.kind;
  return branched ? &m->branch : NULL;
}

const struct etm3_branch *etm3_branch_before(const struct scoreboard *s, size_t i) {
  const bool reported = !s->image && i > 0 && (s->at.follows_compared || i > s->at.item);
  return reported ? etm3_branch_of(s, i - 1) : NULL;
}

struct execution_at etm3_execution_at(const struct scoreboard *s, size_t i) {
  const struct etm3_branch *b = etm3_branch_before(s, i);
  if (b) return (struct execution_at){b->to.address, etm3_isa(s, b->to.t, b->to.j), true};
  if (i == s->history->count) return (struct execution_at){0};
  const struct step *step = history_step(s->history, i);
  if (step->kind == STEP_INSTRUCTION)
    return (struct execution_at){step->address, etm3_isa(s, step->thumb, step->j), true};
  return (struct execution_at){step->resume, etm3_isa(s, step->resume_thumb, step->resume_j), !step->resume_unknown};
}

bool etm3_ends_tracing(const struct scoreboard *s, size_t i) {
  struct executed x;
  return history_step(s->history, i)->kind == STEP_DEBUG_ENTRY || (etm3_executed(s, i, &x) && !x.may_trace);
}

bool etm3_is_off(const struct scoreboard *s) {
  return s->at.started && s->at.item < s->history->count && etm3_ends_tracing(s, s->at.item);
}

static bool unsure_at(const struct scoreboard *s, size_t i) {
  struct executed x;
  return i < s->history->count && etm3_executed(s, i, &x) && x.may_trace && !x.must_trace;
}

bool etm3_may_be_off(const struct scoreboard *s) { return s->at.started && unsure_at(s, s->at.item); }

bool etm3_off_at(const struct scoreboard *s, size_t i) {
  return i < s->history->count && (etm3_ends_tracing(s, i) || unsure_at(s, i));
}
