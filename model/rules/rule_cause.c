// SPDX-License-Identifier: Apache-2.0
// The causes of starts, stops and register values in words, for the first line of a failure.
#include <inttypes.h>

#include "append.h"
#include "rule_register.h"
#include "rules_private.h"

struct rules_cause rules_cause_now(const struct rules *a, uint16_t offset) {
  struct rules_cause cause = {.kind = CAUSE_GIVEN, .offset = offset, .clock = a->clock};
  if (!a->now) {
    cause.value = a->registers->value[offset >> 2];
    return cause;
  }
  cause.kind = a->now->access.is_write ? CAUSE_WRITE : CAUSE_READ;
  cause.value = a->now->access.value;
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
      snprintf(text, RULES_CAUSE, "the DUT was seen to trace in clock %" PRIu64, cause->clock);
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

const char *rules_written_words(const struct rules *a, uint16_t offset, uint32_t value, char text[RULES_CAUSE]) {
  const uint64_t clock = a->reg.written_at[offset >> 2];
  const uint32_t written = a->registers->written[offset >> 2];
  const bool is_restored = clock > 0 && clock == a->reg.restored_at;
  const char *access = is_restored ? "restored by ETMOSSRR" : clock > 0 ? "written" : "given";
  if (value == written) snprintf(text, RULES_CAUSE, " as %s", access);
  if (value != written) snprintf(text, RULES_CAUSE, " after 0x%08X was %s", written, access);
  if (clock > 0) text_append(text, RULES_CAUSE, " in clock %" PRIu64, clock);
  return text;
}

const char *rules_bits_words(uint32_t bits, char text[RULES_BITS]) {
  const char *separator = bits & (bits - 1) ? "bits " : "bit ";
  text[0] = '\0';
  for (unsigned end = 32; end > 0 && bits << (32 - end); end--) {
    if (!(bits >> (end - 1) & 1)) continue;
    const unsigned top = end - 1;
    while (end > 1 && bits >> (end - 2) & 1) end--;
    text_append(text, RULES_BITS, "%s[%u", separator, top);
    if (top >= end) text_append(text, RULES_BITS, ":%u", end - 1);
    text_append(text, RULES_BITS, "]");
    separator = ", ";
  }
  return text;
}

const char *rules_started_words(const struct rules *a, bool is_on, char text[RULES_CAUSE]) {
  const struct selection *f = a->filter;
  const struct selection_point *point = &f->points[is_on ? SELECTION_START : SELECTION_STOP];
  const struct rules_cause status = {CAUSE_WRITE, ETMSR, a->registers->written[ETMSR >> 2], a->reg.status_written_at};
  if (point->input) {
    snprintf(text, RULES_CAUSE, "EMBEDDEDICE[%u] (EmbeddedICE input %u) became 1 in clock %" PRIu64, point->input - 1u,
             point->input, point->clock);
  } else if (point->comparator) {
    snprintf(text, RULES_CAUSE, "%s point %u (ETMACVR%u=0x%08X) was executed in clock %" PRIu64,
             is_on ? "start" : "stop", point->comparator, point->comparator,
             f->program.c.address[point->comparator - 1].value, point->clock);
  } else if (f->set_by == SELECTION_SET_BY_STATUS && has_bit(status.value, ETMSR_STARTED) == is_on) {
    rules_cause_words(&status, text);
    text_append(text, RULES_CAUSE, ", and clearing the Programming bit keeps a written state");
  } else if (f->set_by == SELECTION_SET_BY_PROGRAMMING && !is_on) {
    const bool holds = rules_holds_state(a);
    rules_cause_words(holds ? &a->reg.cleared : &a->reg.changed, text);
    text_append(text, RULES_CAUSE, " %s the Programming bit, which resets it", holds ? "cleared" : "set");
  } else {
    snprintf(text, RULES_CAUSE, "the last point was executed");
  }
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
           w->is_error ? ": the write of 0x%X to %s in clock %" PRIu64 " returned PSLVERR"
                       : ": the software lock was set, so the write of 0x%X to %s in clock %" PRIu64 " must be ignored",
           w->value, rules_register_name(offset), w->clock);
  return text;
}
