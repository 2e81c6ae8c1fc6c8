// SPDX-License-Identifier: Apache-2.0
// Compares the steps of the driver with the steps of the pins, in their order.
#include "intent.h"

#include <stdio.h>

#include "packet.h"

void intent_start(struct intent *m, const struct step_list *steps) { *m = (struct intent){.steps = steps}; }

static bool same_resume(const struct step *a, const struct step *b) {
  const bool has_same_isa = a->resume_thumb == b->resume_thumb && a->resume_j == b->resume_j;
  const bool has_same_state = a->resume_ns == b->resume_ns && a->resume_hyp == b->resume_hyp;
  return a->resume == b->resume && has_same_isa && has_same_state && a->resume_prohibited == b->resume_prohibited;
}

static bool same_place(const struct step *a, const struct step *b) {
  const bool has_same_isa = a->thumb == b->thumb && a->j == b->j;
  const bool has_same_state = a->ns == b->ns && a->hyp == b->hyp;
  return a->address == b->address && has_same_isa && has_same_state && a->prohibited == b->prohibited;
}

// No pin shows the address after Debug state, or the state in it.
static bool same(const struct step *reported, const struct step *intent) {
  if (reported->kind != intent->kind) return false;
  switch (reported->kind) {
    case STEP_INSTRUCTION:
      return same_place(reported, intent) && reported->passed == intent->passed;
    case STEP_EXCEPTION:
      return same_place(reported, intent) && reported->exception == intent->exception &&
             (reported->resume_unknown || same_resume(reported, intent));
    case STEP_DEBUG_ENTRY:
      return reported->resume_unknown || same_resume(reported, intent);
    case STEP_DEBUG_EXIT:
      break;
  }
  return true;
}

static void describe(const struct step *s, char *text, size_t size) {
  const char *state = isa_word[isa_of(s->thumb, s->j)];
  const char *ns = s->ns ? " ns" : "", *hyp = s->hyp ? " hyp" : "", *prohibited = s->prohibited ? " prohibited" : "";
  switch (s->kind) {
    case STEP_INSTRUCTION:
      snprintf(text, size, "%c 0x%08X %s%s%s%s", s->passed ? 'E' : 'N', s->address, state, ns, hyp, prohibited);
      break;
    case STEP_EXCEPTION:
      snprintf(text, size, "exception %u at 0x%08X to 0x%08X %s%s%s%s", s->exception, s->resume, s->address, state, ns,
               hyp, prohibited);
      break;
    case STEP_DEBUG_ENTRY:
    case STEP_DEBUG_EXIT:
      snprintf(text, size, "%s Debug state", s->kind == STEP_DEBUG_ENTRY ? "entry to" : "exit from");
      break;
  }
}

static void differs(struct intent *m, size_t i, const struct step *reported, const struct step *intent,
                    uint64_t clock) {
  char says[96], means[96] = "nothing";
  describe(reported, says, sizeof says);
  if (intent) describe(intent, means, sizeof means);
  m->wrong = true;
  m->clock = clock;
  snprintf(m->why, sizeof m->why, "step #%zu on the port is %s, expected %s", i, says, means);
}

static void compare(struct intent *m, const struct step *reported, uint64_t clock) {
  const size_t i = m->compared++;
  if (m->wrong) return;
  const struct step *intent = i < step_list_end(m->steps) ? step_list_at(m->steps, i) : NULL;
  if (!intent || !same(reported, intent)) differs(m, i, reported, intent, clock);
}

void intent_clock(struct intent *m, const struct etm3_port_clock *reported, uint64_t clock) {
  if (reported->count == 0) return;
  if (m->holds && !reported->withdraws) compare(m, &m->last, clock);
  for (unsigned n = 0; n + 1 < reported->count; n++) compare(m, &reported->steps[n], clock);
  m->last = reported->steps[reported->count - 1];
  m->holds = true;
}

void intent_end(struct intent *m, size_t end, uint64_t clock) {
  if (m->holds) compare(m, &m->last, clock);
  m->holds = false;
  if (m->wrong || m->compared == end) return;
  m->wrong = true;
  m->clock = clock;
  snprintf(m->why, sizeof m->why, "number of steps on the port is %zu, expected %zu", m->compared, end);
}
