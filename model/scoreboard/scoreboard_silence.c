// SPDX-License-Identifier: Apache-2.0
// How long an overflow may last. It ends when what was accepted has left (IHI 0035B 4.8, IHI 0014Q 4.8): a unit that
// reports nothing for longer has not lost what it had to trace, it does not trace.
#include "scoreboard_silence.h"

#include <inttypes.h>

#include "scoreboard_protocol.h"
#include "scoreboard_wrong.h"

// A unit may hold back a beat, each byte of which has 15 atoms at most. With an item tracing is known to be on for some
// clocks, not for as long as the next keeps away.
enum { ATOMS = 15, NEAR = 8 };

static bool reports(const struct packet *p) {
  if (p->kind == PACKET_ISYNC) return p->reason != ISYNC_PERIODIC;
  if (p->kind == PACKET_P_HEADER) return p->cycles + 1u != 1u << p->atom_count;
  return packet_is(p->kind, PACKET_REPORTS) && p->kind != PACKET_BAD;
}

void scoreboard_silence_begin(struct scoreboard *f, uint64_t clock, uint64_t atb_clocks) {
  struct scoreboard_silence *s = &f->silence;
  s->clock = clock;
  s->atb_clocks = atb_clocks;
  s->next = 0;
  s->held = s->traced = 0;
  s->on = false;
}

void scoreboard_silence_packet(struct scoreboard *f, const struct packet *p, uint64_t clock, uint64_t atb_clocks) {
  if (reports(p)) scoreboard_silence_begin(f, clock, atb_clocks);
}

void scoreboard_silence_recovered(struct scoreboard *f) {
  f->silence.spent = 0;
  f->silence.streams = 0;
}

// --- the items ------------------------------------------------------------------------------------------------------

// With the first `free` of them a unit need not have begun to trace, or may hold them back.
static void look_at(struct scoreboard *f, struct scoreboard_silence *s, size_t i, uint64_t free) {
  const uint64_t atb_clocks = history_moment(f->history, i)->atb_clocks;
  const bool on = atb_clocks >= s->atb_clocks && f->protocol->must_start(f, i);
  if (on && s->held++ >= free && s->on) s->traced += atb_clocks - s->last < NEAR ? atb_clocks - s->last : NEAR;
  // Where tracing starts by an event, a unit may be late each time.
  if (!on && f->bounds.missing == CHECK_NO_BOUND) s->held = 0;
  s->on = on;
  s->last = atb_clocks;
}

static void look_at_items(struct scoreboard *f, size_t taken) {
  struct scoreboard_silence *s = &f->silence;
  const uint64_t start = f->at.started ? 0 : f->bounds.start, held = f->config->atb_bits / 8 * ATOMS;
  size_t i = s->next > f->at.item ? s->next : f->at.item;
  for (; i < taken; i++) look_at(f, s, i, start > held ? start : held);
  s->next = i;
}

// --- what is said ---------------------------------------------------------------------------------------------------

bool scoreboard_unreadable(struct scoreboard *f, size_t items) {
  const uint64_t bytes = f->decoder.offset;
  if (bytes > f->decoder.unsynced) return false;
  if (bytes == 0) {
    scoreboard_wrong(f, bytes, "no byte came out, but %zu %ss had to be traced", items, f->protocol->item);
  } else {
    scoreboard_wrong(f, bytes,
                     "%" PRIu64 " bytes came out and no A-sync, so none can be read, but %zu %ss had to be traced",
                     bytes, items, f->protocol->item);
  }
  return true;
}

static void say(struct scoreboard *f, size_t taken) {
  const struct scoreboard_silence *s = &f->silence;
  if (scoreboard_unreadable(f, taken - f->at.item)) return;
  if (s->streams == 0) {
    scoreboard_wrong(f, f->decoder.offset,
                     "no %s is reported since clock %" PRIu64
                     ", nor an I-sync that tracing goes on, in more than %" PRIu64
                     " clocks of tracing with ATREADY high",
                     f->protocol->item, s->clock, s->window);
  } else {
    scoreboard_wrong(f, f->decoder.offset,
                     "no I-sync has ended an overflow since clock %" PRIu64 ", in more than %" PRIu64
                     " clocks of tracing with ATREADY high, over %" PRIu32 " starts",
                     s->since, s->window, s->streams + 1);
  }
}

void scoreboard_silence(struct scoreboard *f, uint64_t atb_clocks, size_t taken) {
  const struct scoreboard_silence *s = &f->silence;
  if (f->wrong || s->spent + (atb_clocks - s->atb_clocks) <= s->window) return;
  look_at_items(f, taken);
  if (s->spent + s->traced > s->window) say(f, taken);
}

// What lasts into a stop adds up.
bool scoreboard_silence_stop(struct scoreboard *f, size_t taken) {
  struct scoreboard_silence *s = &f->silence;
  if (s->window == CHECK_NO_BOUND) return true;
  look_at_items(f, taken);
  if (s->spent + s->traced > s->window) {
    say(f, taken);
    return false;
  }
  if (s->traced > 0 && s->streams++ == 0) s->since = s->clock;
  s->spent += s->traced;
  return true;
}
