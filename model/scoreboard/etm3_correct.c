// SPDX-License-Identifier: Apache-2.0
// ETMv3: the correct form of a wrong packet, from what was executed.
#include "etm3_steps.h"

static bool broadcasts(const struct scoreboard *s) { return s->config->etmcr & ETMCR_BRANCH_BROADCAST; }

static const struct step *step_at(const struct scoreboard *s, size_t i) {
  return i < s->history->count ? history_step(s->history, i) : NULL;
}

// Returns false if the flow found the contradiction at another address than that of the execution. For a later item the
// address of the flow is unknown, and the result is true.
static bool flow_was_there(const struct scoreboard *s, const struct execution_at *execution, size_t i) {
  return !s->error.found_by_flow || i > s->at.item ||
         (execution->address == s->error.address && execution->isa == s->error.isa);
}

// Whether instruction `i` has a branch packet. Then no atom can follow its atom in the same P-header.
static bool has_packet(const struct scoreboard *s, size_t i) {
  const struct etm3_branch *b = etm3_branch_of(s, i);
  return b && (b->kind == ETM3_INDIRECT || broadcasts(s));
}

static bool atoms(const struct scoreboard *s, size_t i, unsigned atom, struct packet *p) {
  bool before = false;
  for (unsigned n = 0, seen = 0; n < p->atom_count; n++) {
    if (p->cycles >> n & 1 || seen++ < atom) continue;
    const struct step *step = step_at(s, i);
    if (before || !step || step->kind != STEP_INSTRUCTION || etm3_ends_tracing(s, i)) return false;
    p->atoms = (uint16_t)((p->atoms & ~(1u << n)) | (unsigned)!step->passed << n);
    before = has_packet(s, i++);
  }
  return true;
}

static bool branch(const struct scoreboard *s, size_t i, struct packet *p) {
  const struct step *step = step_at(s, i);
  const struct execution_at at = etm3_execution_at(s, i);
  const bool branched = i > s->history->first && etm3_branch_of(s, i - 1);
  if (!at.known || !flow_was_there(s, &at, i) || (i > s->at.item && !branched)) return false;
  const bool sure = !s->error.found_by_flow || i > s->at.item;
  if (!sure && !(broadcasts(s) && branched && step_at(s, i - 1)->passed)) return false;
  p->address = at.address;
  p->isa = at.isa;
  if (!step || step->kind != STEP_INSTRUCTION || !s->traced.ns) return true;
  if (p->ns != step->ns && p->info_bytes == 0) p->info_bytes = 1;
  p->ns = step->ns;
  return true;
}

// If the packet reports a completed instruction as cancelled, the exception is the step after that instruction.
static bool exception(const struct scoreboard *s, size_t i, struct packet *p) {
  enum { RESET = 8, SHORT = 15 };
  const struct step *step = step_at(s, i);
  const bool completed = step && step->kind == STEP_INSTRUCTION && p->cancel && s->at.item == i;
  if (completed) step = step_at(s, ++i);
  const struct moment *m = history_moment(s->history, i);
  if (!step || step->kind != STEP_EXCEPTION) return false;
  const uint16_t number = step->exception & (config_minor(s->config) >= 4 ? 0x1FF : 0xF);
  if (number == RESET || (completed && m->cancelled)) return false;
  p->exception = number;
  p->cancel = m->cancelled;
  p->address = step->address;
  p->isa = etm3_isa(s, step->thumb, step->j);
  if (number > SHORT && p->info_bytes < 2) p->info_bytes = 2;
  if (!step->prohibited && s->traced.ns) p->ns = step->ns;
  return true;
}

static bool periodic(const struct scoreboard *s, size_t i, struct packet *p) {
  const struct step *step = step_at(s, i);
  const struct execution_at at = etm3_execution_at(s, i);
  if (!at.known || !flow_was_there(s, &at, i) || s->at.needs_overflow || p->in_progress) return false;
  p->address = at.address;
  p->isa = at.isa;
  if (step && step->kind == STEP_INSTRUCTION && s->traced.ns) p->ns = step->ns;
  return true;
}

static bool count(const struct scoreboard *s, struct packet *p) {
  if (s->at.gap == GAP_HIDDEN) return false;
  const uint64_t right = s->at.gap == GAP_COUNTED ? s->at.gap_cycles : 0;
  p->cycle_count = (uint32_t)right;
  return right == p->cycle_count;
}

bool etm3_correct(const struct scoreboard *s, size_t i, unsigned atom, struct packet *p) {
  if (p->kind == PACKET_P_HEADER) return (!s->error.found_by_flow || i > s->at.item) && atoms(s, i, atom, p);
  if (p->kind == PACKET_BRANCH) return p->exception || p->old_form ? exception(s, i, p) : branch(s, i, p);
  if (p->kind == PACKET_ISYNC) return p->reason == ISYNC_PERIODIC && periodic(s, i, p);
  return p->kind == PACKET_CYCLE_COUNT && !s->error.found_by_flow && count(s, p);
}

bool etm3_correct_sync(const struct scoreboard *s, size_t i, struct packet *p) {
  struct executed x;
  if (!etm3_executed(s, i, &x) || !x.may_trace || p->in_progress) return false;
  p->address = x.address;
  p->isa = x.isa;
  p->ns = s->traced.ns && x.ns;
  p->hyp = s->traced.hyp && x.hyp;
  p->value = x.context_id & s->traced.context;
  return true;
}
