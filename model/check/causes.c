// SPDX-License-Identifier: Apache-2.0
#include "causes.h"

#include <inttypes.h>
#include <stdio.h>

#include "append.h"
#include "checker.h"
#include "deciders.h"
#include "pin.h"
#include "protocol.h"
#include "register.h"
#include "resource.h"
#include "rule_counting.h"
#include "rule_trigger.h"
#include "untraced.h"

enum { ROOM = 128 + SELECTION_WORDS };

// The OS lock is the reason why a write to ETMCR did not start the DUT.
static bool is_stopped_by_lock(const struct registers *r) {
  const bool was_written = r->was_written[ETMCR >> 2], is_locked = r->has_os_lock && r->os_lock;
  const uint32_t written = was_written ? r->written[ETMCR >> 2] : ETMCR_PROGRAMMING | ETMCR_POWER_DOWN;
  return is_locked && r->os_known && !(written & (ETMCR_PROGRAMMING | ETMCR_POWER_DOWN));
}

// Returns the cause and its remedy, or NULL if no register and no pin keeps the DUT stopped.
static const char *why_stopped(const struct observer *o) {
  const struct registers *r = &o->registers;
  const bool was_written = r->was_written[ETMCR >> 2], is_locked = r->has_os_lock && r->os_lock;
  const bool by_lock = is_stopped_by_lock(r);
  if (!was_written && r->programming) return "ETMCR was not written; write it with bits 10 and 0 clear";
  if (r->programming && !by_lock) return "ETMCR[10] is 1; clear it";
  if (r->power_down && !by_lock) return "ETMCR[0] is 1; clear it";
  if (is_locked && !r->was_written[ETMOSLAR >> 2])
    return "the OS lock has been set since the reset; write 0 to ETMOSLAR";
  if (is_locked) return "the OS lock is set; write 0 to ETMOSLAR";
  return !o->cycle.may_trace ? "NIDEN and DBGEN are 0; set one of them" : NULL;
}

bool cause_never_started(const struct observer *o, struct judgement *j) {
  const char *again = o->counts.resets ? " after the last reset" : "", *cause = why_stopped(o);
  char text[ROOM];
  if (!cause) {
    snprintf(text, sizeof text, "%s and ATVALID stayed 0; check its clock, power and authentication inputs",
             pin_name(PIN_ENABLE, &o->config));
    cause = text;
  }
  return verdict_wrong(j, "incomplete: the DUT was not started%s: %s", again, cause);
}

bool cause_no_end(const struct observer *o, struct judgement *j) {
  const char *why = "the DUT was stopped, but ETMSR[1] did not read as 1 after that; poll ETMSR[1] = 1 before $finish";
  if (o->registers.running)
    why = "the simulation ended while the DUT was running; set ETMCR[10] and poll ETMSR[1] = 1 before $finish";
  if (!o->cycle.may_trace)
    why = "the simulation ended too soon after NIDEN and DBGEN became 0; go on until no trace has left for 64 clocks";
  return verdict_wrong(j, "incomplete: %s", why);
}

// ETMTECR1 selected none of the stored items.
static bool is_by_filter(const struct observer *o, struct selection_reason *reason) {
  const struct history *h = &o->history;
  if (!o->filter.program.used) return false;
  *reason = untraced_of(h, h->first, h->count, &o->config);
  return reason->why >= SELECTION_OUTSIDE && reason->why <= SELECTION_STOPPED && !reason->is_disabled;
}

// Writes why none of the presented items is in the trace. The text is empty if the cause is unknown.
static void say_why_untraced(const struct observer *o, char text[ROOM]) {
  const struct history *h = &o->history;
  const char *items = protocol_row(&o->config)->items;
  const bool event_known = !(o->config.unknown & CONFIG_ETMTEEVR);
  char words[RESOURCE_WORDS], term[SELECTION_WORDS];
  struct selection_reason reason;
  text[0] = '\0';
  if (h->count == 0) {
    snprintf(text, ROOM, "no %s were presented on the processor's port; drive it while %s is 1", items,
             pin_name(PIN_ENABLE, &o->config));
  } else if (o->sampling.not_taken == h->count) {
    snprintf(text, ROOM, "all %zu %s were presented while %s was 0; present them after it is 1", h->count, items,
             pin_name(PIN_ENABLE, &o->config));
  } else if (o->scoreboard.at.untraced_items < h->count) {
    return;  // Some items had to be in the trace, or a reset cut them.
  } else if (is_by_filter(o, &reason)) {
    snprintf(text, ROOM, "none of the %zu %s had to be traced: %s; change ETMTECR1 and what it selects", h->count,
             items, selection_term(&reason, term));
  } else if (o->stream.by_comparators) {
    resource_words(o->config.etmteevr, words);
    snprintf(text, ROOM,
             "the TraceEnable event (ETMTEEVR=%s) was true for none of the %zu %s; change ETMTEEVR or the comparators "
             "that it names",
             words, h->count, items);
  } else if (event_known && o->config.etmteevr != EVENT_ALWAYS) {
    resource_words(o->config.etmteevr, words);
    snprintf(text, ROOM,
             "TraceEnable was never true (ETMTEEVR=%s); write another event, for example 0x6F (always true)", words);
  } else {
    snprintf(text, ROOM, "tracing was prohibited or in Debug state for all %zu %s", h->count, items);
  }
}

// Follows the value of a write and its clock.
static const char *const obstacle_words[OBSTACLES] = {
    [OBSTACLE_NONE] = "",
    [OBSTACLE_SOFTWARE_LOCK] = ", but the software lock was set, so the DUT ignored it",
    [OBSTACLE_OS_LOCK] = ", but the OS lock was set",
    [OBSTACLE_RUNNING] = " while the DUT was running, which is UNPREDICTABLE",
    [OBSTACLE_POWER_DOWN] = ", but ETMCR[0] was 1",
    [OBSTACLE_ERROR] = ", and the DUT returned PSLVERR",
    [OBSTACLE_ERROR_OS_LOCK] = ", and the DUT returned PSLVERR: the OS lock was set"};

// Why a register is not known, from its last write: ": it was last written with 0x00000C00 in clock 28, but the OS lock
// was set". The text is empty if the checker does not know the cause.
static void put_last_write(const struct observer *o, const struct register_row *row, char text[ROOM]) {
  const struct last_write *last = &o->stream.unknown_write;
  const uint64_t reset = o->stream.unknown_write_reset;
  const bool may_be_lost = last->obstacle != OBSTACLE_NONE || reset;
  text[0] = '\0';
  if (!last->clause) {
    const bool is_unwritten = !o->last_writes.of[row->offset / 4].clause;
    if (is_unwritten) snprintf(text, ROOM, ": no write to %s was seen on the APB", row->name);
    return;
  }
  if (!may_be_lost && last->outcome == WRITE_TAKEN) return;
  snprintf(text, ROOM, ": it was last written with 0x%08" PRIX32 " in clock %" PRIu64 "%s", last->value, last->clock,
           obstacle_words[last->obstacle]);
  if (reset) text_append(text, ROOM, ", and a reset followed (clock %" PRIu64 ")", reset);
  if (!may_be_lost) text_append(text, ROOM, ", but the DUT need not have taken the write (%s)", last->clause);
}

bool cause_unknown(const struct observer *o, struct judgement *j) {
  const struct register_row *row = registers_first(o->stream.needed_registers);
  const struct last_write *last = &o->stream.unknown_write;
  if (last->obstacle == OBSTACLE_POWER_DOWN) {
    return verdict_wrong(j,
                         "incomplete: %s was written in clock %" PRIu64
                         " while ETMCR[0] was 1, so the DUT need not have taken it (%s); clear ETMCR[0], then write %s "
                         "again",
                         row->name, last->clock, last->clause, row->name);
  }
  char cause[ROOM];
  put_last_write(o, row, cause);
  return verdict_wrong(j,
                       "incomplete: %s is not known, so no packet was decoded%s; set it in the configuration or by a "
                       "call, or write it on the APB before the DUT is started",
                       row->name, cause);
}

bool cause_no_trace(const struct observer *o, struct judgement *j) {
  char text[ROOM];
  say_why_untraced(o, text);
  if (text[0]) return verdict_wrong(j, "nothing checked: the DUT sent no trace: %s", text);
  return verdict_wrong(j, "nothing checked: the DUT sent no trace; connect ATVALID, ATBYTES and ATDATA");
}

bool cause_no_item(const struct observer *o, struct judgement *j) {
  const char *items = protocol_row(&o->config)->items;
  char text[ROOM];
  say_why_untraced(o, text);
  if (text[0]) return verdict_wrong(j, "nothing checked: %s", text);
  return verdict_wrong(j, "nothing checked: none of the %zu %s was compared", o->history.count, items);
}

// --- a register that did not have the value that a host expected ----------------------------------------------------

// The value of the register depends on whether the DUT runs, and on what it traces.
static bool shows_state(uint16_t offset) {
  return offset == ETMSR || offset == ETMSQR || register_within(offset, ETMCNTVR1, ETMCNTVR4);
}

// Returns a range that an event selects and whose low address is not below its high address. COMPARATOR_RANGES: there
// is none.
static unsigned first_inverted_range(const struct observer *o) {
  const struct selection_program *p = &o->filter.program;
  for (unsigned n = 0; n < COMPARATOR_RANGES; n++) {
    const struct comparator *low = &p->c.address[2 * n], *high = low + 1;
    const bool is_used = p->named >> SELECTION_RANGE >> n & 1 && low->known && high->known;
    if (is_used && low->value >= high->value) return n;
  }
  return COMPARATOR_RANGES;
}

static bool put_inverted_range(const struct observer *o, char text[CAUSE_ROOM]) {
  const unsigned n = first_inverted_range(o);
  if (n == COMPARATOR_RANGES) return false;
  const struct comparator *low = &o->filter.program.c.address[2 * n];
  snprintf(text, CAUSE_ROOM,
           "; range %u has a low address, ETMACVR%u=0x%08" PRIX32
           ", that is not below its high address, ETMACVR%u=0x%08" PRIX32,
           n + 1, 2 * n + 1, low[0].value, 2 * n + 2, low[1].value);
  return true;
}

// The value that was read depends on registers. Returns the first of them whose value is unknown.
static unsigned first_unknown(const struct observer *o, const struct checker_read *read) {
  const struct registers *r = &o->registers;
  if (read->offset == ETMSQR) return deciders_first_unknown(r, RESOURCE_SEQUENCER);
  if (read->offset != ETMSR) return deciders_first_unknown(r, RESOURCE_COUNTER + (read->offset - ETMCNTVR1) / 4u);
  if (read->mask & ETMSR_TRIGGERED) return deciders_first_unknown_of_event(r, ETMTRIGGER);
  return read->mask & ETMSR_STARTED ? deciders_first_unknown(r, RESOURCE_STARTED) : (unsigned)DECIDERS_KNOWN;
}

static bool put_unknown(const struct observer *o, const struct checker_read *read, char text[CAUSE_ROOM]) {
  const struct scope *s = &o->scope;
  const unsigned rewritten = register_set_first(&s->rewritten), unknown = first_unknown(o, read);
  if (rewritten < REGISTERS_TRACE) {
    snprintf(text, CAUSE_ROOM,
             "; %s was written in clock %" PRIu64 " while the DUT was running, which is UNPREDICTABLE",
             register_at(4 * rewritten)->name, s->rewritten_at);
    return true;
  }
  if (unknown == DECIDERS_KNOWN || o->registers.was_written[unknown >> 2]) return false;
  snprintf(text, CAUSE_ROOM, "; %s, on which it depends, was not %s", register_at(unknown)->name,
           o->scope.power_losses > 0 ? "restored after the power loss" : "written since the reset");
  return true;
}

// Compares the triggers since the DUT was last programmed with the Triggered bit that the read expects.
static const char *put_trigger(const struct observer *o, bool is_expected, char text[CAUSE_ROOM]) {
  const struct registers *r = &o->registers;
  char words[DECIDERS_WORDS], events[RULE_EVENTS];
  if (is_expected == (rule_trigger_pulses(&o->rules) > 0) || !r->known[ETMTRIGGER >> 2]) return NULL;
  if (!is_expected && !rule_trigger_is_known(&o->rules)) return NULL;
  const uint32_t event = r->value[ETMTRIGGER >> 2] & 0x1FFFF;
  deciders_event_words(r, event, words);
  if (is_expected)
    snprintf(text, CAUSE_ROOM,
             "; the DUT has not triggered since it was enabled in clock %" PRIu64
             ", but the read requires the trigger event (ETMTRIGGER=%s) to have been true",
             rule_trigger_enabled_at(&o->rules), words);
  if (is_expected && resource_is_counter(resource_first(event))) {
    rule_counting_events(&o->rules, resource_first(event) - RESOURCE_COUNTER, 0, events);
    text_append(text, CAUSE_ROOM, "%s", events);
  }
  if (!is_expected)
    snprintf(text, CAUSE_ROOM,
             "; the DUT triggered in clock %" PRIu64
             ", but the read requires the trigger event (ETMTRIGGER=%s) to have been false",
             rule_trigger_pulse_at(&o->rules), words);
  return "IHI 0035B 3.16.3, 3.16.4; IHI 0014Q 3.5.3, 3.5.5; docs/host.md";
}

// Writes the last change of the register by the host script: "; line 4 wrote 0x00009000 to ETMACVR1 (clock 120), but
// the OS lock was set". The text is empty if no line wrote the register.
static void put_write(const struct observer *o, uint16_t offset, const struct checker_write *write,
                      char text[CAUSE_ROOM]) {
  const struct registers_saved *saved = &o->registers.saved;
  const struct last_write *last = &o->last_writes.of[(write->is_restore ? ETMOSSRR : offset) / 4];
  const bool is_known = !write->is_restore || (offset / 4 < REGISTERS_TRACE && saved->known[offset / 4]);
  const bool by_power = o->scope.power_losses > 0 && o->scope.power_lost_at == o->last.reset;
  const char *name = register_at(offset)->name;
  if (write->line == 0) return;
  if (write->is_restore && last->clock == 0) {
    text_append(text, CAUSE_ROOM, "; line %u restored nothing: no word was written to ETMOSSRR", write->line);
  } else if (write->is_restore && is_known) {
    text_append(text, CAUSE_ROOM, "; line %u restored the saved value 0x%08" PRIX32 " to %s (clock %" PRIu64 ")",
                write->line, saved->value[offset / 4], name, last->clock);
  } else if (write->is_restore) {
    text_append(text, CAUSE_ROOM, "; line %u restored %s", write->line, name);
  } else {
    text_append(text, CAUSE_ROOM, "; line %u wrote 0x%08" PRIX32 " to %s (clock %" PRIu64 ")%s", write->line,
                write->value, name ? name : "it", last->clock, obstacle_words[last->obstacle]);
  }
  if (o->last.reset > last->clock)
    text_append(text, CAUSE_ROOM, ", and %s followed (clock %" PRIu64 ")", by_power ? "a loss of power" : "a reset",
                o->last.reset);
}

// The value of the register depends only on writes, not on the state of the DUT.
static void put_own_write(const struct observer *o, const struct checker_read *read, char text[CAUSE_ROOM]) {
  const struct register_row *row = register_at(read->offset);
  const unsigned how = row->access[config_protocol(&o->config)].how;
  const bool is_writable = row->name && how & REGISTER_WRITE && !(how & REGISTER_CONSTANT);
  put_write(o, read->offset, &read->written, text);
  if (!text[0] && read->by_script && is_writable)
    snprintf(text, CAUSE_ROOM, "; no earlier line of the host script writes %s", row->name);
}

// While the DUT is stopped, each register except ETMSR[1] has the value that the host script wrote last.
static void put_stopped(const struct observer *o, const struct checker_read *read, const char *stopped,
                        char text[CAUSE_ROOM]) {
  const struct registers *r = &o->registers;
  const bool is_of_stop = read->offset == ETMSR && read->mask & ETMSR_STOPPED;
  const bool has_no_effect = read->control.line > 0 && r->programming && !r->was_written[ETMCR >> 2];
  if (!is_of_stop && read->written.line > 0) {
    put_write(o, read->offset, &read->written, text);
    return;
  }
  snprintf(text, CAUSE_ROOM, "; the DUT is stopped%s%s", has_no_effect ? "" : ": ", has_no_effect ? "" : stopped);
  if ((r->programming || r->power_down) && !is_stopped_by_lock(r)) put_write(o, ETMCR, &read->control, text);
}

static const char *put_cause(const struct observer *o, const struct checker_read *read, char text[CAUSE_ROOM]) {
  const struct registers *r = &o->registers;
  const char *stopped = r->running && o->cycle.may_trace ? NULL : why_stopped(o);
  const bool is_status = read->offset == ETMSR, may_be_locked = r->may_run && !r->os_known;
  const bool is_of_stop = is_status && read->mask & ETMSR_STOPPED;
  if (!stopped && may_be_locked) stopped = "the OS lock may have been set since the reset; write 0 to ETMOSLAR";
  text[0] = '\0';
  if (!shows_state(read->offset)) {
    put_own_write(o, read, text);
    return NULL;
  }
  if (is_of_stop && read->value & ETMSR_STOPPED) {
    if (!stopped && r->running) snprintf(text, CAUSE_ROOM, "; nothing stops the DUT: set ETMCR[10]");
    put_write(o, ETMCR, &read->control, text);
    return NULL;
  }
  // If the DUT ran before, its counters and status still have values of that run, so the stop is not the cause.
  if (stopped && (!o->counts.has_stopped || is_of_stop)) {
    put_stopped(o, read, stopped, text);
    return NULL;
  }
  if (put_unknown(o, read, text) || put_inverted_range(o, text)) return NULL;
  const bool is_of_trigger = is_status && read->mask & ETMSR_TRIGGERED;
  const char *clause = is_of_trigger ? put_trigger(o, read->value & ETMSR_TRIGGERED, text) : NULL;
  if (!text[0]) put_write(o, is_of_stop ? ETMCR : read->offset, is_of_stop ? &read->control : &read->written, text);
  return clause;
}

const char *cause_of_read(const struct observer *o, const struct checker_read *read, char text[CAUSE_ROOM]) {
  const char *clause = put_cause(o, read, text);
  if (read->comment && read->comment[0]) text_append(text, CAUSE_ROOM, ": %s", read->comment);
  return clause;
}
