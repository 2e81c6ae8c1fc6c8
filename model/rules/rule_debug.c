// SPDX-License-Identifier: Apache-2.0
// The debug request: if ETMCR[9] is 1, the trigger requests Debug state until the acknowledge (IHI 0035B 3.16.1;
// IHI 0014Q 3.5.1). The trigger is a pulse on the trigger pin. No clause orders the two pins, so the request may rise
// first.
#include "rule_debug.h"

#include <inttypes.h>

#include "rule_resource.h"
#include "rule_trigger.h"
#include "rules_private.h"

static const char *request_name(const struct rules *a) { return pin_name(PIN_DEBUG_REQUEST, a->config); }
static const char *acknowledge_name(const struct rules *a) {
  return pin_name(config_is_etm3(a->config) ? PIN_ETMDBGACK : PIN_DEBUG_ACK, a->config);
}

// The controls of a cycle do not contain ETMDBGACK, so at a steady edge `debug` does not show it.
static bool is_acknowledged(const struct rules *a, const struct cycle *c) {
  return config_is_etm3(a->config) ? c->slots->debug : c->debug.is_answered;
}

static unsigned enable_bit(const struct rules *a) {
  const unsigned word = ETMCR >> 2;
  if (!a->registers->known[word] || a->registers->doubtful[word]) return TRUTH_UNKNOWN;
  return a->registers->value[word] & ETMCR_DEBUG_REQUEST ? TRUTH_YES : TRUTH_NO;
}

bool rule_debug_is_enabled(const struct rules *a) { return a->debug.is_implemented && enable_bit(a) == TRUTH_YES; }

// The DUT must hold the request until the acknowledge. While the DUT is stopped, non-invasive debug is disabled, or
// ETMCR[9] may be 0, it may also drop the request.
static bool must_keep(const struct rules *a, const struct cycle *c) {
  return a->registers->running && c->may_trace && enable_bit(a) == TRUTH_YES;
}

// The DUT surely acts on a trigger or an acknowledge in this clock.
static bool must_act(const struct rules *a, const struct cycle *c) {
  return must_keep(a, c) && rule_trigger_is_surely_sampled(a, a->clock);
}

// The DUT may still see an acknowledge that has ended.
static bool may_see_acknowledge(const struct rules *a) {
  const struct rules_debug *d = &a->debug;
  return d->acknowledged_at > 0 && a->clock <= d->acknowledged_at + a->limits.latency;
}

// TRC-DBG-1: the trigger in clock `trigger_at` has raised no request.
static void report_missing(struct rules *a) {
  rule_check_pins(a, RULE_TRC_DBG_1, PIN_DEBUG_REQUEST, false,
                  "%s did not rise within %u clocks, expected a rise: ETMCR[9] is 1, and %s pulsed in clock %" PRIu64,
                  request_name(a), a->limits.latency, pin_name(PIN_TRIGGER, a->config), a->debug.trigger_at);
}

// A DUT may omit ETMCR[9], and then it has no request. Only a read, or the request, shows the bit. So a missing request
// waits for this evidence.
static void note_evidence(struct rules *a, const struct cycle *c) {
  struct rules_debug *d = &a->debug;
  const struct access *access = &c->access;
  const bool is_read = access->state == ACCESS_DONE && !access->is_write && access->offset == ETMCR;
  if (c->debug.is_requested || (is_read && access->value & ETMCR_DEBUG_REQUEST)) d->is_implemented = true;
  if (!d->is_implemented || !d->has_missing_request) return;
  d->has_missing_request = false;
  report_missing(a);
}

static void trigger(struct rules *a, const struct cycle *c) {
  struct rules_debug *d = &a->debug;
  const bool was_first = d->rose_before_trigger;
  d->rose_before_trigger = false;
  if (was_first || enable_bit(a) == TRUTH_NO) return;
  const bool must_rise = must_act(a, c) && rule_trigger_is_known(a) && !may_see_acknowledge(a);
  switch (d->state) {
    case DEBUG_LOW:
    case DEBUG_MAY_RISE:
    case DEBUG_MUST_RISE:
      d->state = must_rise ? DEBUG_MUST_RISE : DEBUG_MAY_RISE;
      d->trigger_at = a->clock;
      d->due = a->clock + a->limits.latency;
      break;
    case DEBUG_MUST_STAY:
      break;
    case DEBUG_MAY_END:
      d->state = must_rise ? DEBUG_MUST_STAY : DEBUG_MAY_END;
      break;
    case DEBUG_MUST_FALL:
      d->state = DEBUG_MAY_END;  // No clause says whether the trigger is part of the request that ends.
      break;
  }
}

// TRC-DBG-2. Returns whether some trigger may be the cause of the rise.
static bool check_cause(struct rules *a) {
  struct rules_debug *d = &a->debug;
  if (d->state == DEBUG_MUST_RISE) rule_passes(a, RULE_TRC_DBG_1);
  const unsigned enabled = enable_bit(a);
  const bool has_trigger = d->state == DEBUG_MAY_RISE || d->state == DEBUG_MUST_RISE;
  d->rose_before_trigger = !has_trigger && enabled == TRUTH_YES && rule_trigger_may_precede_pulse(a);
  const bool has_cause = has_trigger || d->rose_before_trigger;
  const bool is_good = has_cause || enabled == TRUTH_UNKNOWN;
  rule_check_pins(a, RULE_TRC_DBG_2, PIN_DEBUG_REQUEST, is_good, "%s rose, expected 0: %s", request_name(a),
                  enabled == TRUTH_NO ? "ETMCR[9] is 0"
                  : d->trigger_at > 0 ? "the trigger has not occurred since the last request"
                                      : "the trigger has not occurred");
  return has_cause;
}

static void rise(struct rules *a, const struct cycle *c) {
  struct rules_debug *d = &a->debug;
  const bool has_cause = check_cause(a);
  d->risen_at = a->clock;
  d->state = has_cause && must_keep(a, c) && !may_see_acknowledge(a) ? DEBUG_MUST_STAY : DEBUG_MAY_END;
}

static void fall(struct rules *a) {
  struct rules_debug *d = &a->debug;
  if (d->state == DEBUG_MUST_FALL) rule_passes(a, RULE_TRC_DBG_4);
  rule_check_pins(a, RULE_TRC_DBG_3, PIN_DEBUG_REQUEST, d->state != DEBUG_MUST_STAY,
                  "%s fell, expected 1 until %s is 1: the request rose in clock %" PRIu64 ", and %s has been 0 since",
                  request_name(a), acknowledge_name(a), d->risen_at, acknowledge_name(a));
  // A request that was not acknowledged may rise again, because only the pin may have been off.
  d->state = d->state == DEBUG_MUST_FALL ? DEBUG_LOW : DEBUG_MAY_RISE;
  d->answer_clocks = 0;
}

// The request is LOW.
static void wait_for_rise(struct rules *a, const struct cycle *c) {
  struct rules_debug *d = &a->debug;
  if (d->state != DEBUG_MUST_RISE) return;
  const bool is_late = a->clock > d->due;
  if (!must_keep(a, c) || may_see_acknowledge(a)) {
    d->state = DEBUG_MAY_RISE;
  } else if (is_late) {
    d->state = DEBUG_MAY_RISE;
    if (d->is_implemented) report_missing(a);
    d->has_missing_request = !d->is_implemented;
  }
}

// TRC-DBG-4. A stop pauses the window. If the DUT is stopped before it surely has registered the acknowledge, it need
// not act on it. A trigger() in this state pauses the window until the next acknowledge.
static void wait_for_end(struct rules *a, const struct cycle *c) {
  struct rules_debug *d = &a->debug;
  if (must_act(a, c)) d->answer_clocks++;
  if (!must_keep(a, c) && a->clock <= d->answered_at + a->limits.latency) d->state = DEBUG_MAY_END;
  if (!c->debug.is_requested || d->answer_clocks <= a->limits.debug) return;
  d->state = DEBUG_MAY_END;
  d->answer_clocks = 0;
  rule_check_pins(a, RULE_TRC_DBG_4, PIN_DEBUG_REQUEST, false,
                  "%s is 1, expected 0: %s rose in clock %" PRIu64 ", and --timeout-debug allows %u clocks",
                  request_name(a), acknowledge_name(a), d->answered_at, a->limits.debug);
}

// The request was HIGH at the edge before. `is_answer`: the acknowledge rises.
static void wait_for_fall(struct rules *a, const struct cycle *c, bool is_answer) {
  struct rules_debug *d = &a->debug;
  if (d->state == DEBUG_MUST_FALL) {
    wait_for_end(a, c);
  } else if (!must_keep(a, c)) {
    d->state = DEBUG_MAY_END;
  } else if (is_answer && (d->state == DEBUG_MUST_STAY || must_act(a, c))) {
    d->state = DEBUG_MUST_FALL;
    d->answered_at = a->clock;
  }
}

// The request may stay HIGH. Between two edges, its value in the reset is not known.
static void reset(struct rules_debug *d, const struct cycle *c) {
  const bool is_high = c->is_clock ? c->debug.is_requested : d->was_high;
  *d = (struct rules_debug){.is_in_use = d->is_in_use || is_high,
                            .is_implemented = d->is_implemented,
                            .was_high = is_high,
                            .state = is_high ? DEBUG_MAY_END : DEBUG_LOW};
}

static void clock(struct rules *a, const struct cycle *c) {
  struct rules_debug *d = &a->debug;
  const bool is_high = c->debug.is_requested, acknowledges = is_acknowledged(a, c);
  const bool ack_rises = acknowledges && !d->was_acknowledged;
  if (acknowledges) d->acknowledged_at = a->clock;
  if (a->marks_now & MARK_TRIGGER) trigger(a, c);
  if (is_high && !d->was_high) rise(a, c);
  // An event or an acknowledge in the clock of the fall may be the cause of the fall.
  if (d->was_high) wait_for_fall(a, c, ack_rises);
  if (d->was_high && !is_high) fall(a);
  if (!is_high) wait_for_rise(a, c);
  d->was_high = is_high;
  d->was_acknowledged = acknowledges;
  const bool awaits_trigger = must_keep(a, c) && rule_trigger_pulses(a) == 0;
  a->needs_control = a->needs_control || awaits_trigger || d->state == DEBUG_MUST_RISE;
}

// Before ETMCR[9] is written as 1 or the request rises, nothing is evaluated.
static void control(struct rules *a, const struct cycle *c) {
  struct rules_debug *d = &a->debug;
  const bool is_written = a->registers->written[ETMCR >> 2] & ETMCR_DEBUG_REQUEST;
  if (!d->is_in_use && !is_written && !c->debug.is_requested) return;
  if (c->is_reset || !c->is_powered || a->marks_now & MARK_RESET) {
    reset(d, c);
    return;
  }
  d->is_in_use = true;
  note_evidence(a, c);
  if (c->is_clock) clock(a, c);
}

const struct rule_theme rule_debug_theme = {.control = control};
