// SPDX-License-Identifier: Apache-2.0
#include "predicted.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "append.h"
#include "counting.h"
#include "error.h"
#include "observer.h"
#include "protocol.h"
#include "register.h"
#include "resource.h"
#include "rule_counting.h"
#include "rule_resource.h"
#include "untraced.h"

enum { TEXT_ROOM = SELECTION_WORDS + 80, NAME_ROOM = 24, ROWS = 96 };

struct row {
  char name[NAME_ROOM];
  char text[TEXT_ROOM];
};

struct predicted {
  FILE *beats;
  struct row rows[ROWS];  // in the order in which they got their first value
  unsigned count;
  size_t next_item;  // the first item without an answer
  char answer[TEXT_ROOM];
  // The state of the processor, which is a resource of events. PTM: after the last waypoint. ETM: in this clock.
  struct truth_set state;
};

// The inputs of the rows of one clock.
struct clock_now {
  struct predicted *p;
  const struct observer *o;
  uint64_t clock;
  struct counting_values values;
};

static char digit(unsigned is) { return is == TRUTH_YES ? '1' : is == TRUTH_NO ? '0' : '?'; }

// Writes the row if its text has changed.
__attribute__((format(printf, 3, 4))) static void put(struct clock_now *now, const char *name, const char *format,
                                                      ...) {
  struct predicted *p = now->p;
  char text[TEXT_ROOM];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  unsigned i = 0;
  while (i < p->count && strcmp(p->rows[i].name, name) != 0) i++;
  if (i == ROWS || (i < p->count && strcmp(p->rows[i].text, text) == 0)) return;
  if (i == p->count) p->count++;
  snprintf(p->rows[i].name, NAME_ROOM, "%s", name);
  memcpy(p->rows[i].text, text, sizeof text);
  fprintf(p->beats, "=%" PRIu64 " %s %s\n", now->clock, name, text);
}

// Writes the name of a row of which there are several: it has a number.
static const char *numbered(char name[NAME_ROOM], const char *kind, unsigned n, const char *suffix) {
  snprintf(name, NAME_ROOM, "%s_%u%s", kind, n, suffix);
  return name;
}

// --- TraceEnable ----------------------------------------------------------------------------------------------------

// A match counts as 1 in its clock, although a clause permits that the comparator keeps or ends it after that.
static unsigned compared(const struct selection *f, unsigned n) {
  return selection_matched(f) >> n & 1 ? (unsigned)TRUTH_YES : truth_at(f->now, n);
}

static void put_range(struct clock_now *now, unsigned n) {
  const struct selection *f = &now->o->filter;
  const struct comparator *low = &f->program.c.address[2 * n], *high = low + 1;
  const unsigned bit = SELECTION_RANGE + n;
  const bool excludes = f->program.excludes && f->program.selects >> bit & 1;
  const unsigned is = excludes ? truth_at(f->decided.by_address, bit) : compared(f, bit);
  char name[NAME_ROOM];
  numbered(name, "range", n + 1, "");
  if (!low->known || !high->known)
    put(now, name, "?");
  else if (low->value < high->value)
    put(now, name, "%c (0x%" PRIX32 " to 0x%" PRIX32 "%s)", digit(is), low->value, high->value - 1,
        excludes ? ", excluded" : "");
  else
    put(now, name, "%c (low address 0x%" PRIX32 " not below high address 0x%" PRIX32 ")", digit(is), low->value,
        high->value);
}

static void put_comparator(struct clock_now *now, unsigned n) {
  const struct selection *f = &now->o->filter;
  const struct comparators *c = &f->program.c;
  const char value = digit(compared(f, n));
  char name[NAME_ROOM];
  if (n < SELECTION_RANGE)
    put(now, numbered(name, "address", n + 1, ""), "%c (0x%" PRIX32 ")", value, c->address[n].value);
  else if (n < SELECTION_CONTEXT)
    put_range(now, n - SELECTION_RANGE);
  else if (n < SELECTION_VMID)
    put(now, numbered(name, "context", n - SELECTION_CONTEXT + 1, ""), "%c (0x%" PRIX32 ", mask 0x%" PRIX32 ")", value,
        c->context[n - SELECTION_CONTEXT].value, c->mask);
  else if (n == SELECTION_VMID)
    put(now, "vmid", "%c (0x%" PRIX32 ")", value, c->vmid.value);
}

static void put_selection(struct clock_now *now) {
  const struct selection *f = &now->o->filter;
  const struct selection_program *p = &f->program;
  if (!p->any) return;
  for (uint32_t left = p->looks; left; left &= left - 1) put_comparator(now, (unsigned)__builtin_ctz(left));
  if (p->used) put(now, "selected", "%c", digit(f->decided.selected));
  if (p->starts || selection_has_points(p)) put(now, "start_stop", "%c", digit(f->decided.started));
}

// --- events ---------------------------------------------------------------------------------------------------------

static void follow_state(struct predicted *p, const struct observer *o) {
  const struct cycle *c = &o->cycle;
  if (!o->etm && !c->waypoint) return;
  const bool prohibited = o->etm ? c->slots->prohibited : c->waypoint->prohibited;
  // In a prohibited region resource 0x6D of an ETM is LOW (IHI 0014Q 2.6.2).
  const bool ns = o->etm ? c->slots->ns && !prohibited : c->waypoint->ns;
  p->state = truth_state(truth_of(ns), truth_of(prohibited));
}

// The resources of events in this clock, by the pins. `enables`: as the TraceEnable event uses them.
static struct counting_inputs resources_now(const struct clock_now *now, bool enables) {
  const struct selection *f = &now->o->filter;
  const struct input_levels levels = inputs_now(rule_inputs(&now->o->rules), now->o->rules.clock, enables);
  struct counting_inputs in = {.shown = inputs_shown(levels, now->p->state)};
  if (!f->program.named) return in;
  in.compared = (struct truth_set){f->now.no & ~selection_matched(f), f->now.yes};
  return in;
}

static char event_now(const struct clock_now *now, uint32_t event, bool enables) {
  const struct counting_inputs in = resources_now(now, enables);
  return digit(counting_event(&rule_counting(&now->o->rules)->program, &now->values, &in, event));
}

// Writes two rows of an event that has its own group in the wave view: the register in words, and the expected value of
// the event. A value that only the configuration gives counts from the first start on.
static void put_main_event(struct clock_now *now, const char *name, unsigned offset) {
  const struct registers *r = &now->o->registers;
  char row[NAME_ROOM], words[RESOURCE_WORDS];
  const uint32_t event = r->value[offset >> 2] & 0x1FFFF;
  const bool is_programmed = r->known[offset >> 2] && (rules_is_taken(&now->o->rules, offset) || r->running);
  if (!is_programmed) return;
  const char is = event_now(now, event, offset == ETMTEEVR);
  resource_words(event, words);
  snprintf(row, sizeof row, "%s_event", name);
  put(now, row, "%s", words);
  snprintf(row, sizeof row, "%s_expected", name);
  put(now, row, "%c", is == '?' ? 'x' : is);
}

static void put_event(struct clock_now *now, const char *name, uint32_t event) {
  char words[RESOURCE_WORDS];
  if (event == COUNTING_UNKNOWN) return;
  resource_words(event, words);
  put(now, name, "%c %s", event_now(now, event, false), words);
}

// --- counters and the sequencer -------------------------------------------------------------------------------------

static void put_counter(struct clock_now *now, unsigned i) {
  const struct counting_program *program = &rule_counting(&now->o->rules)->program;
  const unsigned low = now->values.low[i], high = now->values.high[i];
  char name[NAME_ROOM];
  numbered(name, "counter", i + 1, "");
  if (program->enable[i] == COUNTING_UNKNOWN) return;
  if (low == high)
    put(now, name, "0x%X", low);
  else if (low == 0 && high == UINT16_MAX)
    put(now, name, "?");
  else
    put(now, name, "0x%X to 0x%X", low, high);
  put_event(now, numbered(name, "counter", i + 1, "_enable"), program->enable[i]);
  put_event(now, numbered(name, "counter", i + 1, "_reload"), program->reload[i]);
}

static void put_sequencer(struct clock_now *now) {
  static const char *const steps[COUNTING_STEPS] = {"sequencer_1_to_2", "sequencer_2_to_1", "sequencer_2_to_3",
                                                    "sequencer_3_to_1", "sequencer_3_to_2", "sequencer_1_to_3"};
  static const char *const states[COUNTING_ANY_STATE + 1] = {"?", "1",      "2",      "1 or 2",
                                                             "3", "1 or 3", "2 or 3", "1, 2 or 3"};
  const struct counting_program *program = &rule_counting(&now->o->rules)->program;
  const char *state = states[now->values.sequencer & COUNTING_ANY_STATE];
  if (!program->sequencer) return;
  put(now, "sequencer", "%s", state ? state : "?");
  for (unsigned i = 0; i < COUNTING_STEPS; i++) put_event(now, steps[i], program->step[i]);
}

static void put_resources(struct clock_now *now) {
  const struct counting *r = rule_counting(&now->o->rules);
  char name[NAME_ROOM];
  if (!r->known) return;
  for (unsigned i = 0; i < r->program.counters; i++) put_counter(now, i);
  put_sequencer(now);
  for (unsigned i = 0; i < COUNTING_OUTPUTS; i++)
    put_event(now, numbered(name, "output", i, ""), r->program.watched[COUNTING_WATCHED - COUNTING_OUTPUTS + i]);
}

// --- items ----------------------------------------------------------------------------------------------------------

static char kind_of(const struct history *h, size_t item) {
  static const char letter[] = {[STEP_INSTRUCTION] = 'I', [STEP_EXCEPTION] = 'X'};
  if (h->waypoints) return 'W';
  const enum step_kind kind = history_step(h, item)->kind;
  return kind < sizeof letter && letter[kind] ? letter[kind] : 'D';
}

static void put_items(const struct clock_now *now) {
  const struct history *h = &now->o->history;
  FILE *to = now->p->beats;
  const size_t first = h->count - now->o->cycle.presented;
  if (first == h->count) return;
  // The pins show a waypoint in the clock in which it was presented, and not in that of its delivery.
  fprintf(to, "%" PRIu64 " #%zu ", h->commits ? history_presented(h, first) : now->clock, first);
  for (size_t i = first; i < h->count; i++) fputc(kind_of(h, i), to);
  fputc('\n', to);
}

// Writes the oldest uncommitted waypoints of the Cortex-A9's port.
static void put_uncommitted(struct clock_now *now) {
  enum { SHOWN = 8 };
  const struct wpt_port *port = &now->o->wpt_port;
  const unsigned count = wpt_port_outstanding(port);
  if (!now->o->options.speculates) return;
  for (unsigned i = 0; i < SHOWN; i++) {
    const struct wpt_entry *e = &port->at[(port->committed + i) % WPT_PORT_RING];
    char name[NAME_ROOM];
    numbered(name, "uncommitted", i + 1, "");
    if (i < count) {
      put(now, name, "%08" PRIX32 " of clock %" PRIu64, e->wp.pc, e->presented);
    } else if (i < port->most_outstanding) {
      put(now, name, "-");
    }
  }
}

// Writes the state of the processor, as far as the DUT is programmed to trace it. PTM: after the waypoint. ETM: in a
// clock in which an instruction is executed.
static void put_port_state(struct clock_now *now) {
  const struct cycle *c = &now->o->cycle;
  const struct waypoint *w = c->waypoint;
  const struct slots *s = c->slots;
  const struct config *config = &now->o->programmed;
  const bool etm = now->o->etm, executes = etm && (s->at[0].executed || s->at[1].executed) && !s->debug;
  const unsigned bits = (unsigned[]){0, 8, 16, 32}[field_get(config->etmcr, ETMCR_CONTEXT_ID)];
  char text[TEXT_ROOM];
  if (!(etm ? executes : w != NULL)) return;
  const bool hyp = (etm ? s->hyp : w->hyp) && config->etmccer & ETMCCER_VIRTUALIZATION;
  snprintf(text, sizeof text, "ns=%d hyp=%d", etm ? s->ns : w->ns, hyp);
  if (bits) {
    const uint32_t context = etm ? s->context_id : w->context_id;
    text_append(text, sizeof text, " ctx=0x%" PRIX32, context & UINT32_MAX >> (32 - bits));
  }
  if (config->etmcr & ETMCR_VMID) text_append(text, sizeof text, " vmid=0x%X", etm ? s->vmid : w->vmid);
  put(now, "port_state", "%s", text);
}

static void put_no(const struct selection_reason *reason, char text[TEXT_ROOM]) {
  char words[SELECTION_WORDS], event[RESOURCE_WORDS];
  struct selection_reason other = *reason;
  if (!reason->is_disabled) {
    snprintf(text, TEXT_ROOM, "no: %s", selection_words(reason, words));
    return;
  }
  other.is_disabled = false;
  resource_words(reason->event, event);
  snprintf(text, TEXT_ROOM, "no: TraceEnable event false (%s)%s%s", event, reason->why == SELECTION_EVENT ? "" : "; ",
           reason->why == SELECTION_EVENT ? "" : selection_words(&other, words));
}

// The event may be true or false within the tolerance, or a clause permits both.
static void put_either(const struct observer *o, size_t item, const struct selection_reason *reason,
                       char text[TEXT_ROOM]) {
  const struct moment *m = history_moment(&o->history, o->etm ? item : item - 1);
  char event[RESOURCE_WORDS], words[SELECTION_WORDS];
  resource_words(o->programmed.etmteevr, event);
  if (m->filtered && selection_leaves_out(reason))
    snprintf(text, TEXT_ROOM, "?: %s; a clause permits both", selection_words(reason, words));
  else if (m->filtered || m->doubted)
    snprintf(text, TEXT_ROOM, "?: both are permitted");
  else
    snprintf(text, TEXT_ROOM, "?: TraceEnable event true or false (%s)", event);
}

static void put_answers(struct predicted *p, const struct observer *o, size_t end) {
  for (; p->next_item < end; p->next_item++) {
    struct selection_reason reason;
    char text[TEXT_ROOM] = "yes";
    const enum truth is = untraced_is(&o->history, p->next_item, &o->programmed, &reason);
    if (is == TRUTH_NO) put_no(&reason, text);
    if (is == TRUTH_UNKNOWN) put_either(o, p->next_item, &reason, text);
    if (strcmp(text, p->answer) == 0) continue;
    memcpy(p->answer, text, sizeof text);
    fprintf(p->beats, "=#%zu %s\n", p->next_item, text);
  }
}

// The number of items on which the DUT has decided. ETM: an exception may still withdraw the last one.
static size_t decided(const struct observer *o) {
  const struct sampling *s = &o->sampling;
  const size_t end = s->first > s->taken_end ? s->first : s->taken_end;
  return o->etm && end > 0 ? end - 1 : end;
}

// --- a run ----------------------------------------------------------------------------------------------------------

struct predicted *predicted_open(FILE *beats, const struct config *config) {
  struct predicted *p = error_memory(calloc(1, sizeof *p));
  p->beats = beats;
  p->state = truth_state(TRUTH_UNKNOWN, TRUTH_UNKNOWN);
  fprintf(beats, "unit %s\n", protocol_row(config)->unit);
  return p;
}

void predicted_beat(struct predicted *p, const struct cycle *c) {
  if (!cycle_takes_beat(c)) return;
  fprintf(p->beats, "%" PRIu64 " ", c->clock);
  for (unsigned i = 0; i < c->beat_bytes; i++) fprintf(p->beats, "%02x", (unsigned)(c->beat_data >> 8 * i & 0xFF));
  fputc('\n', p->beats);
}

void predicted_clock(const struct observer *o, const struct cycle *c) {
  struct predicted *p = o->predicted;
  if (!c->is_clock) return;
  struct clock_now now = {.p = p, .o = o, .clock = o->clock};
  put_items(&now);
  put_port_state(&now);
  put_uncommitted(&now);
  if (o->etm) follow_state(p, o);
  now.values = counting_at(rule_counting(&o->rules), o->clock);
  put_selection(&now);
  put_main_event(&now, "enable", ETMTEEVR);
  put_main_event(&now, "trigger", ETMTRIGGER);
  put_main_event(&now, "stamp", ETMTSEVR);
  put_resources(&now);
  put_answers(p, o, decided(o));
  if (!o->etm) follow_state(p, o);
}

void predicted_close(struct predicted *p, const struct observer *o) {
  if (!p) return;
  put_answers(p, o, o->sampling.taken_end > o->sampling.first ? o->sampling.taken_end : o->sampling.first);
  free(p);
}
