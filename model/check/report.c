// SPDX-License-Identifier: Apache-2.0
// The report of what failed: each failure with the packets and the items around it.
#include <inttypes.h>

#include "beats.h"
#include "checking.h"
#include "expected.h"
#include "report_event.h"
#include "report_parts.h"
#include "report_sides.h"
#include "report_state.h"
#include "resource.h"
#include "scoreboard_protocol.h"

// --- check 2 --------------------------------------------------------------------------------------------------------

static bool print_expected(FILE *out, const struct checker *c, const struct report_trace *t, const struct expected *e) {
  char text[EXPECTED_ROOM];
  if (!e->sent) return false;
  expected_text(t, e, text);
  fprintf(out, "  expected: %s\n", text);
  beats_expected(c, text);
  return true;
}

// What was expected, where the packet is not known: the item, for the waves.
static void put_expected_item(const struct checker *c) {
  const struct observer *o = &c->observer;
  const size_t item = o->scoreboard.at.item;
  if (!c->beats || item < o->history.first || item >= o->history.count) return;
  fprintf(c->beats, "!expected #%zu ", item);
  report_item(c->beats, o, item);
}

static void print_found(FILE *out, const struct checker *c) {
  const struct observer *o = &c->observer;
  const struct scoreboard *f = &o->scoreboard;
  struct report_trace unit = report_unit(o);
  fprintf(out, "check 2: clock %" PRIu64 ", byte %" PRIu64 ": %s\n", o->found_clock, f->error.offset, f->error.why);
  beats_failure(c, o->found_clock, "check 2: byte %" PRIu64 ": %s", f->error.offset, f->error.why);
  report_trace_print(out, &unit, f->error.offset, "unit");
  const struct report_packet *p = report_packet_at(&unit, f->error.offset);
  if (p && p->packet.kind == PACKET_BRANCH) report_why(out, c, &unit.bytes, p->packet.offset, "unit");
  report_at_fault(out, c, &unit, f->error.offset, f->at.item);
  const struct expected field = expected_packet(f, &unit);
  const bool known = print_expected(out, c, &unit, &field);
  report_base(out, &unit, f->error.offset);
  const struct expected state = report_state(out, f, &unit);
  if (!known && !print_expected(out, c, &unit, &state)) put_expected_item(c);
  report_tracing_noted(out, c, f, &unit);
  report_items(out, o, f->at.item);
  report_trace_free(&unit);
}

// --- rules ----------------------------------------------------------------------------------------------------------

// The packet of a trigger that came on its pin when byte `offset` was to leave; NULL: none has followed.
static const struct report_packet *trigger_behind(const struct report_trace *t, uint64_t offset) {
  const struct report_packet *p = report_packet_at(t, offset);
  while (p && p < t->packets + t->count && p->packet.kind != PACKET_TRIGGER) p++;
  return p && p < t->packets + t->count ? p : NULL;
}

// The pin that breaks a rule, and what leaves next.
static void print_pin(FILE *out, const struct checker *c, const struct arch_breach *b, unsigned rule) {
  struct report_trace unit = report_unit(&c->observer);
  const struct report_packet *trigger = NULL;
  if (b->pin == PIN_TRIGGER && b->value) trigger = trigger_behind(&unit, b->offset);
  if (trigger) {
    report_trace_print(out, &unit, trigger->packet.offset, "unit (the mark: the packet of this trigger)");
    beats_packet(c, trigger->packet.offset);
  } else {
    report_trace_print(out, &unit, b->offset, "unit (the mark: what leaves next)");
  }
  report_trace_free(&unit);
  if (b->pin == PINS) {
    fprintf(out, "  at fault: what a register reads as, in clock %" PRIu64 "\n", b->clock);
  } else if (rule == PIN_X_1) {
    fprintf(out, "  at fault: %s is x or z in clock %" PRIu64 "\n", report_pin_name(c, (enum pin)b->pin), b->clock);
  } else {
    fprintf(out, "  at fault: %s is 0x%" PRIX64 " in clock %" PRIu64 "\n", report_pin_name(c, (enum pin)b->pin),
            b->value, b->clock);
  }
}

// What was presented by then, where a rule of the pins was broken.
static void print_last_items(FILE *out, const struct checker *c, size_t count) {
  const struct history *h = &c->observer.history;
  if (count <= h->first || count > h->count) return;
  fprintf(out, "  last presented: %s #%zu, in clock %" PRIu64 "\n", c->observer.scoreboard.protocol->item, count - 1,
          history_moment(h, count - 1)->clock);
  report_items(out, &c->observer, count - 1);
}

// The event that a rule is about, and what was there for it.
static void print_event(FILE *out, const struct checker *c, const struct arch_breach *b) {
  const struct arch *a = &c->observer.arch;
  struct report_notes n;
  char words[RESOURCE_WORDS];
  if (!b->event_register) return;
  report_notes_begin(&n);
  resource_words(b->event, words);
  fprintf(n.to, "  event: %s=%s\n", b->event_register, words);
  report_extin(n.to, a, b->event, b->event_clock);
  if (b->pin == PIN_TRIGGER) report_fits(n.to, a, b->clock);
  report_notes_end(&n, out, c);
}

// What the bench has found, or the rules of the processor's port. The first words of the bench name what stands still.
static void print_rule(FILE *out, const struct checker *c) {
  const struct port_rules *port = &c->observer.port_rules;
  const bool times = c->rules_failed > 1;
  fprintf(out, "rule: clock %" PRIu64 ": %s", c->rule_clock, c->rule);
  fprintf(out, times ? " (%" PRIu64 " failures in all)\n" : "\n", c->rules_failed);
  beats_failure(c, c->rule_clock, "rule: %s", c->rule);
  if (strcmp(c->rule, port->why) == 0) {
    beats_item(c, port->item);
    fprintf(out, "  at fault: the processor's %s is 0x%" PRIX64 " in clock %" PRIu64 "; %s #%zu\n",
            report_pin_name(c, port->pin), port->value, c->rule_clock, c->observer.scoreboard.protocol->item,
            port->item);
  } else {
    fprintf(out, "  at fault: %.*s\n", (int)strcspn(c->rule, ","), c->rule);
  }
  print_last_items(out, c, c->rule_items);
}

static bool is_of_packet(const struct checker *c, const struct arch_breach *b) {
  const struct sent *s = &c->observer.sent;
  return b->of_packet && b->offset >= s->base && b->offset < s->count;
}

static uint64_t breach_clock(const struct checker *c, const struct arch_breach *b) {
  return is_of_packet(c, b) ? sent_clock_of(&c->observer.sent, b->offset) : b->clock;
}

// An architecture rule, and where it was broken first: a packet's, or one of the pins.
static void print_breach(FILE *out, const struct checker *c, unsigned rule) {
  const struct arch_breach *b = &c->observer.arch.breaches[rule];
  const uint64_t clock = breach_clock(c, b);
  fprintf(out, "check 3: clock %" PRIu64 ", byte %" PRIu64 ": rule %s: %s (%s; ", clock, b->offset, arch_rules[rule].id,
          b->text, arch_rules[rule].clause);
  fprintf(out, b->times == 1 ? "once)\n" : "%" PRIu64 " times)\n", b->times);
  beats_failure(c, clock, "check 3: rule %s: %s (%s)", arch_rules[rule].id, b->text, arch_rules[rule].clause);
  print_event(out, c, b);
  if (is_of_packet(c, b)) {
    struct report_trace unit = report_unit(&c->observer);
    report_trace_print(out, &unit, b->offset, "unit");
    report_at_fault(out, c, &unit, b->offset, b->item);
    report_base(out, &unit, b->offset);
    fprintf(out, "  expected: %s\n", arch_rules[rule].text);
    report_items(out, &c->observer, b->item);
    report_trace_free(&unit);
  } else {
    print_pin(out, c, b, rule);
    fprintf(out, "  expected: %s\n", arch_rules[rule].text);
    print_last_items(out, c, b->item);
  }
}

// --- all ------------------------------------------------------------------------------------------------------------

// What failed, and in which clock. Of one clock what comes first in this list, and a rule before what it led to.
enum failed { FAILED_CHECK_1, FAILED_RULE, FAILED_CHECK_3, FAILED_CHECK_2 = FAILED_CHECK_3 + ARCH_RULES, FAILURES };

struct failure {
  uint64_t clock;
  unsigned what;  // enum failed
};

static void add(struct failure *list, size_t *count, unsigned what, uint64_t clock) {
  size_t at = (*count)++;
  for (; at > 0 && list[at - 1].clock > clock; at--) list[at] = list[at - 1];
  list[at] = (struct failure){clock, what};
}

// By their clocks.
static size_t list_failures(const struct checker *c, struct failure *list) {
  const struct observer *o = &c->observer;
  const bool differs = c->reference && reference_difference(c->reference)->found;
  size_t count = 0;
  if (differs) add(list, &count, FAILED_CHECK_1, reference_difference(c->reference)->clock);
  if (c->rules_failed) add(list, &count, FAILED_RULE, c->rule_clock);
  for (unsigned i = 0; i < ARCH_RULES; i++) {
    const struct arch_breach *b = &o->arch.breaches[i];
    if (b->times > 0) add(list, &count, FAILED_CHECK_3 + i, breach_clock(c, b));
  }
  if (o->found && !differs) add(list, &count, FAILED_CHECK_2, o->found_clock);
  return count;
}

uint64_t report_failures(FILE *out, struct checker *c) {
  struct failure list[FAILURES];
  const size_t count = list_failures(c, list);
  for (size_t i = 0; i < count; i++) {
    const unsigned what = list[i].what;
    if (what == FAILED_CHECK_1) {
      report_difference(out, c);
    } else if (what == FAILED_RULE) {
      print_rule(out, c);
    } else if (what == FAILED_CHECK_2) {
      print_found(out, c);
    } else {
      print_breach(out, c, what - FAILED_CHECK_3);
    }
  }
  if (count > 0) return list[0].clock;
  const bool recoded = c->options.mode == CHECK_BYTES && c->recode && recode_difference(c->recode)->found;
  return recoded ? report_recoded(out, c) : UINT64_MAX;
}
