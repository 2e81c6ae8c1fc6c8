// SPDX-License-Identifier: Apache-2.0
// The balance of items and counts, and the words of a verdict.
#include "verdict.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "scoreboard_protocol.h"
#include "scoreboard_term.h"

const char *verdict_word(enum verdict verdict) {
  static const char *const words[] = {[VERDICT_PASS] = "PASS",
                                      [VERDICT_FAIL] = "FAIL",
                                      [VERDICT_INCOMPLETE] = "INCOMPLETE",
                                      [VERDICT_NOTHING] = "NOTHING CHECKED"};
  return words[verdict];
}

int verdict_code(enum verdict verdict) { return verdict == VERDICT_PASS ? 0 : verdict == VERDICT_FAIL ? 1 : 2; }

bool verdict_wrong(struct judgement *j, const char *format, ...) {
  if (j->why[0]) return false;
  va_list args;
  va_start(args, format);
  vsnprintf(j->why, sizeof j->why, format, args);
  va_end(args);
  return false;
}

struct judgement verdict_of(enum verdict verdict, const char *format, ...) {
  struct judgement j = {.verdict = verdict};
  va_list args;
  va_start(args, format);
  vsnprintf(j.why, sizeof j.why, format, args);
  va_end(args);
  return j;
}

struct judgement verdict_gave_up(void) {
  return verdict_of(
      VERDICT_INCOMPLETE,
      "incomplete: the scoreboard did not try all places at which tracing may have resumed after overflows; reduce the "
      "FIFO overflows");
}

// --- the counts -----------------------------------------------------------------------------------------------------

struct scoreboard_missing verdict_first_lost(const struct scoreboard *s) {
  // PTM: a waypoint ends the block that begins after the waypoint before it.
  return scoreboard_missing_of(s, s->at.first_lost - (s->history->waypoints != NULL));
}

uint64_t verdict_lost(const struct scoreboard *s) { return s->at.lost_items + s->at.unreported_items; }

bool verdict_balances_items(const struct scoreboard *s, struct judgement *j) {
  const struct scoreboard_position *at = &s->at;
  const uint64_t found = at->items + verdict_lost(s) + at->untraced_items + at->reset_items;
  const uint64_t steps =
      at->instructions + at->exceptions + at->lost_steps + at->unreported_steps + at->untraced_steps + at->reset_steps;
  if (s->history->steps && steps != at->step) {
    return verdict_wrong(
        j, "count mismatch: %" PRIu64 " of %zu presented steps were compared, lost or not traced, expected all", steps,
        at->step);
  }
  return found == s->history->count ||
         verdict_wrong(
             j, "count mismatch: %" PRIu64 " of %zu presented %ss were compared, lost or not traced, expected all",
             found, s->history->count, s->protocol->item);
}

bool verdict_balances_counts(const struct scoreboard *s, struct judgement *j) {
  const struct scoreboard_position *at = &s->at;
  return at->counts_compared == at->counts_required ||
         verdict_wrong(j,
                       "count mismatch: the cycle counts of %" PRIu64 " of %" PRIu64 " %ss were compared, expected all",
                       at->counts_compared, at->counts_required, s->protocol->item);
}

// --- the limits -----------------------------------------------------------------------------------------------------

bool verdict_within(const struct scoreboard *s, const struct bounds *bounds, struct judgement *j) {
  const char *name = s->protocol->item;
  char item[SCOREBOARD_ITEM], words[SCOREBOARD_WORDS];
  if (verdict_lost(s) > bounds->lost) {
    const struct scoreboard_missing lost = verdict_first_lost(s);
    const bool by_term = scoreboard_missing_words(&s->at.missing_why, words)[0];
    return verdict_wrong(
        j, "limit: %" PRIu64 " %ss lost in FIFO overflows, --max-lost allows %" PRIu64 "; the first %s%s%s",
        verdict_lost(s), name, bounds->lost, by_term ? "that must be traced is " : "is ",
        scoreboard_item_words(s, by_term ? &s->at.missing_why : &lost, item), words);
  }
  return s->at.missing_items <= bounds->missing ||
         verdict_wrong(j,
                       "limit: %" PRIu64
                       " %s%s missing from the trace although tracing had to be on, --max-missing allows %" PRIu64
                       "; the first is %s%s",
                       s->at.missing_items, name, s->at.missing_items == 1 ? "" : "s", bounds->missing,
                       scoreboard_item_words(s, &s->at.missing_why, item),
                       scoreboard_missing_words(&s->at.missing_why, words));
}

bool verdict_starts(const struct scoreboard *s, struct judgement *j) {
  char item[SCOREBOARD_ITEM], words[SCOREBOARD_WORDS];
  return s->at.start_most == 0 ||
         verdict_wrong(j,
                       "limit: tracing started %" PRIu64 " %s%s late, --max-start allows %" PRIu64
                       "; the first that is not in the trace is %s%s",
                       s->at.start_most, s->protocol->item, s->at.start_most == 1 ? "" : "s", s->at.start_bound,
                       scoreboard_item_words(s, &s->at.start_why, item),
                       scoreboard_missing_words(&s->at.start_why, words));
}

static void print_bound(FILE *to, const char *name, uint64_t bound) {
  if (bound == CHECK_NO_BOUND) {
    fprintf(to, " %s=any", name);
  } else {
    fprintf(to, " %s=%" PRIu64, name, bound);
  }
}

void verdict_print_bounds(FILE *to, const struct bounds *bounds) {
  print_bound(to, "max_lost", bounds->lost);
  print_bound(to, "max_missing", bounds->missing);
  print_bound(to, "max_start", bounds->start);
}
