// SPDX-License-Identifier: Apache-2.0
// What a run is worth: everything that was presented must have been compared, or be missing for a reason that is known.
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "checking.h"
#include "follow_protocol.h"

// Sets the reason, the first one only.
static bool wrong(struct judgement *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool wrong(struct judgement *j, const char *format, ...) {
  if (j->why[0]) return false;
  va_list args;
  va_start(args, format);
  vsnprintf(j->why, sizeof j->why, format, args);
  va_end(args);
  return false;
}

static const char *items(const struct observer *o) { return o->etm ? "steps" : "waypoints"; }

// --- the balance ----------------------------------------------------------------------------------------------------

// All bytes sent are in packets, but for what resets cut.
static bool balance_bytes(const struct observer *o, struct judgement *j) {
  const struct follow *f = &o->follow;
  const uint64_t unsynced = f->decoder.unsynced - f->cut_unsynced;
  const uint64_t bytes = coverage_bytes(&f->coverage) + f->decoder.unsynced + f->cut;
  if (unsynced) return wrong(j, "balance: %" PRIu64 " bytes before an A-sync", unsynced);
  if (f->pending) return wrong(j, "balance: %" PRIu64 " bytes at the end are no whole packet", f->pending);
  return bytes == o->sent.count ||
         wrong(j, "balance: %" PRIu64 " bytes sent, %" PRIu64 " in packets", o->sent.count, bytes);
}

// The model knows what it has lost (of an ETM not in steps). Not all of it shows: an overflow may begin before tracing
// does, where Debug state or a prohibited region is left, and a reset hides what went before.
static bool balance_lost(const struct checker *c, struct judgement *j) {
  const struct observer *o = &c->observer;
  const struct follow_position *at = &o->follow.at;
  if (o->etm || !c->reference) return true;
  const uint64_t lost = at->lost_items + at->untold_items, model = reference_counts(c->reference).lost;
  const uint64_t starts = at->starts - at->resumes;
  const uint64_t hidden = at->untraced_items - starts - o->look.refused + at->reset_items;
  if (lost <= model + at->late_items && model <= lost + hidden) return true;
  return wrong(j, "balance: %" PRIu64 " waypoints lost, but the model lost %" PRIu64, lost, model);
}

// What is told beside the items.
static bool balance_beside(const struct observer *o, struct judgement *j) {
  const struct follow_position *at = &o->follow.at;
  const uint64_t timestamps = o->follow.coverage.packets[PACKET_TIMESTAMP];
  if (at->timestamps_compared != timestamps) {
    return wrong(j, "balance: %" PRIu64 " timestamps compared, of %" PRIu64, at->timestamps_compared, timestamps);
  }
  const uint64_t told = o->etm ? at->instructions : at->items - at->updates;
  const uint64_t counted = told_counts(&o->config) ? told : 0;
  return at->spans == counted ||
         wrong(j, "balance: %" PRIu64 " cycle counts compared, of %" PRIu64, at->spans, counted);
}

static bool balance_items(const struct observer *o, struct judgement *j) {
  const struct follow_position *at = &o->follow.at;
  const uint64_t found = at->items + at->lost_items + at->untold_items + at->untraced_items + at->reset_items;
  const uint64_t steps =
      at->instructions + at->exceptions + at->lost_steps + at->untold_steps + at->untraced_steps + at->reset_steps;
  if (at->items == 0 && o->look.traceable) return wrong(j, "balance: none of the %s was compared", items(o));
  if (o->happened.steps && steps != at->step) {
    return wrong(j, "balance: %" PRIu64 " steps, of %zu", steps, at->step);
  }
  return found == o->happened.count ||
         wrong(j, "balance: %" PRIu64 " %s compared, lost or untraced, of %zu", found, items(o), o->happened.count);
}

static bool balance(const struct checker *c, struct judgement *j) {
  const struct observer *o = &c->observer;
  const uint64_t triggers = o->follow.coverage.packets[PACKET_TRIGGER];
  if (!balance_bytes(o, j)) return false;
  // The pin comes before the packet, which a stop or a reset may overtake.
  if (triggers > o->triggers) {
    return wrong(j, "balance: %" PRIu64 " trigger packets, %" PRIu64 " triggers", triggers, o->triggers);
  }
  return !o->follow.flow || (balance_items(o, j) && balance_beside(o, j) && balance_lost(c, j));
}

// --- bounds ---------------------------------------------------------------------------------------------------------

static bool bounds(const struct checker *c, struct judgement *j) {
  const struct observer *o = &c->observer;
  const struct follow_position *at = &o->follow.at;
  const uint64_t lost = at->lost_items + at->untold_items;
  if (lost > bound_of_lost(c)) {
    return wrong(j, "bound: %" PRIu64 " %s lost in overflows%s", lost, items(o),
                 c->options.max_lost == CHECK_DEFAULT ? ", but ATREADY was never low" : "");
  }
  return at->refused_items <= bound_of_untraced(c) ||
         wrong(j, "bound: %" PRIu64 " %s are not in the trace, though tracing had to be on", at->refused_items,
               items(o));
}

uint64_t bound_of_lost(const struct checker *c) {
  const struct observer *o = &c->observer;
  if (c->options.max_lost != CHECK_DEFAULT) return c->options.max_lost;
  return o->stalled || o->follow.forced ? CHECK_NO_BOUND : 0;
}

uint64_t bound_of_untraced(const struct checker *c) {
  if (c->options.max_untraced != CHECK_DEFAULT) return c->options.max_untraced;
  return c->observer.stalled ? CHECK_NO_BOUND : 0;
}

// --- the verdict ----------------------------------------------------------------------------------------------------

static struct judgement say(struct judgement j, enum verdict verdict, const char *word) {
  j.verdict = verdict;
  j.word = word;
  return j;
}

// Something had to be checked and could not be.
static bool is_complete(const struct checker *c, struct judgement *j) {
  const struct observer *o = &c->observer;
  if (o->full)
    return wrong(j, "incomplete: %zu %s wait for their trace, and there is no room for more",
                 o->happened.count - o->happened.first, items(o));
  if (!o->ended || o->open) {
    return wrong(j,
                 "incomplete: no end was reached: expected a stop that ETMSR[1] acknowledges, or silence behind NIDEN");
  }
  return o->follow.flow || c->reference ||
         wrong(j, "incomplete: the code is not known, so check 2 compared no %s", items(o));
}

static bool compared_something(const struct checker *c, struct judgement *j) {
  const struct observer *o = &c->observer;
  if (o->beats == 0) return wrong(j, "nothing checked: no trace came out");
  if (arch_evaluated(&o->arch) == 0) return wrong(j, "nothing checked: no rule was evaluated");
  const bool compared = !o->follow.flow || o->follow.at.items > 0 || c->options.may_be_empty;
  return compared || wrong(j, "nothing checked: no %s was compared", items(o));
}

struct judgement judge(const struct checker *c, bool failed) {
  struct judgement j = {0};
  if (failed) return say(j, VERDICT_FAIL, "FAIL");
  if (!c->opened && !c->options.off) wrong(&j, "nothing checked: no clock was seen");
  if (c->options.off) wrong(&j, "nothing checked: the checks are off");
  if (j.why[0]) return say(j, VERDICT_INCOMPLETE, "NOTHING CHECKED");
  if (!is_complete(c, &j)) return say(j, VERDICT_INCOMPLETE, "INCOMPLETE");
  if (!balance(c, &j) || !bounds(c, &j)) return say(j, VERDICT_FAIL, "FAIL");
  if (!compared_something(c, &j)) return say(j, VERDICT_INCOMPLETE, "NOTHING CHECKED");
  return say(j, VERDICT_PASS, "PASS");
}
