// SPDX-License-Identifier: Apache-2.0
// ETMv3: a packet as it would be if it were right, by what was executed.
#include "etm3_correct.h"

#include "etm3_steps.h"

static bool broadcasts(const struct scoreboard *f) { return f->config->etmcr & ETMCR_BRANCH_BROADCAST; }

static const struct step *step_at(const struct scoreboard *f, size_t i) {
  return i < f->history->count ? history_step(f->history, i) : NULL;
}

// The flow, if it has found it, stood where execution does. Of a later item nobody knows.
static bool stood_there(const struct scoreboard *f, const struct execution_at *s, size_t i) {
  return !f->error.stood || i > f->at.item || (s->address == f->error.address && s->isa == f->error.isa);
}

// Behind an instruction with a branch packet no atom can follow in the same P-header.
static bool has_packet(const struct scoreboard *f, size_t i) {
  const struct etm3_branch *b = etm3_branch_of(f, i);
  return b && (b->kind == ETM3_INDIRECT || broadcasts(f));
}

static bool atoms(const struct scoreboard *f, size_t i, unsigned atom, struct packet *p) {
  bool before = false;
  for (unsigned n = 0, seen = 0; n < p->atom_count; n++) {
    if (p->cycles >> n & 1 || seen++ < atom) continue;
    const struct step *s = step_at(f, i);
    if (before || !s || s->kind != STEP_INSTRUCTION || etm3_ends(f, i)) return false;
    p->atoms = (uint16_t)((p->atoms & ~(1u << n)) | (unsigned)!s->passed << n);
    before = has_packet(f, i++);
  }
  return true;
}

static bool branch(const struct scoreboard *f, size_t i, struct packet *p) {
  const struct step *s = step_at(f, i);
  const struct execution_at at = etm3_execution_at(f, i);
  const bool branched = i > f->history->first && etm3_branch_of(f, i - 1);
  if (!at.known || !stood_there(f, &at, i) || (i > f->at.item && !branched)) return false;
  const bool sure = !f->error.stood || i > f->at.item;
  if (!sure && !(broadcasts(f) && branched && step_at(f, i - 1)->passed)) return false;
  p->address = at.address;
  p->isa = at.isa;
  if (!s || s->kind != STEP_INSTRUCTION || !f->traced.ns) return true;
  if (p->ns != s->ns && p->info_bytes == 0) p->info_bytes = 1;
  p->ns = s->ns;
  return true;
}

// An instruction that was taken for cancelled stands before the exception.
static bool exception(const struct scoreboard *f, size_t i, struct packet *p) {
  enum { RESET = 8, SHORT = 15 };
  const struct step *s = step_at(f, i);
  const bool completed = s && s->kind == STEP_INSTRUCTION && p->cancel && f->at.item == i;
  if (completed) s = step_at(f, ++i);
  const struct moment *m = etm3_moment(f, i);
  const uint16_t number = s ? s->exception & (config_minor(f->config) >= 4 ? 0x1FF : 0xF) : 0;
  if (!s || s->kind != STEP_EXCEPTION || !m || (completed && m->cancelled) || number == RESET) return false;
  p->exception = number;
  p->cancel = m->cancelled;
  p->address = s->address;
  p->isa = etm3_isa(f, s->thumb, s->j);
  if (number > SHORT && p->info_bytes < 2) p->info_bytes = 2;
  if (!s->prohibited && f->traced.ns) p->ns = s->ns;
  return true;
}

static bool periodic(const struct scoreboard *f, size_t i, struct packet *p) {
  const struct step *s = step_at(f, i);
  const struct execution_at at = etm3_execution_at(f, i);
  if (!at.known || !stood_there(f, &at, i) || f->at.needs_overflow || p->in_progress) return false;
  p->address = at.address;
  p->isa = at.isa;
  if (s && s->kind == STEP_INSTRUCTION && f->traced.ns) p->ns = s->ns;
  return true;
}

static bool count(const struct scoreboard *f, struct packet *p) {
  if (f->at.gap == GAP_HIDDEN) return false;
  const uint64_t right = f->at.gap == GAP_COUNTED ? f->at.gap_cycles : 0;
  p->cycle_count = (uint32_t)right;
  return right == p->cycle_count;
}

bool etm3_correct(const struct scoreboard *f, size_t i, unsigned atom, struct packet *p) {
  switch (p->kind) {
    case PACKET_P_HEADER:
      return (!f->error.stood || i > f->at.item) && atoms(f, i, atom, p);
    case PACKET_BRANCH:
      return p->exception || p->old_form ? exception(f, i, p) : branch(f, i, p);
    case PACKET_ISYNC:
      return p->reason == ISYNC_PERIODIC && periodic(f, i, p);
    case PACKET_CYCLE_COUNT:
      return !f->error.stood && count(f, p);
    case PACKET_ASYNC:
    case PACKET_ATOM:
    case PACKET_WAYPOINT_UPDATE:
    case PACKET_TRIGGER:
    case PACKET_CONTEXT_ID:
    case PACKET_VMID:
    case PACKET_TIMESTAMP:
    case PACKET_EXCEPTION_RETURN:
    case PACKET_IGNORE:
    case PACKET_EXCEPTION_ENTRY:
    case PACKETS_OF_DATA:
    case PACKET_BAD:
      break;
  }
  return false;
}

bool etm3_correct_sync(const struct scoreboard *f, size_t i, struct packet *p) {
  struct executed x;
  if (!etm3_executed(f, i, &x) || !x.may_trace || p->in_progress) return false;
  p->address = x.address;
  p->isa = x.isa;
  p->ns = f->traced.ns && x.ns;
  p->hyp = f->traced.hyp && x.hyp;
  if (f->history->moments) p->value = x.context_id & f->traced.context;
  return true;
}
