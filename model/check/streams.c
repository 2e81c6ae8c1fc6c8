// SPDX-License-Identifier: Apache-2.0
// Passes bytes to the scoreboard, with the programming under which they are compared.
#include "streams.h"

#include <stdlib.h>
#include <string.h>

#include "commits.h"
#include "error.h"
#include "observer.h"
#include "register.h"
#include "scoreboard_search.h"

void streams_note(struct observer *o) {
  if (!o->scoreboard.wrong || o->stream.has_mismatch) return;
  o->stream.has_mismatch = true;
  o->stream.mismatch_clock = sent_clock_of(&o->sent, o->scoreboard.error.offset);
  if (o->scoreboard.error.is_rule_violation)
    rules_record_drain_violation(&o->rules, o->stream.mismatch_clock, o->scoreboard.error.offset);
}

// A DUT may have a buffer for one uncommitted waypoint only, because no clause states how many can be outstanding. The
// reference RTL has one for `wpt_depth` waypoints.
static bool may_lose_waypoints(const struct observer *o) {
  return o->options.strict ? o->rules.loses_waypoints : o->options.speculates && o->wpt_port.most_outstanding > 1;
}

// Only comparators turn tracing on and off, or nothing does.
static bool is_enabled_by_comparators(const struct observer *o) {
  const bool is_known = !(o->config.unknown & CONFIG_ETMTEEVR);
  return is_known && (o->config.etmteevr == EVENT_ALWAYS || o->stream.by_comparators);
}

struct bounds observer_bounds(const struct observer *o) {
  struct bounds bounds = o->options.bounds;
  const bool may_lose = o->sent.may_have_stalled || o->stream.may_force_overflow || may_lose_waypoints(o);
  if (bounds.lost == CHECK_DEFAULT) bounds.lost = may_lose ? CHECK_NO_BOUND : 0;
  if (bounds.missing == CHECK_DEFAULT) bounds.missing = 0;
  if (bounds.start == CHECK_DEFAULT) bounds.start = !is_enabled_by_comparators(o);
  return bounds;
}

static bool can_read(struct observer *o) {
  if (!o->stream.needed_registers && o->config.unknown)
    o->stream.needed_registers = o->config.unknown & registers_needed(&o->config, o->options.shared_atb);
  o->stream.is_frozen = o->stream.is_frozen || o->stream.needed_registers || o->stream.is_full;
  return !o->stream.needed_registers && !o->stream.is_full;
}

static void compare_up_to(struct observer *o, uint64_t end) {
  o->scoreboard.bounds = observer_bounds(o);
  o->scoreboard.may_lose_waypoints = may_lose_waypoints(o);
  o->scoreboard.has_activations = !is_enabled_by_comparators(o);
  if (end <= o->stream.compared_bytes || !can_read(o)) return;
  scoreboard_bytes(&o->scoreboard, sent_byte(&o->sent, o->stream.compared_bytes),
                   (size_t)(end - o->stream.compared_bytes));
  o->stream.compared_bytes = end;
}

// From byte `at` on, the scoreboard compares the next stream.
static void change_config(struct observer *o, const struct config *config, bool by_comparators, uint64_t at) {
  o->stream.by_comparators = by_comparators;
  if (memcmp(config, &o->config, sizeof *config) == 0) return;
  o->config = *config;
  scoreboard_programmed(&o->scoreboard);
  sent_programmed(&o->sent, &o->config, at);
}

// Ends the stream at a stop that no read of ETMSR has shown. If the trace reports items after the stop, the DUT had not
// stopped yet for these items.
static void stop_unseen(struct scoreboard *s, const struct unseen_start *next, bool overflow) {
  flow_end(s->flow);  // The instruction that the flow held back belongs to the old stream.
  const size_t first = next->first > s->at.item ? next->first : s->at.item;
  scoreboard_stop(s, next->taken, first, overflow, overflow);
}

static void begin_next(struct observer *o, bool overflow) {
  const struct unseen_start next = unseen_take(&o->unseen);
  if (o->stream.needed_registers || o->stream.is_full) return;
  stop_unseen(&o->scoreboard, &next, overflow);
  change_config(o, &next.config, next.by_comparators, o->stream.compared_bytes);
}

static bool may_lose(const struct observer *o) { return o->scoreboard.bounds.lost > 0; }

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

static uint64_t fits_up_to(const struct observer *o, const struct scoreboard *before, const struct unseen *u,
                           uint64_t from, uint64_t end);

// The end of the items that the stream of `s` may report: the first item of the next start in `u`. A start before an
// item that the stream has already reported is skipped, because the DUT had not stopped there.
static size_t items_up_to_start(const struct observer *o, const struct scoreboard *s, const struct unseen *u) {
  for (unsigned i = 0; i < u->count; i++) {
    if (u->at[i].first >= s->at.item) return u->at[i].first;
  }
  return o->history.count;
}

// `s` has compared the old stream up to the candidate of `u`. The stream of u->at[0] begins there, and the stream after
// it may begin at the next place that is found. That place must be tried, too, because the start may have traced
// nothing: then the packets after the candidate belong to the start after it. `items`: the history that `s` reads.
static uint64_t next_fits_up_to(const struct observer *o, struct scoreboard *s, struct history *items,
                                const struct unseen *u, uint64_t end) {
  const struct unseen_start *start = &u->at[0];
  struct unseen after;
  unseen_copy(&after, u);
  unseen_take(&after);
  items->count = items_up_to_start(o, s, &after);
  stop_unseen(s, start, u->starts_with_overflow || may_lose(o));
  s->config = &start->config;
  scoreboard_programmed(s);
  if (s->wrong) return s->error.offset;
  const uint64_t offset = fits_up_to(o, s, &after, u->candidate, end);
  if (after.count > 0) unseen_find(&after, &o->sent, end);
  return after.is_found ? larger(offset, fits_up_to(o, s, &after, u->candidate, end)) : offset;
}

// Tries a hypothesis about the bytes [from, end), and returns the offset of the first packet that contradicts the
// execution, or `end`:
//
//                  from            candidate             end
//   u->is_found    | old stream    | stream of u->at[0]  |
//   otherwise      | old stream                          |
//
// `before` has compared the old stream up to `from`. Each recursion removes a start, so UNSEEN_STARTS bounds the depth.
static uint64_t fits_up_to(const struct observer *o, const struct scoreboard *before, const struct unseen *u,
                           uint64_t from, uint64_t end) {
  const uint64_t old_end = u->is_found ? u->candidate : end;
  struct history items = o->history;
  items.count = items_up_to_start(o, before, u);
  struct scoreboard *s = scoreboard_fork(before);
  s->is_reference_rtl = before->is_reference_rtl;
  s->history = &items;
  scoreboard_bytes(s, sent_byte(&o->sent, from), (size_t)(old_end - from));
  uint64_t offset = s->wrong ? s->error.offset : end;
  if (u->is_found && !s->wrong) offset = next_fits_up_to(o, s, &items, u, end);
  scoreboard_free(s);
  free(s);
  return offset;
}

enum { LATER_PLACES = 8 };  // the largest number of later places that are tried
enum stream_owner { OWNER_OLD, OWNER_NEXT, OWNER_EITHER };

// Decides to which stream the bytes belong that follow a place at which the next stream may begin. Both streams may
// execute the same address. So the bytes belong to the old stream if more of them fit when the next one begins later.
static enum stream_owner owner_of_bytes(const struct observer *o, uint64_t end) {
  if (o->stream.needed_registers || o->scoreboard.wrong || (o->unseen.at[0].config.unknown & CONFIG_ETMCR))
    return OWNER_NEXT;
  const uint64_t here = fits_up_to(o, &o->scoreboard, &o->unseen, o->stream.compared_bytes, end);
  struct unseen u;
  unseen_copy(&u, &o->unseen);
  unseen_refuse(&u);
  uint64_t later = fits_up_to(o, &o->scoreboard, &u, o->stream.compared_bytes, end);
  for (unsigned places = 0; later <= here && places < LATER_PLACES; places++) {
    unseen_find(&u, &o->sent, end);
    if (!u.is_found) break;
    later = larger(later, fits_up_to(o, &o->scoreboard, &u, o->stream.compared_bytes, end));
    unseen_refuse(&u);
  }
  return later > here ? OWNER_OLD : later == end ? OWNER_EITHER : OWNER_NEXT;
}

// Passes the bytes up to `end` to the scoreboard, and switches to the next stream where it begins. `last`: no later
// byte can decide to which stream these bytes belong.
static void decode_up_to(struct observer *o, uint64_t end, bool last) {
  while (o->unseen.count > 0) {
    const uint64_t old_bytes = unseen_find(&o->unseen, &o->sent, end);
    compare_up_to(o, old_bytes);
    if (!o->unseen.is_found) break;
    const enum stream_owner owner = owner_of_bytes(o, end);
    if (owner == OWNER_EITHER && !last) break;
    if (owner == OWNER_OLD) {
      unseen_refuse(&o->unseen);
    } else {
      begin_next(o, o->unseen.starts_with_overflow || may_lose(o));
    }
  }
  if (o->unseen.count == 0) compare_up_to(o, end);
  streams_note(o);
  if (o->join) join_caught_up(o->join);
  // After a failure the items stay, because the report names them.
  if (!o->stream.is_frozen && !o->rules.broken) history_release(&o->history, scoreboard_oldest(&o->scoreboard));
  sent_trim(&o->sent, &o->scoreboard.decoder, o->stream.compared_bytes);
}

// The Cortex-A9's port: the clock of the commit of the oldest waypoint that the sampling has not judged. If there is
// none: this clock.
static uint64_t oldest_commit(struct observer *o) {
  const struct history *h = &o->history;
  if (h->sampled < h->count) return history_committed(h, h->sampled);
  return wpt_port_has_backlog(&o->wpt_port) ? wpt_port_entry(&o->wpt_port, o->wpt_port.first)->committed : o->clock;
}

// The number of bytes that certainly report only items that the sampling has judged. A burst of commits reaches the
// list of items later than a DUT that takes several waypoints in a clock.
static uint64_t judged_bytes(struct observer *o) {
  const uint64_t clock = o->options.speculates ? oldest_commit(o) : o->clock - o->sampling.late;
  return clock == o->clock ? o->sent.count : o->sent.before[clock % SENT_CLOCKS];
}

void streams_look(struct observer *o) {
  decode_up_to(o, judged_bytes(o), false);
  if (!stream_is_unfinished(&o->stream) || o->stream.is_frozen) return;
  scoreboard_silence(&o->scoreboard, o->rules.atb_clocks, o->sampling.taken_end);
  streams_note(o);
}

// Compares all bytes. `stopped`: the DUT has stopped, so a start whose trace was not found has sent none.
static void decode_all(struct observer *o, bool stopped) {
  commits_deliver_rest(o);
  decode_up_to(o, o->sent.count, true);
  while (o->unseen.count > 0) {
    struct scoreboard_position *at = &o->scoreboard.at;
    const uint64_t before = at->unreported_items;
    begin_next(o, !stopped || may_lose(o));
    // The trace of these items may not have left yet, so the DUT need not have lost them.
    if (!stopped) at->optional_lost_items += at->unreported_items - before;
  }
  compare_up_to(o, o->sent.count);
  streams_note(o);
}

void streams_look_at_all(struct observer *o) { decode_all(o, false); }

// --- begin and end --------------------------------------------------------------------------------------------------

// The number of items that the DUT has certainly taken. A DUT with a larger latency than the reference RTL may not have
// taken the items just before WPTENABLE fell.
static size_t surely_taken(const struct observer *o) {
  size_t taken = o->sampling.taken_end;
  while (o->sampling.late > 0 && taken > o->scoreboard.at.item && taken > o->history.first &&
         history_moment(&o->history, taken - 1)->clock + 1 + o->sampling.late >= o->last.disabled) {
    taken--;
  }
  return taken;
}

bool streams_never_ran(const struct observer *o) {
  return o->stream.started_disabled && o->sampling.enabled_at < o->stream.started_at;
}

// A DUT stops at once (IHI 0035B 4.15.2). If WPTENABLE stays 1, the DUT did not stop.
static bool has_stopped(const struct observer *o) {
  return o->last.disabled >= o->last.stopped &&
         o->last.disabled - o->last.stopped <= o->rules.limits.latency + o->sampling.late;
}

// Did the DUT take an item after the newest start, before item `end`?
static bool newest_has_item(const struct observer *o, size_t end) {
  const size_t first = o->unseen.at[o->unseen.count - 1].first;
  bool has_item = first < o->history.first;
  for (size_t i = first; i < end && !has_item; i++) has_item = history_moment(&o->history, i)->taken;
  return has_item;
}

// A start by NIDEN and DBGEN need not bring an A-sync (IHI 0035B 4.5.1), except for the reference RTL. So if the DUT
// took no item between such a start and the next start, one I-sync serves both starts.
static bool begins_as_newest(const struct observer *o, const struct unseen_start *next) {
  if (o->unseen.count == 0 || o->scoreboard.is_reference_rtl) return false;
  return (next->by_pins || o->unseen.at[o->unseen.count - 1].by_pins) && !newest_has_item(o, next->first);
}

// The first item of a stream that begins in this clock. A DUT that pins start may take the items of the same clock.
static size_t first_item(const struct observer *o, bool by_pins) {
  return o->history.count - (by_pins ? o->cycle.presented : 0);
}

// The DUT was started again before ETMSR acknowledged its stop.
static void begin_unseen(struct observer *o, bool by_pins) {
  const struct unseen_start next = {
      .sent = o->sent.count,
      .taken = surely_taken(o),
      .first = first_item(o, by_pins),
      .config = o->programmed,
      .by_comparators = o->filter.program.event != 0,
      .by_pins = by_pins,
  };
  if (streams_never_ran(o)) {
    unseen_replace(&o->unseen, &next);
    return;
  }
  if (!has_stopped(o)) return;
  if (begins_as_newest(o, &next)) {
    unseen_replace(&o->unseen, &next);
    return;
  }
  // The next call of streams_look() may be too late, because more than UNSEEN_STARTS starts fit into BLOCK clocks.
  if (unseen_is_full(&o->unseen)) decode_up_to(o, judged_bytes(o), false);
  // If the first A-sync of the old stream has left, or none is required, the next A-sync may belong to the next stream.
  const bool has_async =
      o->stream.started_by_pins || o->scoreboard.has_isync || o->sent.count > o->stream.started_bytes;
  o->stream.is_full = o->stream.is_full || !unseen_add(&o->unseen, &next, &o->scoreboard.decoder, &o->history,
                                                       o->stream.compared_bytes, has_async);
}

static void note_unknown_write(struct observer *o, uint32_t needed) {
  if (!needed || o->stream.unknown_write.clause) return;
  o->stream.unknown_write = o->last_writes.of[registers_first(needed)->offset / 4];
  if (o->last.reset > o->stream.unknown_write.clock) o->stream.unknown_write_reset = o->last.reset;
}

static void note_start(struct observer *o) {
  o->stream.started_at = o->clock;
  o->stream.started_bytes = o->sent.count;
  o->stream.started_disabled = !o->cycle.is_enabled;
}

// A DUT may stop some clocks late (IHI 0035B 4.7.2 for the pins; for the Programming bit no clause gives the clock). If
// it was started in these clocks, it goes on with the old stream until WPTENABLE falls.
void streams_disabled(struct observer *o) {
  o->last.disabled = o->clock;
  const bool goes_on = stream_is_unfinished(&o->stream) && !o->stream.is_frozen && !o->stream.started_disabled;
  if (!goes_on || o->stream.started_at < o->last.stopped || !has_stopped(o)) return;
  commits_deliver_rest(o);
  begin_unseen(o, o->stream.started_by_pins);
  note_start(o);
}

void streams_begin(struct observer *o, bool by_pins) {
  const bool has_run = has_stopped(o) && !streams_never_ran(o);
  const bool is_unfinished = stream_is_unfinished(&o->stream);
  const bool unseen = is_unfinished && !o->stream.is_frozen && (o->unseen.count > 0 || has_run);
  struct config config = o->programmed;
  registers_apply(&o->registers, &config);
  o->stream.unknown_registers |= config.unknown;
  note_unknown_write(o, config.unknown & registers_needed(&config, o->options.shared_atb));
  used_note(&o->used, &o->registers);
  scope_started(&o->scope, &o->registers);
  o->stream.state = STREAM_OPEN;
  scoreboard_silence_begin(&o->scoreboard, o->clock, o->rules.atb_clocks);
  if (unseen) commits_deliver_rest(o);
  o->programmed = config;
  sampling_programmed(&o->sampling);
  if (unseen) {
    begin_unseen(o, by_pins);
  } else if (!by_pins || !is_unfinished) {  // Otherwise the stream goes on, because WPTENABLE or ETMEN stayed HIGH.
    change_config(o, &config, o->filter.program.event != 0, o->sent.count);
  }
  note_start(o);
  o->stream.started_by_pins = by_pins && !o->scoreboard.is_reference_rtl;
  const bool forces = unit_may_force_overflow(&config, o->counts.syncs > 0);
  o->stream.may_force_overflow = o->stream.may_force_overflow || forces;
  o->scoreboard.may_force_overflow = !o->options.strict || forces || (unseen && o->scoreboard.may_force_overflow);
}

// `by_pins`: NIDEN or DBGEN start the DUT in this clock.
static void end_stream(struct observer *o, bool by_pins) {
  if (!stream_is_unfinished(&o->stream)) return;
  o->stream.state = STREAM_ENDED;
  if (o->stream.is_frozen) return;
  decode_all(o, true);
  if (o->stream.is_frozen) return;
  flow_end(o->scoreboard.flow);  // The instruction that the flow held back was certainly taken.
  // ETMv3.0 clears ETMSR[0] when it is stopped (IHI 0014Q 3.5.5).
  const bool overflow = o->registers.may_have_overflow || (o->etm && config_minor(&o->config) == 0);
  scoreboard_stop(&o->scoreboard, surely_taken(o), first_item(o, by_pins), overflow, overflow);
  streams_note(o);
}

void streams_end(struct observer *o) { end_stream(o, false); }

void streams_end_in_silence(struct observer *o, bool by_pins) {
  if (o->stream.state != STREAM_SILENT) return;
  o->registers.may_have_overflow = true;
  end_stream(o, by_pins);
}
