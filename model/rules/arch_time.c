// SPDX-License-Identifier: Apache-2.0
// Timestamps: as short as they can be, in full where a decoder starts, and there where they are asked for.
#include <inttypes.h>

#include "arch_parts.h"
#include "reported.h"

// Seven bits a byte, eight in the ninth. The highest bit that changes is the same in Gray code.
static void minimal(struct arch *a, const struct packet *p, unsigned whole) {
  struct arch_time *t = &a->time;
  unsigned bytes = 1;
  while (bytes < whole && (p->timestamp ^ t->last) >> 7 * bytes != 0) bytes++;
  if (t->known) {
    arch_check(a, TRC_TIME_1, p->timestamp_bytes <= bytes || p->timestamp_bytes == whole,
               "%u bytes of a timestamp, %u would do", p->timestamp_bytes, bytes);
  }
  t->last = p->timestamp;
  t->known = true;
}

// The R bit. No clause says of which timestamps a change is, but that one is which is made behind a flush that began
// behind the change. A T-sync may repeat the timestamp before it.
static void clock_change(struct arch *a, const struct packet *p, bool full) {
  struct arch_time *t = &a->time;
  if (t->change && (p->clock_change || (t->change_surely && !full))) {
    arch_check(a, TRC_TIME_5, p->clock_change,
               "TSCLKCHANGE was high in clock %" PRIu64 ", and no timestamp since has R", t->change_clock);
    t->change = false;
  }
  if (!p->clock_change) return;
  arch_check(a, TRC_TIME_6, a->changes > 0,
             "R says that the clock has changed, but TSCLKCHANGE has not been high since the last R");
  a->changes -= a->changes > 0;
}

static void late(struct arch *a, const struct arch_request *r, unsigned rule) {
  const bool event = rule == TRC_TIME_2;
  const char *asks = event ? "the timestamp event was true" : "AFVALID rose";
  if (r->spent) {
    arch_check(
        a, rule, false,
        "%s, last in clock %" PRIu64
        ", but in %u clocks of tracing behind that and before no timestamp came but what something else asked for",
        asks, r->clock, a->limits.answer);
  } else {
    arch_check(a, rule, false, "no timestamp %u clocks after clock %" PRIu64 ", in which %s", a->limits.answer,
               r->clock, asks);
  }
  if (event) arch_breach_event(a, rule, "ETMTSEVR", a->config->etmtsevr, r->clock);
}

// A request may share the timestamp of something else, and wait for what is convenient (4.14). But where the unit has
// gone on tracing without it, and the ATB had room, that timestamp is no answer. The time adds up until one is, and
// such a request counts for VAIN of them at least: a window.
enum { VAIN = 64 };

static bool in_vain(const struct arch *a, const struct arch_request *r, uint64_t offset) {
  const uint64_t room = (a->at.able - r->from) * (a->config->atb_bits / 8);
  return r->before >= r->from + a->limits.latency && offset - r->sent < room - room / 4;
}

static void settle(struct arch *a, struct arch_request *r, unsigned rule, bool of_others, uint64_t offset) {
  if (!r->open) {
    if (!of_others) r->spent = 0;
  } else if (!of_others) {
    arch_check(a, rule, true, "told");
    arch_request_drop(r, a->limits.answer, true);
  } else if (in_vain(a, r, offset)) {
    const uint64_t waited = r->before - r->from, least = a->limits.answer / VAIN;
    r->spent += waited > least ? waited : least;
    const bool never = r->spent >= a->limits.answer;
    if (never) late(a, r, rule);
    *r = (struct arch_request){.spent = never ? 0 : r->spent};
  } else {
    *r = (struct arch_request){.spent = r->spent};
  }
}

static void timestamp(struct arch *a, const struct packet *p) {
  struct arch_time *t = &a->time;
  const unsigned whole = expected_stamp_bytes(a->config);
  const bool full = p->timestamp_bytes == whole;
  minimal(a, p, whole);
  clock_change(a, p, full);
  if (t->isync && !t->any_full) {
    arch_check(a, TRC_TSYNC_1, full, "a timestamp of %u bytes of %u, but none in full since the reset",
               p->timestamp_bytes, whole);
  }
  if (t->overflow) {
    arch_check(a, TRC_TSYNC_2, full, "the first timestamp behind an overflow has %u bytes of %u", p->timestamp_bytes,
               whole);
  }
  const bool of_others = t->of_waypoint || (full && (t->overflow || (t->isync && !t->full)));
  settle(a, &t->event, TRC_TIME_2, of_others, p->offset);
  settle(a, &t->flush, PFT_TIME_3, of_others, p->offset);
  t->full = t->full || full;
  t->any_full = t->any_full || full;
  t->owed = t->owed && !full;
  t->last_full = full;
  t->overflow = t->traced = t->flush_missed = t->of_waypoint = false;
}

// --- requests -------------------------------------------------------------------------------------------------------

static void ask(struct arch *a, const struct arch_mark *m, struct arch_request *r) {
  if (r->open) return;
  arch_request_open(r, m->clock, a->at.able, a->limits.answer);
  r->traced = a->time.traced;
  r->sent = m->sent;
  r->told = r->from;
}

// An overflow, and the unit could say nothing: what was asked for waits until now (IHI 0035B 4.8). A debug exit may
// hide one. The event may wait while tracing is off, too; a flush must be answered there.
static void restart(struct arch *a, struct arch_request *r) {
  arch_request_resume(r, a->at.able);
  r->late = 0;
}

static void restarts(struct arch *a, uint8_t reason) {
  if (reason == ISYNC_PERIODIC) return;
  restart(a, &a->time.event);
  if (reason == ISYNC_TRACE_ON) return;
  restart(a, &a->time.flush);
  a->time.flush_missed = false;
}

// Instructions are told at `offset`. The packets that leave first behind `due` may be of before, and held back until
// the stop. Behind the last nobody knows whether tracing was on.
static void answer(struct arch *a, struct arch_request *r, unsigned rule, uint64_t offset) {
  if (!r->open) return;
  r->before = r->told;
  r->told = a->at.able;
  if (a->at.able <= r->due) {
    r->traced = r->traced || a->time.traced;
    r->last = a->at.able;
  } else if (r->late == 0) {
    r->late = offset + ARCH_HELD_BACK;
  } else if (offset >= r->late) {
    if (r->traced) late(a, r, rule);
    arch_request_drop(r, a->limits.answer, true);
  }
}

static void flush_is_missed(struct arch *a) {
  struct arch_time *t = &a->time;
  if (!t->flush_missed) return;
  arch_check(a, PFT_TIME_3, false,
             "no timestamp %u clocks after the flush of clock %" PRIu64 ", and another flush is answered",
             a->limits.answer, t->flush.clock);
  t->flush_missed = t->flush.open = false;
}

// A flush is answered, so all has left that was made before it began: if that tells no instruction, nothing was traced
// since the last timestamp, whatever leaves later.
static void flushed(struct arch *a) {
  struct arch_time *t = &a->time;
  if (t->flush.open && !t->flush.traced && !t->traced) t->flush.open = false;
  if (t->flush.open && t->flush.traced && t->flush_able > t->flush.due) t->flush_missed = true;
  if (t->change && t->flush_clock >= t->change_clock + a->limits.latency) t->change_surely = true;
}

static void answers(struct arch *a, uint64_t offset) {
  answer(a, &a->time.event, TRC_TIME_2, offset);
  answer(a, &a->time.flush, PFT_TIME_3, offset);
}

// A synchronization has a T-sync, if there is time for one; the next synchronization does not put it off.
static void synchronized(struct arch *a) {
  struct arch_time *t = &a->time;
  if (!t->isync || t->instructions == 0 || a->at.able - t->isync_able <= a->limits.answer) return;
  arch_check(a, TRC_TSYNC_3, !t->owed,
             "no timestamp in full since the A-sync, %" PRIu64 " clocks after its I-sync, expected one in %u",
             a->at.able - t->isync_able, a->limits.answer);
  t->owed = false;
}

// --------------------------------------------------------------------------------------------------------------------

static void packet(struct arch *a, const struct packet *p) {
  struct arch_time *t = &a->time;
  if (p->kind == PACKET_TIMESTAMP) {
    arch_check(a, TRC_TIME_4, arch_has_timestamps(a),
               "a timestamp, but ETMCR is 0x%X and ETMCCER 0x%X: they are not enabled, or not implemented",
               a->config->etmcr, a->config->etmccer);
    if (arch_has_timestamps(a)) timestamp(a, p);
  }
  if (!arch_has_timestamps(a)) return;
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
        t->isync_able = a->at.able;
        t->instructions = 0;
      }
    }
  } else if (p->kind == PACKET_EXCEPTION_RETURN) {
    t->of_waypoint = true;
  } else if (arch_reports_instructions(p)) {
    // An ETM's exception exit stands before the branch packet.
    const bool exits = t->of_waypoint && config_protocol(a->config) == PROTOCOL_ETM3;
    t->of_waypoint = p->kind == PACKET_BRANCH && (p->exception > 0 || exits);
    flush_is_missed(a);
    answers(a, p->offset);
    t->traced = true;
    t->instructions++;
  }
}

// A unit that is off need not see it, but may.
static void changed(struct arch *a, const struct arch_mark *m) {
  struct arch_time *t = &a->time;
  a->changes++;
  if (t->change || !(m->what & ARCH_SEEN)) return;
  t->change = true;
  t->change_surely = false;
  t->change_clock = m->clock;
}

static void mark(struct arch *a, const struct arch_mark *m) {
  struct arch_time *t = &a->time;
  if (!arch_has_timestamps(a)) return;
  if (m->what & ARCH_STOPPED) {
    a->at.able = m->able;
    synchronized(a);
  }
  // What was sent before a stop has been sent (7.7.4: since the last time it was output).
  if (m->what & (ARCH_RESET | ARCH_FRESH | ARCH_STOPPED)) {
    const bool reset = m->what & ARCH_RESET;
    arch_request_drop(&t->event, a->limits.answer, reset || !t->event.traced);
    arch_request_drop(&t->flush, a->limits.answer, reset || !t->flush.traced);
    *t = (struct arch_time){.any_full = t->any_full && !reset, .event = t->event, .flush = t->flush};
  }
  if (m->what & (ARCH_ENABLED | ARCH_BARRED)) t->change = t->flush.open = t->flush_missed = false;
  if (m->what & ARCH_STAMP) ask(a, m, &t->event);
  if (m->what & ARCH_FLUSH) {
    t->flush_clock = m->clock;
    t->flush_able = m->able;
    ask(a, m, &t->flush);
  }
  if (m->what & ARCH_FLUSHED) flushed(a);
  if (m->what & ARCH_CHANGE) changed(a, m);
}

static void control(struct arch *a, const struct arch_pins *pins) {
  const struct ports_in *in = pins->in;
  const bool barred = !in->niden && !in->dbgen;
  if (!pins->clk && in->resetn) return;
  if (in->clock_change) a->what |= ARCH_CHANGE;
  if (barred != a->barred) a->what |= ARCH_BARRED;
  a->barred = barred;
  if (!a->reg.running || !in->resetn || barred || !arch_has_timestamps(a)) return;
  if (in->clock_change) a->what |= ARCH_SEEN;
  const bool is_true = arch_event_now(a, a->config->etmtsevr, in->extin) == ARCH_TRUE;
  if (is_true && !(a->config->unknown & CONFIG_ETMTSEVR)) a->what |= ARCH_STAMP;
}

const struct arch_theme arch_time_theme = {.control = control, .mark = mark, .packet = packet};
