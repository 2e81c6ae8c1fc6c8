// SPDX-License-Identifier: Apache-2.0
// The trigger has a pulse on a pin and a packet, once for each programming (IHI 0035B 3.16.4; IHI 0014Q 3.4.4, 3.5.5).
#include "rule_trigger.h"

#include <inttypes.h>

#include "deciders.h"
#include "resource.h"
#include "rule_counting.h"
#include "rule_register.h"
#include "rule_resource.h"
#include "rules_private.h"

// Up to the clock in which the DUT is enabled, ETMTRIGGER has the event of the next run. A restore may change it.
static uint32_t event_now(const struct rules *a) {
  const struct registers *r = a->registers;
  const unsigned word = ETMTRIGGER >> 2;
  const bool is_of_next_run = !r->running || a->marks_now & MARK_ENABLED;
  if (is_of_next_run) return r->known[word] ? r->value[word] : COUNTING_UNKNOWN;
  return a->programmed->unknown & CONFIG_ETMTRIGGER ? COUNTING_UNKNOWN : a->programmed->etmtrigger;
}

// --- by the pins ----------------------------------------------------------------------------------------------------

static const char *counting_cause(const struct rules_trigger *t) {
  return t->is_programmed ? "ETMCR[10] was cleared" : "the DUT was reset";
}

// `until` names the time up to which a pulse must answer the event.
static void check_answer(struct rules *a, bool is_answered, const char *until) {
  char words[DECIDERS_WORDS], counters[RULE_EVENTS] = "";
  if (!is_answered) rule_counting_at_zero(a, a->programmed->etmtrigger, counters);
  rule_check_pins(
      a, RULE_TRC_TRIG_5, PIN_TRIGGER, is_answered,
      "%s did not pulse %s, expected a pulse: the trigger event (ETMTRIGGER=%s) was true in clock %" PRIu64 "%s",
      pin_name(PIN_TRIGGER, a->programmed), until, deciders_event_words(a->registers, a->programmed->etmtrigger, words),
      a->trigger.awaited_event_at, counters);
  if (!is_answered)
    rule_breach_event(a, RULE_TRC_TRIG_5, "ETMTRIGGER", a->programmed->etmtrigger, a->trigger.awaited_event_at);
}

// The event may have been true since the DUT was enabled, or before it has reset its counters and its sequencer.
static bool may_have_occurred(const struct rules *a) {
  const struct rules_trigger *t = &a->trigger;
  const uint64_t since = t->enabled_at > a->limits.latency ? t->enabled_at - a->limits.latency : 0;
  return (t->was_event_true && t->event_at >= since) || rule_resource_is_true_before_reset(a, event_now(a));
}

static void check_event(struct rules *a) {
  const struct rules_trigger *t = &a->trigger;
  const bool caused = may_have_occurred(a);
  const bool was_enabled = t->enabled_at > 0;
  char words[DECIDERS_WORDS], counters[RULE_COUNTERS] = "";
  if (!caused) rule_counting_counters(a, event_now(a), counters);
  rule_check_pins(a, RULE_TRC_TRIG_6, PIN_TRIGGER, caused,
                  "%s pulsed, expected no pulse: the trigger event (ETMTRIGGER=%s) has not been true since %s (clock "
                  "%" PRIu64 ")%s",
                  pin_name(PIN_TRIGGER, a->programmed), deciders_event_words(a->registers, event_now(a), words),
                  was_enabled ? "the DUT was enabled" : "the reset", was_enabled ? t->enabled_at : t->counted_from,
                  counters);
  if (!caused) rule_breach_event(a, RULE_TRC_TRIG_6, "ETMTRIGGER", a->programmed->etmtrigger, a->clock);
}

static void check_pulse(struct rules *a) {
  struct rules_trigger *t = &a->trigger;
  a->marks_now |= MARK_TRIGGER;
  t->pulses++;
  if (t->is_pulse_due) check_answer(a, true, "");
  t->is_pulse_due = t->must_pulse_before_stop = false;
  t->spent = 0;
  if (a->clock <= t->may_be_old_until) {
    t->is_state_known = false;
    return;
  }
  if (t->is_state_known && t->is_prevented) {
    rule_check_pins(a, RULE_TRC_TRIG_1, PIN_TRIGGER, false,
                    "%s pulsed, expected no pulse: ETMSR[3] was written as 1 before %s in clock %" PRIu64,
                    pin_name(PIN_TRIGGER, a->programmed), counting_cause(t), t->counted_from);
  } else if (t->is_state_known) {
    rule_check_pins(a, RULE_TRC_TRIG_1, PIN_TRIGGER, t->pulses == 1,
                    "%s pulsed, expected no pulse: it already pulsed in clock %" PRIu64 ", after %s in clock %" PRIu64,
                    pin_name(PIN_TRIGGER, a->programmed), t->pulse_at, counting_cause(t), t->counted_from);
    if (t->pulses == 1) t->pulse_at = a->clock;
  }
  if (t->has_start_state && rule_resource_is_decidable(a, event_now(a))) check_event(a);
}

// If ETMCR[11] is 0, an ETM need not react to the event.
static bool may_trace(const struct rules *a, const struct cycle *cycle) {
  const struct config *c = a->programmed;
  const bool port = config_protocol(c) == PROTOCOL_PFT || (!(c->unknown & CONFIG_ETMCR) && c->etmcr & ETMCR_PORT);
  return a->registers->running && port && cycle->may_trace;
}

// The DUT may not trace in this clock, so a due pulse need not follow.
static void stop_waiting(struct rules *a) {
  struct rules_trigger *t = &a->trigger;
  t->last_disabled_at = a->clock;
  if (!t->is_pulse_due) return;
  const bool has_event = a->clock >= t->certain_at + rules_request_arrival(a);
  t->spent = a->limits.answer - (t->due > a->clock ? t->due - a->clock : 0);
  t->must_pulse_before_stop = rules_started_at_rest(a) && !a->registers->running && has_event;
  t->is_pulse_due = false;
}

static void check_window(struct rules *a) {
  struct rules_trigger *t = &a->trigger;
  if (!t->is_pulse_due || a->clock <= t->due) return;
  char until[32];
  snprintf(until, sizeof until, "within %u clocks", a->limits.answer);
  check_answer(a, false, until);
  t->is_pulse_due = false;
  t->spent = 0;
}

// A DUT that was restarted before its stop was acknowledged may still be stopping. No clause says in which clock after
// a start the DUT first samples the event (IHI 0014Q 3.4.4). So it need not register an event that ends before that
// clock. A DUT sees an event of clock `since` by the end of the latency. rules_has_drained() is about this clock only.
bool rule_trigger_is_surely_sampled(const struct rules *a, uint64_t since) {
  const uint64_t seen_by = since + a->limits.latency, seen_at = seen_by < a->clock ? seen_by : a->clock;
  const bool is_stop_over = rules_started_at_rest(a) || (seen_at == a->clock && rules_has_drained(a));
  return is_stop_over && seen_at > a->trigger.last_disabled_at + 2 * (uint64_t)a->limits.latency;
}

static void watch_event(struct rules *a, const struct cycle *c) {
  struct rules_trigger *t = &a->trigger;
  const unsigned now = rule_resource_now(a, event_now(a));
  const uint64_t since = now == TRUTH_YES ? a->clock : rule_resource_certain_event(a, a->programmed->etmtrigger);
  const bool is_true = since > 0, may = may_trace(a, c),
             is_first = t->is_state_known && t->pulses == 0 && !t->is_prevented;
  a->needs_control = a->needs_control || is_true || !may || t->is_pulse_due;
  if (now != TRUTH_NO) {
    t->was_event_true = true;
    t->event_at = a->clock;
  }
  if (!may) stop_waiting(a);
  check_window(a);
  if (!is_true || !is_first || t->is_pulse_due || !rule_trigger_is_surely_sampled(a, since)) return;
  t->is_pulse_due = true;
  t->awaited_event_at = since;
  t->certain_at = a->clock;
  t->due = a->clock + a->limits.answer - t->spent;
}

// Records EXTIN and the flags that decide on the trigger in this clock, for the report. EXTIN changes only at an edge
// of CLK.
static void note_history(struct rules *a, const struct cycle *c, bool rises) {
  struct trigger_history *in = &a->trigger_history;
  struct trigger_input *last = &in->at[(in->count - 1) % TRIGGER_HISTORY];
  const uint8_t extin = c->is_clock ? c->inputs.extin : last->extin;
  const bool armed = c->is_reset || a->programming_cleared;
  unsigned flags = may_trace(a, c) ? INPUT_MAY_TRACE : 0;
  if (armed) flags |= a->trigger.status_written ? INPUT_ARMED | INPUT_STATUS_WRITTEN : INPUT_ARMED;
  if (a->marks_now & MARK_ENABLED) flags |= INPUT_STARTED;
  if (rises) flags |= INPUT_PULSE;
  const bool changes = in->count == 0 || extin != last->extin || flags != (last->flags & INPUT_MAY_TRACE);
  if (a->programmed->etmtrigger != in->event) {
    in->event = a->programmed->etmtrigger;
    in->from = in->count;
  }
  if (!changes) return;
  if (in->count == 0 || last->clock != a->clock)
    last = &in->at[in->count++ % TRIGGER_HISTORY];
  else
    flags |= last->flags & ~(unsigned)INPUT_MAY_TRACE;
  *last = (struct trigger_input){a->clock, extin, (uint8_t)flags};
}

static void control(struct rules *a, const struct cycle *c) {
  struct rules_trigger *t = &a->trigger;
  const bool rises = c->is_clock && c->has_trigger && !t->was_pin_high;
  const bool is_reset = c->is_reset || a->marks_now & MARK_RESET;
  if (is_reset)
    *t = (struct rules_trigger){.packets = t->packets,
                                .reported_pulses = t->reported_pulses,
                                .reported_at = t->reported_at,
                                .counts_are_of_run = t->counts_are_of_run,
                                .request = t->request,
                                .counted_from = a->clock,
                                .is_state_known = true,
                                .has_start_state = true};
  note_history(a, c, rises && !c->is_reset);
  if (is_reset) return;
  if (a->programming_cleared) {
    if (rises) check_pulse(a);  // It belongs to the previous run.
    t->pulses = 0;
    t->restored_at = 0;
    t->counted_from = a->clock;
    t->is_programmed = true;
    t->is_prevented = t->is_prevented && t->status_written;
    t->is_state_known = !t->status_written || t->is_prevented;
    t->has_start_state = true;
    // If the stop was not acknowledged, a pulse within the latency may belong to the previous run.
    const bool rested = a->marks_now & MARK_ENABLED ? rules_started_at_rest(a) : rules_is_at_rest(a);
    t->may_be_old_until = rested ? 0 : a->clock + a->limits.latency;
  }
  if (a->marks_now & MARK_ENABLED) t->enabled_at = a->clock;
  // The DUT had the event before it was requested to stop, and has stopped. If an overflow is pending, the trigger
  // packet waits for its end, and a DUT may let the pin wait for the packet.
  if (a->marks_now & MARK_STOPPED && !(a->marks_now & MARK_OVERFLOW_PENDING) && t->must_pulse_before_stop && !rises) {
    char until[64];
    snprintf(until, sizeof until, "before the DUT stopped (ETMSR[1] was 1 in clock %" PRIu64 ")", a->clock);
    check_answer(a, false, until);
  }
  if (a->marks_now & (MARK_STOPPED | MARK_ENABLED)) t->must_pulse_before_stop = false;
  if (!c->is_clock) return;
  // The event comes first, because no clause forbids a pulse in the same clock.
  watch_event(a, c);
  if (rises && !a->programming_cleared) check_pulse(a);
  t->was_pin_high = c->has_trigger;
}

bool rule_trigger_may_precede_pulse(const struct rules *a) {
  const struct rules_trigger *t = &a->trigger;
  if (t->is_state_known && t->pulses > 0) return false;
  return !t->has_start_state || !rule_resource_is_decidable(a, event_now(a)) || may_have_occurred(a);
}

void rule_trigger_programming(struct rules *a) { a->trigger.status_written = false; }

void rule_trigger_status_write(struct rules *a, bool prevents) {
  a->trigger.status_written = true;
  a->trigger.is_prevented = prevents;
  a->trigger.restored_at = 0;
  a->trigger.is_state_known = false;
  a->marks_now |= MARK_STATUS;
}

void rule_trigger_restore(struct rules *a, bool triggered) { a->trigger.restored_at = triggered ? a->clock : 0; }

bool rule_trigger_has_occurred(const struct rules *a) {
  const struct rules_trigger *t = &a->trigger;
  const bool has_pulsed = t->is_state_known && t->pulses > 0;
  return has_pulsed || t->is_prevented || t->restored_at > 0;
}

// ETMSR is among the registers that a restore includes (IHI 0035B 3.17.4, table 3.82; IHI 0014Q 3.8.4, table 3.95).
static void check_restored_status(struct rules *a, bool triggered) {
  rule_check_pins(a, RULE_TRC_SR_3, PIN_PRDATA, triggered,
                  "ETMSR[3] is 0, expected 1 as restored by ETMOSSRR in clock %" PRIu64
                  ": it was 1 at the save, and ETMSR has not been written since",
                  a->trigger.restored_at);
}

// ETMSR[3] is 1 if a trigger came since the DUT was reset or programmed.
void rule_trigger_status_read(struct rules *a, bool triggered) {
  const struct rules_trigger *t = &a->trigger;
  if (t->restored_at > 0) check_restored_status(a, triggered);
  if (!t->is_state_known || t->is_prevented) return;
  char pulse[48] = "has not pulsed";
  if (t->pulses > 0) snprintf(pulse, sizeof pulse, "pulsed in clock %" PRIu64, t->pulse_at);
  rule_check_pins(a, RULE_TRC_SR_3, PIN_PRDATA, triggered == (t->pulses > 0),
                  "ETMSR[3] is %d, expected %d: %s %s since %s (clock %" PRIu64 ")", triggered, !triggered,
                  pin_name(PIN_TRIGGER, a->programmed), pulse, counting_cause(t), t->counted_from);
}

// --- by the packets -------------------------------------------------------------------------------------------------

// "PTMTRIGGER pulsed once, in clock 260": the pulses to which the trigger packets belong.
enum { PULSES = 80 };
static const char *pulse_words(const struct rules *a, char text[PULSES]) {
  const struct rules_trigger *t = &a->trigger;
  const uint32_t count = t->reported_pulses;
  snprintf(text, PULSES, "%s has not pulsed", pin_name(PIN_TRIGGER, a->programmed));
  if (count == 1)
    snprintf(text, PULSES, "%s pulsed once, in clock %" PRIu64, pin_name(PIN_TRIGGER, a->programmed), t->reported_at);
  if (count > 1)
    snprintf(text, PULSES, "%s pulsed %u times, the last time in clock %" PRIu64, pin_name(PIN_TRIGGER, a->programmed),
             count, t->reported_at);
  return text;
}

static void trigger_packet(struct rules *a, uint64_t offset) {
  struct rules_trigger *t = &a->trigger;
  if (t->packets++ == 0) t->packet_offset = offset;
  t->early_at = t->request.is_open ? 0 : a->at.clock;
  if (t->request.is_open) rule_passes(a, RULE_TRC_TRIG_4);
  rule_request_clear(&t->request);
  char pulses[PULSES];
  if (t->counts_are_of_run)
    rule_check(
        a, RULE_TRC_TRIG_2, t->packets == 1,
        "%s trigger packet since the Programming bit was cleared, expected only one: the first is at byte %" PRIu64
        ", and %s",
        t->packets == 2 ? "second" : "another", t->packet_offset, pulse_words(a, pulses));
}

static void packet(struct rules *a, const struct packet *p) {
  struct rule_request *r = &a->trigger.request;
  if (p->kind == PACKET_TRIGGER) {
    trigger_packet(a, p->offset);
  } else if (r->is_open && p->kind == PACKET_ISYNC && p->reason != ISYNC_PERIODIC) {
    rule_request_resume(r, a->at.atb_clocks);  // An overflow delayed the packet, or tracing was off (4.8).
  } else if (r->is_open && rules_reports_instructions(p) && rule_request_is_late(r, a->at.atb_clocks, p->offset)) {
    rule_check(a, RULE_TRC_TRIG_4, false,
               "no trigger packet within %u clocks of tracing after the trigger on the pin (clock %" PRIu64 ")%s",
               a->limits.answer, r->clock,
               r->spent ? ", counting the clocks that earlier triggers waited without an answer" : "");
    rule_request_clear(r);
  }
}

// No clause orders the pulse and the packet (IHI 0035B 4.5.6; IHI 0014Q 7.11). A DUT may drive the pin by a register
// that follows the trigger, so its packet may leave earlier.
static void mark_pulse(struct rules *a, const struct rules_mark *m) {
  struct rules_trigger *t = &a->trigger;
  const bool has_packet = t->early_at > 0 && m->clock <= t->early_at + a->limits.latency;
  t->reported_pulses++;
  t->reported_at = m->clock;
  t->early_at = 0;
  if (has_packet)
    rule_passes(a, RULE_TRC_TRIG_4);
  else if (!t->request.is_open)
    rule_request_open(&t->request, m->clock, m->atb_clocks, a->limits.answer);
}

static void mark(struct rules *a, const struct rules_mark *m) {
  struct rules_trigger *t = &a->trigger;
  if (m->marks & (MARK_RESET | MARK_FRESH)) {
    if (m->marks & MARK_RESET || !(m->marks & MARK_LATE)) t->packets = t->reported_pulses = 0;
    t->counts_are_of_run = m->marks & MARK_FRESH;
  } else if (m->marks & MARK_ENABLED) {
    t->counts_are_of_run = false;
  }
  if (m->marks & MARK_STATUS) t->counts_are_of_run = false;
  // A stop may come before the trigger packet. A packet that an overflow discarded is then not required.
  if (m->marks & MARK_OVERFLOW_PENDING) rule_request_cancel(&t->request);
  if (m->marks & (MARK_RESET | MARK_ENABLED | MARK_STOPPED | MARK_AUTHORIZATION)) {
    rule_request_end_unanswered(&t->request, a->limits.answer);
  }
  if (m->marks & MARK_RESET) rule_request_clear(&t->request);
  if (m->marks & (MARK_RESET | MARK_ENABLED)) t->early_at = 0;
  if (m->marks & MARK_TRIGGER) mark_pulse(a, m);
  if (!t->counts_are_of_run || !(m->marks & MARK_STOPPED)) return;
  char pulses[PULSES];
  pulse_words(a, pulses);
  rule_check(a, RULE_TRC_TRIG_3, t->packets <= t->reported_pulses,
             "%u trigger packet%s when the DUT stopped, expected at most %u: since the Programming bit was cleared, %s",
             t->packets, t->packets == 1 ? "" : "s", t->reported_pulses, pulses);
  // A trigger packet that an overflow delayed is sent only after tracing restarts (4.8), so the stop may come before
  // it.
  if (m->marks & MARK_OVERFLOW_PENDING) return;
  rule_check(a, RULE_TRC_TRIG_4, t->packets >= t->reported_pulses,
             "%u trigger packet%s when the DUT stopped, expected %u: since the Programming bit was cleared, %s",
             t->packets, t->packets == 1 ? "" : "s", t->reported_pulses, pulses);
}

const struct rule_theme rule_trigger_theme = {.control = control, .mark = mark, .packet = packet};
