// SPDX-License-Identifier: Apache-2.0
#include "scoreboard_search.h"

#include <string.h>

#include "scoreboard_protocol.h"

// --- behind a gap -----------------------------------------------------------------------------------------------

// What had to be traced and is not: late is what comes before the first I-sync of a stream.
static void note_missing(struct scoreboard_position *at, uint64_t items, size_t first) {
  if (at->started) {
    if (at->missing_items == 0) at->first_missing = first;
    at->missing_items += items;
  } else {
    if (at->start_items == 0) at->first_start = first;
    at->start_items += items;
    if (at->start_most < items) at->start_most = items;
  }
}

void scoreboard_go_on(struct scoreboard *f, size_t end, uint8_t reason, bool lost, const struct scoreboard_choice *c) {
  const struct history *h = f->history;
  const bool late = lost && !scoreboard_is_tracing(f);
  const uint64_t items = end - f->at.item;
  const uint64_t steps = items > 0 ? history_steps(h, end) - f->at.step : 0;
  if (c && reason == ISYNC_TRACE_ON && !lost) note_missing(&f->at, c->missing, c->first_missing);
  f->at.item += items;
  f->at.step += steps;
  f->at.gaps += lost;
  f->at.late_gaps += late;
  f->at.late_items += late ? items : 0;
  f->at.starts += !lost;
  f->at.resumes += !lost && f->at.started;
  f->at.started = true;
  f->at.ended = f->at.halted = f->at.unsure = f->at.needs_timestamp = f->at.stamped = f->at.ns_pending = false;
  f->at.ahead = 0;
  *(lost ? &f->at.lost_items : &f->at.untraced_items) += items;
  *(lost ? &f->at.lost_steps : &f->at.untraced_steps) += steps;
}

// --- choices -------------------------------------------------------------------------------------------------------

void scoreboard_pass(const struct scoreboard *f, struct scoreboard_choice *c, size_t i) {
  if (!f->protocol->must_start(f, i)) return;
  c->overdue = true;
  if (!c->before.started && i < f->ready) return;
  if (c->missing++ == 0) c->first_missing = i;
}

// The I-sync of a choice is put where the flow is now.
static void note_start(struct scoreboard *f, size_t index, const struct scoreboard_position *before) {
  struct scoreboard_event *event = &f->log[index];
  event->tried = (struct stream_items){before->item, f->at.item, f->at.gaps > before->gaps};
  if (!f->replaying) event->items = event->tried;
}

// The events from the log[from] on have been replayed, for good.
static void keep_tried(struct scoreboard *f, size_t from) {
  for (size_t i = from; i < f->logged; i++) f->log[i].items = f->log[i].tried;
}

static bool is_within(const struct scoreboard *f) {
  return f->at.lost_items <= f->bounds.lost && f->at.missing_items <= f->bounds.missing &&
         f->at.start_most <= f->bounds.start;
}

// A placement that takes more items than may be missing is looked for last.
static bool find_start(struct scoreboard *f, struct scoreboard_choice *c, size_t from) {
  if (!f->protocol->find_start(f, c, from)) return false;
  if (is_within(f) || f->beyond || f->belief == BELIEVE_MISSING) return true;
  f->at = c->before;
  return false;
}

static bool choose(struct scoreboard *f, size_t index) {
  struct scoreboard_choice c = {.before = f->at, .index = index, .scanned = f->at.item};
  if (f->choice_count == SCOREBOARD_CHOICES) return false;
  const bool straight = f->protocol->goes_straight_on && f->protocol->goes_straight_on(f, &c);
  if (!straight && !find_start(f, &c, c.before.item)) return false;
  note_start(f, index, &c.before);
  f->choices[f->choice_count++] = c;
  return true;
}

// The event log[i] against what happened.
static bool step(struct scoreboard *f, size_t i) {
  struct scoreboard_event *event = &f->log[i];
  if (!event->timestamp && event->flow.kind == FLOW_SYNC) return choose(f, i);
  const size_t first = f->at.item;
  const bool good = f->protocol->compare(f, event);
  event->tried = (struct stream_items){first, f->at.item, false};
  if (!f->replaying) event->items = event->tried;
  return good;
}

// A timestamp, and where execution stands, are of no item.
static void keep_settled(struct scoreboard *f, const struct scoreboard_event *e) {
  if (e->timestamp || e->flow.kind == FLOW_HERE) return;
  f->settled[f->settled_count++ % SCOREBOARD_SETTLED] =
      (struct scoreboard_settled){.offset = e->flow.offset,
                                  .first = e->items.first,
                                  .count = (uint32_t)(e->items.end - e->items.first),
                                  .kind = e->flow.kind,
                                  .lost = e->items.lost};
}

void search_settle(struct scoreboard *f, size_t count) {
  for (size_t i = 0; i < count; i++) keep_settled(f, &f->log[i]);
  for (size_t i = 0; f->reader_count > 0 && i < count; i++) {
    const struct scoreboard_event *e = &f->log[i];
    if (!e->timestamp) GIVE_READERS(f, settled, &e->flow, &e->items);
  }
  f->logged -= count;
  memmove(f->log, f->log + count, f->logged * sizeof *f->log);
}

bool search_step(struct scoreboard *f) { return step(f, f->logged - 1); }

// Two messages of the newest event. Of an I-sync that leads nowhere there is but one.
static bool says_the_same(const struct scoreboard *f, const struct scoreboard_error *e) {
  return !e->sync && strcmp(f->error.why, e->why) == 0;
}

// Takes choices back, the latest first, until all that was kept fits; the oldest `keep` stay. `first`: what was wrong
// with the newest event at first, doubtful if another choice comes as far, and something else is wrong with it. NULL:
// nobody asks.
static bool search(struct scoreboard *f, size_t keep, struct scoreboard_error *first) {
  while (f->choice_count > keep && f->spent++ < f->budget) {
    struct scoreboard_choice *c = &f->choices[f->choice_count - 1];
    size_t i = c->index + 1;
    f->tried_from = c->index;
    if (!find_start(f, c, c->candidate + 1)) {
      f->choice_count--;
      continue;
    }
    f->wrong = false;
    note_start(f, c->index, &c->before);
    for (; i < f->logged && step(f, i); i++) f->spent++;
    if (i == f->logged && f->at.item >= f->due) return true;
    if (first && i + 1 == f->logged && !says_the_same(f, first)) first->doubtful = true;
  }
  return false;
}

static void settle_oldest(struct scoreboard *f, size_t count) {
  const size_t settled = f->choice_count > count ? f->choices[count].index : f->logged;
  search_settle(f, settled);
  f->choice_count -= count;
  memmove(f->choices, f->choices + count, f->choice_count * sizeof *f->choices);
  for (size_t i = 0; i < f->choice_count; i++) f->choices[i].index -= settled;
}

// What another search begins with, and what it is put back to.
struct search_snapshot {
  struct scoreboard_position at;
  struct scoreboard_error error;
  size_t choice_count;  // kept behind those of the search
};

static void search_keep(struct search_snapshot *s, struct scoreboard *f) {
  s->at = f->at;
  s->error = f->error;
  s->choice_count = f->choice_count;
  memcpy(f->choices + SCOREBOARD_CHOICES, f->choices, f->choice_count * sizeof *f->choices);
}

static void search_put_back(const struct search_snapshot *s, struct scoreboard *f) {
  f->at = s->at;
  f->error = s->error;
  f->choice_count = s->choice_count;
  memcpy(f->choices, f->choices + SCOREBOARD_CHOICES, s->choice_count * sizeof *f->choices);
}

// The search with a few steps for each event, which are not those of its budget. `gave_up`: they were not enough.
static bool probe(struct scoreboard *f, bool *gave_up) {
  const uint64_t spent = f->spent, budget = f->budget;
  f->spent = 0;
  f->budget = SCOREBOARD_PROBE + SCOREBOARD_MORE * f->logged;
  const bool found = search(f, 0, NULL);
  *gave_up = f->spent >= f->budget;
  f->spent = spent;
  f->budget = budget;
  return found;
}

// Does any other item fit what was kept since the oldest choice, as far as that can tell? `most` is what it may be.
static bool has_another(struct scoreboard *f, enum scoreboard_belief most) {
  struct search_snapshot before;
  bool maybe = false;
  search_keep(&before, f);
  f->replaying = true;
  for (f->belief = BELIEVE_AT_ONCE; f->belief <= most && !maybe; f->belief++) {
    bool gave_up;
    f->choices[0] = f->choices[SCOREBOARD_CHOICES];
    f->choice_count = 1;
    maybe = probe(f, &gave_up) || gave_up;
  }
  f->replaying = f->wrong = false;
  f->belief = BELIEVE_AT_ONCE;
  search_put_back(&before, f);
  return maybe;
}

// A choice is settled when no other item fits. So neither the log nor the history gets long but where a program waits
// in a loop; there each look at it is behind twice as many events as the one before.
static void settle_what_is_sure(struct scoreboard *f, enum scoreboard_belief most) {
  while (f->choice_count > 0 && !has_another(f, most)) settle_oldest(f, 1);
  if (f->choice_count == 0) f->guessed = false;
  f->probe_at = 2 * f->logged > SCOREBOARD_PROBE ? 2 * f->logged : SCOREBOARD_PROBE;
}

bool search_is_sure(struct scoreboard *f) {
  settle_what_is_sure(f, BELIEVE_MISSING);
  return f->choice_count <= 1 && !f->guessed;
}

static bool is_full(const struct scoreboard *f) {
  return f->logged == SCOREBOARD_LOG || f->at.item - scoreboard_oldest(f) >= SCOREBOARD_LOG ||
         f->choice_count == SCOREBOARD_CHOICES;
}

// What no other item within the bounds fits goes first, then the older half.
static void make_room(struct scoreboard *f) {
  if (f->choice_count > 0) settle_what_is_sure(f, BELIEVE_LATER);
  if (f->choice_count == 0 || !is_full(f)) return;
  settle_oldest(f, (f->choice_count + 1) / 2);
  f->guessed = true;
}

void search_note(struct scoreboard *f, const struct flow_event *e, bool timestamp) {
  if (is_full(f)) make_room(f);
  if (f->choice_count > 0 && f->logged >= f->probe_at) settle_what_is_sure(f, BELIEVE_MISSING);
  if (f->choice_count == 0) search_settle(f, f->logged);
  f->budget += SCOREBOARD_MORE;
  // An event may be of an earlier packet: the flow holds an instruction back until it is sure that it was completed.
  const bool held = e->offset != f->packet->offset;
  struct scoreboard_event *kept = &f->log[f->logged++];
  kept->flow = *e;
  kept->reported = held ? f->reported_held : f->reported;
  kept->timestamp = timestamp;
  kept->items = kept->tried = (struct stream_items){f->at.item, f->at.item, false};
}

// That tracing did not start at once where it could is the last thing to be believed.
void search_again(struct scoreboard *f) {
  struct search_snapshot before;
  bool good = false, ended = f->guessed;
  search_keep(&before, f);
  const bool far = f->choice_count > SCOREBOARD_NEAR;
  f->replaying = true;
  for (f->belief = BELIEVE_AT_ONCE; f->belief <= BELIEVE_MISSING && !good; f->belief++) {
    search_put_back(&before, f);
    f->tried_from = f->logged - 1;
    good = f->belief > BELIEVE_AT_ONCE && f->log[f->logged - 1].flow.kind == FLOW_SYNC && choose(f, f->logged - 1);
    const size_t keep = far && f->belief == BELIEVE_AT_ONCE ? f->choice_count - SCOREBOARD_NEAR : 0;
    good = good || search(f, keep, &before.error);
    ended = ended || (f->belief < BELIEVE_MISSING && f->spent >= f->budget);
  }
  f->replaying = false;
  f->belief = BELIEVE_AT_ONCE;
  f->wrong = !good;
  const bool beyond = good && !is_within(f);
  f->gave_up = f->gave_up || (ended && (!good || (beyond && !f->beyond)));
  before.error.doubtful = before.error.doubtful || f->guessed || f->spent >= f->budget;
  if (good) {
    f->beyond = f->beyond || beyond;
    keep_tried(f, f->tried_from);
  } else {
    search_put_back(&before, f);
  }
}

// --- how far it is settled -----------------------------------------------------------------------------------------

size_t scoreboard_oldest(const struct scoreboard *f) {
  return f->choice_count ? f->choices[0].before.item : f->at.item;
}

// In a loop any turn fits behind an overflow, and the first was chosen for each: what they lost adds up as items that
// wait for their trace. The newest overflow is put on by half of them, where that fits as well. Half is safe: a unit
// holds far fewer items than wait here, so the flow is not put ahead of what has left, and the next look takes half of
// the rest.
static void catch_up(struct scoreboard *f) {
  const size_t waiting = f->history->count - f->at.item;
  size_t last = f->choice_count;
  while (last > 0 && f->log[f->choices[last - 1].index].flow.reason != ISYNC_OVERFLOW) last--;
  if (f->wrong || last == 0 || waiting < 2) return;
  struct search_snapshot before;
  bool gave_up;
  search_keep(&before, f);
  f->choice_count = last;
  f->choices[last - 1].candidate += waiting / 2 - 1;  // the search begins behind it
  f->replaying = true;
  const bool good = probe(f, &gave_up);
  f->replaying = f->wrong = false;
  if (good) {
    keep_tried(f, f->tried_from);
    f->guessed = true;
  } else {
    search_put_back(&before, f);
  }
}

// Of an ETM the item where the flow stands says that tracing is off, so the last of them stays.
void scoreboard_settle(struct scoreboard *f, size_t taken) {
  catch_up(f);
  size_t end = f->at.item;
  f->guessed = f->guessed || f->choice_count > 0;
  f->choice_count = 0;
  if (f->logged > 1) search_settle(f, f->logged - 1);
  if (f->wrong || (f->at.started && !f->protocol->ended(f))) return;
  while (end + 1 < taken && !f->protocol->may_start(f, end)) {
    const enum step_kind kind = f->history->waypoints ? STEP_INSTRUCTION : history_step(f->history, end)->kind;
    f->at.halted = f->at.halted || kind == STEP_DEBUG_ENTRY || kind == STEP_DEBUG_EXIT;
    end++;
  }
  if (end <= f->at.item + 1) return;
  end--;
  const size_t steps = history_steps(f->history, end) - f->at.step;
  f->at.untraced_items += end - f->at.item;
  f->at.untraced_steps += steps;
  f->at.item = end;
  f->at.step += steps;
}
