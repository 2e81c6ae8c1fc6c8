// SPDX-License-Identifier: Apache-2.0
// Sorts the failures of all checks by their clocks, and prints each with the nearby packets and items.
#include "report.h"

#include <inttypes.h>
#include <string.h>

#include "reencode.h"
#include "reference.h"
#include "registers.h"
#include "report_parts.h"
#include "rules.h"
#include "scoreboard_protocol.h"
#include "sent.h"
#include "wpt_port.h"

// --- the scoreboard -------------------------------------------------------------------------------------------------

static bool print_expected(FILE *out, const struct findings *found, const struct report_trace *t,
                           const struct corrected *e) {
  char text[CORRECTED_ROOM];
  if (!e->sent) return false;
  corrected_text(t, e, text);
  fprintf(out, "  expected: %s\n", text);
  report_for_waves(found, "!expected %s\n", text);
  return true;
}

// Writes the expected item for the wave view, which takes it if the expected packet is not known.
static void put_expected_item(const struct findings *found) {
  const size_t item = scoreboard_wrong_item(found->scoreboard);
  if (!found->beats || item < found->history->first || item >= found->history->count) return;
  fprintf(found->beats, "!expected #%zu ", item);
  report_item(found->beats, found, item);
}

// Prints a pin of the ATB that never changed, although it had to. ATBYTES need not change if all beats are full.
static void print_stuck(FILE *out, const struct findings *found) {
  enum { SOME = 16 };
  const struct sent *s = found->sent;
  const uint64_t all_bytes = found->config->atb_bits / 8 - 1u;
  struct report_notes n;
  report_notes_begin(&n);
  if (s->beats == 0) {
    fprintf(n.to, "  ATVALID was 0 in all %" PRIu64 " clocks in which ATREADY was 1\n", found->rules->atb_clocks);
  }
  if (s->beats >= SOME && s->atbytes.moved == 0 && s->atbytes.first != all_bytes) {
    fprintf(n.to, "  ATBYTES was %" PRIu64 " in all %" PRIu64 " beats\n", s->atbytes.first, s->beats);
  }
  if (s->beats >= SOME && s->atdata.moved == 0) {
    fprintf(n.to, "  ATDATA was 0x%" PRIX64 " in all %" PRIu64 " beats\n", s->atdata.first, s->beats);
  }
  report_notes_end(&n, out, found);
}

// Prints the read of ETMSR which excludes that an overflow lost the items at the end.
static void print_status(FILE *out, const struct findings *found) {
  struct report_notes n;
  if (!found->scoreboard->error.ends_too_early || found->registers->may_have_overflow) return;
  report_notes_begin(&n);
  fprintf(n.to, "  ETMSR read as 0x%X in clock %" PRIu64 ": %s[0] is 0, so no overflow is pending\n",
          found->registers->status, found->status_clock,
          found->registers->status & 2 ? "[1] is 1, so all trace has left; " : "");
  report_notes_end(&n, out, found);
}

// The waypoint has the target and the exception number of the packet. For an atom, it is the branch that the flow has
// reached.
static bool fits_waypoint(const struct scoreboard *s, const struct packet *p, const struct waypoint *w) {
  const struct flow_event *e = &s->failed.flow;
  const bool is_exception = w->type == WAYPOINT_EXCEPTION, is_branch = w->type <= WAYPOINT_INDIRECT;
  if (p->kind == PACKET_ISYNC) return w->taken && w->target == p->address;
  if (p->kind == PACKET_WAYPOINT_UPDATE) return is_exception && (w->pc == p->address + 2 || w->pc == p->address + 4);
  if (p->kind == PACKET_BRANCH && p->exception) {
    return is_exception && w->exception == p->exception && w->target == p->address;
  }
  if (p->kind == PACKET_BRANCH) return is_branch && w->taken && w->target == p->address;
  if (p->kind != PACKET_ATOM || s->error.found_by_flow || !is_branch) return false;
  return (w->pc + 2 == e->end || w->pc + 4 == e->end) && w->taken == e->passed;
}

// The newest of the waypoints that were flushed just before the packet and that the packet fits. NULL: none.
static const struct wpt_flushed *find_flushed(const struct findings *found, const struct report_packet *p) {
  enum { NEWEST = 16 };
  const struct wpt_port *port = found->port;
  unsigned looked_at = 0;
  if (!port || !p) return NULL;
  for (uint64_t i = port->flushed_count; i > 0 && i + WPT_PORT_FLUSHED > port->flushed_count; i--) {
    const struct wpt_flushed *f = &port->flushed[(i - 1) % WPT_PORT_FLUSHED];
    if (f->flushed > found->contradicted_clock) continue;
    if (looked_at++ == NEWEST) return NULL;
    if (fits_waypoint(found->scoreboard, &p->packet, &f->wp)) return f;
  }
  return NULL;
}

static void print_flushed(FILE *out, const struct findings *found, const struct wpt_flushed *f) {
  struct report_notes n;
  report_notes_begin(&n);
  fprintf(n.to, "  fits a flushed waypoint: presented in clock %" PRIu64 ", flushed in clock %" PRIu64 ": ",
          f->presented, f->flushed);
  waypoint_write(n.to, &f->wp);
  report_notes_end(&n, out, found);
}

// Returns the item after the wrong one that the packet fits, among as many as the processor commits in a clock. 0:
// none, or it fits the wrong item, which then has another error.
static size_t find_later(const struct findings *found, const struct report_packet *p) {
  enum { COMMITS = 3 };
  const size_t wrong = scoreboard_wrong_item(found->scoreboard);
  if (!found->port || !p || wrong < found->history->first) return 0;
  for (size_t i = wrong; i <= wrong + COMMITS && i < found->history->count; i++) {
    const bool fits = fits_waypoint(found->scoreboard, &p->packet, history_waypoint(found->history, i));
    if (fits) return i > wrong ? i : 0;
  }
  return 0;
}

static void print_first_line(FILE *out, const struct findings *found, const struct report_packet *p,
                             const struct wpt_flushed *flushed) {
  const struct scoreboard_error *e = &found->scoreboard->error;
  const size_t wrong = scoreboard_wrong_item(found->scoreboard), later = flushed ? 0 : find_later(found, p);
  fprintf(out, "scoreboard: clock %" PRIu64 ", byte %" PRIu64 ": %s", found->contradicted_clock, e->offset, e->why);
  if (flushed) fprintf(out, "; it fits a waypoint that was flushed in clock %" PRIu64, flushed->flushed);
  if (later) fprintf(out, "; it fits waypoint #%zu, which follows waypoint #%zu", later, wrong);
  fputc('\n', out);
}

static void print_found(FILE *out, const struct findings *found) {
  const struct scoreboard *s = found->scoreboard;
  struct report_trace unit = report_unit(found);
  const struct report_packet *p = report_packet_at(&unit, s->error.offset);
  const struct wpt_flushed *flushed = find_flushed(found, p);
  print_first_line(out, found, p, flushed);
  report_for_waves(found, "!%" PRIu64 " scoreboard: byte %" PRIu64 ": %s\n", found->contradicted_clock, s->error.offset,
                   s->error.why);
  print_status(out, found);
  print_stuck(out, found);
  report_trace_print(out, &unit, s->error.offset, "DUT trace");
  if (p && p->packet.kind == PACKET_BRANCH) report_why(out, found, &unit.bytes, p->packet.offset, "DUT");
  report_location(out, found, s->error.is_packet_missing ? DETECTED_AT : AT_FAULT, &unit, s->error.offset,
                  scoreboard_wrong_item(s));
  const struct corrected field = corrected_packet(s, &unit);
  const bool known = print_expected(out, found, &unit, &field);
  report_base(out, &unit, s->error.offset);
  const struct corrected state = report_state(out, s, &unit);
  if (!known && !print_expected(out, found, &unit, &state)) put_expected_item(found);
  if (flushed) print_flushed(out, found, flushed);
  report_tracing_noted(out, found, s, &unit);
  report_items(out, found, scoreboard_wrong_item(s));
  report_trace_free(&unit);
}

// --- rules ----------------------------------------------------------------------------------------------------------

// Returns the packet of a trigger whose pin was 1 when byte `offset` was next to leave, or NULL if no packet followed.
static const struct report_packet *trigger_after(const struct report_trace *t, uint64_t offset) {
  const struct report_packet *p = report_packet_at(t, offset);
  while (p && p < t->packets + t->count && p->packet.kind != PACKET_TRIGGER) p++;
  return p && p < t->packets + t->count ? p : NULL;
}

// Prints the pin that violates a rule, and the packet that leaves next.
static void print_pin(FILE *out, const struct findings *found, const struct rule_breach *b, unsigned rule) {
  struct report_trace unit = report_unit(found);
  const struct report_packet *trigger = NULL;
  if (b->pin == PIN_TRIGGER && b->value) trigger = trigger_after(&unit, b->offset);
  if (trigger) {
    report_trace_print(out, &unit, trigger->packet.offset, "DUT trace (> marks the packet of this trigger)");
    report_for_waves(found, "!packet @%" PRIu64 "\n", trigger->packet.offset);
  } else {
    report_trace_print(out, &unit, b->offset, "DUT trace (> marks the packet that leaves in this clock or next)");
  }
  report_trace_free(&unit);
  if (b->pin == PINS) {
    fprintf(out, "  at fault: the value that a register read as in clock %" PRIu64 "\n", b->clock);
  } else if (rule == RULE_PIN_X_1) {
    fprintf(out, "  at fault: %s is x or z in clock %" PRIu64 "\n", pin_name(b->pin, found->config), b->clock);
  } else {
    fprintf(out, "  at fault: %s is 0x%" PRIX64 " in clock %" PRIu64 "\n", pin_name(b->pin, found->config), b->value,
            b->clock);
  }
}

// Prints the last of the first `count` items.
static void print_last_items(FILE *out, const struct findings *found, size_t count) {
  const struct history *h = found->history;
  char clock[HISTORY_CLOCK];
  if (count <= h->first || count > h->count) return;
  fprintf(out, "  last presented: %s #%zu, in %s\n", found->scoreboard->protocol->item, count - 1,
          history_clock_words(h, count - 1, clock));
  report_items(out, found, count - 1);
}

// Prints the event that a rule depends on, and the inputs of the event.
static void print_event(FILE *out, const struct findings *found, const struct rule_breach *b) {
  const struct rules *a = found->rules;
  struct report_notes n;
  if (!b->event_register) return;
  report_notes_begin(&n);
  report_event(n.to, b->event_register, b->event);
  report_extin(n.to, a, b->event, b->event_clock);
  if (b->pin == PIN_TRIGGER) report_fits(n.to, a, b->clock);
  report_notes_end(&n, out, found);
}

static bool is_of_packet(const struct findings *found, const struct rule_breach *b) {
  const struct sent *s = found->sent;
  return b->of_packet && b->offset >= s->base && b->offset < s->count;
}

static uint64_t breach_clock(const struct findings *found, const struct rule_breach *b) {
  return is_of_packet(found, b) ? sent_clock_of(found->sent, b->offset) : b->clock;
}

// Prints the cause of a violation that is outside the DUT. It is a pin of the port of the processor, or the part of the
// testbench that the first words of the text name.
static void print_outside_dut(FILE *out, const struct findings *found, const struct rule_breach *b) {
  if (b->pin == PINS) {
    fprintf(out, "  at fault: %.*s\n", (int)strcspn(b->text, ","), b->text);
  } else {
    report_item_for_waves(found, b->item);
    fprintf(out, "  at fault: the processor's %s is 0x%" PRIX64 " in clock %" PRIu64 "; %s #%zu\n",
            pin_name(b->pin, found->config), b->value, b->clock, found->scoreboard->protocol->item, b->item);
  }
}

static bool is_outside_dut(unsigned rule) {
  return rule_table[rule].scope == RULE_PORT || rule_table[rule].scope == RULE_BENCH;
}

// Prints a rule and its first violation, by a packet or by a pin.
static void print_breach(FILE *out, const struct findings *found, unsigned rule) {
  const struct rule_breach *b = &found->rules->breaches[rule];
  const uint64_t clock = breach_clock(found, b);
  const char *clause = b->clause ? b->clause : rule_table[rule].clause;
  fprintf(out, "rule %s: clock %" PRIu64 ", byte %" PRIu64 ": %s (%s; violated ", rule_table[rule].id, clock, b->offset,
          b->text, clause);
  fprintf(out, b->times == 1 ? "once)\n" : "%" PRIu64 " times)\n", b->times);
  report_for_waves(found, "!%" PRIu64 " rule %s: %s (%s)\n", clock, rule_table[rule].id, b->text, clause);
  print_event(out, found, b);
  if (is_of_packet(found, b)) {
    struct report_trace unit = report_unit(found);
    report_trace_print(out, &unit, b->offset, "DUT trace");
    report_location(out, found, rule_table[rule].missing ? DETECTED_AT : AT_FAULT, &unit, b->offset, b->item);
    report_base(out, &unit, b->offset);
    fprintf(out, "  expected: %s\n", rule_table[rule].text);
    report_items(out, found, b->item);
    report_trace_free(&unit);
  } else {
    if (is_outside_dut(rule)) {
      print_outside_dut(out, found, b);
    } else {
      print_pin(out, found, b, rule);
    }
    fprintf(out, "  expected: %s\n", rule_table[rule].text);
    print_last_items(out, found, b->item + (rule_table[rule].scope == RULE_PORT));
  }
}

// --- all failures ---------------------------------------------------------------------------------------------------

// The kinds of failures. If several occur in a clock, the report has them in this order.
enum failed { FAILED_COMPARISON, FAILED_RULE, FAILED_SCOREBOARD = FAILED_RULE + RULES, FAILED_REENCODE, FAILURES };

struct failure {
  uint64_t clock;
  unsigned what;  // enum failed
};

static void add(struct failure *list, size_t *count, unsigned what, uint64_t clock) {
  size_t at = (*count)++;
  for (; at > 0 && list[at - 1].clock > clock; at--) list[at] = list[at - 1];
  list[at] = (struct failure){clock, what};
}

// Lists the failures, sorted by their clocks. Returns their number.
static size_t list_failures(const struct findings *found, struct failure *list) {
  const bool differs = found->reference && reference_difference(found->reference)->found;
  size_t count = 0;
  if (differs) add(list, &count, FAILED_COMPARISON, reference_difference(found->reference)->clock);
  for (unsigned i = 0; i < 2 * RULES; i++) {
    const unsigned rule = i % RULES;
    const struct rule_breach *b = &found->rules->breaches[rule];
    // If several rules are violated in a clock, a wrong input is the cause and comes first. A failed check of a host
    // script is the effect and comes last.
    const bool now = (rule_table[rule].scope == RULE_PORT) == (i < RULES);
    if (now && b->times > 0) add(list, &count, FAILED_RULE + rule, breach_clock(found, b));
  }
  const bool of_rule = found->scoreboard->error.is_rule_violation;  // the list already has this rule
  if (found->contradicted && !differs && !of_rule) add(list, &count, FAILED_SCOREBOARD, found->contradicted_clock);
  const struct reencode_difference *reencoded = found->reencode ? reencode_difference(found->reencode) : NULL;
  if (reencoded && reencoded->found)
    add(list, &count, FAILED_REENCODE, sent_clock_of(found->sent, reencoded->packet.offset));
  return count;
}

// Returns the section of MESSAGES_PAGE.
static const char *print_failure(FILE *out, const struct findings *found, unsigned what) {
  switch (what) {
    case FAILED_COMPARISON:
      report_difference(out, found);
      return "model-comparison";
    case FAILED_REENCODE:
      report_reencoded(out, found);
      return "model-comparison";
    case FAILED_SCOREBOARD:
      print_found(out, found);
      return "scoreboard";
    default:
      print_breach(out, found, what - FAILED_RULE);
      return "rule";
  }
}

uint64_t report_failures(FILE *out, const struct findings *found) {
  struct failure list[FAILURES];
  const size_t count = list_failures(found, list);
  for (size_t i = 0; i < count; i++) {
    fprintf(out, "  help: " MESSAGES_PAGE "#%s\n", print_failure(out, found, list[i].what));
  }
  return count > 0 ? list[0].clock : UINT64_MAX;
}
