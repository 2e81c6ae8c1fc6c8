// SPDX-License-Identifier: Apache-2.0
// ETMv3: the steps as what a trace tells of them, one by one. Used by etm3_scoreboard.c and the report.
#ifndef ETM3_STEPS_H
#define ETM3_STEPS_H

#include "scoreboard_protocol.h"

// As it is told: AltISA came with ETMv3.3 (IHI 0014Q 7.3.5).
static inline uint8_t etm3_isa(const struct scoreboard *s, bool thumb, bool j) {
  if (!thumb) return j ? ISA_JAZELLE : ISA_ARM;
  return j && config_minor(s->config) >= 3 ? ISA_THUMBEE : ISA_THUMB;
}

// An instruction that was executed: a step, or the one that the exception of a step has cancelled.
struct executed {
  uint32_t address;
  uint8_t isa;
  bool ns, hyp, must_trace, may_trace;
  uint64_t clocks;
  uint32_t context_id;
};

// By a step that is an instruction.
static inline struct executed etm3_executed_step(const struct scoreboard *s, const struct step *step,
                                                 const struct moment *m) {
  const bool must = !step->prohibited && m->enabled;
  return (struct executed){.address = step->address,
                           .isa = etm3_isa(s, step->thumb, step->j),
                           .ns = step->ns,
                           .hyp = step->hyp,
                           .must_trace = must,
                           .may_trace = must || (!step->prohibited && m->unsure),
                           .clocks = m->clocks,
                           .context_id = m->context_id};
}
// False: step `i` has none.
bool etm3_executed(const struct scoreboard *s, size_t i, struct executed *x);
// Tracing must start with step `i`, or an overflow begin; it can (scoreboard_protocol.h).
bool etm3_must_start(const struct scoreboard *s, size_t i);
bool etm3_may_start(const struct scoreboard *s, size_t i);

// Where execution is when step `i` comes.
struct execution_at etm3_execution_at(const struct scoreboard *s, size_t i);
// Where the last step before step `i` went by the port, if it is an instruction that branched and was told, and only
// the port knows the code; else NULL.
const struct etm3_branch *etm3_branch_before(const struct scoreboard *s, size_t i);
// Where step `i` went by the port, if it is an instruction that branched; else NULL.
const struct etm3_branch *etm3_branch_of(const struct scoreboard *s, size_t i);

// Does step `i` end tracing? An exception does not: it belongs to the instruction before it.
bool etm3_ends_tracing(const struct scoreboard *s, size_t i);
// Tracing is off from step `i` on, or may be.
bool etm3_off_at(const struct scoreboard *s, size_t i);
// It is, or may be, with the next step.
bool etm3_is_off(const struct scoreboard *s);
bool etm3_may_be_off(const struct scoreboard *s);

#endif
