// SPDX-License-Identifier: Apache-2.0
// ETMv3: the steps in the form in which a trace reports them. etm3_scoreboard.c and the report use it.
#ifndef ETM3_STEPS_H
#define ETM3_STEPS_H

#include "scoreboard_protocol.h"

// The instruction set as the trace reports it: AltISA came with ETMv3.3 (IHI 0014Q 7.3.5).
static inline uint8_t etm3_isa(const struct scoreboard *s, bool thumb, bool j) {
  if (!thumb) return j ? ISA_JAZELLE : ISA_ARM;
  return j && config_minor(s->config) >= 3 ? ISA_THUMBEE : ISA_THUMB;
}

// An instruction that was executed: a step, or the instruction that the exception of a step has cancelled.
struct executed {
  uint32_t address;
  uint8_t isa;
  bool ns, hyp, must_trace, may_trace;
  uint64_t clocks;
  uint32_t context_id;
};

// The instruction of a step.
static inline struct executed etm3_executed_step(const struct scoreboard *s, const struct step *step,
                                                 const struct moment *m) {
  const bool is_permitted = !step->prohibited;
  return (struct executed){.address = step->address,
                           .isa = etm3_isa(s, step->thumb, step->j),
                           .ns = step->ns,
                           .hyp = step->hyp,
                           .must_trace = is_permitted && m->enabled,
                           .may_trace = is_permitted && (m->enabled || m->unsure),
                           .clocks = m->clocks,
                           .context_id = m->context_id};
}
// Returns false if step `i` has no instruction.
bool etm3_executed(const struct scoreboard *s, size_t i, struct executed *x);
// Tracing must start with step `i`, or an overflow must begin; tracing may start with it (scoreboard_protocol.h).
bool etm3_must_start(const struct scoreboard *s, size_t i);
bool etm3_may_start(const struct scoreboard *s, size_t i);

// Where execution is before step `i`.
struct execution_at etm3_execution_at(const struct scoreboard *s, size_t i);
// Without code: the target on the port of the step before step `i`, if this step is a reported instruction that
// branched. Otherwise NULL.
const struct etm3_branch *etm3_branch_before(const struct scoreboard *s, size_t i);
// The target of step `i` on the port, if it is an instruction that branched. Otherwise NULL.
const struct etm3_branch *etm3_branch_of(const struct scoreboard *s, size_t i);

// Does step `i` end tracing? An exception does not: it belongs to the instruction before it.
bool etm3_ends_tracing(const struct scoreboard *s, size_t i);
// Tracing is off from step `i` on, or may be off.
bool etm3_off_at(const struct scoreboard *s, size_t i);
// Tracing is off with the next step; it may be off (scoreboard_protocol.h).
bool etm3_is_off(const struct scoreboard *s);
bool etm3_may_be_off(const struct scoreboard *s);

#endif
