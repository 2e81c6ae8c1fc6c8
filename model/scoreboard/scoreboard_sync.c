// SPDX-License-Identifier: Apache-2.0
// Why an I-sync leads to no item: the item at its address that fits best, and the difference.
#include "scoreboard_sync.h"

#include <inttypes.h>
#include <stdio.h>

#include "append.h"
#include "history.h"
#include "pft_walk.h"
#include "scoreboard_protocol.h"
#include "scoreboard_term.h"
#include "scoreboard_wrong.h"

// The conditions that an item must fulfil, in the order in which they are checked. The value is the first one that
// fails.
enum match { NOWHERE, OFF, INSTRUCTION_SET, STATE, CONTEXT_ID, COUNT, REASON };

// The first condition that item `i` does not fulfil. `right`: the correct I-sync there, from INSTRUCTION_SET on.
static enum match match(const struct scoreboard *s, size_t i, const struct packet *sent, struct packet *right) {
  *right = *sent;
  const bool correct = s->protocol->correct_sync(s, i, right), counted = correct || s->history->waypoints;
  if (!counted || !s->protocol->may_start(s, i)) return history_is_at(s->history, i, sent->address) ? OFF : NOWHERE;
  if (right->address != sent->address) return NOWHERE;
  if (right->isa != sent->isa) return INSTRUCTION_SET;
  if (right->ns != sent->ns || right->hyp != sent->hyp) return STATE;
  if (right->value != sent->value) return CONTEXT_ID;
  return !correct || (right->has_count && right->cycle_count != sent->cycle_count) ? COUNT : REASON;
}

static bool is_exception(const struct scoreboard *s, size_t i) {
  const struct history *h = s->history;
  if (i >= h->count) return false;
  return h->waypoints ? history_waypoint(h, i)->type == WAYPOINT_EXCEPTION : history_step(h, i)->kind == STEP_EXCEPTION;
}

// The I-sync is at item `i`. Finds the first item before it that must be traced and is not in the trace. Returns false
// if there is none.
static bool find_missing(const struct scoreboard *s, size_t i, struct scoreboard_missing *missing) {
  const bool by_next = s->history->waypoints && s->at.item > s->history->first;
  size_t n = s->at.item - by_next;
  while (n < i && !s->protocol->must_start(s, n)) n++;
  *missing = scoreboard_missing_of(s, n);
  return n < i;
}

// The next item had to be traced before an I-sync.
static const char *absence_words(const struct scoreboard *s) {
  return is_exception(s, s->at.item) ? "has no packet" : "is not in the trace";
}

bool scoreboard_is_switched(const struct scoreboard *s) {
  const struct history *h = s->history;
  const size_t next = s->at.item, i = next - (h->waypoints && next > h->first);
  const bool always = s->config->etmteevr == EVENT_ALWAYS && !(s->config->unknown & CONFIG_ETMTEEVR);
  return !always || (i < h->count && history_moment(h, i)->filtered);
}

// The I-sync reports that tracing was turned on, although it was on. If nothing turns tracing off, the reason is wrong
// instead.
static bool is_unexpected(const struct scoreboard *s, size_t i, uint8_t sent) {
  return sent == ISYNC_TRACE_ON && scoreboard_is_tracing(s) && scoreboard_is_switched(s) &&
         !s->protocol->may_give_reason(s, i, ISYNC_DEBUG_EXIT, false);
}

static void say_missing(struct scoreboard *s, const struct flow_event *e, const struct scoreboard_missing *missing) {
  char item[SCOREBOARD_ITEM], words[SCOREBOARD_WORDS];
  scoreboard_wrong(s, e->offset,
                   "%s%s is missing, but must be traced%s; the trace goes on with an I-sync (reason %s) at 0x%08X",
                   is_exception(s, missing->item) ? "exception " : "", scoreboard_item_words(s, missing, item),
                   scoreboard_absent_words(missing, words), isync_reason_name[e->reason], e->start);
}

static void say_unexpected(struct scoreboard *s, const struct flow_event *e) {
  const size_t next = s->at.item;
  const struct scoreboard_missing missing =
      scoreboard_missing_of(s, next - (s->history->waypoints && next > s->history->first));
  say_missing(s, e, &missing);
}

// Writes the reasons that an I-sync at item `i` may have instead of `sent`: "trace-on or overflow".
static void say_allowed(const struct scoreboard *s, size_t i, uint8_t sent, char *text, size_t room) {
  text[0] = '\0';
  for (uint8_t reason = ISYNC_TRACE_ON; reason <= ISYNC_DEBUG_EXIT; reason++) {
    if (reason == sent || !s->protocol->may_give_reason(s, i, reason, false)) continue;
    text_append(text, room, "%s%s", *text ? " or " : "", isync_reason_name[reason]);
  }
}

// Writes what had to be reported before the I-sync at item `i`.
static void say_before(const struct scoreboard *s, size_t i, char *text, size_t room) {
  const char *item = s->protocol->item;
  const size_t next = s->at.item;
  const bool tracing = scoreboard_is_tracing(s);
  const size_t end = i + (s->history->waypoints != NULL);
  text[0] = '\0';
  if (tracing && end > next + 1) {
    snprintf(text, room, "; tracing was on, and %ss #%zu to #%zu are missing before it", item, next, end - 1);
  } else if (tracing) {
    const char *start = is_exception(s, next) ? "exception" : "tracing was on, and";
    snprintf(text, room, "; %s %s #%zu %s", start, item, next, absence_words(s));
  }
}

// A field of the I-sync at item `i` is wrong. `more` ends the line.
static void say_field(struct scoreboard *s, const struct flow_event *e, size_t i, const char *field, const char *found,
                      const char *expected, const char *more) {
  scoreboard_wrong(s, e->offset, "%s is %s, expected %s (I-sync at 0x%08X %s ns=%d, %s of %s #%zu)%s", field, found,
                   expected, e->start, isa_name[e->isa], e->ns, s->history->waypoints ? "the target" : "the address",
                   s->protocol->item, i, more);
}

// An ETM's I-sync at item `i` may have its reason, so its cycle count is wrong.
static bool is_count_wrong(const struct scoreboard *s, size_t i, uint8_t reason) {
  return !s->history->waypoints && s->packet->has_count && s->protocol->may_give_reason(s, i, reason, false);
}

static void say_count(struct scoreboard *s, const struct flow_event *e, size_t i) {
  struct packet exact = *s->packet;
  uint64_t count;
  bool may_be_zero = false, is_known;
  char found[16], expected[48] = "one of several permitted counts";
  if (s->protocol->gap_count) {
    is_known = s->protocol->gap_count(s, e, i, &count, &may_be_zero);
  } else {
    is_known = s->protocol->correct_sync(s, i, &exact);
    count = exact.cycle_count;
  }
  snprintf(found, sizeof found, "%" PRIu32, s->packet->cycle_count);
  if (is_known) snprintf(expected, sizeof expected, "%s%" PRIu64, may_be_zero ? "0 or " : "", count);
  say_field(s, e, i, "cycle count of the I-sync", found, expected, "");
}

// Why the I-sync is wrong, although item `i` has its address and its state.
enum sync_fault {
  SYNC_ITEM_MISSING,  // An item before it must be traced.
  SYNC_BEFORE_ITEM,   // It left before the item was presented.
  SYNC_COUNT,         // The reason is permitted, so the cycle count is wrong.
  SYNC_REASON,        // Another reason is permitted.
  SYNC_NOT_PERIODIC,  // The item was reported, so only a periodic I-sync may follow.
  SYNC_PLACE,         // No I-sync is permitted there.
};

// `allowed`: the other reasons that are permitted. If no register decides on the missing item, an overflow may have
// lost it. Then the reason is wrong.
static enum sync_fault sync_fault(const struct scoreboard *s, const struct flow_event *e, size_t i, const char *allowed,
                                  struct scoreboard_missing *missing) {
  const bool is_late = e->reason == ISYNC_TRACE_ON && !scoreboard_is_tracing(s) && find_missing(s, i, missing);
  if (is_late && (missing->reason.why != SELECTION_NO_WHY || !*allowed)) return SYNC_ITEM_MISSING;
  if (history_is_later(s->history, i, e->offset)) return SYNC_BEFORE_ITEM;
  if (!is_late && is_count_wrong(s, i, e->reason)) return SYNC_COUNT;
  if (*allowed) return SYNC_REASON;
  return i < s->at.item ? SYNC_NOT_PERIODIC : SYNC_PLACE;
}

static void say_place(struct scoreboard *s, const struct flow_event *e, size_t i, const char *more) {
  scoreboard_wrong(s, e->offset, "I-sync at 0x%08X, reason %s: %s #%zu %s%s", e->start, isync_reason_name[e->reason],
                   s->protocol->item, i, s->history->waypoints ? "has that target" : "is at that address", more);
}

static void say_reason(struct scoreboard *s, const struct flow_event *e, size_t i) {
  const char *reason = isync_reason_name[e->reason];
  char before[256], allowed[64];
  struct scoreboard_missing missing;
  say_before(s, i, before, sizeof before);
  say_allowed(s, i, e->reason, allowed, sizeof allowed);
  switch (sync_fault(s, e, i, allowed, &missing)) {
    case SYNC_ITEM_MISSING:
      say_missing(s, e, &missing);
      break;
    case SYNC_BEFORE_ITEM:
      say_place(s, e, i, ", but was presented later than the DUT sent the I-sync");
      break;
    case SYNC_COUNT:
      say_count(s, e, i);
      break;
    case SYNC_REASON:
      say_field(s, e, i, "I-sync reason", reason, allowed, before);
      break;
    case SYNC_NOT_PERIODIC:
      say_field(s, e, i, "I-sync reason", reason, isync_reason_name[ISYNC_PERIODIC], "");
      break;
    case SYNC_PLACE:
      say_place(s, e, i, before);
      break;
  }
}

// `right` is the I-sync that item `i` must have.
static void say_state(struct scoreboard *s, const struct flow_event *e, size_t i, enum match m,
                      const struct packet *right) {
  const bool is_ns = right->ns != s->packet->ns, is_expected = is_ns ? right->ns : right->hyp;
  char found[16], expected[16];
  if (m == INSTRUCTION_SET) {
    say_field(s, e, i, "instruction set of the I-sync", isa_name[e->isa], isa_name[right->isa], "");
  } else if (m == STATE) {
    say_field(s, e, i, is_ns ? "NS of the I-sync" : "Hyp of the I-sync", is_expected ? "0" : "1",
              is_expected ? "1" : "0", "");
  } else {
    snprintf(found, sizeof found, "0x%" PRIX32, s->packet->value);
    snprintf(expected, sizeof expected, "0x%" PRIX32, right->value);
    say_field(s, e, i, "Context ID of the I-sync", found, expected, "");
  }
}

// Tracing must be off at item `i`, of which an ETM's I-sync reports the address, and a PTM's the target.
static void say_off(struct scoreboard *s, const struct flow_event *e, size_t i) {
  const struct scoreboard_missing off = scoreboard_missing_of(s, i);
  char item[SCOREBOARD_ITEM], words[SCOREBOARD_WORDS];
  if (scoreboard_untraced_words(s, i, words)[0]) {
    scoreboard_wrong(
        s, e->offset,
        "%s is in the trace, but must not be traced%s; its trace begins with an I-sync (reason %s) at 0x%08X",
        scoreboard_item_words(s, &off, item), words, isync_reason_name[e->reason], e->start);
  } else {
    scoreboard_wrong(s, e->offset, "I-sync (reason %s) at 0x%08X, %s of %s #%zu, expected none%s",
                     isync_reason_name[e->reason], e->start, s->history->waypoints ? "the target" : "the address",
                     s->protocol->item, i, scoreboard_off_words(s, i));
  }
}

void scoreboard_sync_wrong(struct scoreboard *s, const struct flow_event *e) {
  const struct history *h = s->history;
  const size_t next = s->at.item, back = h->waypoints && next > h->first;
  struct packet sent = *s->packet, right, best_right = sent;
  enum match best = NOWHERE;
  size_t at = 0;
  s->failed = s->log[s->log_count - 1];
  sent.address = e->start;
  sent.isa = e->isa;
  for (size_t i = next - back; i < h->count && best < REASON; i++) {
    const enum match m = match(s, i, &sent, &right);
    if (m <= best) continue;
    best = m;
    at = i;
    best_right = right;
  }
  switch (best) {
    case NOWHERE:
      scoreboard_wrong(s, e->offset, "I-sync at 0x%08X %s ns=%d, reason %s: none of the %zu %ss from #%zu on %s",
                       e->start, isa_name[e->isa], e->ns, isync_reason_name[e->reason], h->count - next,
                       s->protocol->item, next, h->waypoints ? "has that target" : "is at that address");
      break;
    case OFF:
      say_off(s, e, at);
      break;
    case INSTRUCTION_SET:
    case STATE:
    case CONTEXT_ID:
      say_state(s, e, at, best, &best_right);
      break;
    case COUNT:
      say_count(s, e, at);
      break;
    case REASON:
      if (is_unexpected(s, at, e->reason)) {
        say_unexpected(s, e);
      } else {
        say_reason(s, e, at);
      }
      break;
  }
  s->error.is_misplaced_isync = true;
}
