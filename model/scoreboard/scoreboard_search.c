// SPDX-License-Identifier: Apache-2.0
#include "scoreboard_search.h"

#include <string.h>

#include "scoreboard_protocol.h"
#include "scoreboard_term.h"
#include "scoreboard_wrong.h"

// --- after a gap ------------------------------------------------------------------------------------------------

// Counts items that had to be traced before the first I-sync of a stream, and were not: a late start.
static void note_late_start(struct scoreboard *s, uint64_t items, size_t first) {
  struct scoreboard_position *at = &s->at;
  at->start_items += items;
  if (items <= s->bounds.start || items <= at->start_most) return;
  at->start_most = items;
  at->start_bound = s->bounds.start;
  at->start_why = scoreboard_missing_of(s, first);
}

// Counts items that had to be traced after that I-sync, and were not.
static void note_missing(struct scoreboard *s, uint64_t items, size_t first) {
  struct scoreboard_position *at = &s->at;
  const bool is_first = items > 0 && at->missing_items == 0;
  at->missing_items += items;
  if (is_first && s->bounds.missing != CHECK_NO_BOUND) at->missing_why = scoreboard_missing_of(s, first);
}

// Counts the items that the I-sync of a choice skips although they had to be traced.
static void note_untraced(struct scoreboard *s, const struct scoreboard_choice *c) {
  if (!s->at.started) {
    note_late_start(s, c->required, c->first_required);
  } else if (s->has_activations) {
    note_missing(s, c->missing, c->first_missing);
  } else {
    note_missing(s, c->required, c->first_required);
  }
}

void scoreboard_resume(struct scoreboard *s, size_t end, uint8_t reason, bool lost, const struct scoreboard_choice *c) {
  const struct history *h = s->history;
  const bool late = lost && !scoreboard_is_tracing(s);
  const uint64_t items = end - s->at.item;
  const uint64_t steps = items > 0 ? history_steps(h, end) - s->at.step : 0;
  if (lost && s->at.lost_items + s->at.unreported_items == 0) s->at.first_lost = s->at.item;
  if (c && reason == ISYNC_TRACE_ON && !lost) note_untraced(s, c);
  s->at.item += items;
  s->at.step += steps;
  s->at.gaps += lost;
  s->at.items_lost_while_off += late ? items : 0;
  s->at.starts += !lost;
  s->at.resumes += !lost && s->at.started;
  s->at.started = true;
  s->at.is_undecided = s->at.resumed_by_comparators = false;
  s->at.is_off = s->at.passed_debug = s->at.may_be_off = s->at.needs_timestamp = s->at.has_timestamp =
      s->at.has_pending_ns = false;
  s->at.later_timestamp = 0;
  *(lost ? &s->at.lost_items : &s->at.untraced_items) += items;
  *(lost ? &s->at.lost_steps : &s->at.untraced_steps) += steps;
}

// --- choices -------------------------------------------------------------------------------------------------------

// Bytes that precede the I-sync of the choice were still in the DUT when item `i` was presented. So an overflow may
// have lost the item, and may have ended while tracing was off. Fewer bytes than a beat do not count, because a DUT may
// hold them back without an overflow.
static bool may_be_lost(const struct scoreboard *s, const struct scoreboard_choice *c, size_t i) {
  const uint64_t left = history_moment(s->history, i)->left;
  return s->bounds.lost > 0 && s->log[c->index].flow.offset >= left + s->config->atb_bits / 8;
}

// Counts item `i`, with which tracing had to be on. An activation takes effect at the next waypoint (IHI 0035A 3.3.2),
// so it has the bound of a start. The bound counts clocks, because an ETM evaluates the event once for both
// instructions of a clock.
static void count_required(const struct scoreboard *s, struct scoreboard_choice *c, size_t i) {
  const uint64_t clock = history_moment(s->history, i)->clock;
  if (may_be_lost(s, c, i)) {
    c->activated_clocks = 0;
    return;
  }
  c->activated_clocks += c->activated_clocks == 0 || clock != c->last_activated_clock;
  c->last_activated_clock = clock;
  if (c->activated_clocks > s->bounds.start && c->missing++ == 0) c->first_missing = i;
}

void scoreboard_pass_item(const struct scoreboard *s, struct scoreboard_choice *c, size_t i) {
  if (!s->protocol->must_start(s, i)) {
    c->activated_clocks = 0;
    return;
  }
  c->is_overdue = true;
  if (!c->before.started && i < s->ready_item) return;
  if (c->required++ == 0) c->first_required = i;
  if (s->has_activations) count_required(s, c, i);
}

// Stores the items that the I-sync of a choice skips: those from `before` to the position of the flow.
static void note_start(struct scoreboard *s, size_t index, const struct scoreboard_position *before) {
  struct scoreboard_event *event = &s->log[index];
  event->tried = (struct stream_items){before->item, s->at.item, s->at.gaps > before->gaps};
  if (!s->is_replaying) event->items = event->tried;
}

// The replay of the events from log[from] on is accepted.
static void accept_tried(struct scoreboard *s, size_t from) {
  for (size_t i = from; i < s->log_count; i++) s->log[i].items = s->log[i].tried;
}

static bool is_within(const struct scoreboard *s) {
  return s->at.lost_items <= s->bounds.lost && s->at.missing_items <= s->bounds.missing && s->at.start_most == 0;
}

// Fewer items are missing here than at `than`, so this position may be within the bounds although that one was not.
static bool may_be_within(const struct scoreboard *s, const struct scoreboard_position *than) {
  const bool loses_fewer = s->bounds.lost != CHECK_NO_BOUND && s->at.lost_items < than->lost_items,
             misses_fewer = s->bounds.missing != CHECK_NO_BOUND && s->at.missing_items < than->missing_items;
  return loses_fewer || misses_fewer || s->at.start_most < than->start_most;
}

// Several choices lead to the same position. A search examines the events after it only once. Otherwise its steps would
// be exponential in the number of choices.
static bool is_first_visit(struct scoreboard *s, size_t index) {
  enum { DECIDING = offsetof(struct scoreboard_position, lost_items) };
  struct scoreboard_visit *v = &s->visits[(index * 2654435761u + s->at.item) % SCOREBOARD_VISITS];
  const bool is_visited = v->search == s->searches && v->index == index && memcmp(&v->at, &s->at, DECIDING) == 0;
  if (is_visited && !may_be_within(s, &v->at)) return false;
  *v = (struct scoreboard_visit){s->searches, index, s->at};
  return true;
}

// A placement with which more items are missing than the bounds allow is tried last.
static bool find_start(struct scoreboard *s, struct scoreboard_choice *c, size_t from) {
  while (s->protocol->find_start(s, c, from)) {
    if (!is_within(s) && !s->exceeds_bounds && s->belief != BELIEVE_MISSING) break;
    if (!s->is_replaying || is_first_visit(s, c->index)) return true;
    c->has_untried = c->has_untried || s->belief == BELIEVE_AT_ONCE;
    from = c->candidate + 1;
    s->spent++;
  }
  s->at = c->before;
  return false;
}

static bool choose(struct scoreboard *s, size_t index) {
  struct scoreboard_choice c = {.before = s->at, .index = index, .scanned = s->at.item};
  if (s->choice_count == SCOREBOARD_CHOICES) return false;
  const bool straight = s->protocol->goes_straight_on && s->protocol->goes_straight_on(s, &c);
  if (!straight && !find_start(s, &c, c.before.item)) return false;
  note_start(s, index, &c.before);
  s->choices[s->choice_count++] = c;
  return true;
}

// Compares the event log[i] with the execution.
static bool step(struct scoreboard *s, size_t i) {
  struct scoreboard_event *event = &s->log[i];
  if (!event->is_timestamp && event->flow.kind == FLOW_SYNC) return choose(s, i);
  const size_t first = s->at.item;
  const bool good = s->protocol->compare(s, event);
  event->tried = (struct stream_items){first, s->at.item, false};
  if (!s->is_replaying) event->items = event->tried;
  return good;
}

// A timestamp and a periodic I-sync have no item, so they are not stored.
static void store_settled(struct scoreboard *s, const struct scoreboard_event *e) {
  if (e->is_timestamp || e->flow.kind == FLOW_PERIODIC) return;
  s->settled[s->settled_count++ % SCOREBOARD_SETTLED] =
      (struct scoreboard_settled){.offset = e->flow.offset,
                                  .first = e->items.first,
                                  .count = (uint32_t)(e->items.end - e->items.first),
                                  .kind = e->flow.kind,
                                  .lost = e->items.lost};
}

void search_settle(struct scoreboard *s, size_t count) {
  for (size_t i = 0; i < count; i++) store_settled(s, &s->log[i]);
  for (size_t i = 0; *s->calls.settled && i < count; i++) {
    const struct scoreboard_event *e = &s->log[i];
    if (!e->is_timestamp) GIVE_READERS(s, settled, &e->flow, &e->items);
  }
  s->log_count -= count;
  if (s->log_count > 0) memmove(s->log, s->log + count, s->log_count * sizeof *s->log);
}

bool search_compare_newest(struct scoreboard *s) { return step(s, s->log_count - 1); }

// Compares two messages about the newest event. A misplaced I-sync has only one message.
static bool says_the_same(const struct scoreboard *s, const struct scoreboard_error *e) {
  return !e->is_misplaced_isync && strcmp(s->error.why, e->why) == 0;
}

// Compares the events from log[i] on again. Returns the first one that does not fit, or `log_count` if all fit.
static size_t replay(struct scoreboard *s, size_t i) {
  for (; i < s->log_count && step(s, i); i++) s->spent++;
  return i;
}

// Revises choices, the latest first, until all events of the log fit. The oldest `keep` choices stay. `first`: the
// first contradiction of the newest event. It becomes doubtful if another choice leads to that event, too, with another
// contradiction. It may be NULL.
static bool search(struct scoreboard *s, size_t keep, struct scoreboard_error *first) {
  while (s->choice_count > keep && s->spent++ < s->budget) {
    struct scoreboard_choice *c = &s->choices[s->choice_count - 1];
    if (c->index < s->replayed_from) s->replayed_from = c->index;
    if (!find_start(s, c, c->candidate + 1)) {
      s->choice_count--;
      continue;
    }
    c->has_untried = c->has_untried || s->belief == BELIEVE_AT_ONCE;
    s->wrong = false;
    note_start(s, c->index, &c->before);
    const size_t end = replay(s, c->index + 1);
    if (end == s->log_count && s->at.item >= s->required_end) return true;
    if (first && end + 1 == s->log_count && !says_the_same(s, first)) first->is_doubtful = true;
  }
  return false;
}

// Makes all choices from choice `from` on anew.
static bool search_anew(struct scoreboard *s, size_t from) {
  const size_t first = s->choices[from].index;
  s->at = s->choices[from].before;
  s->choice_count = from;
  s->replayed_from = first;
  return (replay(s, first) == s->log_count && s->at.item >= s->required_end) || search(s, 0, NULL);
}

static void settle_oldest(struct scoreboard *s, size_t count) {
  const size_t settled = s->choice_count > count ? s->choices[count].index : s->log_count;
  search_settle(s, settled);
  s->choice_count -= count;
  memmove(s->choices, s->choices + count, s->choice_count * sizeof *s->choices);
  for (size_t i = 0; i < s->choice_count; i++) s->choices[i].index -= settled;
}

// The state before a search, which is restored after it.
struct search_snapshot {
  struct scoreboard_position at;
  struct scoreboard_error error;
  size_t choice_count;  // The choices themselves are stored after those of the search.
};

static void snapshot_save(struct search_snapshot *snapshot, struct scoreboard *s) {
  snapshot->at = s->at;
  snapshot->error = s->error;
  snapshot->choice_count = s->choice_count;
  memcpy(s->choices + SCOREBOARD_CHOICES, s->choices, s->choice_count * sizeof *s->choices);
}

static void snapshot_restore(const struct search_snapshot *snapshot, struct scoreboard *s) {
  s->searches++;
  s->at = snapshot->at;
  s->error = snapshot->error;
  s->choice_count = snapshot->choice_count;
  memcpy(s->choices, s->choices + SCOREBOARD_CHOICES, snapshot->choice_count * sizeof *s->choices);
}

// Searches with a few steps for each event, which do not count for the budget. *gave_up: the steps were not enough.
static bool probe(struct scoreboard *s, bool anew, bool *gave_up) {
  const uint64_t spent = s->spent, budget = s->budget;
  s->searches++;
  s->spent = 0;
  s->budget = SCOREBOARD_PROBE_EVENTS + SCOREBOARD_STEPS_PER_EVENT * s->log_count;
  const bool found = anew ? search_anew(s, 0) : search(s, 0, NULL);
  *gave_up = s->spent >= s->budget;
  s->spent = spent;
  s->budget = budget;
  return found;
}

// Does another item fit the log since the oldest choice, as far as a probe shows? `most`: the last belief to be tried.
static bool has_alternative(struct scoreboard *s, enum scoreboard_belief most) {
  const struct scoreboard_choice oldest = s->choices[0];
  struct search_snapshot before;
  bool maybe = false, gave_up;
  snapshot_save(&before, s);
  s->is_replaying = true;
  for (s->belief = BELIEVE_AT_ONCE; s->belief <= most && !maybe; s->belief++) {
    s->choices[0] = oldest;
    s->choice_count = 1;
    maybe = probe(s, false, &gave_up) || gave_up;
  }
  if (!maybe && oldest.has_untried) {
    s->belief = most;
    s->choices[0] = oldest;
    maybe = (probe(s, true, &gave_up) && s->choices[0].candidate != oldest.candidate) || gave_up;
  }
  s->is_replaying = s->wrong = false;
  s->belief = BELIEVE_AT_ONCE;
  snapshot_restore(&before, s);
  return maybe;
}

// A choice is settled when no other item fits. So the log and the history become long only if a program waits in a
// loop. In this case the next probe comes after twice as many events.
static void settle_certain_choices(struct scoreboard *s, enum scoreboard_belief most) {
  while (s->choice_count > 0 && !has_alternative(s, most)) settle_oldest(s, 1);
  if (s->choice_count == 0) s->has_guessed = false;
  s->probe_at = 2 * s->log_count > SCOREBOARD_PROBE_EVENTS ? 2 * s->log_count : SCOREBOARD_PROBE_EVENTS;
}

bool search_is_sure(struct scoreboard *s) {
  settle_certain_choices(s, BELIEVE_MISSING);
  return s->choice_count <= 1 && !s->has_guessed;
}

static bool is_full(const struct scoreboard *s) {
  return s->log_count == SCOREBOARD_LOG || s->at.item - scoreboard_oldest(s) >= SCOREBOARD_LOG ||
         s->choice_count == SCOREBOARD_CHOICES;
}

// Settles the choices for which no other item within the bounds fits. If this is not enough, settles the older half.
static void make_room(struct scoreboard *s) {
  if (s->choice_count > 0) settle_certain_choices(s, BELIEVE_LATER);
  if (s->choice_count == 0 || !is_full(s)) return;
  settle_oldest(s, (s->choice_count + 1) / 2);
  s->has_guessed = true;
}

void search_add(struct scoreboard *s, const struct flow_event *e, bool timestamp) {
  if (is_full(s)) make_room(s);
  if (s->choice_count > 0 && s->log_count >= s->probe_at) settle_certain_choices(s, BELIEVE_MISSING);
  if (s->choice_count == 0) search_settle(s, s->log_count);
  s->budget += SCOREBOARD_STEPS_PER_EVENT;
  // The event may belong to an earlier packet: the flow holds an instruction back until it is certain that the
  // instruction was completed.
  const bool held = e->offset != s->packet->offset;
  struct scoreboard_event *added = &s->log[s->log_count++];
  added->flow = *e;
  added->totals = held ? s->held_totals : s->totals;
  added->is_timestamp = timestamp;
  added->items = added->tried = (struct stream_items){s->at.item, s->at.item, false};
}

// An item that was rejected with BELIEVE_AT_ONCE may fit if tracing started later than it could.
static bool search_untried(struct scoreboard *s) {
  size_t from = 0;
  while (from < s->choice_count && !s->choices[from].has_untried) from++;
  return from < s->choice_count && search_anew(s, from);
}

// A late start of tracing is believed only if nothing else fits.
void search_other_choices(struct scoreboard *s) {
  struct search_snapshot before;
  bool good = false, ended = s->has_guessed;
  snapshot_save(&before, s);
  const bool far = s->choice_count > SCOREBOARD_NEAR_CHOICES;
  s->is_replaying = true;
  for (s->belief = BELIEVE_AT_ONCE; s->belief <= BELIEVE_MISSING && !good; s->belief++) {
    snapshot_restore(&before, s);
    s->replayed_from = s->log_count - 1;
    // The newest event may be an I-sync that has no place yet. At the end of a stream (`required_end`) each has one.
    good = s->belief > BELIEVE_AT_ONCE && !s->required_end && s->log[s->log_count - 1].flow.kind == FLOW_SYNC &&
           choose(s, s->log_count - 1);
    const size_t keep = far && s->belief == BELIEVE_AT_ONCE ? s->choice_count - SCOREBOARD_NEAR_CHOICES : 0;
    good = good || search(s, keep, &before.error);
    if (!good && s->belief == BELIEVE_LATER) {
      snapshot_restore(&before, s);
      good = search_untried(s);
    }
    ended = ended || (s->belief < BELIEVE_MISSING && s->spent >= s->budget);
  }
  s->is_replaying = false;
  s->belief = BELIEVE_AT_ONCE;
  s->wrong = !good;
  const bool beyond = good && !is_within(s);
  if (ended && (!good || (beyond && !s->exceeds_bounds))) s->gave_up = true;
  before.error.is_doubtful = before.error.is_doubtful || s->has_guessed || s->spent >= s->budget;
  if (good) {
    s->exceeds_bounds = s->exceeds_bounds || beyond;
    accept_tried(s, s->replayed_from);
  } else {
    snapshot_restore(&before, s);
  }
}

// --- settling ------------------------------------------------------------------------------------------------------

size_t scoreboard_oldest(const struct scoreboard *s) {
  return s->choice_count ? s->choices[0].before.item : s->at.item;
}

// In a loop each turn fits after an overflow, and the first turn was chosen for each overflow. So the lost items add up
// as items that wait for their trace. If it fits, the newest overflow is moved forward by half of these items. Half is
// safe, because a DUT holds far fewer items than wait here: the flow is not placed after trace that has not left yet.
// The next call takes half of the rest.
static void catch_up(struct scoreboard *s) {
  const size_t waiting = s->history->count - s->at.item;
  size_t last = s->choice_count;
  while (last > 0 && s->log[s->choices[last - 1].index].flow.reason != ISYNC_OVERFLOW) last--;
  if (s->wrong || last == 0 || waiting < 2) return;
  struct search_snapshot before;
  bool gave_up;
  snapshot_save(&before, s);
  s->choice_count = last;
  s->choices[last - 1].candidate += waiting / 2 - 1;  // The search begins with the next item.
  s->is_replaying = true;
  s->replayed_from = s->log_count;
  const bool good = probe(s, false, &gave_up);
  s->is_replaying = s->wrong = false;
  if (good) {
    accept_tried(s, s->replayed_from);
    s->has_guessed = true;
  } else {
    snapshot_restore(&before, s);
  }
}

// Comparators permit that tracing starts with item `i`, but do not require it. The first packet of such a start must
// have left by item `now`.
static bool must_have_left(const struct scoreboard *s, size_t i, size_t now) {
  const struct moment *m = history_moment(s->history, i);
  if (!m->filtered || m->is_undecided || s->protocol->must_start(s, i)) return false;
  const uint64_t window = s->silence.window;
  return window != CHECK_NO_BOUND && history_moment(s->history, now)->atb_clocks > m->atb_clocks + window;
}

void search_skip(struct scoreboard *s, size_t to) {
  const size_t steps = history_steps(s->history, to) - s->at.step;
  s->at.untraced_items += to - s->at.item;
  s->at.untraced_steps += steps;
  s->at.item = to;
  s->at.step += steps;
}

// ETM: the item at the position of the flow shows that tracing is off, so the last of these items stays.
void scoreboard_settle(struct scoreboard *s, size_t taken) {
  catch_up(s);
  size_t end = s->at.item;
  s->has_guessed = s->has_guessed || s->choice_count > 0;
  s->choice_count = 0;
  if (s->log_count > 1) search_settle(s, s->log_count - 1);
  const size_t here = s->history->waypoints && end > 0 ? end - 1 : end;  // the item that may have ended tracing
  const bool off =
      s->protocol->is_off(s) || (s->protocol->may_be_off(s) && end < taken && must_have_left(s, here, taken - 1));
  if (s->wrong || (s->at.started && !off)) return;
  while (end + 1 < taken && (!s->protocol->may_start(s, end) || must_have_left(s, end, taken - 1))) {
    const enum step_kind kind = s->history->waypoints ? STEP_INSTRUCTION : history_step(s->history, end)->kind;
    s->at.passed_debug = s->at.passed_debug || kind == STEP_DEBUG_ENTRY || kind == STEP_DEBUG_EXIT;
    end++;
  }
  if (end <= s->at.item + 1) return;
  search_skip(s, end - 1);
}
