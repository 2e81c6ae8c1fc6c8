// SPDX-License-Identifier: Apache-2.0
// Each presented item must have been compared, or must be missing for a known reason.
#include "judge.h"

#include <inttypes.h>

#include "causes.h"
#include "protocol.h"
#include "scoreboard_protocol.h"
#include "scoreboard_term.h"

static const char *items(const struct observer *o) { return protocol_row(&o->config)->items; }

// --- the counts -----------------------------------------------------------------------------------------------------

// All bytes that the DUT sent are in packets, except those of packets that a reset cut.
static bool balance_bytes(const struct observer *o, struct judgement *j) {
  const struct scoreboard *s = &o->scoreboard;
  const uint64_t unsynced = s->decoder.unsynced - s->cut_unsynced;
  const uint64_t bytes = coverage_bytes(&o->coverage) + s->decoder.unsynced + s->cut;
  if (unsynced)
    return verdict_wrong(j,
                         "count mismatch: %" PRIu64
                         " of the bytes that the DUT sent precede an A-sync and are in no packet, expected 0",
                         unsynced);
  if (s->pending)
    return verdict_wrong(j,
                         "count mismatch: the last %" PRIu64
                         " bytes that the DUT sent are an incomplete packet, expected the rest of it",
                         s->pending);
  return bytes == o->sent.count || verdict_wrong(j,
                                                 "count mismatch: the DUT sent %" PRIu64
                                                 " bytes, its packets have %" PRIu64 " bytes, expected as many",
                                                 o->sent.count, bytes);
}

// The reference model of a PTM counts the waypoints that it lost. The trace shows fewer if an overflow began before
// tracing did, at the exit from Debug state or from a prohibited region, or if a reset followed. The trace shows more
// if tracing need not have been on after an overflow. So the count must lie between two bounds.
static bool balance_lost(const struct checker *c, struct judgement *j) {
  const struct observer *o = &c->observer;
  const struct scoreboard_position *at = &o->scoreboard.at;
  if (!o->scoreboard.protocol->model_counts_items || !c->reference) return true;
  const uint64_t lost = verdict_lost(&o->scoreboard), model = reference_counts(c->reference).lost;
  const uint64_t starts = at->starts - at->resumes;
  const uint64_t hidden = at->untraced_items - starts - o->sampling.not_taken + at->reset_items;
  if (lost <= model + at->items_lost_while_off + at->optional_lost_items && model <= lost + hidden) return true;
  return verdict_wrong(j,
                       "count mismatch: the DUT lost %" PRIu64 " waypoints in overflows, expected %" PRIu64
                       ", as many as the reference model lost",
                       lost, model);
}

// All timestamps and all cycle counts must have been compared.
static bool balance_attributes(const struct observer *o, struct judgement *j) {
  const struct scoreboard_position *at = &o->scoreboard.at;
  const uint64_t timestamps = o->coverage.packets[PACKET_TIMESTAMP];
  if (at->timestamps_compared != timestamps) {
    return verdict_wrong(
        j, "count mismatch: %" PRIu64 " of %" PRIu64 " timestamp packets were compared with TSVALUEB, expected all",
        at->timestamps_compared, timestamps);
  }
  return verdict_balances_counts(&o->scoreboard, j);
}

// Writes which item must be in the trace, and why: "waypoint #3 (0x8000 to 0x800F), which was presented in clock 96 and
// must be traced: in range 1". If no register decides on an item, the text is "1".
enum { REQUIRED = 80 + SCOREBOARD_ITEM + SCOREBOARD_WORDS };
static const char *put_required(const struct scoreboard *s, char text[REQUIRED]) {
  const struct scoreboard_missing *missing = &s->at.missing_why;
  char item[SCOREBOARD_ITEM], words[SCOREBOARD_WORDS];
  snprintf(text, REQUIRED, "1");
  if (scoreboard_missing_words(missing, words)[0])
    snprintf(text, REQUIRED, "%s, which was presented in clock %" PRIu64 " and must be traced%s",
             scoreboard_item_words(s, missing, item), missing->clock, words);
  return text;
}

static bool balance_items(const struct observer *o, struct judgement *j) {
  const struct scoreboard_position *at = &o->scoreboard.at;
  const bool none = at->items == 0 && at->starts + at->gaps == 0 && verdict_lost(&o->scoreboard) > 0;
  char required[REQUIRED];
  if (none) {
    return verdict_wrong(j, "count mismatch: 0 of %zu %s that were presented are in the trace, expected at least %s",
                         o->history.count, items(o), put_required(&o->scoreboard, required));
  }
  return verdict_balances_items(&o->scoreboard, j);
}

static bool balance(const struct checker *c, struct judgement *j) {
  const struct observer *o = &c->observer;
  const uint64_t triggers = o->coverage.packets[PACKET_TRIGGER];
  if (!balance_bytes(o, j)) return false;
  // The pulse of the pin precedes the packet. If a stop or a reset comes between them, there is no packet.
  if (triggers > o->counts.triggers) {
    return verdict_wrong(j,
                         "count mismatch: %" PRIu64 " trigger packets in the trace, expected at most %" PRIu64
                         ", as many as pulses of the trigger pin",
                         triggers, o->counts.triggers);
  }
  return balance_items(o, j) && balance_attributes(o, j) && balance_lost(c, j);
}

// --- limits ---------------------------------------------------------------------------------------------------------

static bool within(const struct checker *c, struct judgement *j) {
  const struct bounds bounds = observer_bounds(&c->observer);
  const struct scoreboard *s = &c->observer.scoreboard;
  return verdict_within(s, &bounds, j) && verdict_starts(s, j);
}

// --- the verdict ----------------------------------------------------------------------------------------------------

static struct judgement say(struct judgement j, enum verdict verdict) {
  j.verdict = verdict;
  return j;
}

// Without commits no waypoint is an item, so a failure of the trace says nothing about the DUT. All failures of such a
// run are left out, because the run must be repeated with both pins. A processor may have FEW uncommitted waypoints
// when a failure ends a short run.
bool judge_lacks_commits(const struct observer *o) {
  enum { FEW = 16 };
  return o->options.speculates && o->wpt_port.end > FEW && !o->wpt_port.has_request;
}

// Returns false, with the reason in *j, if something that must be checked could not be checked.
static bool is_complete(const struct checker *c, struct judgement *j) {
  const struct observer *o = &c->observer;
  if (c->incomplete[0]) return verdict_wrong(j, "incomplete: %s", c->incomplete);
  if (o->stream.needed_registers) return cause_unknown(o, j);
  if (c->has_port_calls && c->reference) {
    return verdict_wrong(
        j, "incomplete: the model comparison compared nothing; pass all pins in one call, or use mode legal");
  }
  if (judge_lacks_commits(o)) {
    return verdict_wrong(
        j, "incomplete: WPTCOMMIT and WPTFLUSH were never HIGH; connect both pins, or use port=committed");
  }
  if (o->wpt_port.is_full) {
    return verdict_wrong(
        j, "incomplete: more than %d waypoints were uncommitted, and the checker cannot store more; connect WPTCOMMIT",
        WPT_PORT_MOST);
  }
  if (o->stream.is_full)
    return verdict_wrong(j, "incomplete: %zu %s wait for their trace, and the checker cannot store more; split the run",
                         o->history.count - o->history.first, items(o));
  if (o->stream.state == STREAM_NONE) return cause_never_started(o, j);
  return !stream_is_unfinished(&o->stream) || cause_no_end(o, j);
}

static bool compared_something(const struct checker *c, struct judgement *j) {
  const struct observer *o = &c->observer;
  if (o->sent.beats == 0) return cause_no_trace(o, j);
  if (c->options.mode == CHECK_BYTES && !c->reencode) {
    return verdict_wrong(j,
                         "nothing checked: mode bytes compares nothing for a PTM without the code; give the ELF file");
  }
  if (c->options.mode == CHECK_BYTES && reencode_counts(c->reencode)->packets == 0) {
    return verdict_wrong(j, "nothing checked: no packet was compared with the packet of the reference encoder");
  }
  if (rules_evaluations(&o->rules).times == 0) {
    return verdict_wrong(j, "nothing checked: no rule was evaluated; leave out --rule-off");
  }
  const bool compared = o->scoreboard.at.items > 0 || c->options.may_be_empty;
  return compared || cause_no_item(o, j);
}

// Only the scoreboard has failed, and it ended its search before it had tried every choice.
static bool gave_up(const struct checker *c) {
  const struct observer *o = &c->observer;
  return o->scoreboard.gave_up && !(c->reference && reference_difference(c->reference)->found) && !o->rules.broken;
}

struct judgement judge(const struct checker *c, bool failed) {
  struct judgement j = {0};
  if (failed && gave_up(c)) return verdict_gave_up();
  if (failed) return say(j, VERDICT_FAIL);
  if (!c->opened && !c->options.off)
    verdict_wrong(&j, "nothing checked: no clock edge came; call the checker at each edge of CLK");
  if (c->options.off) verdict_wrong(&j, "nothing checked: the checks are off; leave out --no-check");
  if (j.why[0]) return say(j, VERDICT_NOTHING);
  if (!is_complete(c, &j)) return say(j, VERDICT_INCOMPLETE);
  if (!balance(c, &j)) return say(j, VERDICT_FAIL);
  if (!within(c, &j)) return gave_up(c) ? verdict_gave_up() : say(j, VERDICT_FAIL);
  if (!c->options.allow_unchecked && !scope_knows_trace_enable(&c->observer.scope, &j))
    return say(j, VERDICT_INCOMPLETE);
  if (!compared_something(c, &j)) return say(j, VERDICT_NOTHING);
  return say(j, VERDICT_PASS);
}
