// SPDX-License-Identifier: Apache-2.0
// Requests to drain the DUT: AFVALID, and PTMIDLEREQ or ETMWFIPENDING.
#include <inttypes.h>
#include <stdio.h>

#include "rules_private.h"

static const unsigned answer_rule[RULES_DRAINS] = {RULE_TRC_FLUSH_1, RULE_TRC_IDLE_1},
                      items_rule[RULES_DRAINS] = {RULE_TRC_FLUSH_2, RULE_TRC_IDLE_2};
static const enum pin requests[RULES_DRAINS] = {PIN_AFVALID, PIN_IDLE_REQUEST},
                      answers[RULES_DRAINS] = {PIN_AFREADY, PIN_IDLE_ACK};

static void begin_request(struct rules *a, unsigned by) {
  struct rules_drain *d = &a->drain;
  const uint64_t back = a->clock < a->limits.latency ? a->clock : a->limits.latency;
  d->request[by].open = true;
  d->request[by].clock = a->clock;
  d->request[by].from = a->atb_clocks;
  d->request[by].covered = d->items[(a->clock - back) % RULES_HISTORY];
  // A DUT that cannot respond to a flush drives AFREADY high all the time (IHI 0032B 3.3).
  d->request[by].is_promise = by != RULES_BY_FLUSH || !d->was_ready;
  if (by == RULES_BY_FLUSH && d->request[by].is_promise) a->marks_now |= MARK_FLUSH;
}

// The request is answered, after the bytes before `to`.
static void end_request(struct rules *a, unsigned by, uint64_t to) {
  struct rules_drain *d = &a->drain;
  d->request[by].open = false;
  if (!d->request[by].is_promise) return;
  if (by == RULES_BY_FLUSH) a->marks_now |= MARK_FLUSHED;
  if (d->count == RULES_ANSWERED_DRAINS) return;
  const size_t at = (d->first + d->count++) % RULES_ANSWERED_DRAINS;
  d->answered[at].clock = a->clock;
  d->answered[at].to = to;
  d->answered[at].covered = d->request[by].covered;
  d->answered[at].by = (uint8_t)by;
}

static void watch_request(struct rules *a, unsigned by, const struct handshake *h, uint64_t to) {
  struct rules_drain *d = &a->drain;
  if (!h->is_requested) d->request[by].open = false;
  if (!h->is_requested) return;
  if (!d->request[by].open) begin_request(a, by);
  const bool late = a->atb_clocks - d->request[by].from > a->limits.drain;
  if (h->is_answered || late) {
    rule_check_pins(a, answer_rule[by], answers[by], !late,
                    "no %s in more than %u clocks with ATREADY high after %s (clock %" PRIu64 ")",
                    pin_name(answers[by], a->config), a->limits.drain, pin_name(requests[by], a->config),
                    d->request[by].clock);
  }
  if (h->is_answered) end_request(a, by, to);
}

static void clock(struct rules *a, const struct cycle *c) {
  struct rules_drain *d = &a->drain;
  if (c->is_clock) rule_drain_items(a, c);
  if (c->flush.is_requested) return;
  d->was_ready = c->flush.is_answered;
}

static void control(struct rules *a, const struct cycle *c) {
  struct rules_drain *d = &a->drain;
  if (c->is_reset) {
    d->request[RULES_BY_FLUSH].open = d->request[RULES_BY_IDLE].open = false;
    return;
  }
  const bool counts = !a->limits.answer_precedes_beat && cycle_takes_beat(c);
  const uint64_t to = a->sent + (counts ? c->beat_bytes : 0);
  if (c->is_clock) watch_request(a, RULES_BY_IDLE, &c->idle, to);
  if (c->is_atb) watch_request(a, RULES_BY_FLUSH, &c->flush, to);
}

const char *rules_check_drained_items(struct rules *a, size_t item, uint32_t count, uint64_t offset) {
  struct rules_drain *d = &a->drain;
  while (d->count > 0 && d->answered[d->first].to <= offset) {
    if (d->answered[d->first].covered > d->due_items) {
      d->due_items = d->answered[d->first].covered;
      d->due_by = d->answered[d->first].by;
      d->due_clock = d->answered[d->first].clock;
    }
    d->first = (d->first + 1) % RULES_ANSWERED_DRAINS;
    d->count--;
  }
  const unsigned rule = items_rule[d->due_by];
  if (d->due_items == 0 || !rule_applies(a, rule)) return NULL;
  a->evaluated[rule] += count;
  if (item >= d->due_items) return NULL;
  d->violated_rule = rule;
  d->violating_item = item;
  snprintf(d->text, sizeof d->text, "%s #%zu, presented before %s, left the DUT after %s (clock %" PRIu64 ")",
           config_protocol(a->config) == PROTOCOL_PFT ? "waypoint" : "step", item,
           pin_name(requests[d->due_by], a->config), pin_name(answers[d->due_by], a->config), d->due_clock);
  snprintf(d->why, sizeof d->why, "rule %s: %s", rule_table[rule].id, d->text);
  return d->why;
}

// The comparison ends with this failure, so this is the only violation. `broken` is not set, because the verdict must
// stay INCOMPLETE if the search for other items gave up.
void rules_record_drain_violation(struct rules *a, uint64_t clock, uint64_t offset) {
  const struct rules_drain *d = &a->drain;
  struct rule_breach *b = &a->breaches[d->violated_rule];
  *b = (struct rule_breach){
      .times = 1, .clock = clock, .offset = offset, .item = d->violating_item, .of_packet = true, .pin = PINS};
  snprintf(b->text, sizeof b->text, "%s", d->text);
}

static void clamp(size_t *items, size_t most) {
  if (*items > most) *items = most;
}

void rules_cancel_item(struct rules *a, size_t item) {
  struct rules_drain *d = &a->drain;
  clamp(&d->due_items, item);
  for (unsigned i = 0; i < RULES_HISTORY; i++) clamp(&d->items[i], item);
  for (unsigned by = 0; by < RULES_DRAINS; by++) clamp(&d->request[by].covered, item);
  for (size_t i = 0; i < d->count; i++) clamp(&d->answered[(d->first + i) % RULES_ANSWERED_DRAINS].covered, item);
}

// Items presented before a reset need not be reported.
static void mark(struct rules *a, const struct rules_mark *m) {
  struct rules_drain *d = &a->drain;
  if (!(m->marks & MARK_RESET)) return;
  for (; d->count > 0 && d->answered[d->first].clock < m->clock; d->count--)
    d->first = (d->first + 1) % RULES_ANSWERED_DRAINS;
  d->due_items = 0;
}

const struct rule_theme rule_drain_theme = {.clock = clock, .control = control, .mark = mark};
