// SPDX-License-Identifier: Apache-2.0
// The part of the scoreboard that both protocols share: the sinks of the decoder and of the flow, and the beginning and
// the end of a stream.
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "append.h"
#include "error.h"
#include "scoreboard_protocol.h"
#include "scoreboard_search.h"
#include "scoreboard_sync.h"
#include "scoreboard_term.h"
#include "scoreboard_wrong.h"

// The newest event contradicts the execution. The result is doubtful if an I-sync was placed after items that had to be
// traced, because it may belong elsewhere.
static void try_other_choices(struct scoreboard *s) {
  s->failed = s->log[s->log_count - 1];
  search_other_choices(s);
  for (size_t i = 0; i < s->choice_count; i++) {
    const struct scoreboard_choice *c = &s->choices[i];
    const bool late = c->is_overdue && s->log[c->index].flow.reason == ISYNC_TRACE_ON;
    s->error.is_doubtful = s->error.is_doubtful || late;
  }
}

// Returns false if the overflow violates a rule of a reader (stream_reader.h).
static bool overflow_obeys_rules(const struct scoreboard *s, uint64_t sent, bool sure) {
  bool good = true;
  for (const struct stream_reader *const *r = s->calls.gap; *r; r++) {
    good = (*r)->gap((*r)->user, sent, sure) && good;
  }
  return good;
}

static void scoreboard_sync(struct scoreboard *s) {
  const struct flow_event *e = &s->log[s->log_count - 1].flow;
  const uint8_t reason = e->reason;
  const struct scoreboard_position before = s->at;
  const bool tracing = scoreboard_is_tracing(s);
  if (!search_compare_newest(s)) {
    if (!s->wrong) scoreboard_sync_wrong(s, e);
    try_other_choices(s);
  } else if (tracing && s->at.gaps > before.gaps && !s->may_force_overflow) {
    // PTM: the first lost item was presented when the overflow began. ETM: it may have been presented later, because
    // idle cycles overflow, too.
    const size_t item = s->history->waypoints || before.item == 0 ? before.item : before.item - 1;
    const uint64_t sent = history_moment(s->history, item)->sent;
    if (!overflow_obeys_rules(s, sent, false) && search_is_sure(s)) overflow_obeys_rules(s, sent, true);
  }
  if (!s->wrong && (s->at.gaps > before.gaps || (tracing && reason == ISYNC_DEBUG_EXIT))) {
    scoreboard_silence_recovered(s);
  }
  s->is_placed = !s->wrong;
}

// --- the sinks of the decoder and of the flow ----------------------------------------------------------------------

static void flow_is_wrong(struct scoreboard *s, const struct flow_event *e) {
  if (s->image && !e->has_address) {
    scoreboard_wrong(s, e->offset, "%s; execution is at 0x%08X %s", e->why, e->start, isa_name[e->isa]);
  } else {
    scoreboard_wrong(s, e->offset, "%s", e->why);
  }
  s->error.is_packet_missing = e->missing;
  if (!s->image) return;
  s->error.found_by_flow = true;
  s->error.address = e->start;
  s->error.isa = e->isa;
}

static void on_event(void *user, const struct flow_event *e) {
  struct scoreboard *s = user;
  if (s->is_cutting) return;
  if (s->wrong || s->is_closed) {
    GIVE_READERS(s, settled, e, NULL);
    return;
  }
  GIVE_READERS(s, flow, e);
  switch (e->kind) {
    case FLOW_SYNC:
      if (e->reason == ISYNC_PERIODIC) {
        scoreboard_wrong(s, e->offset, "periodic I-sync, but no earlier packet has an address");
        return;
      }
      search_add(s, e, false);
      scoreboard_sync(s);
      break;
    case FLOW_GAP:
      // The flow may lose its position only if tracing is off, because the target of the last item is hidden.
      if (!s->protocol->is_off(s)) scoreboard_wrong(s, e->offset, "the decoder lost the program flow: %s", e->why);
      if (!s->wrong) GIVE_READERS(s, settled, e, NULL);
      return;
    case FLOW_ERROR:
      flow_is_wrong(s, e);
      return;
    case FLOW_RANGE:
    case FLOW_EXCEPTION:
    case FLOW_BRANCH:
    case FLOW_COUNT:
    case FLOW_PERIODIC:
      if (!s->is_placed) {
        scoreboard_wrong(s, e->offset, "the trace reports 0x%08X executed, but no I-sync came before", e->start);
        scoreboard_packet_missing(s);
        return;
      }
      search_add(s, e, false);
      if (!search_compare_newest(s)) try_other_choices(s);
      e = &s->log[s->log_count - 1].flow;  // It now has what the item adds.
      break;
  }
  if (e->kind == FLOW_PERIODIC) return;
  if (!s->wrong) GIVE_READERS(s, compared, e, s->packet);
}

// A packet that may precede the first I-sync of a stream, while nothing is traced (IHI 0035B 4.5.1, IHI 0014Q 7.10.2).
// A P-header with only cycles may, too.
static bool may_precede_isync(const struct packet *p) {
  const bool cycles = p->kind == PACKET_P_HEADER && p->cycles + 1u == 1u << p->atom_count;
  return packet_is(p->kind, PACKET_IS_EARLY) || cycles;
}

static void check_order(struct scoreboard *s, const struct packet *p) {
  const uint64_t unread = s->decoder.unsynced - s->cut_unsynced;
  const bool early = !s->has_isync && !may_precede_isync(p);
  if (early && unread) {
    scoreboard_wrong(s, p->offset,
                     "the trace does not begin with an A-sync, expected one: %" PRIu64
                     " bytes before the first A-sync cannot be decoded, and %s precedes the first I-sync",
                     unread, packet_name[p->kind]);
  } else if (early) {
    scoreboard_wrong(s, p->offset, "%s before the first I-sync", packet_name[p->kind]);
  }
  if (early) scoreboard_packet_missing(s);
  s->has_isync = s->has_isync || p->kind == PACKET_ISYNC;
}

// The flow may hold back the branch packet that precedes an invalid packet. If the branch leads to a wrong address, the
// branch packet is the wrong one: it may have too few or too many bytes. This must not change the verdict, so `gave_up`
// is restored.
static bool is_branch_wrong(struct scoreboard *s) {
  const bool gave_up = s->gave_up;
  if (!flow_holds_branch(s->flow)) return false;
  flow_end(s->flow);
  s->gave_up = gave_up;
  return s->wrong && s->log[s->log_count - 1].flow.kind == FLOW_BRANCH;
}

// `before`: the packet before `p`, or NULL.
static void bad_packet(struct scoreboard *s, const struct packet *p, const struct packet *before) {
  if (is_branch_wrong(s)) return;
  if (p->error == decode_cut_by_async && before) {
    scoreboard_wrong(s, before->offset,
                     "%s packet has %" PRIu32
                     " bytes and ends inside the next A-sync, expected it to end before the bytes 00 of the A-sync",
                     packet_name[before->kind], before->length);
  } else {
    char bytes[3 * DECODE_WINDOW + 1] = "";
    for (unsigned i = 0; i < s->decoder.bad_count; i++) text_append(bytes, sizeof bytes, " %02X", s->decoder.bad[i]);
    scoreboard_wrong(s, p->offset, "invalid packet%s (ETMCR=0x%08X): %s", bytes, s->config->etmcr, p->error);
  }
}

static void on_packet(void *user, const struct packet *p) {
  struct scoreboard *s = user;
  const struct packet *before = s->packet;
  if (s->is_cutting) return;
  if (p->two_ways && s->is_placed && s->protocol->is_other_reading(s, p)) decode_other_way(&s->decoder, p->kind);
  GIVE_READERS(s, decoded, p);
  s->packet = p;
  // ETM: the flow may hold back an instruction that the last P-header has reported.
  const size_t held = s->history->waypoints || s->totals.atoms < s->at.atoms ? 0 : s->totals.atoms - s->at.atoms;
  stream_totals_packet(s->config, &s->totals, p);
  if (p->kind == PACKET_BAD || p->kind == PACKET_TIMESTAMP) flow_settle(s->flow);
  if (!s->wrong && p->kind == PACKET_BAD) bad_packet(s, p, before);
  if (!s->wrong) check_order(s, p);
  if (!s->wrong) GIVE_READERS(s, packet, p, s->at.item + held);
  flow_packet(s->flow, p);
  if (!s->wrong) GIVE_READERS(s, packet_end, p);
  if (s->totals.atoms > s->held_totals.atoms) s->held_totals = s->totals;
  if (p->kind != PACKET_TIMESTAMP || s->wrong) return;
  if (!s->has_isync) {  // No item was reported yet whose time it could be.
    s->at.timestamps_compared++;
  } else if (s->is_placed) {
    search_add(s, &(struct flow_event){.offset = p->offset}, true);
    if (!search_compare_newest(s)) try_other_choices(s);
  }
}

static const struct scoreboard_protocol *const protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = &pft_scoreboard, [PROTOCOL_ETM3] = &etm3_scoreboard};

static void allocate(struct scoreboard *s) {
  s->log = error_memory(malloc(SCOREBOARD_LOG * sizeof *s->log));
  s->choices = error_memory(malloc(2 * SCOREBOARD_CHOICES * sizeof *s->choices));
  s->visits = error_memory(calloc(SCOREBOARD_VISITS, sizeof *s->visits));
}

void scoreboard_start(struct scoreboard *s, const struct config *config, const struct image *image,
                      const struct history *history) {
  *s = (struct scoreboard){
      .protocol = protocols[config_protocol(config)],
      .config = config,
      .traced = traced_of(config),
      .history = history,
      .image = image,
      .at = {.counts = history->commits ? COUNTS_EITHER : 1 << COUNTS_COMMIT, .counts_item = COUNTS_UNDECIDED},
      .known_counts = history->commits ? COUNTS_EITHER : 1 << COUNTS_COMMIT,
      .known_counts_item = COUNTS_UNDECIDED,
      .silence = {.window = CHECK_NO_BOUND},
      .budget = SCOREBOARD_BUDGET,
      .probe_at = SCOREBOARD_PROBE_EVENTS,
      .bounds = {CHECK_NO_BOUND, CHECK_NO_BOUND, CHECK_NO_BOUND}};
  decode_start(&s->decoder, config, on_packet, s);
  allocate(s);
  s->flow = flow_new(config, image, on_event, s);
}

struct scoreboard *scoreboard_fork(const struct scoreboard *from) {
  struct scoreboard *s = error_memory(malloc(sizeof *s));
  *s = *from;
  s->is_reference_rtl = false;
  s->silence.window = CHECK_NO_BOUND;
  s->reader_count = 0;
  s->calls = (struct scoreboard_calls){0};
  s->decoder.user = s;
  allocate(s);
  s->flow = flow_fork(from->flow, s->config, on_event, s);
  memcpy(s->log, from->log, s->log_count * sizeof *s->log);
  memcpy(s->choices, from->choices, s->choice_count * sizeof *s->choices);
  return s;
}

void scoreboard_bytes(struct scoreboard *s, const uint8_t *bytes, size_t count) {
  decode_bytes(&s->decoder, bytes, count);
  flow_settle(s->flow);
}

static void add_call(scoreboard_readers readers, const struct stream_reader *r, bool has_call) {
  if (!has_call) return;
  while (*readers) readers++;
  *readers = r;
}

void scoreboard_add_reader(struct scoreboard *s, struct stream_reader reader) {
  assert(s->reader_count < STREAM_READERS);
  const struct stream_reader *r = &s->readers[s->reader_count];
  s->readers[s->reader_count++] = reader;
  add_call(s->calls.begin, r, r->begin);
  add_call(s->calls.decoded, r, r->decoded);
  add_call(s->calls.packet, r, r->packet);
  add_call(s->calls.packet_end, r, r->packet_end);
  add_call(s->calls.flow, r, r->flow);
  add_call(s->calls.compared, r, r->compared);
  add_call(s->calls.range, r, r->range);
  add_call(s->calls.gap, r, r->gap);
  add_call(s->calls.settled, r, r->settled);
  add_call(s->calls.end, r, r->end);
}

static void begin_readers(const struct scoreboard *s) {
  for (const struct stream_reader *const *r = s->calls.begin; *r; r++) (*r)->begin((*r)->user);
}

// No other item fits the trace at any I-sync of the stream. The answer may take a search.
static bool is_place_certain(struct scoreboard *s) { return search_is_sure(s) && s->choice_count == 0; }

// ETMv3: the last cycle of the stream that ends. After an overflow, several items may fit the rest of the trace. The
// search places the flow at the first of them, so the last cycle may be that of any item up to the last one that was
// taken.
static void note_last_cycle(struct scoreboard *s, size_t first) {
  const bool is_etm = !s->history->waypoints;
  if (!is_etm || !s->at.started || !s->traced.cycles) return;
  s->at.stopped_clock = s->at.stopped_latest = s->at.clock_base + s->at.clock + flow_cycles(s->flow);
  if (is_place_certain(s)) return;
  size_t end = first;
  while (end > s->at.item && !history_moment(s->history, end - 1)->taken) end--;
  if (end > s->at.item) s->at.stopped_latest = history_moment(s->history, end - 1)->clock;
}

// The reading of the cycle counts that a stream has shown counts for the next streams only if it is sure at which items
// the trace resumed. Another item may fit with the other reading.
static void keep_counts(struct scoreboard *s, bool is_sure) {
  if (is_sure) {
    s->known_counts = s->at.counts;
    s->known_counts_item = s->at.counts_item;
  } else {
    s->at.counts = s->known_counts;
    s->at.counts_item = s->known_counts_item;
  }
}

// Another stream follows, with the items from `first` on.
static void begin_again(struct scoreboard *s, size_t first, bool reset, bool overflow) {
  // Only the counts of the Cortex-A9's port have two readings.
  const bool is_sure = !s->history->commits || is_place_certain(s);
  if (reset)
    s->at.stopped_clock = 0;  // A reset clears the cycle counter, so no count spans it.
  else
    note_last_cycle(s, first);
  search_settle(s, s->log_count);
  GIVE_READERS(s, end, reset, s->at.item, first);
  s->at.item = s->stream_first = first;
  s->at.step = history_steps(s->history, first);
  s->has_unreported_overflow = overflow;
  s->has_isync = s->is_placed = s->at.started = s->at.is_off = s->at.may_be_off = s->at.needs_overflow =
      s->at.needs_gap_count = false;
  s->at.is_undecided = s->at.resumed_by_comparators = false;
  memset(s->at.clocks_base, 0, sizeof s->at.clocks_base);
  s->at.counted_end = 0;
  s->at.counted_pauses = 0;
  keep_counts(s, is_sure);
  s->totals = s->held_totals = (struct stream_totals){0};
  s->choice_count = 0;
  s->has_guessed = false;
  begin_readers(s);
}

// The items [at.item, reported) are not in the trace when the DUT was stopped.
struct unreported {
  size_t due;      // the first of them that had to be traced
  bool untraced;   // Tracing need not have been on after the last reported item.
  size_t missing;  // the first item that is missing
};

static struct unreported unreported_of(const struct scoreboard *s, size_t reported) {
  struct unreported u = {
      .due = s->at.item,
      .untraced = !scoreboard_is_tracing(s) || (s->protocol->may_omit_next && s->protocol->may_omit_next(s))};
  while (u.untraced && u.due < reported && !s->protocol->must_start(s, u.due)) u.due++;
  // The I-sync of a start may wait for the first waypoint that needs it, because IHI 0035A 3.3.2 gives its place and no
  // time. If the DUT is stopped before that waypoint, the I-sync would report nothing.
  const bool is_last_start = u.untraced && s->history->waypoints && u.due + 1 == reported;
  if (is_last_start && !s->is_reference_rtl) u.due = reported;
  return u;
}

// All items from the first missing one on are missing.
static void say_ends(struct scoreboard *s, const struct unreported *u, const struct scoreboard_missing *m,
                     uint64_t count) {
  const uint64_t offset = s->decoder.offset;
  const char *name = s->protocol->item;
  char item[SCOREBOARD_ITEM], words[SCOREBOARD_WORDS];
  const bool by_term = m->reason.why != SELECTION_NO_WHY;
  scoreboard_item_words(s, m, item);
  scoreboard_absent_words(m, words);
  if (count == 0) {
    scoreboard_wrong(s, offset, "the trace ends without an I-sync at 0x%08X, where tracing must start after %s #%zu%s",
                     m->from, name, u->due, words);
  } else {
    const char *plural = count == 1 ? "" : "s", *which = count == 1 ? "it" : "the first";
    scoreboard_wrong(s, offset, "the trace ends without %s%" PRIu64 " %s%s%s must be traced; %s is %s%s",
                     by_term ? "" : "the last ", count, name, plural, by_term ? " that" : ", which", which, item,
                     words);
  }
}

// No overflow explains that item `i` is missing, because no byte has left since clock `since`.
static void say_not_lost(struct scoreboard *s, size_t i, const struct scoreboard_missing *m, uint64_t since) {
  const uint64_t clock = history_moment(s->history, i)->clock;
  char item[SCOREBOARD_ITEM], words[SCOREBOARD_WORDS];
  scoreboard_wrong(s, s->decoder.offset,
                   "the trace ends without %s, which must be traced%s; no overflow lost it, because ATREADY was 1 and "
                   "ATVALID was 0 in clocks %" PRIu64 " to %" PRIu64,
                   scoreboard_item_words(s, m, item), scoreboard_absent_words(m, words), since, clock);
}

// Stores the contradiction about the missing items. Returns the item up to which all must be reported, or `at.item` if
// no item is missing. `pending`: an overflow was not reported yet.
static size_t find_missing_end(struct scoreboard *s, struct unreported *u, size_t reported, bool pending) {
  // An overflow is never reported if it ends while nothing may be traced.
  const bool hidden = pending || (reported > 0 && !s->protocol->must_start(s, reported - 1));
  const bool by_next = s->history->waypoints && !u->untraced && u->due > s->history->first;
  uint64_t since = 0;
  const size_t i = hidden ? scoreboard_silence_first_missing(s, reported, &since) : u->due - by_next;
  if (hidden && i == reported) return s->at.item;
  const struct scoreboard_missing missing = scoreboard_missing_of(s, i);
  const uint64_t count = scoreboard_count_due(s, u->due, reported, !u->untraced);
  u->missing = missing.item < s->history->count ? missing.item : i;
  if (scoreboard_unreadable(s, count, u->due - by_next)) return reported;
  if (hidden) {
    say_not_lost(s, i, &missing, since);
    return i + 1;
  }
  say_ends(s, u, &missing, count);
  return reported;
}

// Items that the DUT has taken must have been reported, or must have been lost in an overflow that was not reported
// before the stop.
static bool account_for(struct scoreboard *s, size_t reported, size_t first, bool pending) {
  struct unreported u;
  for (;;) {
    if (reported < s->at.item) reported = s->at.item;  // The stream has no unreported item.
    u = unreported_of(s, reported);
    const size_t due = u.due == reported ? s->at.item : find_missing_end(s, &u, reported, pending);
    if (due == s->at.item) break;
    s->error.ends_too_early = true;
    s->required_end = due;
    if (s->is_placed) search_other_choices(s);
    s->required_end = 0;
    if (s->wrong && due < reported) search_skip(s, due - 1);
    if (s->wrong && u.missing > s->at.item) s->error.skipped_items = u.missing - s->at.item;
    if (s->wrong) return false;
  }
  // If tracing was off, only an overflow that is never reported explains the items that had to be traced.
  const struct history *h = s->history;
  const size_t lost = u.untraced ? u.due : s->at.item;
  const bool has_why = s->at.missing_items > 0 && s->bounds.missing != CHECK_NO_BOUND;
  if (u.untraced && u.due < reported && !has_why) s->at.missing_why = scoreboard_missing_of(s, u.due);
  const size_t step = lost == s->at.item ? s->at.step : history_steps(h, lost);
  s->at.untraced_items += lost - s->at.item + first - reported;
  s->at.untraced_steps += step - s->at.step + history_steps(h, first) - history_steps(h, reported);
  if (s->at.lost_items + s->at.unreported_items == 0) s->at.first_lost = lost;
  s->at.unreported_items += reported - lost;
  for (size_t i = lost; i < reported; i++) s->at.optional_lost_items += !s->protocol->must_start(s, i);
  s->at.unreported_steps += history_steps(h, reported) - step;
  s->at.items_lost_while_off += u.untraced ? reported - lost : 0;
  return true;
}

void scoreboard_stop(struct scoreboard *s, size_t reported, size_t first, bool pending, bool overflow) {
  flow_end(s->flow);
  if (s->wrong || !scoreboard_silence_stop(s, reported) || !account_for(s, reported, first, pending)) return;
  begin_again(s, first, false, overflow);
}

void scoreboard_reset(struct scoreboard *s) {
  const uint64_t unsynced = s->decoder.unsynced;
  flow_settle(s->flow);
  s->is_cutting = true;
  s->cut += decode_end(&s->decoder);
  flow_end(s->flow);
  s->is_cutting = false;
  s->cut_unsynced += s->decoder.unsynced - unsynced;
  if (s->wrong) return;
  s->at.reset_items += s->history->count - s->at.item;
  s->at.reset_steps += history_steps(s->history, s->history->count) - s->at.step;
  begin_again(s, s->history->count, true, false);
}

void scoreboard_programmed(struct scoreboard *s) {
  decode_configure(&s->decoder, s->config);
  s->traced = traced_of(s->config);
  begin_readers(s);
  s->protocol = protocols[config_protocol(s->config)];
  flow_free(s->flow);
  s->flow = flow_new(s->config, s->image, on_event, s);
}

void scoreboard_close(struct scoreboard *s) {
  search_settle(s, s->log_count);
  s->is_closed = true;
  flow_end(s->flow);
}

void scoreboard_skip_rest(struct scoreboard *s) {
  const struct history *h = s->history;
  s->at.untraced_items += h->count - s->at.item;
  s->at.untraced_steps += history_steps(h, h->count) - s->at.step;
  s->at.item = h->count;
  s->at.step = history_steps(h, h->count);
}

void scoreboard_end(struct scoreboard *s) { s->pending = decode_end(&s->decoder); }

void scoreboard_free(struct scoreboard *s) {
  flow_free(s->flow);
  free(s->log);
  free(s->choices);
  free(s->visits);
  s->flow = NULL;
  s->log = NULL;
  s->choices = NULL;
  s->visits = NULL;
}
