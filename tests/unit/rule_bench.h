// SPDX-License-Identifier: Apache-2.0
// A bench for the architecture rules: pins clock by clock, packets by hand, and the rules that are violated.
#ifndef RULE_BENCH_H
#define RULE_BENCH_H

#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "coverage.h"
#include "etm3_port.h"
#include "pin.h"
#include "rule_trigger.h"
#include "rules.h"

enum { DRAIN = 40, ANSWER = 30, BUS = 8 };  // clocks, of this bench

// Each test runs in two modes: for any unit without the reference model, and for the reference RTL.
static bool own;

#define run_in_both_modes(name) \
  ((own = false, CASES_RUN(name, NULL, NULL)) || (own = true, CASES_RUN(name ", reference RTL", NULL, NULL)))

struct bench {
  struct config config;
  struct registers registers;
  struct rules *rules;
  struct ports_in in;
  struct ports_out out;
  struct cycle cycle;
  uint64_t unknown[2];  // as in struct pins
  uint8_t unknown_lanes;
  size_t items;
  uint64_t sent;
  bool powered;  // at the last edge
  struct selection filter;
  struct etm3_port_clock steps;  // of an ETM, in each clock
};

// All rules are on, except those that apply only to the reference RTL.
static inline void begin(struct bench *b, struct config config) {
  const struct rules_limits limits = {.drain = DRAIN,
                                      .answer = ANSWER,
                                      .bus = BUS,
                                      .debug = ANSWER,
                                      .latency = own ? 2 : 4,
                                      .answer_precedes_beat = own};
  struct rule_set off = {0};
  for (unsigned i = 0; i < RULES; i++) {
    if (rule_table[i].scope == RULE_OWN) rule_add(&off, i);
  }
  if (config.atb_bits == 0) config.atb_bits = 32;
  if (config.etmteevr == 0) config.etmteevr = EVENT_ALWAYS;
  if (config_protocol(&config) == PROTOCOL_ETM3) config.etmcr |= ETMCR_PORT;  // else it need not do anything
  *b = (struct bench){.config = config, .out.pready = true, .rules = malloc(sizeof *b->rules)};
  assert_non_null(b->rules);
  static struct coverage coverage;
  registers_reset(&b->registers, &b->config);
  cycle_start(&b->cycle, &b->registers, false);
  b->cycle.was_reset = true;
  rules_start(b->rules, &b->config, &b->registers, &limits, off, &coverage);
  selection_start(&b->filter, &(struct selection_options){.is_reference_rtl = own, .latency = (uint8_t)limits.latency});
  b->rules->filter = &b->filter;
  b->in = (struct ports_in){.resetn = true, .niden = true, .atclken = true, .pclken = true, .atready = true};
  b->in.hdbgen = b->in.dbgpwrdup = b->in.paddrdbg31 = true;
}

// Updates the comparators as the observer does.
static inline void compare(struct bench *b, bool clk) {
  struct selection_answer answers[ETM3_PORT_STEPS];
  const bool sees = b->out.wpt_enable && (b->in.niden || b->in.dbgen);
  if (clk) selection_inputs(&b->filter, b->in.embeddedice, sees, b->rules->clock);
  if (!clk || !b->filter.program.any) return;
  if (config_protocol(&b->config) == PROTOCOL_ETM3)
    selection_steps(&b->filter, &b->steps, b->rules->clock, answers);
  else if (b->in.wpt_valid && b->out.wpt_enable)
    selection_waypoint(&b->filter, &b->in.wpt, b->rules->clock, answers);
  selection_clock(&b->filter, b->rules->clock);
}

// Evaluates an edge as the observer does.
static inline void edge(struct bench *b, bool clk) {
  const struct pins pins = {
      .in = b->in, .out = b->out, .unknown = {b->unknown[0], b->unknown[1]}, .unknown_lanes = b->unknown_lanes};
  struct cycle *c = &b->cycle;
  cycle_unsettle(c);
  cycle_begin(c, &pins, clk);
  if (c->is_reset) registers_reset(&b->registers, &b->config);
  if (b->powered && !c->is_powered) registers_power_lost(&b->registers);
  b->powered = c->is_powered;
  cycle_decode(c);
  c->items = b->items;
  compare(b, clk);
  if (b->in.resetn && b->registers.may_run && (b->out.wpt_enable || b->out.atvalid)) {
    rules_seen_running(b->rules, registers_seen_running(&b->registers), true);
  }
  if (c->has_unknown) rules_unknown(b->rules, c);
  struct access *access = &c->access;
  if (access->state >= ACCESS_REFUSED) {
    access_decide(access, &b->registers);
    access->may_be_stale = rules_may_be_stale(b->rules, access);
  }
  rules_begin(b->rules, c);
  if (access->state == ACCESS_DONE) {
    if (access->is_write) selection_written(&b->filter, &b->registers, access, b->rules->clock);
    c->register_effects = registers_access(&b->registers, access);
    selection_follow(&b->filter, &b->registers, c->register_effects, b->rules->clock);
  }
  rules_finish(b->rules, c);
}

static inline void reset_between_edges(struct bench *b) {
  registers_reset(&b->registers, &b->config);
  rules_reset(b->rules);
}

static inline void ticks(struct bench *b, unsigned clocks) {
  for (; clocks > 0; clocks--) {
    edge(b, true);
    if (b->out.atvalid && b->in.atready && b->in.atclken && b->in.resetn) b->sent += b->out.atbytes + 1u;
  }
}

// Sends bytes, one in a clock.
static inline void leave(struct bench *b, unsigned bytes) {
  b->out.atvalid = true;
  ticks(b, bytes);
  b->out.atvalid = false;
}

// Sends a packet, and decodes it.
static inline void say(struct bench *b, struct packet p) {
  p.offset = b->sent;
  if (p.length == 0) p.length = 1;
  leave(b, p.length);
  rules_reader(b->rules).packet(b->rules, &p, 0);
}

static inline void apb(struct bench *b, bool write, uint16_t address, uint32_t data) {
  b->in.psel = b->in.penable = true;
  b->in.pwrite = write;
  b->in.paddr = address;
  if (write) {
    b->in.pwdata = data;
  } else {
    b->out.prdata = data;
  }
  ticks(b, 1);
  b->in.psel = b->in.penable = false;
}

static inline void writes(struct bench *b, uint16_t address, uint32_t data) { apb(b, true, address, data); }
static inline void reads(struct bench *b, uint16_t address, uint32_t data) { apb(b, false, address, data); }

static inline void stop(struct bench *b) { writes(b, 0x000, b->config.etmcr | ETMCR_PROGRAMMING); }

// The host programs the unit and starts it. It does not read the OS lock.
static inline void run_as_reset(struct bench *b) {
  stop(b);
  writes(b, 0x200, b->config.etmtraceidr);
  registers_set(&b->registers, ETMTECR1, ETMTECR1_EXCLUDE);  // Nothing is excluded.
  writes(b, 0x000, b->config.etmcr);
  b->out.atid = (uint8_t)b->config.etmtraceidr;
}

// The host unlocks the unit as drivers do, programs it, and starts it.
static inline void run(struct bench *b) {
  writes(b, 0x300, 0);  // ETMOSLAR
  run_as_reset(b);
}

// Stops the unit, and reads that it has stopped.
static inline void halt(struct bench *b) {
  stop(b);
  reads(b, 0x010, rule_trigger_pulses(b->rules) ? 0xA : 0x2);  // ETMSR
  ticks(b, 2);
}

// A flush that is answered after this number of clocks.
static inline void flush(struct bench *b, unsigned clocks) {
  b->in.afvalid = true;
  ticks(b, clocks);
  b->out.afready = true;
  ticks(b, 1);
  b->in.afvalid = b->out.afready = false;
  ticks(b, 1);
}

// EXTIN[0] is high in one clock.
static inline void event(struct bench *b) {
  b->in.extin = 1;
  ticks(b, 1);
  b->in.extin = 0;
}

enum { EXCEPTION = 1 };  // in place of the address of a second instruction

// An ETM: presents one instruction in a clock, and a second one or an exception without Cancel, if `second` is not 0.
// Then nothing is executed for `idle` clocks.
static inline void execute(struct bench *b, uint32_t first, uint32_t second, unsigned idle) {
  b->steps = (struct etm3_port_clock){.count = second ? 2 : 1};
  b->steps.steps[0] = (struct step){.kind = STEP_INSTRUCTION, .address = first, .passed = true};
  b->steps.steps[1] = (struct step){.kind = STEP_INSTRUCTION, .address = second, .passed = true};
  if (second == EXCEPTION)
    b->steps.steps[1] = (struct step){.kind = STEP_EXCEPTION, .exception = 4, .address = 0x10, .resume = first + 4};
  ticks(b, 1);
  b->steps.count = 0;
  ticks(b, idle);
}

// --- packets --------------------------------------------------------------------------------------------------------

static inline struct packet async(void) { return (struct packet){.kind = PACKET_ASYNC, .length = 6}; }

static inline struct packet isync(uint32_t address, uint8_t isa, uint8_t reason) {
  return (struct packet){.kind = PACKET_ISYNC, .length = 6, .address = address, .isa = isa, .reason = reason};
}

static inline struct packet branch(uint32_t address, uint8_t isa, uint8_t bytes) {
  return (struct packet){
      .kind = PACKET_BRANCH, .length = bytes, .address = address, .isa = isa, .address_bytes = bytes};
}

static inline struct packet atoms(void) { return (struct packet){.kind = PACKET_ATOM, .length = 1, .atom_count = 5}; }

static inline struct packet p_header(void) {
  return (struct packet){.kind = PACKET_P_HEADER, .length = 1, .atom_count = 3};
}

static inline struct packet stamp(uint64_t time, uint8_t bytes) {
  return (struct packet){.kind = PACKET_TIMESTAMP, .length = 1u + bytes, .timestamp = time, .timestamp_bytes = bytes};
}

static inline struct packet of_kind(uint8_t kind, uint32_t value) {
  return (struct packet){.kind = kind, .length = 2, .value = value};
}

// --- verdicts -------------------------------------------------------------------------------------------------------

static inline void show(const struct bench *b) {
  for (unsigned i = 0; i < RULES; i++) {
    if (b->rules->breaches[i].times) print_message("%s: %s\n", rule_table[i].id, b->rules->breaches[i].text);
  }
}

static inline void silent(struct bench *b) {
  if (b->rules->broken) show(b);
  assert_false(b->rules->broken);
}

// Expects that only this rule is violated. It must not have been violated before, and must be counted as evaluated.
static inline void red(struct bench *b, const char *id) {
  const unsigned rule = rule_find(id);
  assert_int_not_equal(rule, RULES);
  if (b->rules->breaches[rule].times == 0) show(b);
  assert_true(b->rules->breaches[rule].times > 0 && b->rules->evaluated[rule] > 0);
  memset(&b->rules->breaches[rule], 0, sizeof b->rules->breaches[rule]);
  b->rules->broken = false;
  for (unsigned i = 0; i < RULES; i++) b->rules->broken = b->rules->broken || b->rules->breaches[i].times;
  silent(b);
}

// Expects that the rule is violated next to another one. red() follows for the other one.
static inline void also_red(struct bench *b, const char *id) {
  struct rule_breach *breach = &b->rules->breaches[rule_find(id)];
  assert_true(breach->times > 0);
  *breach = (struct rule_breach){0};
}

// Expects that the rule is violated, with a text that begins with `why`.
static inline void red_because(struct bench *b, const char *id, const char *why) {
  const char *text = b->rules->breaches[rule_find(id)].text;
  if (strncmp(text, why, strlen(why)) != 0) fail_msg("%s: %s, expected: %s", id, text, why);
  red(b, id);
}

// Expects that the rule is violated, with a text that contains this one. red_because() follows.
static inline void has_words(const struct bench *b, const char *id, const char *words) {
  const char *text = b->rules->breaches[rule_find(id)].text;
  if (!strstr(text, words)) fail_msg("%s: %s, expected: %s", id, text, words);
}

// One edge at which that pin is x.
static inline void unknown(struct bench *b, enum pin pin, uint8_t lanes) {
  b->unknown[pin / 64] = (uint64_t)1 << pin % 64;
  b->unknown_lanes = lanes;
  ticks(b, 1);
  b->unknown[pin / 64] = 0;
}

static inline void red_with(struct bench *b, enum pin pin) {
  unknown(b, pin, 1);
  red(b, "PIN-X-1");
}

static inline void end(struct bench *b) {
  silent(b);
  free(b->rules);
}

#endif
