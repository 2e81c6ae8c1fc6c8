// SPDX-License-Identifier: Apache-2.0
// Steps of the driver against steps of the pins, one behind the other.
#include "meant.h"

#include <stdio.h>

void meant_start(struct meant *m, const struct step_list *steps) { *m = (struct meant){.steps = steps}; }

static bool same_resume(const struct step *a, const struct step *b) {
  return a->resume == b->resume && a->resume_thumb == b->resume_thumb && a->resume_j == b->resume_j &&
         a->resume_ns == b->resume_ns && a->resume_hyp == b->resume_hyp && a->resume_prohibited == b->resume_prohibited;
}

static bool same_place(const struct step *a, const struct step *b) {
  return a->address == b->address && a->thumb == b->thumb && a->j == b->j && a->ns == b->ns && a->hyp == b->hyp &&
         a->prohibited == b->prohibited;
}

// No pin tells where Debug state leads, nor the state in it.
static bool same(const struct step *told, const struct step *meant) {
  if (told->kind != meant->kind) return false;
  switch (told->kind) {
    case STEP_INSTRUCTION:
      return same_place(told, meant) && told->passed == meant->passed;
    case STEP_EXCEPTION:
      return same_place(told, meant) && told->exception == meant->exception &&
             (told->resume_unknown || same_resume(told, meant));
    case STEP_DEBUG_ENTRY:
      return told->resume_unknown || same_resume(told, meant);
    default:
      return true;
  }
}

static void describe(const struct step *s, char *text, size_t size) {
  const char *state = s->thumb ? (s->j ? "thumbee" : "thumb") : s->j ? "jazelle" : "arm";
  const char *ns = s->ns ? " ns" : "", *hyp = s->hyp ? " hyp" : "", *prohibited = s->prohibited ? " prohibited" : "";
  switch (s->kind) {
    case STEP_INSTRUCTION:
      snprintf(text, size, "%c 0x%08X %s%s%s%s", s->passed ? 'E' : 'N', s->address, state, ns, hyp, prohibited);
      break;
    case STEP_EXCEPTION:
      snprintf(text, size, "exception %u at 0x%08X to 0x%08X %s%s%s%s", s->exception, s->resume, s->address, state, ns,
               hyp, prohibited);
      break;
    default:
      snprintf(text, size, "%s Debug state", s->kind == STEP_DEBUG_ENTRY ? "entry to" : "exit from");
      break;
  }
}

static void compare(struct meant *m, const struct step *told, uint64_t clock) {
  const size_t i = m->compared++;
  const struct step *meant = i < m->steps->count ? &m->steps->at[i] : NULL;
  char says[96], means[96] = "nothing";
  if (m->wrong || (meant && same(told, meant))) return;
  describe(told, says, sizeof says);
  if (meant) describe(meant, means, sizeof means);
  m->wrong = true;
  m->clock = clock;
  snprintf(m->why, sizeof m->why, "step %zu is %s, but the port says %s", i, means, says);
}

void meant_clock(struct meant *m, const struct etm3_port_clock *told, uint64_t clock) {
  if (told->count == 0) return;
  if (m->holds && !told->withdraws) compare(m, &m->last, clock);
  for (unsigned n = 0; n + 1 < told->count; n++) compare(m, &told->steps[n], clock);
  m->last = told->steps[told->count - 1];
  m->holds = true;
}

void meant_end(struct meant *m, size_t end, uint64_t clock) {
  if (m->holds) compare(m, &m->last, clock);
  m->holds = false;
  if (m->wrong || m->compared == end) return;
  m->wrong = true;
  m->clock = clock;
  snprintf(m->why, sizeof m->why, "%zu steps were meant, but the port says %zu", end, m->compared);
}
