// SPDX-License-Identifier: Apache-2.0
// The truth of events (IHI 0035B 3.8). A register names an event as a function of two resources. A resource is
// evaluated if it is a pin, a constant (table 3.5), a counter, the sequencer, a comparator or the start/stop block. The
// external outputs follow events, too.
#include "rule_resource.h"

#include <inttypes.h>

#include "deciders.h"
#include "register.h"
#include "resource.h"
#include "rule_counting.h"
#include "rule_state.h"
#include "rules_private.h"
#include "truth_event.h"

// The resource is a comparator or the start/stop block, and the filter follows it.
static bool is_compared(const struct rules *a, uint32_t resource) {
  const unsigned n = selection_resource(resource);
  return a->filter && n < SELECTION_RESOURCES && a->filter->program.named >> n & 1;
}

static bool names_compared(const struct rules *a, uint32_t event) {
  return a->filter && selection_names(event) & a->filter->program.named;
}

static bool is_shown(const struct rules *a, uint32_t resource) {
  return rule_state_shown(a) >> resource_shown(resource) & 1;
}

// The resource is a counter at 0 or a state of the sequencer, and is implemented.
static bool is_counting_resource(const struct rules *a, uint32_t resource) {
  const uint32_t ccr = rules_ccr(a, 0);
  if (resource_is_counter(resource)) return resource - RESOURCE_COUNTER < field_get(ccr, ETMCCR_COUNTERS);
  return resource_is_sequencer(resource) && ccr & ETMCCR_SEQUENCER;
}

// The event names a counter at 0 or a state of the sequencer, and the checker follows the other resource, too.
static bool names_counting_resource(const struct rules *a, uint32_t event) {
  const bool first = is_counting_resource(a, resource_first(event)),
             second = !resource_is_alone(event) && is_counting_resource(a, resource_second(event));
  const bool shows_first = is_shown(a, resource_first(event)) || is_compared(a, resource_first(event)),
             shows_second = is_shown(a, resource_second(event)) || is_compared(a, resource_second(event));
  const bool follows_first = second || resource_is_alone(event) || shows_second;
  return (first && follows_first) || (second && shows_first);
}

// The index of the event among those that are evaluated in each clock. COUNTING_WATCHED: it is none of them.
static unsigned watched(const struct rules *a, uint32_t event) {
  unsigned i = 0;
  while (i < COUNTING_WATCHED && a->resources.reading.program.watched[i] != event) i++;
  return i;
}

// The Programming bit disables all functions (IHI 0014Q 3.4.4).
static bool is_disabled(const struct rules *a) {
  const struct rules_resources *d = &a->resources;
  return d->is_programming_known && d->was_programming && a->clock > d->programming_at + a->limits.latency;
}

static struct counting_inputs pins_seen(const struct rules *a, unsigned first, unsigned last, struct truth_set state) {
  return (struct counting_inputs){.shown = inputs_shown(inputs_seen(&a->resources.inputs, first, last), state)};
}

// The resources as a DUT may sample them now.
static struct counting_inputs resources_seen(const struct rules *a) {
  struct counting_inputs in = pins_seen(a, 0, a->limits.latency, rule_state_seen(a, a->limits.latency));
  if (a->resources.uses_comparators) {
    in.compared = selection_lately(a->filter, a->clock, a->limits.latency);
    in.matches = a->filter->match;
  }
  return in;
}

static unsigned counting_event_now(const struct rules *a, uint32_t event) {
  const unsigned i = watched(a, event);
  if (is_disabled(a)) return TRUTH_NO;
  return i < COUNTING_WATCHED ? counting_watched(&a->resources.reading, i) : (unsigned)TRUTH_UNKNOWN;
}

// The truth of an event that names counters or the sequencer, with their values from before the start. 0: a start has
// surely reset them. No clause states in which clock it has (IHI 0035B 3.9, 3.15.4; IHI 0014Q 2.2.3, 3.4.4).
static unsigned before_reset(const struct rules *a, uint32_t event) {
  const struct rules_resources *d = &a->resources;
  const bool may_lack_reset = !d->is_resumed && a->clock <= d->started_at + a->limits.latency + 1;
  if (!may_lack_reset || !names_counting_resource(a, event)) return 0;
  const struct counting_inputs in = resources_seen(a);
  return counting_event(&d->reading.program, &d->reading.before, &in, event);
}

bool rule_resource_is_true_before_reset(const struct rules *a, uint32_t event) {
  return before_reset(a, event) & TRUTH_YES;
}

// The truth of an event with comparators, as a DUT may sample them now.
static unsigned compared_now(const struct rules *a, uint32_t event) {
  const struct rules_resources *d = &a->resources;
  if (!d->was_running || !d->uses_comparators) return TRUTH_UNKNOWN;
  const struct counting_inputs in = resources_seen(a);
  return counting_event(&d->reading.program, &counting_unknown, &in, event);
}

static bool pins_show(const struct rules *a, uint32_t event) { return !(resource_named(event) & ~rule_state_shown(a)); }

// An input and the processor's state may have different latencies. If the state has not changed for two latencies, the
// DUT has combined it with the inputs of the clock in which the latency began. A DUT that was started or authorized
// since may not have done so.
static bool was_true_with_state(const struct rules *a, uint32_t event) {
  const uint64_t latency = a->limits.latency;
  const bool is_steady = rule_state_is_sure(a, event, 2 * latency) && a->clock > a->resources.waits_from + 2 * latency;
  if (!is_steady || !pins_show(a, event)) return false;
  const struct input_levels levels = inputs_seen(&a->resources.inputs, a->limits.latency, a->limits.latency);
  return truth_event_of_pins(event, inputs_shown(levels, rule_state_seen(a, latency))) == TRUTH_YES;
}

uint64_t rule_resource_certain_event(const struct rules *a, uint32_t event) {
  if (rule_state_is_named(event) && was_true_with_state(a, event)) return a->clock;
  const unsigned i = names_counting_resource(a, event) ? watched(a, event) : COUNTING_WATCHED;
  const bool compared = names_compared(a, event);
  if (i < COUNTING_WATCHED && counting_surely(&a->resources.reading, i)) return a->clock;
  const struct selection_match *match =
      compared && a->resources.was_running ? counting_last_match(event, a->filter->match) : NULL;
  return match ? match->first : 0;
}

// The event names comparators, which are disabled.
static bool names_disabled(const struct rules *a, uint32_t event) {
  return a->filter && selection_names(event) && is_disabled(a);
}

bool rule_resource_is_decidable(const struct rules *a, uint32_t event) {
  return names_counting_resource(a, event) || names_disabled(a, event) || names_compared(a, event) ||
         pins_show(a, event);
}

static unsigned event_now(const struct rules *a, uint32_t event, bool enables) {
  if (names_counting_resource(a, event)) return counting_event_now(a, event);
  if (names_disabled(a, event)) return TRUTH_NO;
  if (names_compared(a, event)) return compared_now(a, event);
  if (!pins_show(a, event)) return TRUTH_UNKNOWN;
  const struct input_levels levels = inputs_now(&a->resources.inputs, a->clock, enables);
  const unsigned is = truth_event_of_pins(event, inputs_shown(levels, rule_state_seen(a, a->limits.latency)));
  if (!rule_state_is_named(event)) return is;
  // The latencies of the inputs and of the state may differ. If an input has just changed, the DUT may combine the
  // current processor state with the old value of the input.
  const bool changed = a->clock < rule_state_inputs_since(a) + a->limits.latency,
             is_sure = rule_state_is_sure(a, event, a->limits.latency);
  return changed && (is == TRUTH_YES || !is_sure) ? (unsigned)TRUTH_UNKNOWN : is;
}

unsigned rule_resource_now(const struct rules *a, uint32_t event) { return event_now(a, event, false); }

unsigned rule_resource_enables(const struct rules *a) {
  const uint32_t event = a->programmed->etmteevr;
  return event_now(a, event, true) | before_reset(a, event);
}

// --- the processor's state ------------------------------------------------------------------------------------------

static void follow_processor_state(struct rules *a, const struct cycle *c) {
  const struct config *p = a->programmed;
  const bool main_events_name_state = rule_state_is_named(p->etmtrigger) || rule_state_is_named(p->etmtsevr) ||
                                      rule_state_is_named(p->etmteevr),
             names = main_events_name_state || a->resources.names_processor_state;
  const bool has_edge = c->is_clock || c->is_reset;
  if (has_edge && names) inputs_note(&a->resources.inputs, a->clock);  // was_true_with_state() reads earlier inputs.
  rule_state_control(a, c, names);
}

// --- counters, sequencer, outputs -----------------------------------------------------------------------------------

static bool is_settled(const struct rules_resources *d, uint64_t clock) {
  return d->was_debug_enabled && clock > d->unsettled_until;
}

// The resources that events of counters and of the sequencer name: bits, as in the results of `names`.
static uint32_t named_by_counting(const struct counting_program *p, uint32_t (*names)(uint32_t event)) {
  uint32_t named = 0;
  for (unsigned i = 0; i < p->counters; i++) named |= names(p->enable[i]) | names(p->reload[i]);
  for (unsigned i = 0; i < COUNTING_STEPS && p->sequencer; i++) named |= names(p->step[i]);
  return named;
}

static bool outputs_name_processor_state(const struct counting_program *p) {
  bool names = false;
  for (unsigned i = COUNTING_FIRST_OUTPUT; i < COUNTING_WATCHED; i++)
    names = names || rule_state_is_named(p->watched[i]);
  return names;
}

static bool is_anything_programmed(const struct counting_program *p) {
  bool is_programmed = p->sequencer || p->moves;
  for (unsigned i = COUNTING_FIRST_OUTPUT; i < COUNTING_WATCHED; i++)
    is_programmed = is_programmed || p->watched[i] != COUNTING_UNKNOWN;
  for (unsigned i = 0; i < p->counters; i++) is_programmed = is_programmed || p->enable[i] != COUNTING_UNKNOWN;
  return is_programmed;
}

// A counter or a sequencer without a known program may have any value.
static void widen_unprogrammed(const struct counting_program *p, struct counting_values *start) {
  for (unsigned i = 0; i < COUNTING_COUNTERS; i++) {
    if (i < p->counters && p->enable[i] != COUNTING_UNKNOWN) continue;
    start->low[i] = 0;
    start->high[i] = UINT16_MAX;
  }
  if (!p->sequencer) start->sequencer = COUNTING_ANY_STATE;
}

static void start_resources(struct rules *a, const struct counting_values *from) {
  struct rules_resources *d = &a->resources;
  struct counting *r = &d->reading;
  const struct counting_program *p = &r->program;
  const struct truth_set unknown_state = truth_state(TRUTH_UNKNOWN, TRUTH_UNKNOWN);
  struct counting_inputs before[COUNTING_LATENCY];
  struct counting_values start = *from;
  rule_counting_program(a, &r->program);
  const bool outputs_name_state = outputs_name_processor_state(p),
             counting_names_state = named_by_counting(p, resource_named) & RESOURCE_BITS_STATE;
  d->uses_comparators = a->filter && a->filter->program.named;
  d->names_processor_state = counting_names_state || outputs_name_state;
  if (!is_anything_programmed(p)) {
    counting_forget(r);
    r->replaced = 0;
    return;
  }
  widen_unprogrammed(p, &start);
  for (unsigned i = 0; i < COUNTING_OUTPUTS; i++) d->output[i].is_pulse_due = false;
  r->latency = (uint8_t)a->limits.latency;
  inputs_note(&d->inputs, a->clock);
  for (unsigned i = 0; i < COUNTING_LATENCY; i++) before[i] = pins_seen(a, i, i, unknown_state);
  const bool only_outputs_name_state = outputs_name_state && !p->counters && !p->sequencer;
  const bool counting_is_uncertain = counting_names_state || named_by_counting(p, selection_names);
  const bool is_loose = counting_is_uncertain || only_outputs_name_state || !is_settled(d, a->clock);
  counting_start(r, a->clock, &start, is_loose, before);
}

// While non-invasive debug is disabled, outputs keep their value or are LOW (IHI 0035B 4.7.2). So outputs are checked
// only after NIDEN and DBGEN have been stable for two latencies.
static bool may_check_outputs(const struct rules *a) {
  return is_settled(&a->resources, a->clock) && a->clock > a->resources.unsettled_until + a->limits.latency + 1;
}

// The OS lock may hold the outputs, as disabled debug does (IHI 0035B 4.7.2; the list in 3.17.3 was not available). So
// an output may have its old value until the DUT has registered that the lock is clear. No clause states in which clock
// the Programming bit ends the last run (IHI 0035B 3.15.4, 3.16.22; IHI 0014Q 3.4.3, 3.4.4). If the host does not wait
// for ETMSR[1], the old value may outlive the start.
static bool may_show_old_state(const struct rules *a, uint32_t event) {
  const struct rules_resources *d = &a->resources;
  const bool is_recent = a->clock <= d->started_at + a->limits.latency + 1,
             may_stop_late = a->clock <= d->programming_at + 2 * a->limits.latency + 1;
  return is_recent && (d->is_resumed || may_stop_late || rule_resource_is_true_before_reset(a, event));
}

static void check_low(struct rules *a, const struct cycle *c) {
  struct rules_resources *d = &a->resources;
  const uint8_t out = c->extout;
  a->needs_control = a->needs_control || out;
  if (!d->has_seen_output || !d->is_programming_known || !c->is_powered || !may_check_outputs(a)) return;
  if (!a->registers->known[ETMCR >> 2]) d->programming_at = a->clock;  // A restore may have written ETMCR.
  if (a->clock <= d->programming_at + 2 * a->limits.latency + 1) return;
  rule_check_pins(a, RULE_TRC_EXTOUT_1, PIN_EXTOUT, !out,
                  "EXTOUT is 0x%X, expected 0x0: the Programming bit has been set since clock %" PRIu64, out,
                  d->programming_at);
}

// The message consists of `what`, the event, and `when` with the clock.
static void check_output_event(struct rules *a, unsigned i, bool good, uint64_t clock, const char *what,
                               const char *when) {
  static const char *const names[] = {"ETMEXTOUTEVR1", "ETMEXTOUTEVR2", "ETMEXTOUTEVR3", "ETMEXTOUTEVR4"};
  const uint32_t event = a->resources.reading.program.watched[COUNTING_FIRST_OUTPUT + i];
  char words[DECIDERS_WORDS] = "";
  if (!good) deciders_event_words(a->registers, event, words);
  rule_check_pins(a, RULE_TRC_EXTOUT_1, PIN_EXTOUT, good,
                  "EXTOUT[%u] %s (%s=%s) %s clock %" PRIu64 " (--latency-tolerance is %u clocks)", i, what, names[i],
                  words, when, clock, a->limits.latency);
  if (!good) rule_breach_event(a, RULE_TRC_EXTOUT_1, names[i], event, clock);
}

// Checks an output while the DUT runs. An output with a small latency may have pulsed already before the checker is
// sure that the DUT has sampled the event.
static void check_output(struct rules *a, unsigned i, bool high) {
  struct rules_resources *d = &a->resources;
  const struct counting *r = &d->reading;
  const bool maybe = counting_maybe(r, COUNTING_FIRST_OUTPUT + i), waits = d->output[i].is_pulse_due && !high,
             falls = !high && d->output[i].high_until == a->clock &&
                     counting_lasts(r, COUNTING_FIRST_OUTPUT + i, 2 * r->latency + 1u);
  const bool late = waits && (!maybe || a->clock > d->output[i].due);
  if (high)
    check_output_event(a, i, maybe, a->clock, "is 1, expected 0: its event",
                       "was false in each clock that the DUT may have sampled, up to");
  if (late) check_output_event(a, i, false, d->output[i].event_at, "is 0, expected a pulse: its event", "was true in");
  if (falls) check_output_event(a, i, false, a->clock, "fell, expected 1: its event", "has stayed true up to");
  if (high || late) d->output[i].is_pulse_due = false;
  const struct selection_match *match =
      a->filter ? counting_last_match(r->program.watched[COUNTING_FIRST_OUTPUT + i], a->filter->match) : NULL;
  if (high || d->output[i].is_pulse_due || !d->has_seen_output) return;
  const bool surely = counting_surely(r, COUNTING_FIRST_OUTPUT + i);
  if (!match && !surely) return;
  // The output may have pulsed for this event since the instruction that matched a comparator.
  const uint64_t since = surely ? a->clock : match->first;
  const bool was_unchecked = since + a->limits.latency <= d->output[i].last_unchecked_at,
             may_have_pulsed = since < d->output[i].high_until + a->limits.latency;
  if (was_unchecked) return;
  d->output[i].is_pulse_due = !may_have_pulsed;
  d->output[i].event_at = since;
  d->output[i].due = a->clock + a->limits.answer;
}

static void check_outputs(struct rules *a, const struct cycle *c) {
  struct rules_resources *d = &a->resources;
  const struct counting *r = &d->reading;
  d->has_seen_output = d->has_seen_output || c->extout || a->has_outputs;
  if (a->registers->programming) check_low(a, c);
  if (!r->known || !r->runs) return;
  const bool looks = may_check_outputs(a);
  for (unsigned i = 0; i < COUNTING_OUTPUTS; i++) {
    const bool high = c->extout >> i & 1;
    const uint32_t event = r->program.watched[COUNTING_FIRST_OUTPUT + i];
    if (high) d->output[i].high_until = a->clock + 1;
    if (looks && event != COUNTING_UNKNOWN && !may_show_old_state(a, event)) {
      check_output(a, i, high);
    } else {
      d->output[i].is_pulse_due = false;
      d->output[i].last_unchecked_at = a->clock;
    }
  }
}

static void follow_pins(struct rules *a, const struct cycle *c) {
  struct rules_resources *d = &a->resources;
  if (d->has_seen_clock && c->may_trace != d->was_debug_enabled) {
    d->unsettled_until = d->waits_from = a->clock + a->limits.latency;
    d->may_resume_late = c->may_trace;
    if (d->reading.active) counting_loosen(&d->reading);
  }
  d->has_seen_clock = true;
  d->was_debug_enabled = c->may_trace;
  if (!c->access.is_selected) d->apb_idle_at = a->clock;
  const uint32_t before = d->inputs.high;
  inputs_clock(&d->inputs, &c->inputs);
  if (d->reading.active || d->uses_comparators || d->inputs.high != before) inputs_note(&d->inputs, a->clock);
}

// After a new selection of inputs, one machine no longer represents all DUTs of one delay, because each DUT applies the
// new selection to the earlier pins.
static void follow_inputs(struct rules *a) {
  const struct registers *r = a->registers;
  struct rules_resources *d = &a->resources;
  const unsigned word = ETMEXTINSELR >> 2;
  const struct inputs_program program = {.selectors = r->value[word],
                                         .ccer = rules_ccer(a, 0),
                                         .minor = (uint8_t)rules_minor(a),
                                         .is_etm = config_protocol(a->config) == PROTOCOL_ETM3,
                                         .is_known = r->known[word] && rules_is_taken(a, ETMEXTINSELR)};
  if (inputs_follow(&d->inputs, &program, a->clock) && d->was_running && d->reading.active)
    counting_loosen(&d->reading);
}

// If something other than the Programming bit starts the DUT, counters continue from their values at the stop. If only
// the pins showed the start, or core power was lost, the values are unknown.
static void follow_dut(struct rules *a, const struct cycle *c) {
  struct rules_resources *d = &a->resources;
  struct counting *r = &d->reading;
  const struct registers *known = a->registers;
  const bool may = known->may_run || registers_may_lack_lock(known);
  const bool runs = known->running && !c->is_reset,
             lost = a->marks_now & MARK_RESET || c->is_reset || known->power_down;
  if (lost || (may && !runs)) {
    counting_forget(r);
    r->replaced = 0;
  }
  if (c->is_reset) d->is_programming_known = true;
  if (known->programming && !d->was_programming) d->programming_at = a->clock;
  d->was_programming = known->programming;
  if (d->was_running && !runs) counting_stop(r, a->clock);
  if (d->was_running && known->programming && !rules_holds_state(a)) rule_counting_reset(a);
  if (a->programming_cleared && !runs && !lost && !may) {
    r->held = d->start;
    r->replaced = UINT8_MAX;
  }
  if (runs && (!d->was_running || a->programming_cleared)) {
    const struct counting_values now = counting_now(r);
    r->late = d->was_maybe_running && !a->programming_cleared;
    start_resources(a, a->programming_cleared ? &d->start : &now);
    d->started_at = a->clock;
    d->is_resumed = !a->programming_cleared;
    d->may_restart_late = known->restarted;
    d->waits_from = a->clock + a->limits.latency;
  }
  d->was_running = runs;
  d->was_maybe_running = may;
  d->may_restart_late = d->may_restart_late && runs;
  d->may_resume_late = d->may_resume_late && runs;
}

static bool may_wait(const struct rules_resources *d) { return d->may_restart_late || d->may_resume_late; }

static void wait_for_trace(struct rules *a, const struct cycle *c) {
  struct rules_resources *d = &a->resources;
  if (!may_wait(d) || a->clock < d->waits_from) return;
  if (c->is_enabled) {
    d->may_restart_late = d->may_resume_late = false;
    return;
  }
  if (d->may_restart_late) counting_postpone(&d->reading, a->clock);
  if (d->may_resume_late) d->unsettled_until = a->clock + a->limits.latency;
}

static void control(struct rules *a, const struct cycle *c) {
  struct rules_resources *d = &a->resources;
  struct counting *r = &d->reading;
  follow_inputs(a);
  if (c->is_clock) follow_pins(a, c);
  follow_dut(a, c);
  follow_processor_state(a, c);
  if (r->active || (d->uses_comparators && d->was_running) || may_wait(d)) a->needs_control = true;
  if (!c->is_clock || c->is_reset) return;
  wait_for_trace(a, c);
  // In the clock of the start, the resources still have their values from before.
  if (r->active && a->clock > r->clock) {
    const bool settled = is_settled(d, a->clock);
    const struct counting_inputs now = pins_seen(a, 0, 0, truth_state(TRUTH_UNKNOWN, TRUTH_UNKNOWN));
    struct counting_inputs in = r->loose ? resources_seen(a) : now;
    // Only outputs use comparators, while counters and sequencer depend on pins only. So the comparators are added for
    // the outputs.
    if (!r->loose && d->uses_comparators) in.compared = selection_lately(a->filter, a->clock, a->limits.latency);
    counting_clock(r, a->clock, &in, &now, truth_span(settled, a->clock <= d->unsettled_until));
  }
  check_outputs(a, c);
}

static void start(struct rules *a) { inputs_start(&a->resources.inputs, a->limits.latency); }

const struct rule_theme rule_resource_theme = {.start = start, .control = control};
