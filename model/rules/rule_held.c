// SPDX-License-Identifier: Apache-2.0
// Counters, sequencer and start/stop block keep their state while the Programming bit or the OS lock is set (IHI 0035B
// 3.15.4, 3.17.3; IHI 0014Q 3.4.4, 3.8.3).
#include <inttypes.h>
#include <string.h>

#include "append.h"
#include "rule_counting.h"
#include "rule_register.h"
#include "rules_private.h"

static uint32_t value_of(unsigned resource, uint32_t value) {
  return value & (resource < HELD_SEQUENCER ? 0xFFFFu : resource == HELD_SEQUENCER ? 3u : (uint32_t)ETMSR_STARTED);
}

static bool is_held(const struct rules *a) {
  const struct registers *r = a->registers;
  const bool is_stopped = r->programming || registers_os_lock(r) == REGISTERS_LOCKED_DIRECT;
  return rules_holds_state(a) && !r->power_down && rules_is_halted(a) && is_stopped;
}

static const char *put_value(unsigned resource, uint32_t value, char text[RULE_STATE]) {
  if (resource == HELD_SEQUENCER) return rule_counting_state(value, text);
  snprintf(text, RULE_STATE, "0x%X", resource == HELD_START_STOP ? value / ETMSR_STARTED : value);
  return text;
}

// The words follow the value that the resource must have after the Programming bit was cleared. An example is ":
// clearing the Programming bit (...) loads the counter from ETMCNTRLDVR1, and no event has changed it since;
// ETMCNTENR1=...".
enum { RELEASE = RULE_EVENTS + 2 * RULES_CAUSE };
static void put_release(const struct rules *a, unsigned resource, char text[RELEASE]) {
  static const struct {
    const char *thing, *effect, *since;
  } rows[] = {{"counter", "loads the counter from ETMCNTRLDVR", "no event has changed it since"},
              {"sequencer", "resets the sequencer to state 1", "no event has changed it since"},
              {"start/stop block", "turns the start/stop block off", "no start or stop point is selected"}};
  const struct rules_held *h = &a->held[resource];
  const unsigned kind = resource < HELD_SEQUENCER ? 0 : resource - HELD_SEQUENCER + 1;
  char cause[RULES_CAUSE], events[RULE_EVENTS];
  rules_cause_words(rules_clearing_cause(a), cause);
  if (h->at > 0) {
    text_append(text, RELEASE,
                " as written in clock %" PRIu64
                ": a %s that was written keeps its value when the Programming bit is cleared (%s)",
                h->at, rows[kind].thing, cause);
  } else {
    text_append(text, RELEASE, ": clearing the Programming bit (%s) %s", cause, rows[kind].effect);
    if (kind == 0)
      text_append(text, RELEASE, "%u%s", resource + 1,
                  rules_written_words(a, (uint16_t)(ETMCNTRLDVR1 + 4 * resource), h->reset, cause));
  }
  rule_counting_events(a, resource, 1u << (h->reset & 3), events);
  text_append(text, RELEASE, ", and %s%s", rows[kind].since, events);
}

void rules_held_read(struct rules *a, uint16_t address, uint32_t whole) {
  const enum held_resource resource = rule_counting_resource(address);
  if (resource == HELD_RESOURCES) return;
  static const char *const names[HELD_RESOURCES] = {"ETMCNTVR1", "ETMCNTVR2", "ETMCNTVR3",
                                                    "ETMCNTVR4", "ETMSQR",    "ETMSR[2]"};
  struct rules_held *h = &a->held[resource];
  const uint32_t value = value_of(resource, whole);
  char reads[RULE_STATE], expected[RULE_STATE];
  const bool held = is_held(a) && rule_counting_is_built(a, resource);
  if (!held || !(h->due || h->known)) rule_counting_read(a, resource, whole);
  if (!held) return;
  if (h->due) {
    char release[RELEASE] = "";
    if (value != h->reset) put_release(a, resource, release);
    rule_check_pins(a, RULE_TRC_HELD_2, PIN_PRDATA, value == h->reset, "%s reads %s, expected %s%s", names[resource],
                    put_value(resource, value, reads), put_value(resource, h->reset, expected), release);
  } else if (h->known) {
    rule_check_pins(a, RULE_TRC_HELD_1, PIN_PRDATA, value == h->value,
                    "%s reads %s, expected %s as %s in clock %" PRIu64
                    ": the DUT has been stopped since, so nothing may change it",
                    names[resource], put_value(resource, value, reads), put_value(resource, h->value, expected),
                    h->was_read ? "read" : "written", h->at);
  }
  h->due = false;
  h->known = h->was_read = true;
  h->at = a->clock;
  h->value = value;
}

static void lose_value(struct rules *a, unsigned resource) {
  a->held[resource].known = a->held[resource].due = false;
  a->restore.held[resource].known = false;
}

void rules_held_write(struct rules *a, uint16_t address, uint32_t value, bool taken) {
  const enum held_resource resource = rule_counting_resource(address);
  rule_counting_write(a, address, value, taken);
  // These writes change another resource, too.
  if (register_within(address, ETMCNTRLDVR1, ETMCNTRLDVR4) && config_protocol(a->config) == PROTOCOL_ETM3)
    lose_value(a, (address & 0xF) >> 2);
  if (register_within(address, ETMSQ12EVR, ETMSQ13EVR)) lose_value(a, HELD_SEQUENCER);
  if (resource == HELD_RESOURCES) return;
  lose_value(a, resource);
  struct rules_held *h = &a->held[resource];
  h->value = value_of(resource, value);
  h->was_read = false;
  h->at = a->clock;
  const bool is_value = resource != HELD_SEQUENCER || h->value < 3;
  h->known = taken && is_held(a) && rule_counting_is_built(a, resource) && is_value;
  h->written = true;
  h->is_restored = false;
}

static bool was_set_to(const struct rules *a, unsigned offset, uint32_t value) {
  return rules_is_taken(a, offset) && a->registers->written[offset >> 2] == value;
}

static bool is_never(const struct rules *a, unsigned offset) {
  const uint32_t event = a->registers->written[offset >> 2];
  return rules_is_taken(a, offset) && resource_function(event) == 1 && resource_first(event) == RESOURCE_ALWAYS;
}

// No event can change the resource while the DUT runs.
static bool is_idle(const struct rules *a, unsigned resource) {
  const unsigned counter = 4 * resource;
  bool never = true;
  if (!rule_counting_is_built(a, resource)) return false;
  if (resource < HELD_SEQUENCER) return is_never(a, ETMCNTENR1 + counter) && is_never(a, ETMCNTRLDEVR1 + counter);
  for (unsigned at = ETMSQ12EVR; resource == HELD_SEQUENCER && at <= ETMSQ13EVR; at += 4)
    never = never && is_never(a, at);
  if (resource == HELD_SEQUENCER) return never;
  const bool inputs = rules_ccer(a, UINT32_MAX) & ETMCCER_EMBEDDEDICE;
  return was_set_to(a, ETMTSSCR, 0) && (!inputs || was_set_to(a, ETMTESSEICR, 0));
}

void rules_held_release(struct rules *a) {
  bool written = false;
  for (unsigned i = 0; i < HELD_RESOURCES; i++) written = written || a->held[i].written;
  const unsigned written_early = rule_counting_release(a, written);
  for (unsigned i = 0; i < HELD_RESOURCES; i++) {
    struct rules_held *h = &a->held[i];
    const unsigned reload = ETMCNTRLDVR1 + 4 * i;
    const bool counter = i < HELD_SEQUENCER, keeps = h->written && h->known,
               reloads = !counter || rules_is_taken(a, reload),
               sure = !h->is_restored && !(written_early >> i & 1) && (written ? keeps : reloads);
    *h = (struct rules_held){.due = rules_holds_state(a) && sure && is_idle(a, i),
                             .at = written ? h->at : 0,
                             .reset = written   ? h->value
                                      : counter ? a->registers->written[reload >> 2] & 0xFFFF
                                                : 0};
  }
}

void rules_held_lose(struct rules *a) { memset(a->held, 0, sizeof a->held); }

static void forget(struct rules_held held[HELD_RESOURCES]) {
  for (unsigned i = 0; i < HELD_RESOURCES; i++) held[i].known = false;
}

void rules_held_forget(struct rules *a) {
  forget(a->held);
  forget(a->restore.held);
}

// --- save and restore -----------------------------------------------------------------------------------------------

void rules_held_save(struct rules *a) { memcpy(a->restore.held, a->held, sizeof a->held); }

// No available clause states whether clearing the Programming bit resets a restored value.
void rules_held_begin_restore(struct rules *a) {
  for (unsigned i = 0; i < HELD_RESOURCES; i++) a->held[i] = (struct rules_held){.is_restored = true};
}

// ETMCNTVR and ETMSQR are saved registers (IHI 0035B table 3.82, IHI 0014Q table 3.95). The clause about the start/stop
// block was not available as a whole (IHI 0035B 3.17.3).
void rules_held_end_restore(struct rules *a) {
  for (unsigned i = 0; i <= HELD_SEQUENCER; i++) {
    const struct rules_held *saved = &a->restore.held[i];
    a->held[i].known = saved->known;
    a->held[i].was_read = saved->was_read;
    a->held[i].at = saved->at;
    a->held[i].value = saved->value;
  }
}
