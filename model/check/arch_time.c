// SPDX-License-Identifier: Apache-2.0
// Timestamps: as short as they can be, in full where a decoder starts, and there where they are asked for.
#include <inttypes.h>

#include "arch_parts.h"
#include "told.h"

enum { HELD_BACK = 16 };  // bytes of the widest ATB: a unit may wait until it has a whole beat

static unsigned whole_bytes(const struct arch *a) {
  const bool wide = a->config->etmccer >> 29 & 1 && (a->etm3 || told_has_v11(a->config));
  return wide ? 9 : 7;
}

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

static void timestamp(struct arch *a, const struct packet *p) {
  struct arch_time *t = &a->time;
  const unsigned whole = whole_bytes(a);
  const bool full = p->timestamp_bytes == whole;
  minimal(a, p, whole);
  if (t->isync && !t->full && !t->before) {
    arch_check(a, TRC_TSYNC_1, full, "the first timestamp behind A-sync and I-sync has %u bytes of %u",
               p->timestamp_bytes, whole);
  }
  if (t->overflow) {
    arch_check(a, TRC_TSYNC_2, full, "the first timestamp behind an overflow has %u bytes of %u", p->timestamp_bytes,
               whole);
  }
  t->full = t->full || full;
  t->last_full = full;
  t->overflow = t->traced = t->event.open = t->flush.open = false;
}

// --- requests -------------------------------------------------------------------------------------------------------

static void ask(struct arch *a, struct arch_request *r) {
  if (r->open) return;
  *r = (struct arch_request){.open = true, .traced = a->time.traced, .due = a->at.able + a->limits.answer};
}

// Tracing was off, or an overflow, and the unit could say nothing: what was asked for waits until now (IHI 0035B 4.8).
static void restart(struct arch *a, struct arch_request *r) {
  r->due = a->at.able + a->limits.answer;
  r->late = 0;
}

// Instructions are told at `offset`. The packets that leave first behind `due` may be of before, and held back until
// the stop. Behind the last nobody knows whether tracing was on.
static void answer(struct arch *a, struct arch_request *r, unsigned rule, const char *what, uint64_t offset) {
  if (!r->open) return;
  if (a->at.able <= r->due) {
    r->traced = r->traced || a->time.traced;
  } else if (r->late == 0) {
    r->late = offset + HELD_BACK;
  } else if (offset >= r->late) {
    if (r->traced) arch_check(a, rule, false, "no timestamp %u clocks after %s", a->limits.answer, what);
    r->open = false;
  }
}

static void answers(struct arch *a, uint64_t offset) {
  answer(a, &a->time.event, TRC_TIME_2, "the timestamp event", offset);
  answer(a, &a->time.flush, PFT_TIME_3, "a flush", offset);
}

// A synchronization has a T-sync, if there is time for one.
static void synchronized(struct arch *a) {
  const struct arch_time *t = &a->time;
  if (!t->isync || t->instructions == 0 || a->at.able - t->isync_able <= a->limits.answer) return;
  arch_check(a, TRC_TSYNC_3, t->full || t->before, "no T-sync since the A-sync and %" PRIu64 " clocks of trace",
             a->at.able - t->isync_able);
}

// --------------------------------------------------------------------------------------------------------------------

static void packet(struct arch *a, const struct packet *p) {
  struct arch_time *t = &a->time;
  if (p->kind == PACKET_TIMESTAMP) {
    arch_check(a, TRC_TIME_4, arch_has_timestamps(a), "a timestamp, but they are not enabled, or not implemented");
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
    if (p->reason != ISYNC_PERIODIC) {
      restart(a, &t->event);
      restart(a, &t->flush);
    }
    if (t->async && !t->isync) {
      t->isync = true;
      t->isync_able = a->at.able;
      t->instructions = 0;
    }
  } else if (arch_tells_instructions(p)) {
    answers(a, p->offset);
    t->traced = true;
    t->instructions++;
  }
}

static void mark(struct arch *a, const struct arch_mark *m) {
  struct arch_time *t = &a->time;
  if (!arch_has_timestamps(a)) return;
  if (m->what & ARCH_STOPPED) {
    a->at.able = m->able;
    synchronized(a);
  }
  if (m->what & (ARCH_RESET | ARCH_FRESH | ARCH_STOPPED)) *t = (struct arch_time){0};
  if (m->what & ARCH_STAMP) ask(a, &t->event);
  if (m->what & ARCH_FLUSH) ask(a, &t->flush);
}

static void clock(struct arch *a, const struct arch_pins *pins) {
  const struct ports_in *in = pins->in;
  bool known;
  if (!a->reg.running || !in->resetn || !(in->niden || in->dbgen) || !arch_has_timestamps(a)) return;
  if (arch_event_is_true(a->config->etmtsevr, in->extin, &known)) a->what |= ARCH_STAMP;
}

const struct arch_theme arch_time_theme = {.clock = clock, .mark = mark, .packet = packet};
