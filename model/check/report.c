// SPDX-License-Identifier: Apache-2.0
// The report of a run: the first difference with what is around it, the verdict, the result file.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "beats.h"
#include "checking.h"
#include "coverage.h"
#include "pin.h"
#include "protocol.h"
#include "scoreboard_protocol.h"

enum { WINDOW = 8, BEFORE = 5, BYTES_SHOWN = 8, ITEMS_SHOWN = 8 };

static const char *items(const struct observer *o) { return protocol_row(&o->config)->items; }

// --- the packets around a byte, on one side ------------------------------------------------------------------------

struct window {
  uint64_t from,
      at;  // packets that end behind `from` are kept: the last BEFORE of them before byte `at`, then up to WINDOW
  struct packet packet[WINDOW];
  uint8_t bytes[WINDOW][BYTES_SHOWN];
  size_t count;
};

// Bytes in a row, the first of them at `base`.
struct row {
  const struct sent *sent;
  uint64_t end;         // those of `sent` up to here,
  const uint8_t *more;  // and these behind them
  size_t count;
};

static uint8_t byte_at(const struct row *r, uint64_t offset) {
  return offset < r->end ? *sent_byte(r->sent, offset) : r->more[offset - r->end];
}

static void keep(void *user, const struct packet *p) {
  struct window *w = user;
  const uint64_t end = p->offset + p->length;
  if (end <= w->from) return;
  if (end <= w->at && w->count == BEFORE) memmove(w->packet, w->packet + 1, --w->count * sizeof *w->packet);
  if (w->count < WINDOW) w->packet[w->count++] = *p;
}

static void window_fill(struct window *w, const struct row *r, uint64_t offset) {
  *w = (struct window){.from = offset > BYTES_SHOWN ? offset - BYTES_SHOWN : 0, .at = offset};
  sent_packets(r->sent, r->end, r->more, r->count, keep, w);
  for (size_t i = 0; i < w->count; i++) {
    const struct packet *p = &w->packet[i];
    for (uint32_t b = 0; b < p->length && b < BYTES_SHOWN; b++) w->bytes[i][b] = byte_at(r, p->offset + b);
  }
}

struct packet_words {
  char hex[3 * BYTES_SHOWN + 1], text[256];
};

static struct packet_words words_of(const struct window *w, size_t i) {
  struct packet_words words = {.hex = ""};
  packet_text(&w->packet[i], words.text, sizeof words.text);
  for (uint32_t b = 0; b < w->packet[i].length && b < BYTES_SHOWN; b++)
    sprintf(words.hex + 3 * b - (b > 0), b ? " %02x" : "%02x", w->bytes[i][b]);
  return words;
}

static bool is_there(const struct window *w, size_t i) {
  return w->packet[i].offset <= w->at && w->at < w->packet[i].offset + w->packet[i].length;
}

static void window_print(FILE *out, const struct window *w, const char *side) {
  fprintf(out, "  %s\n", side);
  if (w->count == 0) fputs("      no packet there\n", out);
  for (size_t i = 0; i < w->count; i++) {
    const struct packet_words words = words_of(w, i);
    fprintf(out, "    %c %8" PRIu64 "  %-*s  %s\n", is_there(w, i) ? '>' : ' ', w->packet[i].offset, 3 * BYTES_SHOWN,
            words.hex, words.text);
  }
}

// Names the words in which two packets differ. Text is "kind word word key=value ...".
static void print_fields(FILE *out, const struct window *unit, const struct window *model) {
  size_t i = 0;
  char a[256], b[256];
  for (; i < unit->count && i < model->count; i++) {
    packet_text(&unit->packet[i], a, sizeof a);
    packet_text(&model->packet[i], b, sizeof b);
    if (strcmp(a, b) != 0) break;
  }
  if (i == unit->count || i == model->count) return;
  fprintf(out, "  fields that differ (unit / model):");
  char *rest_a, *rest_b;
  const char *x = strtok_r(a, " ", &rest_a), *y = strtok_r(b, " ", &rest_b);
  while (x || y) {
    if (!x || !y || strcmp(x, y) != 0) fprintf(out, "  %s / %s", x ? x : "-", y ? y : "-");
    x = x ? strtok_r(NULL, " ", &rest_a) : NULL;
    y = y ? strtok_r(NULL, " ", &rest_b) : NULL;
  }
  fputc('\n', out);
}

// --- what failed ----------------------------------------------------------------------------------------------------

static void put_step(FILE *to, const struct observer *o, const struct step *s) {
  if (s->kind != STEP_INSTRUCTION) {
    fprintf(to, "exception %u to 0x%08X%s%s\n", s->exception, s->address, s->thumb ? " thumb" : "", s->ns ? " ns" : "");
  } else {
    struct step fetched = *s;
    etm3_port_fetch(o->port.image, &fetched);
    s = &fetched;
    fprintf(to, "0x%08X %0*X%s%s%s %c\n", s->address, 2 * s->size, s->opcode, s->thumb ? " thumb" : "",
            s->ns ? " ns" : "", s->prohibited ? " prohibited" : "", s->passed ? 'E' : 'N');
  }
}

static void put_item(FILE *to, const struct observer *o, size_t i) {
  if (o->etm) {
    put_step(to, o, history_step(&o->history, i));
  } else {
    waypoint_write(to, history_waypoint(&o->history, i));
  }
}

// Those around an item, as far as they are still known.
static void print_items(FILE *out, const struct observer *o, size_t item) {
  const struct history *h = &o->history;
  const size_t from = item > BEFORE ? item - BEFORE : 0;
  const size_t first = from > h->first ? from : h->first;
  const size_t end = from + ITEMS_SHOWN < h->count ? from + ITEMS_SHOWN : h->count;
  fprintf(out, "  %s around it: number, clock, what\n", items(o));
  for (size_t i = first; i < end; i++) {
    const char mark = i == item ? '>' : ' ';
    fprintf(out, "    %c %6zu %8" PRIu64 "  ", mark, i, history_moment(h, i)->clock);
    put_item(out, o, i);
  }
}

// Does such a packet report an item? Any other stands before the next one.
static bool reports_item(enum packet_kind kind) {
  switch (kind) {
    case PACKET_ATOM:
    case PACKET_BRANCH:
    case PACKET_WAYPOINT_UPDATE:
    case PACKET_P_HEADER:
    case PACKET_BAD:
      return true;
    default:
      return false;
  }
}

// The item that the trace does not tell, or tells wrongly, and the packet that should.
static void print_at_fault(FILE *out, const struct checker *c, const struct window *w, size_t item) {
  const struct history *h = &c->observer.history;
  const char *before = "";
  fputs("  at fault:", out);
  for (size_t i = 0; i < w->count; i++) {
    const struct packet_words words = words_of(w, i);
    if (!is_there(w, i)) continue;
    fprintf(out, " %s, byte %" PRIu64 ": %s;", words.text, w->packet[i].offset, words.hex);
    if (!reports_item(w->packet[i].kind)) before = "before ";
  }
  if (item >= h->first && item < h->count) {
    beats_item(c, item);
    fprintf(out, " %s%s #%zu, presented in clock %" PRIu64 "\n", before, c->observer.scoreboard.protocol->item, item,
            history_moment(h, item)->clock);
  } else {
    fprintf(out, " %s not known\n", c->observer.scoreboard.protocol->item);
  }
}

#define PIN(name, field)                                                                               \
  if (d->unit.field != d->model.field) {                                                               \
    fprintf(out, "    %-10s unit 0x%" PRIX64 ", model 0x%" PRIX64 "\n", name, (uint64_t)d->unit.field, \
            (uint64_t)d->model.field);                                                                 \
  }

// Which of the two tells the truth? The decoder knows neither of them.
static void print_verdict(FILE *out, const struct scoreboard *f, const char *side) {
  if (f->wrong) {
    fprintf(out, "  the %s's bytes do not tell what happened (byte %" PRIu64 "): %s\n", side, f->error.offset,
            f->error.why);
  } else if (f->at.items == 0) {
    fprintf(out, "  the %s's bytes tell nothing\n", side);
  } else {
    fprintf(out, "  the %s's bytes tell what happened, up to %s %zu\n", side, f->protocol->item, f->at.item - 1);
  }
}

// What both have sent was in part looked at before they parted.
static void print_verdicts(FILE *out, const struct checker *c, const struct row *model) {
  const struct sent *sent = &c->observer.sent;
  struct scoreboard *f = c->branch;
  if (!f) return;
  scoreboard_bytes(f, sent_byte(sent, c->branch_bytes), (size_t)(model->end - c->branch_bytes));
  scoreboard_bytes(f, model->more, model->count);
  print_verdict(out, &c->observer.scoreboard, "unit");
  print_verdict(out, f, "model");
}

// `u`: the packets of the unit around the first byte that differs, if there is one.
static void print_bytes(FILE *out, const struct checker *c, const struct row *unit, const struct row *model,
                        struct window *u) {
  const uint64_t unit_end = unit->end + unit->count, model_end = model->end + model->count;
  uint64_t offset = model->end;
  while (offset < unit_end && offset < model_end && byte_at(unit, offset) == byte_at(model, offset)) offset++;
  if (offset == unit_end || offset == model_end) {
    fprintf(out, "  the %" PRIu64 " bytes that both sent up to the end of the run are the same\n", offset);
    return;
  }
  struct window m;
  window_fill(u, unit, offset);
  window_fill(&m, model, offset);
  fprintf(out, "  byte %" PRIu64 ": 0x%02x, the model says 0x%02x\n", offset, byte_at(unit, offset),
          byte_at(model, offset));
  window_print(out, u, "unit");
  window_print(out, &m, "model");
  print_fields(out, u, &m);
  for (size_t i = 0; i < m.count; i++) {
    if (is_there(&m, i)) beats_expected(c, words_of(&m, i).text);
  }
}

static void print_difference(FILE *out, const struct checker *c) {
  const struct observer *o = &c->observer;
  const struct difference *d = reference_difference(c->reference);
  const enum protocol protocol = config_protocol(&o->config);
  fprintf(out, "check 1: clock %" PRIu64 ": the unit's outputs are not the model's\n", d->clock);
  beats_failure(c, d->clock, "check 1: the unit's outputs are not the model's%s%s", o->scoreboard.wrong ? ": " : "",
                o->scoreboard.wrong ? o->scoreboard.error.why : "");
  PIN("ATVALID", atvalid)
  PIN("ATDATA", atdata)
  PIN("ATBYTES", atbytes)
  PIN("ATID", atid)
  PIN("AFREADY", afready)
  PIN(pin_row(PIN_ENABLE)->name[protocol], wpt_enable)
  PIN("PRDATA", prdata)
  PIN("PREADY", pready)
  PIN("PSLVERR", pslverr)
  PIN(pin_row(PIN_TRIGGER)->name[protocol], trigger)
  PIN(pin_row(PIN_IDLE_ACK)->name[protocol], idle)
  const struct row unit = {.sent = &o->sent, .end = o->sent.count};
  struct row model = {.sent = &o->sent, .end = d->sent};
  model.more = reference_bytes(c->reference, &model.count);
  struct window w = {.count = 0};
  if (d->sent >= o->sent.base) print_bytes(out, c, &unit, &model, &w);
  print_verdicts(out, c, &model);
  const struct scoreboard *wrong = o->scoreboard.wrong || !c->branch ? &o->scoreboard : c->branch;
  const size_t item = wrong->wrong ? wrong->at.item : SIZE_MAX;
  print_at_fault(out, c, &w, item);
  print_items(out, o, item < SIZE_MAX ? item : c->branch_items - (c->branch_items > 0));
}

static void print_found(FILE *out, const struct checker *c) {
  const struct observer *o = &c->observer;
  const struct scoreboard *f = &o->scoreboard;
  const struct row unit = {.sent = &o->sent, .end = o->sent.count};
  fprintf(out, "check 2: clock %" PRIu64 ", byte %" PRIu64 ": %s\n", o->found_clock, f->error.offset, f->error.why);
  beats_failure(c, o->found_clock, "check 2: byte %" PRIu64 ": %s", f->error.offset, f->error.why);
  if (c->beats && f->at.item >= o->history.first && f->at.item < o->history.count) {
    fprintf(c->beats, "!expected #%zu ", f->at.item);
    put_item(c->beats, o, f->at.item);
  }
  struct window w;
  window_fill(&w, &unit, f->error.offset);
  window_print(out, &w, "unit");
  print_at_fault(out, c, &w, f->at.item);
  print_items(out, o, f->at.item);
}

static uint64_t print_recoded(FILE *out, const struct checker *c) {
  const struct sent *s = &c->observer.sent;
  const struct recode_difference *d = recode_difference(c->recode);
  const uint64_t offset = d->packet.offset, clock = sent_clock_of(s, offset);
  const struct row unit = {.sent = s, .end = s->count};
  const struct row encoder = {.sent = s, .end = offset, .more = d->bytes, .count = d->count};
  struct window u, e;
  char name[80];
  recode_name(d->liberty, name, sizeof name);
  fprintf(out, "check 1: clock %" PRIu64 ", byte %" PRIu64 ": the unit's packet is not the encoder's: %s\n", clock,
          offset, name);
  beats_failure(c, clock, "check 1: the unit's packet is not the encoder's: %s", name);
  window_fill(&u, &unit, offset);
  window_fill(&e, &encoder, offset);
  window_print(out, &u, "unit");
  window_print(out, &e, "encoder");
  print_at_fault(out, c, &u, c->observer.scoreboard.at.item);
  print_items(out, &c->observer, c->observer.scoreboard.at.item);
  return clock;
}

// What was presented by then, where a rule of the pins was broken.
static void print_last_items(FILE *out, const struct checker *c, size_t count) {
  const struct history *h = &c->observer.history;
  if (count <= h->first || count > h->count) return;
  fprintf(out, "  last presented: %s #%zu, in clock %" PRIu64 "\n", c->observer.scoreboard.protocol->item, count - 1,
          history_moment(h, count - 1)->clock);
  print_items(out, &c->observer, count - 1);
}

// An architecture rule, and where it was broken first: a packet's, or one of the pins. The clock of that.
static uint64_t print_breach(FILE *out, const struct checker *c, unsigned rule) {
  const struct sent *s = &c->observer.sent;
  const struct arch_breach *b = &c->observer.arch.breaches[rule];
  const bool packet = b->of_packet && b->offset >= s->base && b->offset < s->count;
  const uint64_t clock = packet ? sent_clock_of(s, b->offset) : b->clock;
  fprintf(out, "check 3: clock %" PRIu64 ", byte %" PRIu64 ": rule %s: %s (%s; %" PRIu64 " times)\n", clock, b->offset,
          arch_rules[rule].id, b->text, arch_rules[rule].clause, b->times);
  beats_failure(c, clock, "check 3: rule %s: %s (%s)", arch_rules[rule].id, b->text, arch_rules[rule].clause);
  if (packet) {
    const struct row unit = {.sent = s, .end = s->count};
    struct window w;
    window_fill(&w, &unit, b->offset);
    window_print(out, &w, "unit");
    print_at_fault(out, c, &w, b->item);
    print_items(out, &c->observer, b->item);
  } else {
    print_last_items(out, c, b->item);
  }
  return clock;
}

// The clock of the first of all that were broken, or `first`.
static uint64_t print_breaches(FILE *out, const struct checker *c, uint64_t first) {
  for (unsigned i = 0; i < ARCH_RULES; i++) {
    if (c->observer.arch.breaches[i].times == 0) continue;
    const uint64_t clock = print_breach(out, c, i);
    if (clock < first) first = clock;
  }
  return first;
}

uint64_t report_failures(FILE *out, struct checker *c) {
  const struct observer *o = &c->observer;
  const bool differs = c->reference && reference_difference(c->reference)->found;
  uint64_t first = UINT64_MAX;
  if (differs) {
    print_difference(out, c);
    first = reference_difference(c->reference)->clock;
  }
  if (c->rules_failed) {
    fprintf(out, "rule: clock %" PRIu64 ": %s (%" PRIu64 " failures in all)\n", c->rule_clock, c->rule,
            c->rules_failed);
    beats_failure(c, c->rule_clock, "rule: %s", c->rule);
    print_last_items(out, c, c->rule_items);
    first = c->rule_clock < first ? c->rule_clock : first;
  }
  if (o->found && !differs) {
    print_found(out, c);
    first = o->found_clock < first ? o->found_clock : first;
  }
  if (first == UINT64_MAX && c->options.mode == CHECK_BYTES && c->recode && recode_difference(c->recode)->found) {
    first = print_recoded(out, c);
  }
  return print_breaches(out, c, first);
}

// --- the summary ----------------------------------------------------------------------------------------------------

static double per(uint64_t a, uint64_t b) { return b ? (double)a / (double)b : 0; }

static void print_table(const struct observer *o) {
  const struct scoreboard_position *at = &o->scoreboard.at;
  const struct coverage *c = &o->scoreboard.coverage;
  printf("clocks        %12" PRIu64 "\n", o->clock);
  printf("%-13s %12zu  %" PRIu64 " compared, %" PRIu64 " lost, %" PRIu64 " untraced, %" PRIu64 " reset\n", items(o),
         o->history.count, at->items, verdict_lost(&o->scoreboard), at->untraced_items, at->reset_items);
  printf("instructions  %12" PRIu64 "  and %" PRIu64 " exceptions compared, %.2f bits each\n", at->instructions,
         at->exceptions, 8 * per(o->sent.count, at->instructions));
  printf("beside them   %12" PRIu64 "  cycle counts, %" PRIu64 " Context IDs, %" PRIu64 " VMIDs, %" PRIu64
         " timestamps compared\n",
         at->spans, at->contexts, at->vmids, at->timestamps_compared);
  printf("bytes         %12" PRIu64 "  in %" PRIu64 " beats\n", o->sent.count, o->beats);
  printf("overflows     %12" PRIu64 "  starts %" PRIu64 ", resets %" PRIu64 "\n", at->gaps, at->starts, o->resets);
  printf("requests      %12" PRIu64 "  flushes, %" PRIu64 " syncs; %" PRIu64 " triggers\n", o->flushes, o->syncs,
         o->triggers);
  printf("rules         %12u  of %u evaluated, %" PRIu64 " times\n", arch_count_evaluated(&o->arch), ARCH_RULES,
         arch_evaluated(&o->arch));
  printf("return stack  %12" PRIu64 "  hits, %" PRIu64 " misses, %" PRIu64 " overflows\n", c->stack_hit, c->stack_miss,
         c->stack_overflow);
  for (int kind = 0; kind < PACKET_KINDS; kind++) {
    if (c->packets[kind] == 0) continue;
    printf("  %-16s %9" PRIu64 "  %" PRIu64 " bytes\n", packet_name[kind], c->packets[kind], c->bytes[kind]);
  }
}

static void print_liberties(const struct recode_counts *counts) {
  printf("liberties     %12" PRIu64 "  of %" PRIu64 " packets\n", recode_liberties(counts), counts->packets);
  for (unsigned i = 0; i < LIBERTIES; i++) {
    char name[80];
    recode_name(i, name, sizeof name);
    if (counts->liberties[i]) printf("  %20" PRIu64 "  %s\n", counts->liberties[i], name);
  }
}

// `lost` and `untraced` count waypoints, or steps.
void report_line(FILE *to, const struct checker *c, const char *verdict) {
  const struct observer *o = &c->observer;
  const struct scoreboard_position *at = &o->scoreboard.at;
  const struct {
    const char *name;
    uint64_t value;
  } values[] = {
      {"clocks", o->clock},
      {"beats_compared", o->beats},
      {"bytes", o->sent.count},
      {"packets", coverage_packets(&o->scoreboard.coverage)},
      {items(o), o->history.count},
      {protocol_row(&o->config)->items_compared, at->items},
      {"instructions_compared", at->instructions},
      {"exceptions_compared", at->exceptions},
      {"spans", at->spans},
      {"contexts", at->contexts},
      {"vmids", at->vmids},
      {"timestamps", at->timestamps_compared},
      {"lost", verdict_lost(&o->scoreboard)},
      {"untraced", at->untraced_items + at->reset_items},
      {"starts", at->starts},
      {"overflows", at->gaps},
      {"resets", o->resets},
      {"triggers", o->triggers},
      {"flushes", o->flushes},
  };
  fputs(verdict, to);
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    fprintf(to, " %s=%" PRIu64, values[i].name, values[i].value);
  const struct bounds bounds = checker_bounds(c);
  verdict_print_bounds(to, &bounds);
  for (uint32_t rest = o->unknown; rest; rest &= rest - 1) {
    fprintf(to, "%s%s", rest == o->unknown ? " not_checked=" : ",", registers_name(rest & -rest));
  }
  if (c->options.name) fprintf(to, " unit=%s", c->options.name);
  if (c->options.note) fprintf(to, " %s", c->options.note);
  if (c->recode) fprintf(to, " liberties=%" PRIu64, recode_liberties(recode_counts(c->recode)));
  static const char *const modes[] = {[CHECK_STRICT] = "strict", [CHECK_BYTES] = "bytes", [CHECK_LEGAL] = "legal"};
  fprintf(to, " mode=%s\n", c->options.off ? "off" : modes[c->options.mode]);
}

static void write_result(const struct checker *c, enum verdict verdict) {
  FILE *file = fopen(c->options.result, "w");
  if (file) report_line(file, c, verdict_word(verdict));
  if (!file || fclose(file) != 0) fprintf(stderr, "waypoint: %s: %s\n", c->options.result, strerror(errno));
}

void report_summary(const struct checker *c, const struct judgement *judgement) {
  const bool table = !c->options.quiet && c->opened;
  if (table) print_table(&c->observer);
  if (table && c->recode) print_liberties(recode_counts(c->recode));
  report_line(stdout, c, verdict_word(judgement->verdict));
  if (c->options.result) write_result(c, judgement->verdict);
}
