// SPDX-License-Identifier: Apache-2.0
// Counters and the sequencer, whose values follow from the programmed events, and the trace start/stop block, which
// ETMSR[2] shows (IHI 0035B 3.16.14 to 3.16.19; IHI 0014Q 3.4.4, 3.5.26, 3.5.27).
#include "rule_counting.h"

#include <inttypes.h>

#include "append.h"
#include "deciders.h"
#include "rule_trigger.h"
#include "rules_private.h"

enum held_resource rule_counting_resource(uint16_t offset) {
  if (register_within(offset, ETMCNTVR1, ETMCNTVR4)) return (offset - ETMCNTVR1) >> 2;
  return offset == ETMSQR ? HELD_SEQUENCER : offset == ETMSR ? HELD_START_STOP : HELD_RESOURCES;
}

static bool is_reduced(const struct rules *a, unsigned i) {
  return i == 0 && rules_ccer(a, 0) & ETMCCER_REDUCED_COUNTER;
}

// A reduced counter cannot be read or written (IHI 0035B 3.16.14).
bool rule_counting_is_built(const struct rules *a, unsigned resource) {
  const uint32_t ccr = rules_ccr(a, 0), ccer = rules_ccer(a, UINT32_MAX);
  if (resource == HELD_START_STOP) return ccr & ETMCCR_START_STOP;
  if (resource == HELD_SEQUENCER) return ccr & ETMCCR_SEQUENCER;
  return resource < field_get(ccr, ETMCCR_COUNTERS) && !(resource == 0 && ccer & ETMCCER_REDUCED_COUNTER);
}

// --- the events in words --------------------------------------------------------------------------------------------

// An example is "; it counts down by ETMCNTENR1=0x00060: EXTIN[0]". An event that is not known has no words.
static void put_event(const struct rules *a, char text[RULE_EVENTS], const char *effect, unsigned offset,
                      uint32_t event) {
  char words[DECIDERS_WORDS];
  if (event == COUNTING_UNKNOWN) return;
  text_append(text, RULE_EVENTS, "; %s%s=%s", effect, rules_register_name((uint16_t)offset),
              deciders_event_words(a->registers, event, words));
}

static void counter_events(const struct rules *a, unsigned i, char text[RULE_EVENTS]) {
  const struct counting_program *p = &a->resources.reading.program;
  put_event(a, text, "it counts down by ", ETMCNTENR1 + 4 * i, p->enable[i]);
  put_event(a, text, "it is reloaded by ", ETMCNTRLDEVR1 + 4 * i, p->reload[i]);
}

// The events, and the value that a reload gives.
static void counter_program(const struct rules *a, unsigned i, char text[RULE_EVENTS]) {
  const struct counting_program *p = &a->resources.reading.program;
  if (is_reduced(a, i))
    text_append(text, RULE_EVENTS, "; it is a reduced counter, which counts in each clock and is reloaded at 0");
  else
    counter_events(a, i, text);
  if (p->reload_low[i] == p->reload_high[i])
    text_append(text, RULE_EVENTS, ", with ETMCNTRLDVR%u=0x%X", i + 1, p->reload_low[i]);
}

static bool names_counter(uint32_t event, unsigned i) {
  const uint32_t counter = RESOURCE_COUNTER + i;
  return resource_first(event) == counter || (!resource_is_alone(event) && resource_second(event) == counter);
}

static void sequencer_events(const struct rules *a, unsigned states, char text[RULE_EVENTS]) {
  static const uint8_t from[COUNTING_STEPS] = {0, 1, 1, 2, 2, 0};
  for (unsigned i = 0; i < COUNTING_STEPS; i++) {
    if (states >> from[i] & 1) put_event(a, text, "", ETMSQ12EVR + 4 * i, a->resources.reading.program.step[i]);
  }
}

void rule_counting_events(const struct rules *a, unsigned resource, unsigned states, char text[RULE_EVENTS]) {
  text[0] = '\0';
  if (resource < HELD_SEQUENCER) counter_events(a, resource, text);
  if (resource == HELD_SEQUENCER) sequencer_events(a, states, text);
}

const char *rule_counting_state(uint32_t value, char text[RULE_STATE]) {
  snprintf(text, RULE_STATE, value < 3 ? "%u (state %u)" : "%u (reserved)", value, value + 1);
  return text;
}

// The resources when the DUT was enabled last. NULL: `resource` was unknown then, or a write may have changed it since.
static const struct counting_values *start_of(const struct rules *a, unsigned resource) {
  const struct counting *r = &a->resources.reading;
  const bool is_shown = r->known && r->machines > 0 && !(r->replaced >> resource & 1);
  return is_shown && rule_trigger_enabled_at(a) > 0 ? &r->machine[0].start : NULL;
}

void rule_counting_counters(const struct rules *a, uint32_t event, char text[RULE_COUNTERS]) {
  const struct counting_values now = counting_now(&a->resources.reading);
  text[0] = '\0';
  for (unsigned i = 0; i < COUNTING_COUNTERS; i++) {
    const struct counting_values *start = start_of(a, i);
    if (!names_counter(event, i)) continue;
    if (now.low[i] > 0) {
      text_append(text, RULE_COUNTERS, "; counter %u is at 0x%X", i + 1, now.low[i]);
      if (now.low[i] != now.high[i]) text_append(text, RULE_COUNTERS, " to 0x%X", now.high[i]);
    } else if (start && start->low[i] > 0 && start->low[i] == start->high[i]) {
      text_append(text, RULE_COUNTERS, "; counter %u was 0x%X when the DUT was enabled", i + 1, start->low[i]);
    }
  }
}

// The reason why the value may be one of several.
static void put_latency(const struct rules *a, char text[RULE_EVENTS]) {
  const struct counting *r = &a->resources.reading;
  text_append(text, RULE_EVENTS, "; the DUT ");
  if (!r->runs && r->stopped > 0)
    text_append(text, RULE_EVENTS, "was stopped in clock %" PRIu64 " and ", r->stopped - 1);
  text_append(text, RULE_EVENTS, "may see its start, its stop and its inputs up to %u clocks late", a->limits.latency);
}

// The values that counter `i`, from 0 on, may read instead of `value`, and its events. An example is "0x321;
// ETMCNTENR1=0x0006F: always". The latency of a DUT is constant, so some values between the smallest and the largest
// are impossible. If `value` is one of them, the text is "another value from 0x0 to 0x9".
static void counter_words(const struct rules *a, unsigned i, unsigned value, const struct counting_values *now,
                          char text[RULE_EVENTS]) {
  const bool is_between = value >= now->low[i] && value <= now->high[i];
  const struct counting_values *start = start_of(a, i);
  snprintf(text, RULE_EVENTS, "%s0x%X", is_between ? "another value from " : "", now->low[i]);
  if (now->low[i] != now->high[i]) text_append(text, RULE_EVENTS, " to 0x%X", now->high[i]);
  if (start && start->low[i] == start->high[i])
    text_append(text, RULE_EVENTS, ": it was 0x%X when the DUT was enabled (clock %" PRIu64 ")", start->low[i],
                rule_trigger_enabled_at(a));
  if (now->low[i] != now->high[i]) put_latency(a, text);
  counter_program(a, i, text);
}

void rule_counting_at_zero(const struct rules *a, uint32_t event, char text[RULE_EVENTS]) {
  text[0] = '\0';
  for (unsigned i = 0; i < COUNTING_COUNTERS; i++) {
    if (!names_counter(event, i)) continue;
    const struct counting_values *start = start_of(a, i);
    if (start && start->low[i] == start->high[i])
      text_append(text, RULE_EVENTS, "; counter %u was 0x%X when the DUT was enabled (clock %" PRIu64 ")", i + 1,
                  start->low[i], rule_trigger_enabled_at(a));
    else
      text_append(text, RULE_EVENTS, "; the value of counter %u when the DUT was enabled is not known", i + 1);
    counter_program(a, i, text);
  }
}

static bool is_one_state(unsigned states) { return states == 1 || states == 2 || states == 4; }

// Writes the states (bits) that ETMSQR may read as, and the events of the transitions out of these states and out of
// the state in which the sequencer was enabled. If that state is unknown, the events of `value`, which was read, are
// written instead of its events. An example is "0 (state 1); ETMSQ12EVR=0x0406F: never (NOT always);
// ETMSQ13EVR=0x0406F: never (NOT always)".
static void sequencer_words(const struct rules *a, unsigned value, uint8_t states, char text[RULE_EVENTS]) {
  const char *separator = "";
  char words[RULE_STATE];
  text[0] = '\0';
  for (unsigned state = 0; state < 3; state++) {
    if (!(states >> state & 1)) continue;
    text_append(text, RULE_EVENTS, "%s%s", separator, rule_counting_state(state, words));
    separator = " or ";
  }
  const struct counting_values *start = start_of(a, HELD_SEQUENCER);
  const unsigned was = start ? start->sequencer : 0;
  if (is_one_state(was))
    text_append(text, RULE_EVENTS, ": it was in state %u when the DUT was enabled (clock %" PRIu64 ")",
                (unsigned)__builtin_ctz(was) + 1, rule_trigger_enabled_at(a));
  if (is_one_state(was) && is_one_state(states))
    text_append(text, RULE_EVENTS, ", so it had to %s state %u%s", was == states ? "stay in" : "move to",
                (unsigned)__builtin_ctz(states) + 1,
                was == states ? ", which it leaves only if exactly one of these events is true" : "");
  sequencer_events(a, states | (start ? was : 1u << value), text);
}

// --- reads ----------------------------------------------------------------------------------------------------------

// The start/stop block follows its points. A DUT that has just been started may still show the state from before.
static void read_started(struct rules *a, uint32_t status, uint64_t age) {
  const uint64_t late = a->limits.latency + age;
  if (!a->filter || (a->registers->running && a->clock - rules_changed_at(a) <= late)) return;
  const unsigned is = selection_shown(a->filter, a->clock, late), reads = truth_of(status & ETMSR_STARTED);
  const struct selection_program *p = &a->filter->program;
  const bool has_inputs = is == TRUTH_YES ? p->watched_stop : p->watched_start;
  char cause[RULES_CAUSE] = "";
  if (is == TRUTH_UNKNOWN) return;
  if (is != reads) rules_started_words(a, is == TRUTH_YES, cause);
  rule_check_pins(a, RULE_TRC_SR_5, PIN_PRDATA, is == reads,
                  "ETMSR[2] is %d (ETMSR=0x%08X), expected %d: the trace start/stop block has been %s since %s; no "
                  "%s point (ETMTSSCR=0x%08X)%s followed",
                  reads == TRUTH_YES, status, is == TRUTH_YES, is == TRUTH_YES ? "on" : "off", cause,
                  is == TRUTH_YES ? "stop" : "start", p->points, has_inputs ? " or EmbeddedICE input" : "");
}

// Without power, or with a set OS lock, a read need not return the value.
void rule_counting_read(struct rules *a, unsigned resource, uint32_t whole) {
  const struct registers *r = a->registers;
  const struct rules_resources *d = &a->resources;
  const struct counting_values now = counting_now(&d->reading);
  const bool is_counter = resource < HELD_SEQUENCER,
             may_be_locked = !r->os_known || registers_os_lock(r) == REGISTERS_LOCKED,
             may_still_reset =
                 !rules_holds_state(a) && r->programming && d->apb_idle_at < d->reading.stopped + a->limits.latency;
  if (!rule_counting_is_built(a, resource) || r->power_down || may_be_locked || may_still_reset) return;
  if (resource > HELD_SEQUENCER) {
    read_started(a, whole, a->clock - d->apb_idle_at);
    return;
  }
  const uint32_t value = whole & (is_counter ? 0xFFFFu : 3u);
  const bool fits = counting_may_read(&d->reading, a->clock, resource, value, a->clock - d->apb_idle_at);
  char expected[RULE_EVENTS] = "", reads[RULE_STATE];
  if (!fits && is_counter) counter_words(a, resource, value, &now, expected);
  if (!fits && !is_counter) sequencer_words(a, value, now.sequencer, expected);
  if (is_counter) {
    rule_check_pins(a, RULE_TRC_CNT_1, PIN_PRDATA, fits, "ETMCNTVR%u reads 0x%X, expected %s", resource + 1, value,
                    expected);
  } else {
    rule_check_pins(a, RULE_TRC_SEQ_1, PIN_PRDATA, fits, "ETMSQR reads %s, expected %s",
                    rule_counting_state(value, reads), expected);
  }
}

// --- writes ---------------------------------------------------------------------------------------------------------

static bool is_of_resources(uint16_t offset) {
  if (offset == ETMSQR) return true;
  return register_within(offset, ETMCNTRLDVR1, ETMSQ13EVR) || register_within(offset, ETMEXTOUTEVR1, ETMEXTOUTEVR4);
}

// A write while the DUT runs is UNPREDICTABLE (IHI 0014Q 3.4.3). Before ETMv3.1 no value can be written. In an ETM a
// counter takes the value that is written to ETMCNTRLDVR (IHI 0014Q 3.5.27). A write to an event may reset the
// sequencer (IHI 0035B 3.16.19).
static void write_resource(struct rules *a, uint16_t offset, uint32_t value, bool is_taken) {
  struct counting *r = &a->resources.reading;
  const bool resets_when_set = !rules_holds_state(a), etm = config_protocol(a->config) == PROTOCOL_ETM3;
  const unsigned counter = (offset & 0xF) >> 2;
  const int32_t to = is_taken ? (int32_t)(value & 0xFFFF) : -1;
  if (a->registers->running) {
    counting_forget(r);
  } else if (offset <= ETMCNTRLDVR4 && etm) {
    counting_write(r, counter, to, !resets_when_set);
  } else if (register_within(offset, ETMCNTVR1, ETMCNTVR4) && !resets_when_set) {
    counting_write(r, counter, to, false);
  } else if (offset == ETMSQR && !resets_when_set) {
    counting_write(r, HELD_SEQUENCER, (to & 3) == 3 ? -1 : to & 3, false);
  } else if (register_within(offset, ETMSQ12EVR, ETMSQ13EVR)) {
    counting_write(r, HELD_SEQUENCER, 0, true);
  }
  if (!a->registers->programming) a->resources.written_early |= r->written;
}

void rule_counting_write(struct rules *a, uint16_t offset, uint32_t value, bool is_taken) {
  const enum held_resource resource = rule_counting_resource(offset);
  if (offset == ETMCR) a->resources.is_programming_known = true;
  if (is_of_resources(offset)) write_resource(a, offset, value, is_taken);
  if (resource < HELD_RESOURCES && !a->registers->programming) a->resources.written_early |= (uint8_t)(1u << resource);
}

// The value of a resource after the Programming bit is cleared. Whether a resource that was written keeps the others
// from being reset can be read both ways for an ETM (IHI 0014Q 3.4.4). For a PTM each resource counts for itself (IHI
// 0035B 3.16.15, 3.16.19). No clause covers a write while the Programming bit was 0, or while the DUT ran or its OS
// lock was set.
enum release { RELEASE_UNKNOWN, RELEASE_KEEPS, RELEASE_RESETS, RELEASE_EITHER };
static enum release release_of(const struct rules *a, unsigned resource, bool is_written) {
  const bool resets_when_set = !rules_holds_state(a), is_sequencer = resource == HELD_SEQUENCER;
  const bool can_be_written = is_sequencer ? !resets_when_set : rule_counting_is_built(a, resource);
  if (a->resources.written_early >> resource & 1) return RELEASE_UNKNOWN;
  if (a->resources.reading.written >> resource & 1 && can_be_written) return RELEASE_KEEPS;
  const bool is_etm = config_protocol(a->config) == PROTOCOL_ETM3;
  return is_written && is_etm && !resets_when_set ? RELEASE_EITHER : RELEASE_RESETS;
}

static void release_counter(struct rules *a, unsigned i, enum release release, const struct counting_values *now) {
  struct counting_values *s = &a->resources.start;
  const unsigned at = ETMCNTRLDVR1 + 4 * i;
  const uint16_t reload = a->registers->written[at >> 2] & 0xFFFF;
  if (release == RELEASE_KEEPS) {
    s->low[i] = now->low[i];
    s->high[i] = now->high[i];
  } else if (release != RELEASE_UNKNOWN && rules_is_taken(a, at)) {
    const bool may_keep = release == RELEASE_EITHER;
    s->low[i] = may_keep && now->low[i] < reload ? now->low[i] : reload;
    s->high[i] = may_keep && now->high[i] > reload ? now->high[i] : reload;
  }
}

unsigned rule_counting_release(struct rules *a, bool is_written) {
  struct rules_resources *d = &a->resources;
  const struct counting_values now = counting_now(&d->reading);
  const uint8_t sequencer[] = {[RELEASE_UNKNOWN] = COUNTING_ANY_STATE,
                               [RELEASE_KEEPS] = now.sequencer,
                               [RELEASE_RESETS] = 1,
                               [RELEASE_EITHER] = now.sequencer | 1};
  const unsigned written_early = d->written_early;
  d->start = counting_unknown;
  for (unsigned i = 0; i < HELD_SEQUENCER; i++) release_counter(a, i, release_of(a, i, is_written), &now);
  d->start.sequencer = sequencer[release_of(a, HELD_SEQUENCER, is_written)];
  d->reading.written = d->written_early = 0;  // The writes count for this release only.
  return written_early;
}

void rule_counting_reset(struct rules *a) {
  struct counting *r = &a->resources.reading;
  for (unsigned i = 0; i < HELD_SEQUENCER; i++) {
    const unsigned at = ETMCNTRLDVR1 + 4 * i;
    const int32_t reload = (int32_t)(a->registers->written[at >> 2] & 0xFFFF);
    counting_write(r, i, rules_is_taken(a, at) ? reload : -1, false);
  }
  counting_write(r, HELD_SEQUENCER, 0, false);
}

void rule_counting_restore(struct rules *a) {
  struct counting *r = &a->resources.reading;
  counting_forget(r);
  for (unsigned i = 0; i <= HELD_SEQUENCER; i++) counting_write(r, i, -1, false);
}

// --- the program ----------------------------------------------------------------------------------------------------

static uint32_t event_of(const struct rules *a, unsigned offset) {
  return rules_is_taken(a, offset) ? a->registers->written[offset >> 2] & 0x1FFFF : COUNTING_UNKNOWN;
}

// A reduced counter counts in each clock, and is reloaded if it is 0 (IHI 0035B 3.16.14, IHI 0014Q 3.5.26).
static void program_counter(const struct rules *a, struct counting_program *p, unsigned i) {
  const unsigned at = 4 * i, reload = a->registers->written[(ETMCNTRLDVR1 + at) >> 2] & 0xFFFF;
  const bool known = rules_is_taken(a, ETMCNTRLDVR1 + at), reduced = is_reduced(a, i);
  p->enable[i] = reduced ? EVENT_ALWAYS : event_of(a, ETMCNTENR1 + at);
  p->reload[i] = reduced ? RESOURCE_COUNTER : event_of(a, ETMCNTRLDEVR1 + at);
  p->reload_low[i] = (uint16_t)(known ? reload : 0);
  p->reload_high[i] = (uint16_t)(known ? reload : UINT16_MAX);
  if (a->config->unknown & CONFIG_ETMCCER) p->enable[i] = COUNTING_UNKNOWN;
  const bool still = p->enable[i] == EVENT_NEVER && p->reload[i] == EVENT_NEVER;
  p->moves = p->moves || (!still && p->enable[i] != COUNTING_UNKNOWN);
}

static bool names_built(const struct counting_program *p, uint32_t event) {
  const bool by_second = !resource_is_alone(event) && counting_built(p, resource_second(event));
  return by_second || counting_built(p, resource_first(event));
}

// Watched event `i` is `event`, if the DUT needs it.
static void watch(struct counting_program *p, unsigned i, uint32_t event, bool is_needed) {
  p->watched[i] = is_needed ? event : COUNTING_UNKNOWN;
  p->moves = p->moves || (p->watched[i] != COUNTING_UNKNOWN && p->watched[i] != EVENT_NEVER);
}

// A sequencer is UNPREDICTABLE if one of its events was never programmed (IHI 0035B 3.16.19).
void rule_counting_program(const struct rules *a, struct counting_program *p) {
  static const uint16_t watched[COUNTING_FIRST_OUTPUT] = {ETMTRIGGER, ETMTSEVR, ETMTEEVR};
  const uint32_t ccr = rules_ccr(a, 0), outputs = field_get(ccr, ETMCCR_OUTPUTS);
  *p = (struct counting_program){.counters = (uint8_t)resource_count(RESOURCE_KIND_COUNTER, a->config, ccr, 0),
                                 .sequencer = ccr & ETMCCR_SEQUENCER};
  for (unsigned i = 0; i < p->counters; i++) program_counter(a, p, i);
  bool moves = false, programmed = true;
  for (unsigned i = 0; i < COUNTING_STEPS; i++) {
    p->step[i] = event_of(a, ETMSQ12EVR + 4 * i);
    moves = moves || p->step[i] != EVENT_NEVER;
    programmed = programmed && p->step[i] != COUNTING_UNKNOWN;
  }
  p->sequencer = p->sequencer && programmed;
  p->moves = p->moves || (p->sequencer && moves);
  for (unsigned i = 0; i < COUNTING_FIRST_OUTPUT; i++) {
    const uint32_t event = registers_value(a->registers, watched[i], COUNTING_UNKNOWN);
    watch(p, i, event, names_built(p, event));
  }
  for (unsigned i = 0; i < COUNTING_OUTPUTS; i++)
    watch(p, COUNTING_FIRST_OUTPUT + i, event_of(a, ETMEXTOUTEVR1 + 4 * i), i < outputs);
}
