// SPDX-License-Identifier: Apache-2.0
// What evaluates the architecture rules: marks of the pins put among the packets, and given to each theme.
#include "arch.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arch_parts.h"

static const struct arch_theme *const themes[] = {
    &arch_register_theme, &arch_event_theme,   &arch_address_theme, &arch_flow_theme, &arch_time_theme,
    &arch_sync_theme,     &arch_trigger_theme, &arch_drain_theme,   &arch_bus_theme,  &own_theme};
enum { THEMES = sizeof themes / sizeof *themes };

// A drain has to bring out a whole FIFO, as wide as the ATB is.
static uint32_t limit(uint32_t asked, uint32_t otherwise) { return asked == ARCH_DEFAULT ? otherwise : asked; }

struct arch_limits arch_limits(const struct config *c, const struct arch_limits *asked) {
  const uint32_t lanes = c->atb_bits >= 8 ? c->atb_bits / 8 : 1;
  const uint32_t drain = 4096 + 2 * (c->fifo_bytes / lanes);
  return (struct arch_limits){.drain = limit(asked->drain, drain),
                              .answer = limit(asked->answer, drain),
                              .bus = limit(asked->bus, 1024),
                              .latency = limit(asked->latency, 16)};
}

// --- where the protocols part ---------------------------------------------------------------------------------------

static const struct arch_protocol protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = {.rules = ARCH_PFT,
                      .major = 3,
                      .vmid = 1,
                      .syncreq = 1,
                      .lock = 1,
                      .etmcr = ETMCR_CYCLE_ACCURATE | 3u << ETMCR_CONTEXT_ID_SHIFT,
                      .return_stack = ETMCCER_RETURN_STACK},
    [PROTOCOL_ETM3] = {.rules = ARCH_ETM3,
                       .major = 2,
                       .stamps = 5,
                       .vmid = 5,
                       .syncreq = 5,
                       .held = 1,
                       .drained = 2,
                       .sync_bytes = 1,
                       .lock = 5,
                       .etmcr_fixed = 0x00233870},
};

void arch_start(struct arch *a, const struct config *config, const struct arch_limits *limits, struct rule_set off,
                struct coverage *coverage) {
  *a = (struct arch){.config = config, .limits = *limits, .off = off, .protocol = &protocols[config_protocol(config)]};
  own_rules_start(&a->own, a, coverage);
  for (unsigned i = 0; i < THEMES; i++) {
    if (themes[i]->start) themes[i]->start(a);
  }
}

// --- verdicts -------------------------------------------------------------------------------------------------------

bool arch_has(const struct arch *a, unsigned rule) {
  const struct arch_rule *r = &arch_rules[rule];
  if (rule_in(&a->off, rule)) return false;
  return r->protocol == ARCH_BOTH || (r->protocol == a->protocol->rules && config_minor(a->config) >= r->since);
}

// The rule is broken for the first time.
static void breach(struct arch *a, struct arch_breach *b, uint64_t clock, uint64_t offset, const char *format,
                   va_list args) {
  b->clock = clock;
  b->offset = offset;
  b->of_packet = a->in_packet;
  b->item = a->in_packet ? a->item : a->presented;
  vsnprintf(b->text, sizeof b->text, format, args);
  a->broken = true;
}

static bool breaks(struct arch *a, unsigned rule, bool good) {
  if (!arch_has(a, rule)) return false;
  a->evaluated[rule]++;
  return !good && a->breaches[rule].times++ == 0;
}

void arch_check(struct arch *a, unsigned rule, bool good, const char *format, ...) {
  va_list args;
  if (!breaks(a, rule, good)) return;
  va_start(args, format);
  breach(a, &a->breaches[rule], a->at.clock, a->at.sent, format, args);
  va_end(args);
}

void arch_check_pins(struct arch *a, unsigned rule, enum pin pin, bool good, const char *format, ...) {
  struct arch_breach *b = &a->breaches[rule];
  va_list args;
  if (!breaks(a, rule, good)) return;
  va_start(args, format);
  breach(a, b, a->clock, a->sent, format, args);
  va_end(args);
  b->pin = (uint8_t)(a->now ? pin : PINS);
  if (a->now) b->value = pin_value(&(struct pins){.in = *a->now->in, .out = *a->now->out}, pin);
}

void arch_mislead(struct arch *a, unsigned rule, enum pin pin, uint64_t value, size_t item, const char *format,
                  va_list args) {
  struct arch_breach *b = &a->breaches[rule];
  if (rule_in(&a->off, rule)) return;
  a->misled = true;
  if (b->times++ > 0) return;
  breach(a, b, a->clock, a->sent, format, args);
  b->pin = (uint8_t)pin;
  b->value = value;
  b->item = item;
}

void arch_bench(struct arch *a, size_t items, const char *format, ...) {
  va_list args;
  va_start(args, format);
  arch_mislead(a, BENCH_1, PINS, 0, items, format, args);
  va_end(args);
}

struct arch_evaluations arch_evaluations(const struct arch *a) {
  struct arch_evaluations e = {0};
  for (unsigned i = 0; i < ARCH_RULES; i++) {
    const uint8_t scope = arch_rules[i].scope;
    if (scope != RULE_ARCHITECTURE && scope != RULE_BUS) continue;
    e.rules++;
    e.evaluated += a->evaluated[i] > 0;
    e.times += a->evaluated[i];
  }
  return e;
}

// --- facts that several themes need ---------------------------------------------------------------------------------

bool arch_reports_instructions(const struct packet *p) {
  const bool atoms = p->kind == PACKET_P_HEADER && p->atom_count > __builtin_popcount(p->cycles);
  return p->kind == PACKET_ATOM || p->kind == PACKET_BRANCH || atoms;
}

unsigned arch_context_bytes(const struct config *c) { return (1u << (c->etmcr >> ETMCR_CONTEXT_ID_SHIFT & 3)) >> 1; }

bool arch_has_timestamps(const struct arch *a) {
  const struct config *c = a->config;
  return c->etmcr & ETMCR_TIMESTAMP && c->etmccer & ETMCCER_TIMESTAMP && config_minor(c) >= a->protocol->stamps;
}

// --- the pins -------------------------------------------------------------------------------------------------------

static void put_mark(struct arch *a, const struct arch_mark *m) {
  for (unsigned i = 0; i < THEMES; i++) {
    if (themes[i]->mark) themes[i]->mark(a, m);
  }
  a->at = *m;
}

static void push(struct arch *a, uint64_t sent, uint32_t what) {
  if (a->last - a->first == ARCH_MARKS) put_mark(a, &a->marks[a->first++ % ARCH_MARKS]);
  a->marks[a->last++ % ARCH_MARKS] = (struct arch_mark){.clock = a->clock, .sent = sent, .able = a->able, .what = what};
}

// What is found in a steady clock is found in the next one, too.
static void clock_themes(struct arch *a, const struct arch_pins *pins) {
  arch_register_theme.clock(a, pins);
  arch_drain_theme.clock(a, pins);
  arch_bus_theme.clock(a, pins);
  if (pins->steady && !a->awake) return;
  const uint32_t before = a->what;
  a->awake = false;
  for (unsigned i = 0; i < THEMES; i++) {
    if (themes[i]->control) themes[i]->control(a, pins);
  }
  a->awake = a->awake || a->what != before;
}

void arch_reset(struct arch *a) {
  const struct ports_in in = {.niden = !a->barred};
  const struct ports_out out = {0};
  clock_themes(a, &(struct arch_pins){.in = &in, .out = &out});
  push(a, a->sent, a->what);
  a->what = 0;
}

// An answer that comes with the last bytes is behind them.
void arch_clock(struct arch *a, const struct arch_pins *pins) {
  const bool counts = pins->clk || a->clock > 0;
  const bool edge = pins->in->resetn && pins->in->atclken && pins->in->atready;
  const uint64_t before = a->sent;
  a->able += edge;
  a->presented = pins->items;
  a->clock -= counts && !pins->clk;
  a->now = pins;
  clock_themes(a, pins);
  a->now = NULL;
  if (edge && pins->out->atvalid) {
    a->what |= ARCH_BEAT;
    a->sent += pins->out->atbytes + 1u;
  }
  const uint32_t behind = a->what & (ARCH_FLUSHED | ARCH_STOPPED | ARCH_LOST);
  if (a->what & ~behind) push(a, before, a->what & ~behind);
  if (behind) push(a, a->sent, behind);
  a->what = 0;
  a->reg.programmed = false;
  a->clock += counts;
}

// --- the packets ----------------------------------------------------------------------------------------------------

static void put_marks(struct arch *a, uint64_t offset) {
  while (a->first < a->last && a->marks[a->first % ARCH_MARKS].sent <= offset) {
    put_mark(a, &a->marks[a->first++ % ARCH_MARKS]);
  }
}

void arch_packet(struct arch *a, const struct packet *p, size_t item) {
  put_marks(a, p->offset);
  a->at.sent = p->offset;
  a->item = item;
  a->in_packet = true;
  for (unsigned i = 0; i < THEMES; i++) {
    if (themes[i]->packet) themes[i]->packet(a, p);
  }
  a->in_packet = false;
}

void arch_event(struct arch *a, const struct flow_event *e, const struct packet *p) {
  a->in_packet = true;
  for (unsigned i = 0; i < THEMES; i++) {
    if (themes[i]->event) themes[i]->event(a, e, p);
  }
  a->in_packet = false;
}

void arch_gap(struct arch *a, uint64_t sent) {
  a->in_packet = true;
  own_rules_gap(&a->own, sent);
  a->in_packet = false;
}

void arch_restart(struct arch *a) { own_rules_restart(&a->own); }

void arch_end(struct arch *a) { put_marks(a, UINT64_MAX); }
