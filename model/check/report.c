// SPDX-License-Identifier: Apache-2.0
// The report of what failed: each failure with the packets and the items around it.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "beats.h"
#include "checking.h"
#include "error.h"
#include "pin.h"
#include "protocol.h"
#include "report_event.h"
#include "report_state.h"
#include "resource.h"
#include "scoreboard_protocol.h"

enum { BEFORE = 5, ITEMS_SHOWN = 8 };

static const char *items(const struct observer *o) { return protocol_row(&o->config)->items; }

// --- two packets ----------------------------------------------------------------------------------------------------

// Lines that go to the viewer, too.
struct notes {
  FILE *to;
  char *text;
  size_t size;
};

static void notes_begin(struct notes *n) { n->to = error_memory(open_memstream(&n->text, &n->size)); }

static void notes_end(struct notes *n, FILE *out, const struct checker *c) {
  fclose(n->to);
  fputs(n->text, out);
  beats_notes(c, n->text);
  free(n->text);
}

// Names the words in which two packets of a kind differ, or the kinds. Text is "kind word word key=value ...".
static void print_fields(FILE *out, const struct packet *unit, const struct packet *model) {
  char a[256], b[256], *rest_a, *rest_b;
  packet_text(unit, a, sizeof a);
  packet_text(model, b, sizeof b);
  if (strcmp(a, b) == 0) return;
  fprintf(out, "  fields that differ (unit / model):");
  if (unit->kind != model->kind) {
    fprintf(out, "  %s / %s\n", packet_name[unit->kind], packet_name[model->kind]);
    fprintf(out, "  the unit sent %s where the model sent %s\n", a, b);
    return;
  }
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

// The item that the trace does not tell, or tells wrongly, and the packet at byte `offset` that should.
static void print_at_fault(FILE *out, const struct checker *c, const struct report_trace *t, uint64_t offset,
                           size_t item) {
  const struct history *h = &c->observer.history;
  const struct report_packet *p = t ? report_packet_at(t, offset) : NULL;
  fputs("  at fault: ", out);
  if (p) {
    beats_packet(c, p->packet.offset);
    report_packet_print(out, t, p);
    fputs(reports_item(p->packet.kind) ? "; " : "; before ", out);
  }
  if (item >= h->first && item < h->count) {
    beats_item(c, item);
    fprintf(out, "%s #%zu, presented in clock %" PRIu64 "\n", c->observer.scoreboard.protocol->item, item,
            history_moment(h, item)->clock);
  } else {
    fprintf(out, "%s not known\n", c->observer.scoreboard.protocol->item);
  }
}

static const char *name_of(const struct checker *c, enum pin pin) {
  return pin_row(pin)->name[config_protocol(&c->observer.config)];
}

static struct report_trace unit_trace(const struct observer *o) {
  struct report_trace t;
  const struct report_bytes bytes = {.sent = &o->sent, .end = o->sent.count};
  report_trace_read(&t, &bytes, &o->scoreboard, UINT64_MAX);
  return t;
}

// Whether tracing is on where check 2 has found a contradiction, and the inputs of the event that decides on it.
static void print_tracing(FILE *out, const struct checker *c, const struct scoreboard *f,
                          const struct report_trace *t) {
  const struct moment *m = f->wrong ? history_moment(f->history, f->at.item) : NULL;
  struct notes n;
  notes_begin(&n);
  report_tracing(n.to, f, t);
  if (ftell(n.to) > 0 && m) report_extin(n.to, &c->observer.arch, f->config->etmteevr, m->clock + 1);
  notes_end(&n, out, c);
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

// What the model has sent behind what both have: check 2 of it. What both have sent was in part looked at before they
// parted.
static void judge_model(const struct checker *c, const struct report_bytes *model) {
  scoreboard_bytes(c->branch, sent_byte(model->sent, c->branch_bytes), (size_t)(model->end - c->branch_bytes));
  scoreboard_bytes(c->branch, model->more, model->count);
}

// Why the packet at a byte of one side is as it is.
struct reason {
  struct why why;
  uint64_t offset;
  char text[WHY_ROOM];
};

static void put_why(void *user, const struct join_row *row) {
  struct reason *r = user;
  char text[WHY_ROOM];
  why_row(&r->why, row, text);
  if (row->packet.offset == r->offset && !row->is_end) memcpy(r->text, text, sizeof text);
}

static void print_why(FILE *out, const struct checker *c, const struct report_bytes *of, uint64_t offset,
                      const char *side) {
  const uint64_t base = of->sent->base;
  const size_t count = (size_t)(of->end - base) + of->count;
  struct reason r = {.offset = offset};
  uint8_t *bytes = error_memory(malloc(count + 1));
  for (size_t i = 0; i < count; i++) bytes[i] = report_byte(of, base + i);
  join_trace(&c->observer.config, c->image, base, bytes, NULL, count, put_why, &r);
  free(bytes);
  if (r.text[0]) fprintf(out, "  why the %s's: %s\n", side, r.text);
}

// Both packets at byte `offset`: how they differ, and why. Where they are of one kind the reason of the unit's is what
// is in doubt.
static void print_packets(FILE *out, const struct checker *c, const struct report_trace *unit,
                          const struct report_trace *other, uint64_t offset, const char *side) {
  const struct report_packet *u = report_packet_at(unit, offset), *o = report_packet_at(other, offset);
  if (!u || !o) return;
  print_fields(out, &u->packet, &o->packet);
  if (u->packet.kind != o->packet.kind) print_why(out, c, &unit->bytes, u->packet.offset, "unit");
  print_why(out, c, &other->bytes, o->packet.offset, side);
}

// The item that the packet at byte `offset`, or the next that has one, reports; `other` if that is not known.
static size_t item_at(const struct report_trace *t, uint64_t offset, size_t other) {
  const struct report_packet *p = report_packet_at(t, offset);
  while (p && p < t->packets + t->count && !p->placed) p++;
  return p && p < t->packets + t->count ? p->place : other;
}

// The first byte that differs, and both sides around it. False: there is none.
static bool print_bytes(FILE *out, const struct checker *c, const struct report_trace *unit,
                        const struct report_trace *model, uint64_t *offset) {
  const struct report_bytes *u = &unit->bytes, *m = &model->bytes;
  const uint64_t unit_end = u->end + u->count, model_end = m->end + m->count;
  uint64_t at = m->end;
  while (at < unit_end && at < model_end && report_byte(u, at) == report_byte(m, at)) at++;
  *offset = at;
  if (at == unit_end || at == model_end) {
    fprintf(out, "  the %" PRIu64 " bytes that both sent up to the end of the run are the same\n", at);
    return false;
  }
  fprintf(out, "  byte %" PRIu64 ": 0x%02x, the model says 0x%02x\n", at, report_byte(u, at), report_byte(m, at));
  report_trace_print(out, unit, at, "unit");
  report_trace_print(out, model, at, "model");
  const struct report_packet *of_model = report_packet_at(model, at);
  print_packets(out, c, unit, model, at, "model");
  if (!of_model) return true;
  char text[REPORT_TEXT_ROOM];
  report_packet_text(of_model, text);
  beats_expected(c, text);
  return true;
}

// The outputs that differ. Returns the first of them, by its place in the list.
static enum pin print_pins(FILE *out, const struct checker *c) {
  static const enum pin outputs[] = {PIN_ATVALID, PIN_ATDATA, PIN_ATBYTES, PIN_ATID,    PIN_AFREADY, PIN_ENABLE,
                                     PIN_PRDATA,  PIN_PREADY, PIN_PSLVERR, PIN_TRIGGER, PIN_IDLE_ACK};
  const struct difference *d = reference_difference(c->reference);
  const struct pins unit = {.out = d->unit}, model = {.out = d->model};
  enum pin first = PINS;
  for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
    const enum pin pin = outputs[i];
    const uint64_t u = pin_value(&unit, pin), m = pin_value(&model, pin);
    if (u == m) continue;
    if (first == PINS) first = pin;
    fprintf(out, "    %-10s unit 0x%" PRIX64 ", model 0x%" PRIX64 "\n", name_of(c, pin), u, m);
  }
  return first;
}

// What the APB is at, where one of its pins differs.
static void print_access(FILE *out, const struct ports_in *in, enum pin pin) {
  const bool apb = pin == PIN_PRDATA || pin == PIN_PREADY || pin == PIN_PSLVERR;
  if (apb && in->psel) {
    fprintf(out, ", in a %s of 0x%03X", in->pwrite ? "write" : "read", in->paddr);
    if (in->pwrite) fprintf(out, ", 0x%08X", in->pwdata);
  }
  fputc('\n', out);
}

// Where both have sent the same, other pins alone differ: `pin` is at fault then, and no packet.
static void print_sides(FILE *out, const struct checker *c, enum pin pin) {
  const struct difference *d = reference_difference(c->reference);
  const struct observer *o = &c->observer;
  const struct scoreboard *f = &o->scoreboard;
  struct report_bytes bytes = {.sent = &o->sent, .end = d->sent};
  struct report_trace unit = unit_trace(o), model;
  uint64_t offset;
  bytes.more = reference_bytes(c->reference, &bytes.count);
  judge_model(c, &bytes);
  report_trace_read(&model, &bytes, c->branch, UINT64_MAX);
  const bool differ = print_bytes(out, c, &unit, &model, &offset);
  print_verdict(out, f, "unit");
  print_verdict(out, c->branch, "model");
  const struct scoreboard *wrong = f->wrong ? f : c->branch;
  const size_t item = wrong->wrong ? wrong->at.item : differ ? item_at(&unit, offset, SIZE_MAX) : SIZE_MAX;
  if (differ || wrong->wrong) {
    print_at_fault(out, c, differ ? &unit : NULL, offset, item);
    if (differ) report_base(out, &unit, offset);
  } else {
    const struct pins is = {.out = d->unit}, expected = {.out = d->model};
    fprintf(out, "  at fault: %s is 0x%" PRIX64 " in clock %" PRIu64 "; expected: 0x%" PRIX64 ", as the model",
            name_of(c, pin), pin_value(&is, pin), d->clock, pin_value(&expected, pin));
    print_access(out, &d->in, pin);
  }
  report_state(out, wrong, f->wrong ? &unit : &model);
  print_tracing(out, c, wrong, f->wrong ? &unit : &model);
  print_items(out, o, item < SIZE_MAX ? item : c->branch_items - (c->branch_items > 0));
  report_trace_free(&unit);
  report_trace_free(&model);
}

static void print_difference(FILE *out, const struct checker *c) {
  const struct observer *o = &c->observer;
  const struct difference *d = reference_difference(c->reference);
  fprintf(out, "check 1: clock %" PRIu64 ": the unit's outputs are not the model's\n", d->clock);
  beats_failure(c, d->clock, "check 1: the unit's outputs are not the model's%s%s", o->scoreboard.wrong ? ": " : "",
                o->scoreboard.wrong ? o->scoreboard.error.why : "");
  print_sides(out, c, print_pins(out, c));
}

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
  put_item(c->beats, o, item);
}

static void print_found(FILE *out, const struct checker *c) {
  const struct observer *o = &c->observer;
  const struct scoreboard *f = &o->scoreboard;
  struct report_trace unit = unit_trace(o);
  fprintf(out, "check 2: clock %" PRIu64 ", byte %" PRIu64 ": %s\n", o->found_clock, f->error.offset, f->error.why);
  beats_failure(c, o->found_clock, "check 2: byte %" PRIu64 ": %s", f->error.offset, f->error.why);
  report_trace_print(out, &unit, f->error.offset, "unit");
  const struct report_packet *p = report_packet_at(&unit, f->error.offset);
  if (p && p->packet.kind == PACKET_BRANCH) print_why(out, c, &unit.bytes, p->packet.offset, "unit");
  print_at_fault(out, c, &unit, f->error.offset, f->at.item);
  const struct expected field = expected_packet(f, &unit);
  const bool known = print_expected(out, c, &unit, &field);
  report_base(out, &unit, f->error.offset);
  const struct expected state = report_state(out, f, &unit);
  if (!known && !print_expected(out, c, &unit, &state)) put_expected_item(c);
  print_tracing(out, c, f, &unit);
  print_items(out, o, f->at.item);
  report_trace_free(&unit);
}

static uint64_t print_recoded(FILE *out, const struct checker *c) {
  const struct sent *s = &c->observer.sent;
  const struct recode_difference *d = recode_difference(c->recode);
  const uint64_t offset = d->packet.offset, clock = sent_clock_of(s, offset);
  const struct report_bytes bytes = {.sent = s, .end = offset, .more = d->bytes, .count = d->count};
  struct report_trace unit = unit_trace(&c->observer), encoder;
  char name[80];
  report_trace_read(&encoder, &bytes, &c->observer.scoreboard, offset);
  recode_name(d->liberty, name, sizeof name);
  fprintf(out, "check 1: clock %" PRIu64 ", byte %" PRIu64 ": the unit's packet is not the encoder's: %s\n", clock,
          offset, name);
  beats_failure(c, clock, "check 1: the unit's packet is not the encoder's: %s", name);
  report_trace_print(out, &unit, offset, "unit");
  report_trace_print(out, &encoder, offset, "encoder");
  const size_t item = item_at(&unit, offset, c->observer.scoreboard.at.item);
  print_packets(out, c, &unit, &encoder, offset, "encoder");
  print_at_fault(out, c, &unit, offset, item);
  print_items(out, &c->observer, item);
  report_trace_free(&unit);
  report_trace_free(&encoder);
  return clock;
}

// The packet of a trigger that came on its pin when byte `offset` was to leave; NULL: none has followed.
static const struct report_packet *trigger_behind(const struct report_trace *t, uint64_t offset) {
  const struct report_packet *p = report_packet_at(t, offset);
  while (p && p < t->packets + t->count && p->packet.kind != PACKET_TRIGGER) p++;
  return p && p < t->packets + t->count ? p : NULL;
}

// The pin that breaks a rule, and what leaves next.
static void print_pin(FILE *out, const struct checker *c, const struct arch_breach *b, unsigned rule) {
  struct report_trace unit = unit_trace(&c->observer);
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
    fprintf(out, "  at fault: %s is x or z in clock %" PRIu64 "\n", name_of(c, (enum pin)b->pin), b->clock);
  } else {
    fprintf(out, "  at fault: %s is 0x%" PRIX64 " in clock %" PRIu64 "\n", name_of(c, (enum pin)b->pin), b->value,
            b->clock);
  }
}

// What was presented by then, where a rule of the pins was broken.
static void print_last_items(FILE *out, const struct checker *c, size_t count) {
  const struct history *h = &c->observer.history;
  if (count <= h->first || count > h->count) return;
  fprintf(out, "  last presented: %s #%zu, in clock %" PRIu64 "\n", c->observer.scoreboard.protocol->item, count - 1,
          history_moment(h, count - 1)->clock);
  print_items(out, &c->observer, count - 1);
}

// The event that a rule is about, and what was there for it.
static void print_event(FILE *out, const struct checker *c, const struct arch_breach *b) {
  const struct arch *a = &c->observer.arch;
  struct notes n;
  char words[RESOURCE_WORDS];
  if (!b->event_register) return;
  notes_begin(&n);
  resource_words(b->event, words);
  fprintf(n.to, "  event: %s=%s\n", b->event_register, words);
  report_extin(n.to, a, b->event, b->event_clock);
  if (b->pin == PIN_TRIGGER) report_fits(n.to, a, b->clock);
  notes_end(&n, out, c);
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
            name_of(c, port->pin), port->value, c->rule_clock, c->observer.scoreboard.protocol->item, port->item);
  } else {
    fprintf(out, "  at fault: %.*s\n", (int)strcspn(c->rule, ","), c->rule);
  }
  print_last_items(out, c, c->rule_items);
}

// An architecture rule, and where it was broken first: a packet's, or one of the pins. The clock of that.
static uint64_t print_breach(FILE *out, const struct checker *c, unsigned rule) {
  const struct sent *s = &c->observer.sent;
  const struct arch_breach *b = &c->observer.arch.breaches[rule];
  const bool packet = b->of_packet && b->offset >= s->base && b->offset < s->count;
  const uint64_t clock = packet ? sent_clock_of(s, b->offset) : b->clock;
  fprintf(out, "check 3: clock %" PRIu64 ", byte %" PRIu64 ": rule %s: %s (%s; ", clock, b->offset, arch_rules[rule].id,
          b->text, arch_rules[rule].clause);
  fprintf(out, b->times == 1 ? "once)\n" : "%" PRIu64 " times)\n", b->times);
  beats_failure(c, clock, "check 3: rule %s: %s (%s)", arch_rules[rule].id, b->text, arch_rules[rule].clause);
  print_event(out, c, b);
  if (packet) {
    struct report_trace unit = unit_trace(&c->observer);
    report_trace_print(out, &unit, b->offset, "unit");
    print_at_fault(out, c, &unit, b->offset, b->item);
    report_base(out, &unit, b->offset);
    fprintf(out, "  expected: %s\n", arch_rules[rule].text);
    print_items(out, &c->observer, b->item);
    report_trace_free(&unit);
  } else {
    print_pin(out, c, b, rule);
    fprintf(out, "  expected: %s\n", arch_rules[rule].text);
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
    print_rule(out, c);
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
