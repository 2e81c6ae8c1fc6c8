// SPDX-License-Identifier: Apache-2.0
// What has started, stopped or changed the DUT, for the first line of a failure.
#include <inttypes.h>

#include "rule_register.h"
#include "rules_private.h"

struct rules_cause rules_cause_now(const struct rules *a, uint16_t offset) {
  struct rules_cause cause = {.kind = CAUSE_GIVEN, .offset = offset, .clock = a->clock};
  if (!a->now) {
    cause.value = a->registers->value[offset >> 2];
    return cause;
  }
  cause.kind = a->now->in->pwrite ? CAUSE_WRITE : CAUSE_READ;
  cause.value = a->now->in->pwrite ? a->now->in->pwdata : a->now->out->prdata;
  return cause;
}

const char *rules_cause_words(const struct rules_cause *cause, char text[RULES_CAUSE]) {
  const char *name = rules_register_name(cause->offset);
  switch (cause->kind) {
    case CAUSE_WRITE:
      snprintf(text, RULES_CAUSE, "the write of 0x%08X to %s in clock %" PRIu64, cause->value, name, cause->clock);
      break;
    case CAUSE_READ:
      snprintf(text, RULES_CAUSE, "the read of 0x%08X from %s in clock %" PRIu64, cause->value, name, cause->clock);
      break;
    case CAUSE_GIVEN:
      snprintf(text, RULES_CAUSE, "%s was given as 0x%08X in clock %" PRIu64, name, cause->value, cause->clock);
      break;
    case CAUSE_TRACE:
      snprintf(text, RULES_CAUSE, "it was seen to trace in clock %" PRIu64, cause->clock);
      break;
    case CAUSE_RESET:
      snprintf(text, RULES_CAUSE, "the reset in clock %" PRIu64, cause->clock);
      break;
    case CAUSE_POWER:
      snprintf(text, RULES_CAUSE, "the loss of core power in clock %" PRIu64, cause->clock);
      break;
    case CAUSE_RUN:
      snprintf(text, RULES_CAUSE, "the run began");
      break;
  }
  return text;
}

const char *rules_written_words(const struct rules *a, uint16_t offset, char text[RULES_CAUSE]) {
  const uint64_t clock = a->reg.written_at[offset >> 2];
  snprintf(text, RULES_CAUSE, "was given");
  if (clock > 0) snprintf(text, RULES_CAUSE, "was written in clock %" PRIu64, clock);
  return text;
}

// --- writes that must not change a register -------------------------------------------------------------------------

void rules_keep_out(struct rules *a, uint16_t offset, uint32_t value, bool is_error) {
  a->reg.kept_out[offset >> 2] = (struct rules_kept_out){.clock = a->clock, .value = value, .is_error = is_error};
}

const char *rules_kept_out_words(const struct rules *a, uint16_t offset, char text[RULES_CAUSE]) {
  const struct rules_kept_out *w = &a->reg.kept_out[offset >> 2];
  text[0] = '\0';
  if (w->clock == 0) return text;
  snprintf(text, RULES_CAUSE,
           w->is_error ? ": the write of 0x%X in clock %" PRIu64 " returned PSLVERR"
                       : ": the software lock was set, so the write of 0x%X in clock %" PRIu64 " is ignored",
           w->value, w->clock);
  return text;
}
