// SPDX-License-Identifier: Apache-2.0
// Timestamps: as short as they can be, in full where a decoder starts, and there where they are asked for.
#include "rule_time.h"

#include <inttypes.h>

#include "deciders.h"
#include "rule_resource.h"
#include "rules_private.h"
#include "traced.h"

enum {
  OF_WAYPOINT = 3,  // packets in which a unit may put off a waypoint's timestamp
  PASSED_OVER = 3,  // requests in a row that show that none is heard
  CONVENIENT = 16,  // packets behind an idle ATB, of which one at least is a convenient place
};

// Seven bits a byte, eight in the ninth. The highest bit that changes is the same in Gray code.
static void minimal(struct rules *a, const struct packet *p, unsigned whole) {
  struct rules_time *t = &a->time;
  unsigned bytes = 1;
  while (bytes < whole && (p->timestamp ^ t->last) >> 7 * bytes != 0) bytes++;
  if (t->known) {
    rule_check(a, RULE_TRC_TIME_1, p->timestamp_bytes <= bytes || p->timestamp_bytes == whole,
               "timestamp packet has %u bytes, expected at most %u, or all %u", p->timestamp_bytes, bytes, whole);
  }
  t->last = p->timestamp;
  t->known = true;
}

// The R bit. No clause says of which timestamps a change is, but that one is which is made behind a flush that began
// behind the change. A T-sync may repeat the timestamp before it.
static void clock_change(struct rules *a, const struct packet *p, bool full) {
  struct rules_time *t = &a->time;
  if (t->change && (p->clock_change || (t->change_surely && !full))) {
    rule_check(a, RULE_TRC_TIME_5, p->clock_change,
               "no timestamp packet with R = 1 since TSCLKCHANGE was high (clock %" PRIu64 "), expected one",
               t->change_clock);
    t->change = false;
  }
  if (!p->clock_change) return;
  rule_check(a, RULE_TRC_TIME_6, t->changes > 0,
             "timestamp packet has R = 1, expected R = 0: TSCLKCHANGE was not high since the last packet with R = 1");
  t->changes -= t->changes > 0;
}

void rules_stamped_waypoint(struct rules *a) { a->time.of_waypoint = OF_WAYPOINT; }

static void late(struct rules *a, const struct rule_request *r, unsigned rule) {
  const bool event = rule == RULE_TRC_TIME_2;
  char words[DECIDERS_WORDS], request[DECIDERS_WORDS + 40] = "AFVALID";
  if (event) {
    snprintf(request, sizeof request, "the timestamp event (ETMTSEVR=%s)",
             deciders_event_words(a->registers, a->config->etmtsevr, words));
  }
  if (r->passed_over == PASSED_OVER) {
    rule_check(a, rule, false,
               "no timestamp for %s, %u times in a row (last in clock %" PRIu64
               "); each timestamp since had another cause",
               request, r->passed_over, r->clock);
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

// A request may share the timestamp of something else that stands close to it, and wait for what is convenient (4.14).
// The unit has passed it over if all of this has come, one behind the other: the unit has the request, and had
// something traced to stamp; the ATB has had nothing to take; as many packets that report instructions as make some
// place convenient. What comes then is the timestamp of something else. Such requests are counted one by one.
static void let_pass(const struct rules *a, struct rule_request *r) {
  if (r->passed == REQUEST_ASKED && a->at.atb_clocks >= r->from + rules_has_it_by(a)) {
    r->passed = REQUEST_HAD;
    r->had_at = a->at.atb_clocks;
    r->beats = a->time.beats;
    return;
  }
  if (r->passed == REQUEST_HAD && a->at.atb_clocks - r->had_at > a->time.beats - r->beats) r->passed = REQUEST_IDLE;
  if (r->passed == REQUEST_IDLE && r->packets++ == CONVENIENT) r->passed = REQUEST_PASSED_OVER;
}

static void pass_over(struct rules *a, struct rule_request *r, unsigned rule) {
  const uint64_t clock = r->clock;
  r->passed_over++;
  rule_request_leave(r, a->limits.answer);
  r->clock = clock;
  if (r->passed_over < PASSED_OVER && r->spent < a->limits.answer) return;
  late(a, r, rule);
  rule_request_answer(r);
}

static void settle(struct rules *a, struct rule_request *r, unsigned rule, bool of_others) {
  if (!of_others) {
    if (r->open) rule_check(a, rule, true, "answered");
    rule_request_answer(r);
  } else if (r->open && r->traced && r->passed == REQUEST_PASSED_OVER) {
    pass_over(a, r, rule);
  } else {
    rule_request_forget(r);
  }
}

static void timestamp(struct rules *a, const struct packet *p) {
  struct rules_time *t = &a->time;
  const unsigned whole = traced_stamp_bytes(a->config);
  const bool full = p->timestamp_bytes == whole;
  minimal(a, p, whole);
  clock_change(a, p, full);
  if (t->isync && !t->any_full) {
    rule_check(a, RULE_TRC_TSYNC_1, full,
               "timestamp packet has %u bytes, expected all %u: no timestamp of full length since the reset",
               p->timestamp_bytes, whole);
  }
  if (t->overflow) {
    rule_check(a, RULE_TRC_TSYNC_2, full, "first timestamp packet after an overflow has %u bytes, expected all %u",
               p->timestamp_bytes, whole);
  }
  const bool must_be_full = t->overflow || (t->isync && !t->full);
  const bool of_others = t->of_waypoint > 0 || (full && must_be_full);
  const bool of_event = t->event.open, of_flush = t->flush.open && rule_applies(a, RULE_PFT_TIME_3);
  settle(a, &t->event, RULE_TRC_TIME_2, of_others || of_flush);
  settle(a, &t->flush, RULE_PFT_TIME_3, of_others || of_event);
  t->full = t->full || full;
  t->any_full = t->any_full || full;
  t->owed = t->owed && !full;
  t->last_full = full;
  t->overflow = t->traced = t->flush_missed = false;
  t->of_waypoint = 0;
  t->told_at = a->at.clock;
}

// --- requests -------------------------------------------------------------------------------------------------------

// Where nothing was traced since the last timestamp the unit may drop it (4.14), but not the next.
static void ask(struct rules *a, const struct rules_mark *m, struct rule_request *r) {
  if (r->open && (r->traced || !a->time.traced)) return;
  rule_request_forget(r);
  rule_request_open(r, m->clock, m->atb_clocks, a->limits.answer);
  r->traced = a->time.traced;
}

// The unit has not passed over what it did not go on from without a break.
static void interrupt(struct rule_request *r) {
  if (r->passed != REQUEST_PASSED_OVER) r->passed = REQUEST_INTERRUPTED;
}

// An overflow, and the unit could say nothing: what was asked for waits until now (IHI 0035B 4.8). A debug exit may
// hide one. The event may wait while tracing is off, too; a flush must be answered there.
static void restarts(struct rules *a, uint8_t reason) {
  if (reason == ISYNC_PERIODIC) return;
  interrupt(&a->time.event);
  interrupt(&a->time.flush);
  rule_request_resume(&a->time.event, a->at.atb_clocks);
  if (reason == ISYNC_TRACE_ON) return;
  rule_request_resume(&a->time.flush, a->at.atb_clocks);
  a->time.flush_missed = false;
}

// After the last packet it is unknown whether tracing was on, so only a packet that reports instructions shows that an
// answer is late.
static void answer(struct rules *a, struct rule_request *r, unsigned rule, const struct packet *p) {
  if (!r->open) return;
  let_pass(a, r);
  if (!rule_request_is_late(r, a->at.atb_clocks, p->offset)) return;
  if (r->traced) late(a, r, rule);
  rule_request_answer(r);
}

static void flush_is_missed(struct rules *a) {
  struct rules_time *t = &a->time;
  if (!t->flush_missed) return;
  rule_check(a, RULE_PFT_TIME_3, false,
             "no timestamp within %u clocks after AFVALID (clock %" PRIu64 "), and the next flush is already answered",
             a->limits.answer, t->flush.clock);
  t->flush_missed = t->flush.open = false;
}

// A flush is answered, so all has left that was made before it began: if that tells no instruction, nothing was traced
// since the last timestamp, whatever leaves later.
static void flushed(struct rules *a) {
  struct rules_time *t = &a->time;
  if (t->flush.open && !t->flush.traced) rule_request_forget(&t->flush);
  if (t->flush.open && t->flush.traced && t->flush_atb_clocks > t->flush.due) t->flush_missed = true;
  if (t->change && t->flush_clock >= t->change_clock + a->limits.latency) t->change_surely = true;
}

// A synchronization has a T-sync, if there is time for one; the next synchronization does not put it off.
static void synchronized(struct rules *a) {
  struct rules_time *t = &a->time;
  if (!t->isync || t->instructions == 0 || a->at.atb_clocks - t->isync_atb_clocks <= a->limits.answer) return;
  rule_check(a, RULE_TRC_TSYNC_3, !t->owed,
             "no timestamp of full length %" PRIu64
             " clocks after the I-sync of a synchronization, expected one within %u clocks",
             a->at.atb_clocks - t->isync_atb_clocks, a->limits.answer);
  t->owed = false;
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
    synchronized(a);
    t->before = t->last_full;
    t->async = true;
    t->isync = t->full = t->last_full = false;
  } else if (p->kind == PACKET_ISYNC) {
    if (p->reason == ISYNC_OVERFLOW) t->overflow = true;
    restarts(a, p->reason);
    flush_is_missed(a);
    if (t->async && !t->isync) {
      t->isync = true;
      if (!t->owed) {
        t->owed = !t->full && !t->before;
        t->isync_atb_clocks = a->at.atb_clocks;
        t->instructions = 0;
      }
    }
  } else if (p->kind == PACKET_EXCEPTION_RETURN) {
    rules_stamped_waypoint(a);
  } else if (rules_reports_instructions(p)) {
    if (p->kind == PACKET_BRANCH && p->exception > 0)
      rules_stamped_waypoint(a);
    else if (t->of_waypoint > 0)
      t->of_waypoint--;
    flush_is_missed(a);
    answer(a, &t->event, RULE_TRC_TIME_2, p);
    answer(a, &t->flush, RULE_PFT_TIME_3, p);
    t->traced = true;
    t->instructions++;
  }
}

// A unit that is off need not see it, but may.
static void changed(struct rules *a, const struct rules_mark *m) {
  struct rules_time *t = &a->time;
  t->changes++;
  if (t->change || !(m->what & MARK_SEEN)) return;
  t->change = true;
  t->change_surely = false;
  t->change_clock = m->clock;
}

// What was asked for need not be answered behind a stop.
static void stop(struct rules *a, struct rule_request *r, bool reset) {
  if (r->open && r->traced) rule_request_leave(r, a->limits.answer);
  if (reset) *r = (struct rule_request){0};
  rule_request_forget(r);
}

static void mark(struct rules *a, const struct rules_mark *m) {
  struct rules_time *t = &a->time;
  // The next timestamp may report a change that came while ETMCR[28] was 0 (IHI 0035B 4.5.9).
  if (!rules_has_timestamps(a)) t->changes += m->what & MARK_CHANGE ? 1 : 0;
  if (!rules_has_timestamps(a)) return;
  if (m->what & MARK_BEAT) t->beats++;
  if (m->what & MARK_STOPPED) {
    a->at.atb_clocks = m->atb_clocks;
    synchronized(a);
  }
  // What was sent before a stop has been sent (7.7.4: since the last time it was output).
  if (m->what & (MARK_RESET | MARK_FRESH | MARK_STOPPED)) {
    const bool reset = m->what & MARK_RESET;
    stop(a, &t->event, reset);
    stop(a, &t->flush, reset);
    *t = (struct rules_time){.any_full = t->any_full && !reset,
                             .event = t->event,
                             .flush = t->flush,
                             .beats = t->beats,
                             .changes = t->changes};
  }
  if (m->what & (MARK_ENABLED | MARK_BARRED)) {
    stop(a, &t->event, false);
    stop(a, &t->flush, false);
    t->change = t->flush_missed = false;
  }
  // The unit may have answered already.
  const bool told = m->what & MARK_LATELY && t->told_at > 0 && m->clock <= t->told_at + a->limits.latency;
  if (m->what & MARK_STAMP && !told) ask(a, m, &t->event);
  if (m->what & MARK_FLUSH) {
    t->flush_clock = m->clock;
    t->flush_atb_clocks = m->atb_clocks;
    ask(a, m, &t->flush);
  }
  if (m->what & MARK_FLUSHED) flushed(a);
  if (m->what & MARK_CHANGE) changed(a, m);
}

static void control(struct rules *a, const struct cycle *c) {
  if (!c->is_clock && !c->is_reset) return;
  if (c->has_clock_change) a->what |= MARK_CHANGE;
  if (!a->registers->running || c->is_reset || !c->may_trace || !rules_has_timestamps(a)) return;
  if (c->has_clock_change) a->what |= MARK_SEEN;
  // The list of 4.14 is lost: where tracing is off, and so shortly behind that that a unit need not have seen it, an
  // event may be nobody's. Nothing is traced, either, while the processor is about to sleep, and the unit may sleep,
  // too.
  const bool filtered = a->filter && a->filter->program.used;
  a->needs_control = a->needs_control || filtered;
  const bool off = a->programmed->unknown & CONFIG_ETMTEEVR || rule_resource_enables(a) != TRUTH_YES ||
                   (filtered && !a->filter->is_sure);
  if (off || c->idle.is_requested) {
    a->time.off_until = a->clock + (off ? a->limits.latency : rules_has_it_by(a));
    a->needs_control = true;
    return;
  }
  const bool is_true = rule_resource_now(a, a->programmed->etmtsevr) == TRUTH_YES;
  const bool lately = !is_true && rule_resource_lately(a, a->programmed->etmtsevr);
  if (a->programmed->unknown & CONFIG_ETMTSEVR || a->clock < a->time.off_until) return;
  if (is_true || lately) a->what |= MARK_STAMP | (lately ? MARK_LATELY : 0u);
}

const struct rule_theme rule_time_theme = {.control = control, .mark = mark, .packet = packet};
