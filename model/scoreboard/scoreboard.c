// SPDX-License-Identifier: Apache-2.0
// What check 2 of both protocols shares: the sinks of the decoder and of the flow, and where streams begin and end.
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "scoreboard_protocol.h"
#include "scoreboard_search.h"
#include "scoreboard_sync.h"
#include "scoreboard_wrong.h"

// Behind an event that contradicts what happened. What was put behind items that had to be traced may stand elsewhere.
static void try_again(struct scoreboard *f) {
  f->failed = f->log[f->logged - 1];
  search_again(f);
  for (size_t i = 0; i < f->choice_count; i++) {
    const struct scoreboard_choice *c = &f->choices[i];
    const bool late = c->overdue && f->log[c->index].flow.reason == ISYNC_TRACE_ON;
    f->error.doubtful = f->error.doubtful || late;
  }
}

static bool may_lose(const struct scoreboard *f, uint64_t sent, bool sure) {
  bool good = true;
  for (const struct stream_reader *r = f->readers; r < f->readers + f->reader_count; r++) {
    if (r->gap) good = r->gap(r->user, sent, sure) && good;
  }
  return good;
}

static void scoreboard_sync(struct scoreboard *f) {
  const struct flow_event *e = &f->log[f->logged - 1].flow;
  const uint8_t reason = e->reason;
  const struct scoreboard_position before = f->at;
  const bool tracing = scoreboard_is_tracing(f);
  if (!search_step(f)) {
    if (!f->wrong) scoreboard_sync_wrong(f, e);
    try_again(f);
  } else if (tracing && f->at.gaps > before.gaps && !f->forced && f->history->moments) {
    // The first item that was lost was presented when the overflow began, or, of an ETM, later: idle cycles overflow
    // too.
    const size_t item = f->history->waypoints || before.item == 0 ? before.item : before.item - 1;
    const uint64_t sent = history_moment(f->history, item)->sent;
    if (!may_lose(f, sent, false) && search_is_sure(f)) may_lose(f, sent, true);
  }
  if (!f->wrong && (f->at.gaps > before.gaps || (tracing && reason == ISYNC_DEBUG_EXIT))) {
    scoreboard_silence_recovered(f);
  }
  f->placed = !f->wrong;
}

// --- the sinks of the decoder and of the flow ----------------------------------------------------------------------

static void on_event(void *user, const struct flow_event *e) {
  struct scoreboard *f = user;
  if (f->wrong || f->cutting) return;
  GIVE_READERS(f, flow, e);
  switch (e->kind) {
    case FLOW_SYNC:
      if (e->reason == ISYNC_PERIODIC) {
        scoreboard_wrong(f, e->offset, "a periodic I-sync, but the flow is not known");
        return;
      }
      search_note(f, e, false);
      scoreboard_sync(f);
      break;
    case FLOW_GAP:
      // Where a secret target is hidden, the flow has to get lost. Nowhere else.
      if (!f->protocol->ended(f)) scoreboard_wrong(f, e->offset, "the flow is lost: %s", e->why);
      return;
    case FLOW_ERROR:
      if (f->image) {
        scoreboard_wrong(f, e->offset, "%s; the flow stands at 0x%08X %s", e->why, e->start, isa_name[e->isa]);
        f->error.stood = true;
        f->error.address = e->start;
        f->error.isa = e->isa;
      } else {
        scoreboard_wrong(f, e->offset, "%s", e->why);
      }
      return;
    case FLOW_RANGE:
    case FLOW_EXCEPTION:
    case FLOW_BRANCH:
    case FLOW_COUNT:
    case FLOW_HERE:
      if (!f->placed) {
        scoreboard_wrong(f, e->offset, "0x%08X executed, but no I-sync told where the flow is", e->start);
        return;
      }
      search_note(f, e, false);
      if (!search_step(f)) try_again(f);
      e = &f->log[f->logged - 1].flow;  // with what the item has added
      break;
  }
  if (e->kind == FLOW_HERE) return;
  if (!f->wrong) GIVE_READERS(f, compared, e, f->packet);
}

// What may stand before the first I-sync of a stream, where nothing is traced (IHI 0035B 4.5.1, IHI 0014Q 7.10.2). A
// P-header of cycles alone, too.
static bool tells_no_flow(const struct packet *p) {
  const bool cycles = p->kind == PACKET_P_HEADER && p->cycles + 1u == 1u << p->atom_count;
  return packet_is(p->kind, PACKET_IS_EARLY) || cycles;
}

static void check_order(struct scoreboard *f, const struct packet *p) {
  const uint64_t unread = f->decoder.unsynced - f->cut_unsynced;
  const bool early = !f->synced && !tells_no_flow(p);
  if (early && unread) {
    scoreboard_wrong(f, p->offset,
                     "%s before the first I-sync; before the first A-sync %" PRIu64 " bytes cannot be read",
                     packet_name[p->kind], unread);
  } else if (early) {
    scoreboard_wrong(f, p->offset, "%s before the first I-sync", packet_name[p->kind]);
  }
  f->synced = f->synced || p->kind == PACKET_ISYNC;
}

static void on_packet(void *user, const struct packet *p) {
  struct scoreboard *f = user;
  if (f->cutting) return;
  if (p->two_ways && f->placed && f->protocol->other_way(f, p)) decode_other_way(&f->decoder, p->kind);
  GIVE_READERS(f, decoded, p);
  f->packet = p;
  // An ETM's flow may hold back what the last P-header has reported.
  const size_t held = f->history->waypoints || f->reported.atoms < f->at.atoms ? 0 : f->reported.atoms - f->at.atoms;
  reported_packet(f->config, &f->reported, p);
  if (p->kind == PACKET_BAD || p->kind == PACKET_TIMESTAMP) flow_settle(f->flow);
  if (!f->wrong && p->kind == PACKET_BAD) scoreboard_wrong(f, p->offset, "not a packet: %s", p->error);
  if (!f->wrong) check_order(f, p);
  if (!f->wrong) GIVE_READERS(f, packet, p, f->at.item + held);
  flow_packet(f->flow, p);
  if (!f->wrong) GIVE_READERS(f, packet_end, p);
  if (f->reported.atoms > f->reported_held.atoms) f->reported_held = f->reported;
  if (p->kind != PACKET_TIMESTAMP || f->wrong) return;
  if (!f->synced) {  // nothing has been told whose time it could be
    f->at.timestamps_compared++;
  } else if (f->placed) {
    search_note(f, &(struct flow_event){.offset = p->offset}, true);
    if (!search_step(f)) try_again(f);
  }
}

static const struct scoreboard_protocol *const protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = &pft_scoreboard, [PROTOCOL_ETM3] = &etm3_scoreboard};

bool scoreboard_start(struct scoreboard *f, const struct config *config, const struct image *image,
                      const struct history *history) {
  *f = (struct scoreboard){.protocol = protocols[config_protocol(config)],
                           .config = config,
                           .traced = traced_of(config),
                           .history = history,
                           .image = image,
                           .silence = {.window = CHECK_NO_BOUND},
                           .budget = SCOREBOARD_BUDGET,
                           .probe_at = SCOREBOARD_PROBE,
                           .bounds = {CHECK_NO_BOUND, CHECK_NO_BOUND, CHECK_NO_BOUND}};
  decode_start(&f->decoder, config, on_packet, f);
  f->log = malloc(SCOREBOARD_LOG * sizeof *f->log);
  f->choices = malloc(2 * SCOREBOARD_CHOICES * sizeof *f->choices);
  f->flow = f->log && f->choices ? flow_new(config, image, on_event, f) : NULL;
  return f->flow != NULL;
}

struct scoreboard *scoreboard_fork(const struct scoreboard *from) {
  struct scoreboard *f = malloc(sizeof *f);
  if (!f) return NULL;
  *f = *from;
  f->own = false;
  f->silence.window = CHECK_NO_BOUND;
  f->reader_count = 0;
  f->decoder.user = f;
  f->log = malloc(SCOREBOARD_LOG * sizeof *f->log);
  f->choices = malloc(2 * SCOREBOARD_CHOICES * sizeof *f->choices);
  f->flow = flow_fork(from->flow, f->config, on_event, f);
  if (f->log && f->choices && f->flow) {
    memcpy(f->log, from->log, f->logged * sizeof *f->log);
    memcpy(f->choices, from->choices, f->choice_count * sizeof *f->choices);
    return f;
  }
  scoreboard_free(f);
  free(f);
  return NULL;
}

void scoreboard_bytes(struct scoreboard *f, const uint8_t *bytes, size_t count) {
  decode_bytes(&f->decoder, bytes, count);
  flow_settle(f->flow);
}

void scoreboard_add_reader(struct scoreboard *f, struct stream_reader reader) {
  assert(f->reader_count < STREAM_READERS);
  f->readers[f->reader_count++] = reader;
}

static void begin_readers(const struct scoreboard *f) {
  for (unsigned i = 0; i < f->reader_count; i++) {
    if (f->readers[i].begin) f->readers[i].begin(f->readers[i].user);
  }
}

// What follows is another stream.
static void begin_again(struct scoreboard *f, bool reset, bool overflow) {
  search_settle(f, f->logged);
  GIVE_READERS(f, end, reset, f->at.item, f->history->count);
  f->at.item = f->first = f->history->count;
  f->at.step = history_steps(f->history, f->history->count);
  f->overflowed = overflow;
  f->synced = f->placed = f->at.started = f->at.ended = f->at.unsure = f->at.needs_overflow = f->at.gap_pending = false;
  f->at.clocks_base = 0;
  f->reported = f->reported_held = (struct reported){0};
  f->choice_count = 0;
  f->guessed = false;
  begin_readers(f);
}

// Waypoints that were taken must have been told, or have been lost in an overflow that came too late to be told.
static bool account_for(struct scoreboard *f, size_t reported, bool pending) {
  const bool untraced = !scoreboard_is_tracing(f) || (f->protocol->untold && f->protocol->untold(f));
  size_t due = f->at.item;
  while (untraced && due < reported && !f->protocol->must_start(f, due)) due++;
  // An overflow that ends where nothing may be told is never told.
  const bool hidden = reported > 0 && !f->protocol->must_start(f, reported - 1);
  if (due < reported && !pending && !hidden) {
    if (!scoreboard_unreadable(f, reported - due)) {
      scoreboard_wrong(f, f->decoder.offset, "the trace ends, but the last %zu %ss are not in it", reported - due,
                       f->protocol->item);
    }
    f->error.lacks = true;
    f->due = reported;
    if (f->placed) search_again(f);
    f->due = 0;
    if (f->wrong) return false;
  }
  // While tracing was off, nothing but an overflow that is never told explains those that had to be traced.
  const struct history *h = f->history;
  const size_t lost = !untraced ? f->at.item : due < reported ? due : reported;
  const size_t step = lost == f->at.item ? f->at.step : history_steps(h, lost);
  f->at.untraced_items += lost - f->at.item + h->count - reported;
  f->at.untraced_steps += step - f->at.step + history_steps(h, h->count) - history_steps(h, reported);
  f->at.unreported_items += reported - lost;
  f->at.unreported_steps += history_steps(h, reported) - step;
  f->at.late_items += untraced ? reported - lost : 0;
  return true;
}

void scoreboard_stop(struct scoreboard *f, size_t reported, bool pending, bool overflow) {
  flow_end(f->flow);
  if (f->wrong || !scoreboard_silence_stop(f, reported) || !account_for(f, reported, pending)) return;
  begin_again(f, false, overflow);
}

void scoreboard_reset(struct scoreboard *f) {
  const uint64_t unsynced = f->decoder.unsynced;
  flow_settle(f->flow);
  f->cutting = true;
  f->cut += decode_end(&f->decoder);
  flow_end(f->flow);
  f->cutting = false;
  f->cut_unsynced += f->decoder.unsynced - unsynced;
  if (f->wrong) return;
  f->at.reset_items += f->history->count - f->at.item;
  f->at.reset_steps += history_steps(f->history, f->history->count) - f->at.step;
  begin_again(f, true, false);
}

bool scoreboard_programmed(struct scoreboard *f) {
  decode_configure(&f->decoder, f->config);
  f->traced = traced_of(f->config);
  begin_readers(f);
  f->protocol = protocols[config_protocol(f->config)];
  flow_free(f->flow);
  f->flow = flow_new(f->config, f->image, on_event, f);
  return f->flow != NULL;
}

void scoreboard_close(struct scoreboard *f) { search_settle(f, f->logged); }

void scoreboard_end(struct scoreboard *f) { f->pending = decode_end(&f->decoder); }

void scoreboard_free(struct scoreboard *f) {
  flow_free(f->flow);
  free(f->log);
  free(f->choices);
  f->flow = NULL;
  f->log = NULL;
  f->choices = NULL;
}
