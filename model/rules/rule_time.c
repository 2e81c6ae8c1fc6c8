// SPDX-License-Identifier: Apache-2.0
// Timestamps: their length, full timestamps where a decoder starts, changes of the timestamp clock, and requests.
#include "rule_time.h"

#include <inttypes.h>

#include "deciders.h"
#include "rule_resource.h"
#include "rules_private.h"
#include "traced.h"

enum {
  WAYPOINT_PACKETS = 3,     // packets by which the DUT may delay the timestamp of a waypoint
  MOST_UNANSWERED = 3,      // consecutive unanswered requests that count as a violation
  CONVENIENT_PACKETS = 16,  // packets after an idle ATB, of which at least one is a convenient place for a timestamp
};

// A byte has seven bits of the timestamp, the ninth has eight. The highest changed bit is the same in Gray code.
static void check_length(struct rules *a, const struct packet *p, unsigned whole) {
  struct rules_time *t = &a->time;
  unsigned bytes = 1;
  while (bytes < whole && (p->timestamp ^ t->last_time) >> 7 * bytes != 0) bytes++;
  if (t->is_last_time_known) {
    rule_check(a, RULE_TRC_TIME_1, p->timestamp_bytes <= bytes || p->timestamp_bytes == whole,
               "timestamp packet has %u bytes, expected at most %u, or all %u: only bits [%u:0] of 0x%" PRIX64
               " differ from the last timestamp, 0x%" PRIX64,
               p->timestamp_bytes, bytes, whole, 7 * bytes - 1, p->timestamp, t->last_time);
  }
  t->last_time = p->timestamp;
  t->is_last_time_known = true;
}

// The R bit. No clause says which timestamp must report a change. A timestamp generated after a flush that began after
// the change must. A T-sync may repeat the R bit of the timestamp before it.
static void check_clock_change(struct rules *a, const struct packet *p, bool full) {
  struct rules_time *t = &a->time;
  if (t->has_pending_change && (p->clock_change || (t->must_report_change && !full))) {
    rule_check(a, RULE_TRC_TIME_5, p->clock_change,
               "no timestamp packet with R = 1 since TSCLKCHANGE was high (clock %" PRIu64 "), expected one",
               t->change_clock);
    t->has_pending_change = false;
  }
  if (!p->clock_change) return;
  rule_check(a, RULE_TRC_TIME_6, t->unreported_clock_changes > 0,
             "timestamp packet has R = 1, expected R = 0: TSCLKCHANGE was not high since the last packet with R = 1");
  t->unreported_clock_changes -= t->unreported_clock_changes > 0;
}

void rules_expect_waypoint_timestamp(struct rules *a) { a->time.waypoint_packets_left = WAYPOINT_PACKETS; }

static void report_late(struct rules *a, const struct rule_request *r, unsigned rule) {
  const bool event = rule == RULE_TRC_TIME_2;
  char words[DECIDERS_WORDS], request[DECIDERS_WORDS + 40] = "AFVALID";
  if (event) {
    snprintf(request, sizeof request, "the timestamp event (ETMTSEVR=%s)",
             deciders_event_words(a->registers, a->config->etmtsevr, words));
  }
  if (r->unanswered == MOST_UNANSWERED) {
    rule_check(a, rule, false,
               "no timestamp for %s, %u times in a row (last in clock %" PRIu64
               "); each timestamp since had another cause",
               request, r->unanswered, r->clock);
  } else if (r->spent) {
    rule_check(a, rule, false,
               "no timestamp for %s within %u clocks of tracing (last request in clock %" PRIu64
               "); each timestamp since had another cause",
               request, a->limits.answer, r->clock);
  } else {
    rule_check(a, rule, false, "no timestamp within %u clocks after %s (clock %" PRIu64 ")", a->limits.answer, request,
               r->clock);
  }
  if (event) rule_breach_event(a, rule, "ETMTSEVR", a->config->etmtsevr, r->clock);
}

// One timestamp may answer a request and another cause near the request. A request may also wait for a convenient place
// (4.14). In state REQUEST_UNANSWERED (rules_state.h), the next timestamp is for another cause.
static void advance_progress(const struct rules *a, struct rule_request *r) {
  if (r->progress == REQUEST_SENT && a->at.atb_clocks >= r->answerable_from + rules_request_arrival(a)) {
    r->progress = REQUEST_REGISTERED;
    r->registered_at = a->at.atb_clocks;
    r->beats_then = a->time.beats;
    return;
  }
  if (r->progress == REQUEST_REGISTERED && a->at.atb_clocks - r->registered_at > a->time.beats - r->beats_then)
    r->progress = REQUEST_ATB_WAS_IDLE;
  if (r->progress == REQUEST_ATB_WAS_IDLE && r->packets_since_idle++ == CONVENIENT_PACKETS)
    r->progress = REQUEST_UNANSWERED;
}

// Counts an unanswered request. MOST_UNANSWERED of them in a row violate the rule, and so do fewer that have used up
// the window.
static void count_unanswered(struct rules *a, struct rule_request *r, unsigned rule) {
  const uint64_t clock = r->clock;
  r->unanswered++;
  rule_request_end_unanswered(r, a->limits.answer);
  r->clock = clock;
  if (r->unanswered < MOST_UNANSWERED && r->spent < a->limits.answer) return;
  report_late(a, r, rule);
  rule_request_clear(r);
}

// A timestamp ends the request. `of_others`: another cause may explain the timestamp.
static void end_request(struct rules *a, struct rule_request *r, unsigned rule, bool of_others) {
  if (!of_others) {
    if (r->is_open) rule_passes(a, rule);
    rule_request_clear(r);
  } else if (r->is_open && r->has_trace && r->progress == REQUEST_UNANSWERED) {
    count_unanswered(a, r, rule);
  } else {
    rule_request_cancel(r);
  }
}

static void timestamp(struct rules *a, const struct packet *p) {
  struct rules_time *t = &a->time;
  const unsigned whole = traced_stamp_bytes(a->config);
  const bool full = p->timestamp_bytes == whole;
  check_length(a, p, whole);
  check_clock_change(a, p, full);
  if (t->has_isync && !t->has_any_full) {
    rule_check(a, RULE_TRC_TSYNC_1, full,
               "timestamp packet has %u bytes, expected all %u: no timestamp of full length since the reset",
               p->timestamp_bytes, whole);
  }
  if (t->is_after_overflow) {
    rule_check(a, RULE_TRC_TSYNC_2, full, "first timestamp packet after an overflow has %u bytes, expected all %u",
               p->timestamp_bytes, whole);
  }
  const bool must_be_full = t->is_after_overflow || (t->has_isync && !t->has_full);
  const bool of_others = t->waypoint_packets_left > 0 || (full && must_be_full);
  const bool of_event = t->event.is_open, of_flush = t->flush.is_open && rule_applies(a, RULE_PFT_TIME_3);
  end_request(a, &t->event, RULE_TRC_TIME_2, of_others || of_flush);
  end_request(a, &t->flush, RULE_PFT_TIME_3, of_others || of_event);
  t->has_full = t->has_full || full;
  t->has_any_full = t->has_any_full || full;
  t->needs_tsync = t->needs_tsync && !full;
  if (full) t->tsync_spent = 0;
  t->was_last_full = full;
  t->is_after_overflow = t->has_trace = t->is_flush_unanswered = false;
  t->waypoint_packets_left = 0;
  t->last_stamp_at = a->at.clock;
}

// --- requests -------------------------------------------------------------------------------------------------------

// If nothing was traced since the last timestamp, the DUT may drop the request (4.14). It must not drop a later one.
static void open_request(struct rules *a, const struct rules_mark *m, struct rule_request *r) {
  if (r->is_open && (r->has_trace || !a->time.has_trace)) return;
  rule_request_cancel(r);
  rule_request_open(r, m->clock, m->atb_clocks, a->limits.answer);
  r->has_trace = a->time.has_trace;
}

// After an interruption of trace, an open request is not counted as unanswered.
static void interrupt_progress(struct rule_request *r) {
  if (r->progress != REQUEST_UNANSWERED) r->progress = REQUEST_INTERRUPTED;
}

// After an overflow, the window of a request continues from here (IHI 0035B 4.8). A debug exit may conceal an overflow.
// The window of the event also continues after a time without tracing, while a flush must be answered in that time.
static void resume_after_isync(struct rules *a, uint8_t reason) {
  if (reason == ISYNC_PERIODIC) return;
  interrupt_progress(&a->time.event);
  interrupt_progress(&a->time.flush);
  rule_request_resume(&a->time.event, a->at.atb_clocks);
  if (reason == ISYNC_TRACE_ON) return;
  rule_request_resume(&a->time.flush, a->at.atb_clocks);
  a->time.is_flush_unanswered = false;
}

// After the last packet it is unknown whether tracing was on, so only a packet that reports instructions shows that an
// answer is late.
static void check_request(struct rules *a, struct rule_request *r, unsigned rule, const struct packet *p) {
  if (!r->is_open) return;
  advance_progress(a, r);
  if (!rule_request_is_late(r, a->at.atb_clocks, p->offset)) return;
  if (r->has_trace) report_late(a, r, rule);
  rule_request_clear(r);
}

static void check_missed_flush(struct rules *a) {
  struct rules_time *t = &a->time;
  if (!t->is_flush_unanswered) return;
  rule_check(a, RULE_PFT_TIME_3, false,
             "no timestamp within %u clocks after AFVALID (clock %" PRIu64 "), and the next flush is already answered",
             a->limits.answer, t->flush.clock);
  t->is_flush_unanswered = t->flush.is_open = false;
}

// A flush is answered, so all earlier trace has left. If that trace reports no instruction, nothing was traced since
// the last timestamp.
static void note_flush_answer(struct rules *a) {
  struct rules_time *t = &a->time;
  if (t->flush.is_open && !t->flush.has_trace) rule_request_cancel(&t->flush);
  if (t->flush.is_open && t->flush.has_trace && t->flush_atb_clocks > t->flush.due) t->is_flush_unanswered = true;
  if (t->has_pending_change && t->flush_clock >= t->change_clock + a->limits.latency) t->must_report_change = true;
}

// A synchronization must contain a T-sync within the answer window, even if the next synchronization begins before.
static void check_tsync(struct rules *a) {
  struct rules_time *t = &a->time;
  const uint64_t clocks = a->at.atb_clocks - t->isync_atb_clocks + t->tsync_spent;
  if (!t->has_isync || t->packets_since_isync == 0 || clocks <= a->limits.answer) return;
  rule_check(a, RULE_TRC_TSYNC_3, !t->needs_tsync,
             "no timestamp of full length %" PRIu64
             " clocks after the I-sync of a synchronization%s, expected one within %u clocks",
             clocks, t->tsync_spent ? ", counting the clocks that earlier synchronizations waited before a stop" : "",
             a->limits.answer);
  t->needs_tsync = false;
  t->tsync_spent = 0;
}

// A stop may come before the T-sync. The clocks up to the stop count for the next synchronization.
static uint64_t tsync_spent(const struct rules *a) {
  const struct rules_time *t = &a->time;
  const bool waits = t->needs_tsync && t->packets_since_isync > 0;
  return t->tsync_spent + (waits ? a->at.atb_clocks - t->isync_atb_clocks : 0);
}

// --------------------------------------------------------------------------------------------------------------------

static void packet(struct rules *a, const struct packet *p) {
  struct rules_time *t = &a->time;
  if (p->kind == PACKET_TIMESTAMP) {
    rule_check(a, RULE_TRC_TIME_4, rules_has_timestamps(a),
               "timestamp packet sent, expected none: ETMCR is 0x%X and ETMCCER is 0x%X, so timestamps are disabled or "
               "not implemented",
               a->config->etmcr, a->config->etmccer);
    if (rules_has_timestamps(a)) timestamp(a, p);
  }
  if (!rules_has_timestamps(a)) return;
  if (p->kind == PACKET_ASYNC) {
    check_tsync(a);
    t->was_full_before_async = t->was_last_full;
    t->has_async = true;
    t->has_isync = t->has_full = t->was_last_full = false;
  } else if (p->kind == PACKET_ISYNC) {
    if (p->reason == ISYNC_OVERFLOW) t->is_after_overflow = true;
    resume_after_isync(a, p->reason);
    check_missed_flush(a);
    if (t->has_async && !t->has_isync) {
      t->has_isync = true;
      if (!t->needs_tsync) {
        t->needs_tsync = !t->has_full && !t->was_full_before_async;
        t->isync_atb_clocks = a->at.atb_clocks;
        t->packets_since_isync = 0;
      }
    }
  } else if (p->kind == PACKET_EXCEPTION_RETURN) {
    rules_expect_waypoint_timestamp(a);
  } else if (rules_reports_instructions(p)) {
    if (p->kind == PACKET_BRANCH && p->exception > 0)
      rules_expect_waypoint_timestamp(a);
    else if (t->waypoint_packets_left > 0)
      t->waypoint_packets_left--;
    check_missed_flush(a);
    check_request(a, &t->event, RULE_TRC_TIME_2, p);
    check_request(a, &t->flush, RULE_PFT_TIME_3, p);
    t->has_trace = true;
    t->packets_since_isync++;
  }
}

// A DUT that is stopped may or may not register TSCLKCHANGE.
static void note_clock_change(struct rules *a, const struct rules_mark *m) {
  struct rules_time *t = &a->time;
  t->unreported_clock_changes++;
  if (t->has_pending_change || !(m->marks & MARK_CHANGE_SEEN)) return;
  t->has_pending_change = true;
  t->must_report_change = false;
  t->change_clock = m->clock;
}

// After a stop, an open request need not be answered.
static void stop_request(struct rules *a, struct rule_request *r, bool reset) {
  if (r->is_open && r->has_trace) rule_request_end_unanswered(r, a->limits.answer);
  if (reset) *r = (struct rule_request){0};
  rule_request_cancel(r);
}

static void mark(struct rules *a, const struct rules_mark *m) {
  struct rules_time *t = &a->time;
  // The next timestamp may report a change that came while ETMCR[28] was 0 (IHI 0035B 4.5.9).
  if (!rules_has_timestamps(a)) t->unreported_clock_changes += m->marks & MARK_CHANGE ? 1 : 0;
  if (!rules_has_timestamps(a)) return;
  if (m->marks & MARK_BEAT) t->beats++;
  if (m->marks & MARK_STOPPED) {
    a->at.atb_clocks = m->atb_clocks;
    check_tsync(a);
  }
  // The full-length timestamp of a previous run still counts (7.7.4), so `has_any_full` is kept.
  if (m->marks & (MARK_RESET | MARK_FRESH | MARK_STOPPED)) {
    const bool reset = m->marks & MARK_RESET;
    stop_request(a, &t->event, reset);
    stop_request(a, &t->flush, reset);
    *t = (struct rules_time){.has_any_full = t->has_any_full && !reset,
                             .event = t->event,
                             .flush = t->flush,
                             .tsync_spent = reset ? 0 : tsync_spent(a),
                             .beats = t->beats,
                             .unreported_clock_changes = t->unreported_clock_changes};
  }
  if (m->marks & (MARK_ENABLED | MARK_AUTHORIZATION)) {
    stop_request(a, &t->event, false);
    stop_request(a, &t->flush, false);
    t->has_pending_change = t->is_flush_unanswered = false;
  }
  // If the event was true in an earlier clock of the window, a timestamp that was sent since then may be the answer.
  const bool may_be_answered =
      m->stamp_window > 0 && t->last_stamp_at > 0 && m->clock <= t->last_stamp_at + m->stamp_window;
  if (m->marks & MARK_STAMP && !may_be_answered) open_request(a, m, &t->event);
  if (m->marks & MARK_FLUSH) {
    t->flush_clock = m->clock;
    t->flush_atb_clocks = m->atb_clocks;
    open_request(a, m, &t->flush);
  }
  if (m->marks & MARK_FLUSHED) note_flush_answer(a);
  if (m->marks & MARK_CHANGE) note_clock_change(a, m);
}

static void control(struct rules *a, const struct cycle *c) {
  if (!c->is_clock && !c->is_reset) return;
  if (c->has_clock_change) a->marks_now |= MARK_CHANGE;
  if (!a->registers->running || c->is_reset || !c->may_trace || !rules_has_timestamps(a)) return;
  // The DUT may register its start after the write of ETMCR. Until WPTENABLE or ETMEN is HIGH, it may ignore a change.
  if (c->has_clock_change && c->is_enabled) a->marks_now |= MARK_CHANGE_SEEN;
  // If tracing is off, or was off within the latency, the DUT may ignore the timestamp event (the list in 4.14 was not
  // available). The same holds while the processor requests idle: 4.15.3 then requires no timestamp.
  const bool filtered = a->filter && a->filter->program.used;
  a->needs_control = a->needs_control || filtered;
  const bool off = a->programmed->unknown & CONFIG_ETMTEEVR || rule_resource_enables(a) != TRUTH_YES ||
                   (filtered && !a->filter->is_sure);
  if (off || c->idle.is_requested) {
    a->time.off_until = a->clock + (off ? a->limits.latency : rules_request_arrival(a));
    a->needs_control = true;
    return;
  }
  const bool is_true = rule_resource_now(a, a->programmed->etmtsevr) == TRUTH_YES;
  const uint64_t since = is_true ? a->clock : rule_resource_certain_event(a, a->programmed->etmtsevr);
  const uint64_t age = a->clock - since, longest = age > a->limits.latency ? age : a->limits.latency;
  const uint64_t window = is_true ? 0 : longest;
  if (a->programmed->unknown & CONFIG_ETMTSEVR || since == 0 || a->clock < a->time.off_until + window) return;
  a->marks_now |= MARK_STAMP;
  a->stamp_window = (uint32_t)window;
}

const struct rule_theme rule_time_theme = {.control = control, .mark = mark, .packet = packet};
