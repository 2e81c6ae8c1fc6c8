// SPDX-License-Identifier: Apache-2.0
// What has started, stopped or changed the DUT, for the first line of a failure.
#include <inttypes.h>

#include "append.h"
#include "deciders.h"
#include "resource.h"
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

const char *rules_written_words(const struct rules *a, uint16_t offset, uint32_t value, char text[RULES_CAUSE]) {
  const uint64_t clock = a->reg.written_at[offset >> 2];
  const uint32_t written = a->registers->written[offset >> 2];
  const char *access = clock > 0 ? "written" : "given";
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
    snprintf(text, RULES_CAUSE, "EmbeddedICE %u became 1 in clock %" PRIu64, point->input, point->clock);
  } else if (point->comparator) {
    snprintf(text, RULES_CAUSE, "%s point %u (ETMACVR%u=0x%08X) was executed in clock %" PRIu64,
             is_on ? "start" : "stop", point->comparator, point->comparator,
             f->program.c.address[point->comparator - 1].value, point->clock);
  } else if (f->set_by == SELECTION_SET_BY_STATUS && !(status.value & ETMSR_STARTED) == !is_on) {
    rules_cause_words(&status, text);
  } else if (f->set_by == SELECTION_SET_BY_PROGRAMMING && !is_on) {
    rules_cause_words(rules_holds_state(a) ? &a->reg.cleared : &a->reg.changed, text);
  } else {
    snprintf(text, RULES_CAUSE, "the last point was executed");
  }
  return text;
}

// --- events that move a counter or the sequencer --------------------------------------------------------------------

// "; ETMCNTENR1=0x00060: EXTIN[0]", if it is known.
static void put_event(const struct rules *a, char text[RULES_EVENTS], uint16_t offset, uint32_t event) {
  char words[DECIDERS_WORDS];
  if (event == COUNTING_UNKNOWN) return;
  text_append(text, RULES_EVENTS, "; %s=%s", rules_register_name(offset),
              deciders_event_words(a->registers, event, words));
}

static void counter_events(const struct rules *a, unsigned i, char text[RULES_EVENTS]) {
  const struct counting_program *p = &a->resources.reading.program;
  put_event(a, text, (uint16_t)(ETMCNTENR1 + 4 * i), p->enable[i]);
  put_event(a, text, (uint16_t)(ETMCNTRLDEVR1 + 4 * i), p->reload[i]);
}

static void sequencer_events(const struct rules *a, unsigned value, unsigned states, char text[RULES_EVENTS]) {
  static const struct { uint8_t from, to; } steps[COUNTING_STEPS] = {{0, 1}, {1, 0}, {1, 2}, {2, 0}, {2, 1}, {0, 2}};
  for (unsigned i = 0; i < COUNTING_STEPS; i++) {
    const unsigned other = steps[i].from == value ? steps[i].to : steps[i].from;
    const bool is_between = (steps[i].from == value || steps[i].to == value) && states >> other & 1;
    if (is_between) put_event(a, text, (uint16_t)(ETMSQ12EVR + 4 * i), a->resources.reading.program.step[i]);
  }
}

void rules_moving_events(const struct rules *a, unsigned item, unsigned value, unsigned states,
                         char text[RULES_EVENTS]) {
  text[0] = '\0';
  if (item < COUNTING_COUNTERS) counter_events(a, item, text);
  if (item == COUNTING_COUNTERS) sequencer_events(a, value, states, text);
}

// What the item was when the DUT was enabled last. NULL: something may have written it since.
static const struct counting_stand *start_of(const struct rules *a, unsigned item) {
  const struct counting *r = &a->resources.reading;
  const bool is_shown = r->known && r->machines > 0 && !(r->replaced >> item & 1);
  return is_shown && a->trigger.enabled_at > 0 ? &r->machine[0].start : NULL;
}

void rules_counter_words(const struct rules *a, unsigned i, unsigned value, const struct counting_stand *now,
                         char text[RULES_EVENTS]) {
  const bool is_between = value >= now->low[i] && value <= now->high[i];
  const struct counting_stand *start = start_of(a, i);
  snprintf(text, RULES_EVENTS, "%s0x%X", is_between ? "another value of " : "", now->low[i]);
  if (now->low[i] != now->high[i]) text_append(text, RULES_EVENTS, " to 0x%X", now->high[i]);
  if (start && start->low[i] == start->high[i])
    text_append(text, RULES_EVENTS, ": it was 0x%X when the DUT was enabled (clock %" PRIu64 ")", start->low[i],
                a->trigger.enabled_at);
  const struct counting_program *p = &a->resources.reading.program;
  if (p->reload_low[i] == p->reload_high[i])
    text_append(text, RULES_EVENTS, "; ETMCNTRLDVR%u=0x%X", i + 1, p->reload_low[i]);
  counter_events(a, i, text);
}

void rules_sequencer_words(const struct rules *a, unsigned value, uint8_t states, char text[RULES_EVENTS]) {
  const char *separator = "";
  text[0] = '\0';
  for (unsigned state = 0; state < 3; state++) {
    if (!(states >> state & 1)) continue;
    text_append(text, RULES_EVENTS, "%s%u (state %u)", separator, state, state + 1);
    separator = " or ";
  }
  const struct counting_stand *start = start_of(a, COUNTING_COUNTERS);
  const unsigned was = start ? start->sequencer : 0;
  if (was == 1 || was == 2 || was == 4)
    text_append(text, RULES_EVENTS, ": it was in state %u when the DUT was enabled (clock %" PRIu64 ")",
                (unsigned)__builtin_ctz(was) + 1, a->trigger.enabled_at);
  sequencer_events(a, value, states, text);
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
