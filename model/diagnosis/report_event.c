// SPDX-License-Identifier: Apache-2.0
// Evaluates an event over the recorded values of EXTIN, and compares it with the triggers of the run.
#include <inttypes.h>

#include "inputs.h"
#include "report_parts.h"
#include "resource.h"
#include "rule_trigger.h"
#include "rules.h"

enum { SHOWN = 6 };    // the number of values of EXTIN that are printed
enum { DELAYS = 64 };  // a delay from an event to its trigger is less than this number of clocks
enum { LISTED = 4 };   // the number of events that are printed

// The recorded inputs [first, end) up to a clock. Each input is valid until the clock before the next.
struct recorded_inputs {
  const struct rules *rules;
  uint64_t first, end, clock;
};

static const struct trigger_input *input_at(const struct recorded_inputs *inputs, uint64_t i) {
  return &rule_trigger_history(inputs->rules)->at[i % TRIGGER_HISTORY];
}

static uint64_t last_clock(const struct recorded_inputs *inputs, uint64_t i) {
  return i + 1 < inputs->end ? input_at(inputs, i + 1)->clock - 1 : inputs->clock;
}

static struct recorded_inputs inputs_up_to(const struct rules *a, uint64_t clock) {
  const uint64_t count = rule_trigger_history(a)->count;
  struct recorded_inputs inputs = {a, count > TRIGGER_HISTORY ? count - TRIGGER_HISTORY : 0, count, clock};
  while (inputs.end > inputs.first && input_at(&inputs, inputs.end - 1)->clock > clock) inputs.end--;
  return inputs;
}

// Only EXTIN and the constant decide on the event.
static bool is_by_extin(uint32_t event) {
  return !(resource_named(event) & ~(uint32_t)(RESOURCE_BITS_EXTIN | RESOURCE_BITS_ALWAYS));
}

static bool is_true_at(const struct recorded_inputs *inputs, uint64_t i, uint32_t event) {
  const uint32_t extin = input_at(inputs, i)->extin;
  const struct truth_set shown = inputs_shown((struct input_levels){extin, extin}, truth_state(TRUTH_NO, TRUTH_NO));
  return truth_event_of_pins(event, shown) == TRUTH_YES;
}

// --- EXTIN ----------------------------------------------------------------------------------------------------------

static void put_clocks(FILE *out, uint64_t from, uint64_t to) {
  fprintf(out, " in %" PRIu64, from);
  if (to > from) fprintf(out, " to %" PRIu64, to);
}

// Returns the first of the consecutive inputs up to `i` that have the same EXTIN.
static uint64_t same_extin(const struct recorded_inputs *inputs, uint64_t i) {
  while (i > inputs->first && input_at(inputs, i - 1)->extin == input_at(inputs, i)->extin) i--;
  return i;
}

void report_event(FILE *out, const char *name, uint32_t event) {
  char words[RESOURCE_WORDS];
  resource_words(event, words);
  fprintf(out, "  event: %s=%s\n", name, words);
}

static bool has_extin(const struct recorded_inputs *inputs, uint32_t event) {
  return is_by_extin(event) && resource_named(event) & RESOURCE_BITS_INPUTS && inputs->first < inputs->end;
}

void report_event_and_extin(FILE *out, const struct rules *a, const char *name, uint32_t event, uint64_t clock) {
  if (event == EVENT_ALWAYS) return;
  report_event(out, name, event);
  report_extin(out, a, event, clock);
}

void report_extin(FILE *out, const struct rules *a, uint32_t event, uint64_t clock) {
  const struct recorded_inputs inputs = inputs_up_to(a, clock);
  uint64_t from[SHOWN], to[SHOWN], end = inputs.end;
  unsigned count = 0, trues = 0;
  if (!has_extin(&inputs, event)) return;
  for (; count < SHOWN && end > inputs.first; count++) {
    to[count] = end - 1;
    end = from[count] = same_extin(&inputs, end - 1);
  }
  fputs("  EXTIN[3:0] by clock:", out);
  while (count-- > 0) {
    const unsigned extin = input_at(&inputs, from[count])->extin;
    const bool is_true = is_true_at(&inputs, from[count], event);
    fprintf(out, " %u%u%u%u", extin >> 3 & 1, extin >> 2 & 1, extin >> 1 & 1, extin & 1);
    put_clocks(out, input_at(&inputs, from[count])->clock, last_clock(&inputs, to[count]));
    fprintf(out, "%s%s", is_true ? " (event true)" : "", count > 0 ? "," : "");
    trues += is_true;
  }
  fputs(trues ? "\n" : "; the event is false in all of them\n", out);
}

// --- events that explain the triggers -------------------------------------------------------------------------------

// The result of an event over the recorded inputs. In a mask of clocks, bit k is the clock k clocks ago.
struct fit {
  uint64_t delays;           // a bit for each delay in clocks that explains all triggers so far
  unsigned triggers;         // the number of triggers
  bool has_missing_trigger;  // the event had to cause a trigger, and there was none
};

struct replay {
  uint64_t was_true;       // mask of the clocks in which the event was true
  uint64_t candidates;     // mask of those clocks that may cause the next trigger
  bool is_known;           // it is known whether the trigger is armed
  bool has_triggered;      // the trigger has occurred and is not armed again
  bool must_trigger;       // one of the candidates must cause a trigger
  uint64_t enabled;        // clocks since the DUT was enabled
  uint64_t evaluated;      // consecutive clocks in which the DUT may evaluate the event
  uint64_t not_evaluated;  // consecutive clocks in which it may not
};

static uint64_t last_clocks(uint64_t count) { return count < DELAYS ? (UINT64_C(1) << count) - 1 : UINT64_MAX; }

// Adds a clock. The first and the last clock in which the DUT evaluates the event are uncertain by `latency` clocks.
static void replay_event(struct replay *r, bool is_true, bool is_evaluated, uint32_t latency) {
  const bool begins = is_evaluated && r->evaluated == 0;
  r->evaluated = is_evaluated ? r->evaluated + 1 : 0;
  r->not_evaluated = is_evaluated ? 0 : r->not_evaluated + 1;
  r->was_true = r->was_true << 1 | is_true;
  r->candidates <<= 1;
  if (r->must_trigger || r->has_triggered) return;
  if (begins) r->candidates |= r->was_true & last_clocks(latency + 1);
  if (is_true && r->not_evaluated <= latency) r->candidates |= 1;
  r->must_trigger = is_true && r->evaluated >= latency;
}

static void replay_clock(struct replay *r, struct fit *f, const struct trigger_input *in, bool is_true,
                         const struct rules_limits *limits) {
  if (in->flags & INPUT_ARMED)
    *r = (struct replay){
        .was_true = r->was_true, .is_known = !(in->flags & INPUT_STATUS_WRITTEN), .not_evaluated = limits->latency};
  if (in->flags & INPUT_STARTED) {
    r->enabled = r->evaluated = 0;
    r->must_trigger = false;
  }
  r->enabled++;
  replay_event(r, is_true, in->flags & INPUT_MAY_TRACE, limits->latency);
  const bool is_checked = r->is_known && !r->has_triggered;
  if (in->flags & INPUT_PULSE) {
    // Rule TRC-TRIG-6: a trigger may have been pending when the DUT was enabled again.
    const bool caused = r->was_true & last_clocks(r->enabled + limits->latency);
    if (is_checked) {
      f->triggers++;
      f->delays &= caused ? r->candidates : 0;
    }
    r->has_triggered = true;
  } else if (is_checked && r->must_trigger && !(r->candidates & last_clocks(limits->answer + UINT64_C(1)))) {
    f->has_missing_trigger = true;
  }
}

// After this number of clocks with constant inputs, struct replay no longer changes.
enum { STEADY = 4 * DELAYS };

static struct fit fit_of(const struct recorded_inputs *inputs, uint32_t event) {
  const uint64_t from = rule_trigger_history(inputs->rules)->from;
  struct fit f = {.delays = UINT64_MAX};
  struct replay r = {.is_known = false};
  for (uint64_t i = from > inputs->first ? from : inputs->first; i < inputs->end; i++) {
    struct trigger_input in = *input_at(inputs, i);
    const bool is_true = is_true_at(inputs, i, event);
    const uint64_t clocks = last_clock(inputs, i) - in.clock + 1;
    for (uint64_t n = 0; n < clocks && n < STEADY; n++) {
      replay_clock(&r, &f, &in, is_true, &inputs->rules->limits);
      in.flags &= INPUT_MAY_TRACE;
    }
  }
  return f;
}

static bool fits(const struct fit *f) { return f->triggers > 0 && f->delays && !f->has_missing_trigger; }

struct listed {
  FILE *out;
  const struct recorded_inputs *inputs;
  uint32_t event;  // the programmed event
  unsigned count;
};

// Prints an event if it explains the triggers, with the shortest delay that does. `words` is the part of the event that
// differs, and `other` the part of the programmed event that it replaces, or NULL.
static void try_event(struct listed *l, uint32_t event, const char *words, const char *other) {
  if (!is_by_extin(event) || event == l->event) return;
  const struct fit f = fit_of(l->inputs, event);
  if (!fits(&f) || l->count++ >= LISTED) return;
  fprintf(l->out, "%s%s%s%s (true %d clocks before)", l->count > 1 ? "; " : " ", words, other ? " instead of " : "",
          other ? other : "", __builtin_ctzll(f.delays));
}

static void try_resource(struct listed *l, unsigned shift) {
  const uint32_t programmed = l->event >> shift & 0x7F;
  char is[RESOURCE_NAME], was[RESOURCE_NAME];
  if (!resource_is_extin(programmed)) return;
  for (uint32_t i = RESOURCE_EXTIN; i < RESOURCE_EXTIN + RESOURCE_COUNT_EXTIN; i++) {
    try_event(l, (l->event & ~(0x7Fu << shift)) | i << shift, resource_name(i, is), resource_name(programmed, was));
  }
}

static void try_function(struct listed *l, uint32_t event) {
  char words[RESOURCE_WORDS];
  resource_function_words(event, words);
  try_event(l, event, words, NULL);
}

static void try_functions(struct listed *l) {
  const uint32_t resources = l->event & 0x3FFF, second = resource_second(l->event);
  for (uint32_t function = 0; function < 8; function++) try_function(l, function << 14 | resources);
  if (resource_is_alone(l->event)) return;
  for (uint32_t function = 0; function < 2; function++) try_function(l, function << 14 | second);
}

void report_fits(FILE *out, const struct rules *a, uint64_t clock) {
  const struct recorded_inputs inputs = inputs_up_to(a, clock);
  const uint32_t event = rule_trigger_history(a)->event;
  const struct fit programmed = fit_of(&inputs, event);
  struct listed l = {out, &inputs, event, 0};
  if (!is_by_extin(event) || programmed.triggers == 0) return;
  if (programmed.triggers > 1) {
    fprintf(out, "  would explain all %u triggers so far:", programmed.triggers);
  } else {
    fputs("  would explain the only trigger so far:", out);
  }
  if (fits(&programmed)) {
    fprintf(out, " the programmed event (true %d clocks before)\n", __builtin_ctzll(programmed.delays));
    return;
  }
  try_resource(&l, 0);
  if (!resource_is_alone(event)) try_resource(&l, 7);
  try_functions(&l);
  if (l.count > LISTED) fprintf(out, "; %u more", l.count - LISTED);
  fputs(l.count ? "\n" : " no event with one other resource, or another function\n", out);
}
