// SPDX-License-Identifier: Apache-2.0
// The engine of the rules. It places the marks of the pins between the packets, and calls the themes.
#include "rules.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "register.h"
#include "rules_private.h"

// In a clock, a theme reads the results of the themes before it.
// - rule_lock comes before rule_register, which checks an access that returns PSLVERR. The check depends on core power.
// - rule_register comes before rule_resource and rule_trigger, because it reports a reset or a power loss (MARK_RESET).
// - rule_resource comes before rule_time and rule_trigger, which compute events from its inputs, counters and
//   sequencer.
// - rule_trigger comes before rule_debug, because it reports the trigger (MARK_TRIGGER).
// No other theme depends on one before it.
static const struct rule_theme *const themes[] = {&rule_lock_theme,    &rule_register_theme, &rule_resource_theme,
                                                  &rule_address_theme, &rule_flow_theme,     &rule_time_theme,
                                                  &rule_sync_theme,    &rule_trigger_theme,  &rule_debug_theme,
                                                  &rule_drain_theme,   &rule_bus_theme,      &own_theme};
enum { THEMES = sizeof themes / sizeof *themes, CLOCK_THEMES = 3 };  // CLOCK_THEMES: those that clock_themes() calls
_Static_assert(sizeof themes / sizeof *themes < RULES_THEMES, "the lists of struct rules end in NULL");

static uint32_t limit(uint32_t requested, uint32_t otherwise) {
  return requested == WINDOW_DEFAULT ? otherwise : requested;
}

struct rules_limits rules_limits(const struct config *c, const struct rules_limits *requested) {
  // The default window covers a full FIFO, emptied at the width of the ATB.
  const uint32_t lanes = c->atb_bits >= 8 ? c->atb_bits / 8 : 1;
  const uint32_t drain = 4096 + 2 * (c->fifo_bytes / lanes);
  return (struct rules_limits){.drain = limit(requested->drain, drain),
                               .answer = limit(requested->answer, drain),
                               .bus = limit(requested->bus, 1024),
                               .debug = limit(requested->debug, 64),
                               .latency = limit(requested->latency, 16),
                               .status = limit(requested->status, 0)};
}

// --- the protocols --------------------------------------------------------------------------------------------------

static const struct rules_protocol protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = {.rules = RULE_PFT, .major = 3, .syncreq_since = 1, .lock_since = 1},
    [PROTOCOL_ETM3] = {.rules = RULE_ETM3,
                       .major = 2,
                       .syncreq_since = 5,
                       .held_since = 1,
                       .drained_since = 2,
                       .sync_bytes_since = 1,
                       .lock_since = 5},
};

void rules_start(struct rules *a, const struct config *config, const struct registers *registers,
                 const struct rules_limits *limits, struct rule_set off, struct coverage *coverage) {
  *a = (struct rules){.config = config,
                      .programmed = config,
                      .registers = registers,
                      .limits = *limits,
                      .off = off,
                      .protocol = &protocols[config_protocol(config)]};
  own_rules_start(a, coverage);
  unsigned packets = 0, events = 0, clocks = 0;
  for (unsigned i = 0; i < THEMES; i++) {
    if (themes[i]->start) themes[i]->start(a);
    clocks += themes[i]->clock != NULL;
    if (themes[i]->packet) a->packet_themes[packets++] = themes[i];
    if (themes[i]->event) a->event_themes[events++] = themes[i];
  }
  assert(clocks == CLOCK_THEMES);
}

// --- verdicts -------------------------------------------------------------------------------------------------------

bool rule_applies(const struct rules *a, unsigned rule) {
  const struct rule_row *r = &rule_table[rule];
  if (rule_in(&a->off, rule)) return false;
  return r->protocol == RULE_BOTH || (r->protocol == a->protocol->rules && config_minor(a->config) >= r->since);
}

// Records the first violation of the rule.
static void breach(struct rules *a, struct rule_breach *b, uint64_t clock, uint64_t offset, const char *format,
                   va_list args) {
  b->clock = clock;
  b->offset = offset;
  b->of_packet = a->in_packet;
  b->item = a->in_packet ? a->item : a->presented;
  vsnprintf(b->text, sizeof b->text, format, args);
  a->broken = true;
}

// Counts an evaluation of the rule, and a violation of it if not `good`. Returns whether this is the first violation.
static bool is_first_violation(struct rules *a, unsigned rule, bool good) {
  if (!rule_applies(a, rule)) return false;
  a->evaluated[rule]++;
  return !good && a->breaches[rule].times++ == 0;
}

void rule_check(struct rules *a, unsigned rule, bool good, const char *format, ...) {
  va_list args;
  if (!is_first_violation(a, rule, good)) return;
  va_start(args, format);
  breach(a, &a->breaches[rule], a->at.clock, a->at.sent, format, args);
  va_end(args);
}

void rule_passes(struct rules *a, unsigned rule) { is_first_violation(a, rule, true); }

void rule_check_earlier(struct rules *a, unsigned rule, uint64_t offset, size_t item, bool good, const char *format,
                        ...) {
  va_list args;
  if (!is_first_violation(a, rule, good)) return;
  va_start(args, format);
  breach(a, &a->breaches[rule], a->at.clock, offset, format, args);
  va_end(args);
  a->breaches[rule].item = item;
}

void rule_check_pins(struct rules *a, unsigned rule, enum pin pin, bool good, const char *format, ...) {
  struct rule_breach *b = &a->breaches[rule];
  va_list args;
  if (!is_first_violation(a, rule, good)) return;
  va_start(args, format);
  breach(a, b, a->clock, a->sent, format, args);
  va_end(args);
  b->pin = (uint8_t)(a->now ? pin : PINS);
  if (a->now) b->value = pin_value(a->now->pins, pin);
}

void rules_blame_environment(struct rules *a, unsigned rule, enum pin pin, uint64_t value, size_t item,
                             const char *format, va_list args) {
  struct rule_breach *b = &a->breaches[rule];
  if (rule_in(&a->off, rule)) return;
  a->is_environment_faulty = true;
  if (b->times++ > 0) return;
  breach(a, b, a->clock, a->sent, format, args);
  b->pin = (uint8_t)pin;
  b->value = value;
  b->item = item;
}

void rules_bench(struct rules *a, unsigned rule, size_t items, const char *clause, const char *format, ...) {
  va_list args;
  va_start(args, format);
  struct rule_breach *b = &a->breaches[rule];
  b->clause = clause;
  rules_blame_environment(a, rule, PINS, 0, items, format, args);
  if (b->times == 1 && b->clock > 0) b->clock--;  // The last edge was that of the clock before.
  va_end(args);
}

void rule_breach_event(struct rules *a, unsigned rule, const char *name, uint32_t event, uint64_t clock) {
  struct rule_breach *b = &a->breaches[rule];
  if (b->times != 1) return;
  b->event_register = name;
  b->event = event;
  b->event_clock = clock;
}

struct rules_evaluations rules_evaluations(const struct rules *a) {
  struct rules_evaluations e = {0};
  for (unsigned i = 0; i < RULES; i++) {
    const uint8_t scope = rule_table[i].scope;
    if (scope != RULE_ARCHITECTURE && scope != RULE_BUS) continue;
    e.rules++;
    e.evaluated += a->evaluated[i] > 0;
    e.times += a->evaluated[i];
  }
  return e;
}

// --- facts that several themes need ---------------------------------------------------------------------------------

bool rules_reports_instructions(const struct packet *p) {
  const bool atoms = p->kind == PACKET_P_HEADER && p->atom_count > __builtin_popcount(p->cycles);
  return p->kind == PACKET_ATOM || p->kind == PACKET_BRANCH || atoms;
}

unsigned rules_context_bytes(const struct config *c) { return (1u << field_get(c->etmcr, ETMCR_CONTEXT_ID)) >> 1; }

bool rules_has_timestamps(const struct rules *a) { return config_uses(a->config, FIELD_ETMCR_TIMESTAMP); }

// --- the pins -------------------------------------------------------------------------------------------------------

static void put_mark(struct rules *a, const struct rules_mark *m) {
  for (unsigned i = 0; i < THEMES; i++) {
    if (themes[i]->mark) themes[i]->mark(a, m);
  }
  a->at = *m;
}

static void push(struct rules *a, uint64_t sent, uint32_t marks) {
  if (a->last - a->first == RULES_MARKS) put_mark(a, &a->marks[a->first++ % RULES_MARKS]);
  a->marks[a->last++ % RULES_MARKS] = (struct rules_mark){
      .clock = a->clock, .sent = sent, .atb_clocks = a->atb_clocks, .marks = marks, .stamp_window = a->stamp_window};
}

// The bytes of a beat that waits for ATREADY when ETMSR[1] is read as 1. They are of the trace before the stop.
static uint64_t last_bytes(const struct rules *a, const struct cycle *c) {
  return a->marks_now & MARK_STOPPED && cycle_holds_beat(c) ? c->beat_bytes : 0;
}

// The themes that have a `clock`, by name, so that no pointer is called at each edge.
static inline __attribute__((always_inline)) void clock_themes(struct rules *a, const struct cycle *c) {
  rule_register_theme.clock(a, c);
  rule_drain_theme.clock(a, c);
  rule_bus_theme.clock(a, c);
}

// Call it after the themes, because they compare the pins with those of the last edge.
static void follow_debug_enable(struct rules *a, const struct cycle *c) {
  if (!c->is_clock && !c->is_reset) return;
  if (c->may_trace == a->was_debug_disabled) a->marks_now |= MARK_AUTHORIZATION;
  a->was_debug_disabled = !c->may_trace;
}

// Marks are set in each clock in which their condition holds, and in steady clocks the conditions do not change. So if
// this evaluation has set a mark, the next clock must be evaluated, too.
static void control_themes(struct rules *a, const struct cycle *c) {
  const uint32_t before = a->marks_now;
  a->needs_control = false;
  for (unsigned i = 0; i < THEMES; i++) {
    if (themes[i]->control) themes[i]->control(a, c);
  }
  follow_debug_enable(a, c);
  a->needs_control = a->needs_control || a->marks_now != before;
}

void rules_reset(struct rules *a) {
  const struct cycle c = cycle_in_reset(a->config, !a->was_debug_disabled);
  clock_themes(a, &c);
  control_themes(a, &c);
  push(a, a->sent, a->marks_now);
  a->marks_now = 0;
}

void rules_begin(struct rules *a, const struct cycle *c) {
  a->atb_clocks = c->atb_ready_edges;
  a->presented = c->items;
  a->next = a->clock + c->is_clock;
  if (!c->is_clock && a->clock > 0) a->clock--;  // The edge of a bus belongs to the clock before.
  a->now = c;
  clock_themes(a, c);
  if (c->access.state == ACCESS_DONE) rules_register_access(a, c);
}

// If an answer (flush, stop) comes in the clock of a beat, its mark is placed after the bytes of that beat.
void rules_finish(struct rules *a, const struct cycle *c) {
  const uint64_t before = a->sent;
  if (c->access.state == ACCESS_DONE) rules_registers_updated(a, c->access.offset, c->register_effects);
  if (!c->is_steady || a->needs_control) control_themes(a, c);
  a->now = NULL;
  if (cycle_takes_beat(c) && !c->is_reset) {
    a->marks_now |= MARK_BEAT;
    a->sent += c->beat_bytes;
  }
  const uint32_t answers = a->marks_now & (MARK_FLUSHED | MARK_STOPPED | MARK_OVERFLOW_PENDING);
  if (a->marks_now & ~answers) push(a, before, a->marks_now & ~answers);
  if (answers) push(a, a->sent + last_bytes(a, c), answers);
  a->marks_now = 0;
  a->programming_cleared = false;
  a->clock = a->next;
}

// --- the packets ----------------------------------------------------------------------------------------------------

static void put_marks(struct rules *a, uint64_t offset) {
  while (a->first < a->last && a->marks[a->first % RULES_MARKS].sent <= offset) {
    put_mark(a, &a->marks[a->first++ % RULES_MARKS]);
  }
}

static void on_packet(void *user, const struct packet *p, size_t item) {
  struct rules *a = user;
  put_marks(a, p->offset);
  a->at.sent = p->offset;
  a->item = item;
  a->in_packet = true;
  for (const struct rule_theme **theme = a->packet_themes; *theme; theme++) (*theme)->packet(a, p);
  a->in_packet = false;
}

static void on_event(void *user, const struct flow_event *e, const struct packet *p) {
  struct rules *a = user;
  a->in_packet = true;
  for (const struct rule_theme **theme = a->event_themes; *theme; theme++) (*theme)->event(a, e, p);
  a->in_packet = false;
}

static const char *on_range(void *user, size_t item, uint32_t count, uint64_t offset) {
  return rules_check_drained_items(user, item, count, offset);
}

static bool on_gap(void *user, uint64_t sent, bool sure) {
  struct rules *a = user;
  a->in_packet = true;
  const bool good = own_rules_gap(a, sent, sure);
  a->in_packet = false;
  return good;
}

static void on_end(void *user, bool reset, size_t item, size_t item_end) {
  struct rules *a = user;
  (void)reset, (void)item, (void)item_end;
  own_rules_restart(a);
}

struct stream_reader rules_reader(struct rules *a) {
  return (struct stream_reader){
      .packet = on_packet, .compared = on_event, .range = on_range, .gap = on_gap, .end = on_end, .user = a};
}

void rules_end(struct rules *a) { put_marks(a, UINT64_MAX); }
