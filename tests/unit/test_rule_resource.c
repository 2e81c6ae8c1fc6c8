// SPDX-License-Identifier: Apache-2.0
// Counters, sequencer and external outputs (docs/rules.md). Random programs and all permitted deviations cause no false
// failure. A unit that is wrong in one clock, or by one, causes a violation.
#define CASES_OWN_MAIN
#include "register.h"
#include "resource.h"
#include "rng.h"
#include "rule_bench.h"
#include "rule_resource.h"

enum { COUNTERS = 2, OUTPUTS = 2, LATE = 64, RUN = 120, SEEDS = 100 };

static const struct config a15 = {.etmidr = 0x411CF312, .etmccr = 0x8D294004, .etmccer = 0x34C01AC2};
static const struct config a8 = {.etmidr = 0x410CF230, .etmccr = 0x8D294024, .etmccer = 0x00000800};
// A Cortex-A15 with ETMEIBCR, four EmbeddedICE inputs and two selectors, which have eight inputs.
static const struct config watched = {.etmidr = 0x411CF312, .etmccr = 0x8D294004, .etmccer = 0x34D41842};
static const struct config latched = {.etmidr = 0x411CF312, .etmccr = 0x8D294004, .etmccer = 0x34F41AC2};
static const struct config m3 = {.etmidr = 0x4114F253, .etmccr = 0x8C842000, .etmccer = 0x18541800};

// A unit: its programming, its latencies and its state.
struct unit {
  uint16_t reload[COUNTERS];
  uint32_t enable[COUNTERS], load[COUNTERS], step[6], out[OUTPUTS];
  bool reduced, comes_and_goes, by_state, lets_go;  // lets_go: outputs are LOW while non-invasive debug is disabled
  bool has_others, again;                           // inputs other than EXTIN; EmbeddedICE matches in each clock
  uint32_t selectors;
  unsigned start, stop, extin, output, read, niden, ns;  // latencies, in clocks
  unsigned wrong;                                        // a counter misses the clock with this number
  unsigned clock, asked;                                 // since the unit was started; since it was stopped
  bool told, runs;
  uint16_t counter[COUNTERS];
  unsigned state;
  uint32_t inputs[LATE];
  uint8_t outputs[LATE], allowed[LATE], ns_was[LATE];  // in the last clocks
  uint16_t counters[LATE][COUNTERS], states[LATE];
};

static void later(struct unit *u) {
  memmove(u->inputs + 1, u->inputs, sizeof u->inputs - sizeof *u->inputs);
  memmove(u->allowed + 1, u->allowed, sizeof u->allowed - sizeof *u->allowed);
  memmove(u->ns_was + 1, u->ns_was, sizeof u->ns_was - sizeof *u->ns_was);
  memmove(u->outputs + 1, u->outputs, sizeof u->outputs - sizeof *u->outputs);
  memmove(u->counters + 1, u->counters, sizeof u->counters - sizeof *u->counters);
  memmove(u->states + 1, u->states, sizeof u->states - sizeof *u->states);
}

static bool is_on(const struct unit *u, uint32_t resource) {
  if (resource == RESOURCE_ALWAYS) return true;
  if (resource == RESOURCE_NON_SECURE) return u->ns_was[u->ns];
  if (RESOURCE_BITS_INPUTS >> resource_shown(resource) & 1) {
    const unsigned now = u->inputs[u->extin], was = u->again ? 0 : u->inputs[u->extin + 1] & RESOURCE_BITS_WATCHPOINT;
    return (now & ~was) >> resource_shown(resource) & 1;
  }
  if (resource >= RESOURCE_SEQUENCER) return u->state == resource - RESOURCE_SEQUENCER;
  return u->counter[resource - RESOURCE_COUNTER] == 0;
}

static bool is_true(const struct unit *u, uint32_t event) {
  const bool a = is_on(u, resource_first(event)), b = !resource_is_alone(event) && is_on(u, resource_second(event));
  const bool of[8] = {a, !a, a && b, !a && b, !a && !b, a || b, !a || b, !a || !b};
  return of[resource_function(event)];
}

static void move(struct unit *u) {
  static const uint8_t ways[3][4] = {{0, 1, 5, 2}, {1, 0, 2, 2}, {3, 0, 4, 1}};
  const struct unit was = *u;
  for (unsigned i = 0; i < COUNTERS; i++) {
    const bool reduced = i == 0 && u->reduced;
    if (reduced ? was.counter[0] == 0 : is_true(&was, u->load[i]))
      u->counter[i] = u->reload[i];
    else if (was.counter[i] > 0 && (reduced || is_true(&was, u->enable[i])) && (i != 0 || u->clock != u->wrong))
      u->counter[i]--;
  }
  const uint8_t *way = ways[was.state];
  const bool a = is_true(&was, u->step[way[0]]), b = is_true(&was, u->step[way[2]]);
  if (a != b) u->state = a ? way[1] : way[3];
}

// Advances the bench and the unit by this number of clocks.
static void clocks(struct bench *b, struct unit *u, unsigned count) {
  for (; count > 0; count--) {
    later(u);
    u->inputs[0] = b->in.extin | (uint32_t)b->in.embeddedice << RESOURCE_BIT_WATCHPOINT;
    for (unsigned i = 0; i < 2; i++)
      u->inputs[0] |= (b->in.extinbus >> (u->selectors >> 8 * i & 31) & 1) << (RESOURCE_BIT_SELECTED + i);
    u->allowed[0] = b->in.niden;
    u->ns_was[0] = b->in.slots.ns;
    const bool freezes = !u->allowed[u->niden];
    u->outputs[0] = freezes && !u->lets_go ? u->outputs[1] : 0;
    for (unsigned i = 0; i < OUTPUTS && !freezes; i++)
      u->outputs[0] |= (uint8_t)((u->runs && is_true(u, u->out[i])) << i);
    memcpy(u->counters[0], u->counter, sizeof u->counter);
    u->states[0] = (uint16_t)u->state;
    b->out.extout = u->outputs[u->output];
    ticks(b, 1);
    u->clock++;
    if (u->runs && !freezes) move(u);
    if (u->told && !u->runs && u->clock >= u->start) {
      memcpy(u->counter, u->reload, sizeof u->reload);
      u->state = 0;
      u->runs = true;
    }
    if (!u->told && u->runs && u->clock > u->asked + u->stop) u->runs = false;
  }
}

static void write(struct bench *b, struct unit *u, unsigned address, uint32_t value) {
  b->in.psel = b->in.penable = b->in.pwrite = true;
  b->in.paddr = (uint16_t)address;
  b->in.pwdata = value;
  clocks(b, u, 1);
  b->in.psel = b->in.penable = b->in.pwrite = false;
}

static void look(struct bench *b, struct unit *u) {
  for (unsigned i = 0; i <= COUNTERS; i++) {
    if (i == 0 && u->reduced) continue;
    b->in.psel = b->in.penable = true;
    b->in.paddr = (uint16_t)(i == COUNTERS ? ETMSQR : ETMCNTVR1 + 4 * i);
    b->out.prdata = u->read == 0    ? i == COUNTERS ? u->state : u->counter[i]
                       : i == COUNTERS ? u->states[u->read - 1]
                                    : u->counters[u->read - 1][i];
    clocks(b, u, 1);
    b->in.psel = b->in.penable = false;
  }
}

static void program(struct bench *b, struct unit *u) {
  for (unsigned i = 0; i < COUNTERS; i++) {
    write(b, u, ETMCNTRLDVR1 + 4 * i, u->reload[i]);
    write(b, u, ETMCNTENR1 + 4 * i, u->enable[i]);
    write(b, u, ETMCNTRLDEVR1 + 4 * i, u->load[i]);
  }
  for (unsigned i = 0; i < 6; i++) write(b, u, ETMSQ12EVR + 4 * i, u->step[i]);
  for (unsigned i = 0; i < OUTPUTS; i++) write(b, u, ETMEXTOUTEVR1 + 4 * i, u->out[i]);
  if (u->has_others) write(b, u, ETMEXTINSELR, u->selectors);
}

static void let_run(struct bench *b, struct unit *u) {
  u->told = true;
  b->in.psel = b->in.penable = b->in.pwrite = true;
  b->in.paddr = ETMCR;
  b->in.pwdata = b->config.etmcr;
  u->clock = UINT32_MAX;  // the clock of the write that starts the unit does not count
  clocks(b, u, 1);
  b->in.psel = b->in.penable = b->in.pwrite = false;
}

static void let_stop(struct bench *b, struct unit *u) {
  u->told = false;
  u->asked = u->clock;
  write(b, u, ETMCR, b->config.etmcr | ETMCR_PROGRAMMING);
}

// Begins with a unit that is stopped, unlocked and programmed.
static void begin_unit(struct bench *b, struct unit *u, struct config config) {
  begin(b, config);
  writes(b, ETMOSLAR, 0);
  stop(b);
  program(b, u);
}

static struct unit idle(void) {
  struct unit u = {.wrong = UINT32_MAX - 1};
  for (unsigned i = 0; i < COUNTERS; i++) u.enable[i] = u.load[i] = EVENT_NEVER;
  for (unsigned i = 0; i < 6; i++) u.step[i] = EVENT_NEVER;
  for (unsigned i = 0; i < OUTPUTS; i++) u.out[i] = EVENT_NEVER;
  return u;
}

// --- compliant units ------------------------------------------------------------------------------------------------

static uint32_t drawn_event(struct rng *rng, bool by_state, bool others) {
  static const uint8_t resources[] = {0x20, 0x23, 0x68, 0x69, 0x6F, 0x6F, 0x60,
                                      0x61, 0x40, 0x41, 0x50, 0x51, 0x52, RESOURCE_NON_SECURE};
  const uint32_t first = others ? 0 : 4, count = (uint32_t)sizeof resources - first - !by_state,
                 a = resources[first + rng_below(rng, count)], b = resources[first + rng_below(rng, count)];
  return a | (rng_below(rng, 3) ? rng_below(rng, 2) << 14 : b << 7 | rng_below(rng, 8) << 14);
}

static struct unit drawn_unit(struct rng *rng, bool by_state, bool others) {
  const uint32_t late = own ? 3 : 5;  // one more than the longest latency
  struct unit u = idle();
  for (unsigned i = 0; i < COUNTERS; i++) {
    u.reload[i] = (uint16_t)rng_below(rng, rng_below(rng, 2) ? 4 : 40);
    u.enable[i] = drawn_event(rng, by_state, others);
    u.load[i] = drawn_event(rng, by_state, others);
  }
  for (unsigned i = 0; i < 6; i++) u.step[i] = drawn_event(rng, by_state, others);
  for (unsigned i = 0; i < OUTPUTS; i++) u.out[i] = drawn_event(rng, by_state, others);
  u.start = rng_below(rng, late);
  u.stop = rng_below(rng, late);
  u.extin = rng_below(rng, late);
  u.output = rng_below(rng, late);
  u.read = rng_below(rng, late + 1);
  u.niden = rng_below(rng, late);
  u.ns = rng_below(rng, late);
  u.lets_go = rng_below(rng, 2);
  u.by_state = by_state;
  u.has_others = others;
  u.again = others && rng_below(rng, 2);
  u.selectors = others ? rng_below(rng, 4) | rng_below(rng, 4) << 8 : 0;
  u.comes_and_goes = rng_below(rng, 4) == 0;
  return u;
}

static void wiggle(struct bench *b, struct unit *u, struct rng *rng, unsigned count, unsigned calm) {
  for (unsigned i = 0; i < count; i++) {
    if (u->comes_and_goes && rng_below(rng, 30) == 0) b->in.niden = !b->in.niden;
    if (u->by_state && rng_below(rng, 30) == 0) b->in.slots.ns = !b->in.slots.ns;
    if (rng_below(rng, calm) == 0) b->in.extin ^= (uint8_t)(1 + rng_below(rng, 3));
    if (u->has_others && rng_below(rng, calm) == 0) b->in.extinbus ^= 1u << rng_below(rng, 4);
    if (u->has_others && rng_below(rng, calm) == 0) b->in.embeddedice ^= (uint8_t)(1u << rng_below(rng, 4));
    if (rng_below(rng, 16) == 0)
      look(b, u);
    else
      clocks(b, u, 1);
  }
}

CASE(compliant_units) {
  const struct config *const units[] = {&a15, &a8, &watched, &latched};
  for (unsigned seed = 0; seed < 2 * SEEDS; seed++) {
    struct rng rng = rng_seed(seed, own);
    const bool others = seed >= SEEDS;

    struct bench b;
    struct unit u = drawn_unit(&rng, (seed & 3) == 1, others);
    begin_unit(&b, &u, *units[(others ? 2 : 0) + (seed & 1)]);
    memset(u.allowed, true, sizeof u.allowed);
    b.in.slots.at[0].executed = true;
    for (unsigned runs = 0; runs < 3; runs++) {
      const unsigned calm = 2 + rng_below(&rng, 20);
      wiggle(&b, &u, &rng, 2 * LATE, calm);
      let_run(&b, &u);
      wiggle(&b, &u, &rng, RUN, calm);
      let_stop(&b, &u);
      wiggle(&b, &u, &rng, LATE, calm);
      if (b.rules->broken) print_message("seed %u\n", seed);
      silent(&b);
    }
    assert_true(b.rules->evaluated[RULE_TRC_CNT_1] > 0 && b.rules->evaluated[RULE_TRC_SEQ_1] > 0);
    end(&b);
  }
}

static void reads_one_of(struct bench *b, uint16_t address, const uint32_t *good, size_t count, uint32_t bad) {
  for (size_t i = 0; i < count; i++) reads(b, address, good[i]);
  silent(b);
  reads(b, address, bad);
  red(b, address == ETMSQR ? "TRC-SEQ-1" : "TRC-CNT-1");
}
#define READS(b, address, bad, ...) \
  reads_one_of(b, address, (const uint32_t[]){__VA_ARGS__}, sizeof(uint32_t[]){__VA_ARGS__} / 4, bad)

// --- wrong ones -----------------------------------------------------------------------------------------------------

enum { EXTIN_0 = RESOURCE_EXTIN, ZERO_1 = RESOURCE_COUNTER };

static void pulse(struct bench *b, struct unit *u) {
  b->in.extin = 1;
  clocks(b, u, 1);
  b->in.extin = 0;
  clocks(b, u, 2 * LATE / 4);
}

static void run_pulses(struct bench *b, struct unit *u, unsigned count) {
  let_run(b, u);
  clocks(b, u, 20);
  while (count-- > 0) pulse(b, u);
  look(b, u);
}

// Each clock in which EXTIN[0] is HIGH counts once, for any number of clocks.
CASE(a_lost_pulse) {
  for (unsigned lost = 0; lost < 2; lost++) {
    struct bench b;
    struct unit u = idle();
    u.reload[0] = 100;
    u.enable[0] = EXTIN_0;
    if (lost) u.wrong = 21 + 5 * 33;
    begin_unit(&b, &u, a15);
    run_pulses(&b, &u, 12);
    assert_int_equal(u.counter[0], 100 - 12 + lost);
    if (lost) red(&b, "TRC-CNT-1");
    let_stop(&b, &u);
    clocks(&b, &u, 20);
    look(&b, &u);
    if (lost) red(&b, "TRC-CNT-1");
    end(&b);
  }
}

// Counter 1 counts an input down from 100, and runs for some clocks.
static void run_counter(struct bench *b, struct unit *u, uint32_t event) {
  u->reload[0] = 100;
  u->enable[0] = event;
  begin_unit(b, u, watched);
  clocks(b, u, 20);  // the selection just before the start is uncertain
  let_run(b, u);
  clocks(b, u, 20);
}

// A level of each other input counts: an input of a selector once in each clock, an EmbeddedICE input at least once and
// at most once in each clock.
CASE(lost_inputs) {
  static const struct {
    uint32_t event, selectors, bus;
    uint8_t watchpoints;
    unsigned least, most;  // counts for a level of three clocks
  } rows[] = {
      {0x68, 0x0503, 1u << 3, 0, 3, 3}, {0x69, 0x0503, 1u << 5, 0, 3, 3},
      {0x68, 0x0503, 1u << 4, 0, 0, 0}, {0x20, 0x0503, 0, 1, 1, 3},
      {0x23, 0x0503, 0, 8, 1, 3},       {0x20, 0x0503, 0, 2, 0, 0},
      {0x68, 0x0558, 1u << 3, 0, 0, 9}, {0x68, 0x0509, 1u << 3, 0, 0, 9},
      {0x6A, 0x0503, 1u << 3, 0, 0, 9},  // the number is above those of the bus or of the selectors
      {0x24, 0x0503, 0, 1, 0, 9},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (unsigned count = 0; count < 5; count++) {
      struct bench b;
      struct unit u = idle();
      u.has_others = true;
      u.selectors = rows[i].selectors;
      run_counter(&b, &u, rows[i].event);
      b.in.extinbus = rows[i].bus;
      b.in.embeddedice = rows[i].watchpoints;
      clocks(&b, &u, 3);
      b.in.extinbus = b.in.embeddedice = 0;
      clocks(&b, &u, 20);
      reads(&b, ETMCNTVR1, 100 - count);
      if (count < rows[i].least || count > rows[i].most) red(&b, "TRC-CNT-1");
      end(&b);
    }
  }
}

// The selection of ETMEXTINSELR is unknown before its first write. The effect of a write while the unit runs is
// unknown, too.
CASE(unknown_selectors) {
  for (unsigned i = 0; i < 2; i++) {
    struct bench b;
    struct unit u = idle();
    u.has_others = i;
    run_counter(&b, &u, RESOURCE_SELECTED);
    if (i) READS(&b, ETMCNTVR1, 99, 100);
    if (i) write(&b, &u, ETMEXTINSELR, 1);
    clocks(&b, &u, 20);
    READS(&b, ETMCNTVR1, 101, 100, 99, 90);
    end(&b);
  }
}

// A counter that reloads itself, and one that counts its reloads. The uncertainty of the start does not increase with
// time.
CASE(a_period_too_long) {
  for (unsigned slow = 0; slow < 2; slow++) {
    struct bench b;
    struct unit u = idle();
    u.reload[0] = 9 + (uint16_t)slow;
    u.enable[0] = EVENT_ALWAYS;
    u.load[0] = u.enable[1] = ZERO_1;
    u.reload[1] = 1000;
    begin_unit(&b, &u, a15);
    if (slow) writes(&b, ETMCNTRLDVR1, 9);
    let_run(&b, &u);
    clocks(&b, &u, 50 * 10);
    look(&b, &u);
    if (slow) {
      const char *text = b.rules->breaches[RULE_TRC_CNT_1].text;
      const bool is_first = strstr(text, "ETMCNTVR1");  // a DUT with another latency reads 5
      const char *expected = is_first ? "ETMCNTVR1 reads 0x5, expected another value from 0x0 to 0x9: it was 0x9 when "
                                        "the DUT was enabled (clock 17); the DUT may see its start, its stop and its"
                                      : "ETMCNTVR2 reads 0x3BB, expected 0x3B6 to 0x3B7: it was 0x3E8 when the DUT was "
                                        "enabled (clock 17); the DUT may see its start, its stop and its inputs";
      assert_memory_equal(text, expected, strlen(expected));
      assert_non_null(strstr(text, is_first
                                       ? "; it counts down by ETMCNTENR1=0x0006F: always; it is reloaded by "
                                         "ETMCNTRLDEVR1=0x00040: counter 1 at 0, with ETMCNTRLDVR1=0x9"
                                       : "; it counts down by ETMCNTENR2=0x00040: counter 1 at 0; it is reloaded"));
      red(&b, "TRC-CNT-1");
    } else {
      assert_in_range(u.counter[1], 1000 - 51, 1000 - 49);
    }
    end(&b);
  }
}

CASE(a_counter_that_was_stopped) {
  struct bench b;
  struct unit u = idle();
  u.reload[0] = 1000;
  u.enable[0] = EVENT_ALWAYS;
  begin_unit(&b, &u, a15);
  let_run(&b, &u);
  clocks(&b, &u, 50);
  halt(&b);
  reads(&b, ETMCNTVR1, 7);
  const char *text = b.rules->breaches[RULE_TRC_CNT_1].text;
  if (!strstr(text, "; the DUT was stopped in clock 67 and may see its start, its stop and its inputs up to "))
    fail_msg("%s", text);
  red(&b, "TRC-CNT-1");
  end(&b);
}

CASE(a_sequencer_that_does_not_move) {
  for (unsigned still = 0; still < 2; still++) {
    struct bench b;
    struct unit u = idle();
    u.step[0] = u.step[2] = u.step[3] = EXTIN_0;  // the sequencer goes through all states
    begin_unit(&b, &u, a15);
    run_pulses(&b, &u, 4);
    assert_int_equal(u.state, 1);
    u.state = still ? 0 : 1;
    clocks(&b, &u, 10);
    look(&b, &u);
    if (still) {
      has_words(&b, "TRC-SEQ-1",
                ", so it had to move to state 2; ETMSQ12EVR=0x00060: EXTIN[0]; ETMSQ21EVR=0x0406F: never (NOT always); "
                "ETMSQ23EVR=0x00060: EXTIN[0]");
      red_because(
          &b, "TRC-SEQ-1",
          "ETMSQR reads 0 (state 1), expected 1 (state 2): it was in state 1 when the DUT was enabled (clock 16)");
    }
    b.out.prdata = 3;
    end(&b);
  }
}

CASE(wrong_outputs) {
  struct bench b;
  struct unit u = idle();
  u.out[0] = EXTIN_0;
  u.out[1] = 1u << 14 | EXTIN_0;
  begin_unit(&b, &u, a15);
  let_run(&b, &u);
  clocks(&b, &u, 20);
  pulse(&b, &u);
  silent(&b);
  b.out.extout = 3;  // no event causes this output
  ticks(&b, 1);
  red(&b, "TRC-EXTOUT-1");
  assert_string_equal(b.rules->breaches[RULE_TRC_EXTOUT_1].text, "");
  b.out.extout = 2;
  event(&b);  // the output does not follow this event
  ticks(&b, 2);
  silent(&b);
  ticks(&b, 20);
  red(&b, "TRC-EXTOUT-1");
  b.in.extin = 1;  // the output may still follow, because its event lasts
  b.out.extout = 0;
  ticks(&b, ANSWER - 10);
  silent(&b);
  ticks(&b, 20);
  red(&b, "TRC-EXTOUT-1");
  b.in.extin = 0;
  b.out.extout = 2;
  ticks(&b, 20);
  red(&b, "TRC-EXTOUT-1");  // the output did not follow before the event ended
  stop(&b);
  ticks(&b, 2);
  silent(&b);
  ticks(&b, 20);
  red(&b, "TRC-EXTOUT-1");
  b.out.extout = 0;
  end(&b);
}

// If a bench has no such pins, the outputs are LOW.
CASE(absent_outputs) {
  struct bench b;
  struct unit u = idle();
  u.out[0] = EVENT_ALWAYS;
  begin_unit(&b, &u, a15);
  run(&b);
  ticks(&b, 4 * ANSWER);
  end(&b);
}

// --- what the clauses leave open, and do not ------------------------------------------------------------------------

static void pulses(struct bench *b, unsigned count) {
  ticks(b, 8);
  while (count-- > 0) event(b);
  ticks(b, 16);
}

static void begin_pulses(struct bench *b, struct config config) {
  struct unit u = idle();
  u.reload[0] = 50;
  u.enable[0] = u.step[0] = u.step[3] = EXTIN_0;
  begin_unit(b, &u, config);
}

CASE(written_state_is_kept) {
  struct bench b;
  begin_pulses(&b, a15);
  writes(&b, ETMCNTVR1, 9);
  writes(&b, ETMSQR, 2);
  run(&b);
  pulses(&b, 3);
  READS(&b, ETMCNTVR1, 47, 6);
  READS(&b, ETMSQR, 2, 1);  // from 3 to 1 and from 1 to 2, where the sequencer stays
  end(&b);

  // In an ETM, a write to ETMCNTRLDVR also loads the counter.
  begin_pulses(&b, a8);
  writes(&b, ETMCNTVR1, 9);
  writes(&b, ETMCNTRLDVR1, 50);
  run(&b);
  pulses(&b, 3);
  READS(&b, ETMCNTVR1, 5, 6, 47);
  end(&b);

  // A write to one counter may prevent the reset of the other counters.
  begin_pulses(&b, a8);
  run(&b);
  pulses(&b, 3);
  halt(&b);
  writes(&b, ETMSQR, 1);
  run(&b);
  pulses(&b, 3);
  READS(&b, ETMCNTVR1, 43, 44, 47);
  end(&b);

  // A write to an event of the sequencer may reset the sequencer.
  begin_pulses(&b, a15);
  writes(&b, ETMSQR, 2);
  writes(&b, ETMSQ12EVR, EXTIN_0);
  reads(&b, ETMSQR, 2);
  reads(&b, ETMSQR, 0);
  run(&b);
  ticks(&b, 10);
  READS(&b, ETMSQR, 1, 0, 2);
  end(&b);
}

// ETMv3.0 resets the state when the Programming bit is set, and the state cannot be written.
CASE(state_of_v30) {
  struct bench b;
  struct config v30 = a8;
  v30.etmidr = 0x410CF200;
  begin_pulses(&b, v30);
  run(&b);
  pulses(&b, 3);
  READS(&b, ETMCNTVR1, 50, 47);
  stop(&b);
  ticks(&b, 8);
  READS(&b, ETMCNTVR1, 47, 50);
  writes(&b, ETMCNTRLDVR1, 60);
  READS(&b, ETMCNTVR1, 50, 60);
  writes(&b, ETMCNTVR1, 9);
  run(&b);
  pulses(&b, 1);
  READS(&b, ETMCNTVR1, 8, 59);
  end(&b);
  // A read that begins before the reset and ends after it.
  for (unsigned clocks = 1; clocks < 20; clocks += 18) {
    begin_pulses(&b, v30);
    run(&b);
    pulses(&b, 3);
    stop(&b);
    ticks(&b, clocks);
    b.in.psel = b.in.penable = true;
    b.in.pclken = b.in.pwrite = false;
    b.in.paddr = ETMCNTVR1;
    ticks(&b, 20);
    b.in.pclken = true;
    reads(&b, ETMCNTVR1, 47);
    if (clocks > 1) red(&b, "TRC-CNT-1");
    end(&b);
  }
}

CASE(unknown_state) {
  struct bench b;
  begin_pulses(&b, a15);
  run(&b);
  b.out.wpt_enable = true;
  pulses(&b, 1);
  writes(&b, ETMCNTRLDVR1, 7);  // UNPREDICTABLE
  reads(&b, ETMCNTVR1, 1234);
  reads(&b, ETMSQR, 2);
  stop(&b);
  writes(&b, ETMCNTRLDVR1, 50);
  run(&b);
  pulses(&b, 1);
  READS(&b, ETMCNTVR1, 50, 49);
  halt(&b);
  writes(&b, ETMSQR, 3);  // UNPREDICTABLE
  run(&b);
  ticks(&b, 10);
  reads(&b, ETMSQR, 1);
  silent(&b);
  writes(&b, ETMCR, ETMCR_POWER_DOWN);
  writes(&b, ETMCR, 0);
  reads(&b, ETMCNTVR1, 1234);
  b.in.resetn = false;
  ticks(&b, 2);
  b.in.resetn = true;
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  reads(&b, ETMCNTVR1, 77);
  writes(&b, ETMCR, 0);  // the events of the unit are not known
  ticks(&b, 20);
  reads(&b, ETMCNTVR1, 78);
  reads(&b, ETMSQR, 2);
  end(&b);
}

// The OS lock holds the state.
CASE(locked) {
  struct bench b;
  begin_pulses(&b, a15);
  reads(&b, ETMOSLSR, 8);
  run(&b);
  b.out.wpt_enable = true;
  pulses(&b, 3);
  writes(&b, ETMOSLAR, OSLAR_LOCK);
  pulses(&b, 3);
  READS(&b, ETMCNTVR1, 44, 47);
  writes(&b, ETMOSLAR, 0);
  pulses(&b, 3);
  READS(&b, ETMCNTVR1, 41, 44);
  // Non-invasive debug that is disabled also holds the state. The clock in which this begins is imprecise.
  b.in.niden = false;
  pulses(&b, 1);
  b.in.niden = true;
  ticks(&b, 10);
  READS(&b, ETMCNTVR1, 42, 44);
  end(&b);
}

// No clause gives the time from the Programming bit to the end of a run, which ETMSR[1] shows (IHI 0035B 3.15.4, IHI
// 0014Q 3.4.3, 3.4.4). A host that clears the bit after two clocks may see an output of the previous run.
CASE(outputs_of_the_previous_run) {
  for (int is_acknowledged = 0; is_acknowledged < 2; is_acknowledged++) {
    struct bench b;
    struct unit u = idle();
    u.out[0] = EXTIN_0;
    begin_unit(&b, &u, a15);
    let_run(&b, &u);
    clocks(&b, &u, 20);
    pulse(&b, &u);
    b.in.extin = 1;
    ticks(&b, 2);
    b.out.extout = 1;
    ticks(&b, 2);
    b.in.extin = 0;
    writes(&b, ETMCR, b.config.etmcr | ETMCR_PROGRAMMING);
    if (is_acknowledged) ticks(&b, 3 * b.rules->limits.latency);
    writes(&b, ETMCR, b.config.etmcr);
    ticks(&b, is_acknowledged ? 2 : 1);
    b.out.extout = 0;
    ticks(&b, 1);
    if (is_acknowledged)
      red(&b, "TRC-EXTOUT-1");
    else
      silent(&b);
    end(&b);
  }
}

// No clause gives the clock in which a start resets the sequencer and loads a counter (IHI 0035B 3.9, 3.15.4; IHI 0014Q
// 2.2.3, 3.4.4). So an event may be true by the state from before the start, but only in the latency window, and only
// if that state makes it true.
CASE(state_before_a_start) {
  static const struct {
    uint32_t event;
    bool is_true_before, is_late, is_output;
  } rows[] = {
      {RESOURCE_SEQUENCER + 1, true, false, false},
      {RESOURCE_SEQUENCER + 1, true, false, true},
      {RESOURCE_SEQUENCER + 1, false, false, false},
      {RESOURCE_SEQUENCER + 1, false, false, true},
      {RESOURCE_SEQUENCER + 1, true, true, false},
      {RESOURCE_SEQUENCER + 1, true, true, true},
      {ZERO_1, true, false, false},
      {ZERO_1, true, false, true},
      {ZERO_1, false, false, false},
      {ZERO_1, false, false, true},
      {ZERO_1, true, true, false},
      {ZERO_1, true, true, true},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct bench b;
    struct unit u = idle();
    struct config config = a15;
    u.reload[0] = 1;
    u.enable[0] = u.step[0] = EXTIN_0;
    u.out[0] = config.etmteevr = rows[i].event;
    config.etmtrigger = rows[i].is_output ? EVENT_NEVER : rows[i].event;
    begin_unit(&b, &u, config);
    let_run(&b, &u);
    clocks(&b, &u, 3 * LATE);
    if (rows[i].is_true_before) pulse(&b, &u);
    b.out.trigger = rows[i].is_true_before && !rows[i].is_output;
    clocks(&b, &u, 1);
    b.out.trigger = false;
    clocks(&b, &u, LATE);
    let_stop(&b, &u);
    clocks(&b, &u, LATE);
    reads(&b, ETMSR, rule_trigger_pulses(b.rules) ? ETMSR_STOPPED | ETMSR_TRIGGERED : ETMSR_STOPPED);
    let_run(&b, &u);
    ticks(&b, 1 + (rows[i].is_late ? 2 * b.rules->limits.latency : 0));
    b.out.trigger = !rows[i].is_output;
    b.out.extout = rows[i].is_output;
    ticks(&b, 1);
    b.out.trigger = false;
    b.out.extout = 0;
    const bool is_permitted = rows[i].is_true_before && !rows[i].is_late;
    assert_int_equal(rule_resource_enables(b.rules), is_permitted ? TRUTH_UNKNOWN : TRUTH_NO);
    if (!is_permitted) red(&b, rows[i].is_output ? "TRC-EXTOUT-1" : "TRC-TRIG-6");
    silent(&b);
    end(&b);
  }
}

CASE(x_on_the_pins) {
  struct bench b;
  struct unit u = idle();
  begin_unit(&b, &u, a15);
  run(&b);
  unknown(&b, PIN_EXTIN, 1);
  silent(&b);
  red_with(&b, PIN_EXTOUT);
  end(&b);
  begin_pulses(&b, a15);
  unknown(&b, PIN_EXTIN, 1);
  run(&b);
  ticks(&b, 1);
  red_with(&b, PIN_EXTIN);
  unknown(&b, PIN_EXTINBUS, 1);
  unknown(&b, PIN_EMBEDDEDICE, 1);
  end(&b);
  for (unsigned i = 0; i < 3; i++) {
    u.out[0] = i == 0 ? RESOURCE_SELECTED : i == 1 ? RESOURCE_WATCHPOINT : EVENT_NEVER;
    begin_unit(&b, &u, watched);
    if (i == 2) writes(&b, ETMCCER, watched.etmccer), reads(&b, ETMCCER, watched.etmccer), writes(&b, ETMTESSEICR, 1);
    run(&b);
    unknown(&b, i == 0 ? PIN_EMBEDDEDICE : PIN_EXTINBUS, 1);
    silent(&b);
    red_with(&b, i == 0 ? PIN_EXTINBUS : PIN_EMBEDDEDICE);
    end(&b);
  }
}

// --- events over them -----------------------------------------------------------------------------------------------

enum { PERIOD = 12 };

static void begin_trigger(struct bench *b) {
  struct config config = m3;
  config.etmtrigger = ZERO_1;
  begin(b, config);
  writes(b, ETMOSLAR, 0);
  stop(b);
  writes(b, ETMCNTRLDVR1, PERIOD - 1);  // a reduced counter
  ticks(b, 10);
  run(b);
}

static void trigger_pulse(struct bench *b) {
  b->out.trigger = true;
  ticks(b, 1);
  b->out.trigger = false;
}

CASE(a_trigger_by_a_counter) {
  const unsigned latency = own ? 2 : 4;
  struct bench b;
  for (unsigned late = 0; late <= 2 * latency; late++) {
    begin_trigger(&b);
    ticks(&b, PERIOD - 1 + late);
    trigger_pulse(&b);
    ticks(&b, 4 * ANSWER);
    end(&b);
  }
  begin_trigger(&b);
  ticks(&b, PERIOD - 3);
  trigger_pulse(&b);
  red(&b, "TRC-TRIG-6");
  end(&b);
  begin_trigger(&b);
  ticks(&b, PERIOD + 2 * latency + ANSWER + PERIOD);
  has_words(&b, "TRC-TRIG-5",
            "; it is a reduced counter, which counts in each clock and is reloaded at 0, with ETMCNTRLDVR1=0x");
  red(&b, "TRC-TRIG-5");
  end(&b);
}

// The report says why the counter is at 0.
CASE(a_trigger_by_a_counter_at_0) {
  struct bench b;
  struct unit u = idle();
  struct config config = a15;
  config.etmtrigger = ZERO_1 + 1;
  u.reload[1] = 3;
  u.enable[1] = RESOURCE_ALWAYS;
  u.load[1] = EVENT_NEVER;
  begin_unit(&b, &u, config);
  writes(&b, ETMTRIGGER, ZERO_1 + 1);
  let_run(&b, &u);
  clocks(&b, &u, 4 * ANSWER);
  has_words(&b, "TRC-TRIG-5", "; counter 2 was 0x3 when the DUT was enabled (clock ");
  has_words(&b, "TRC-TRIG-5",
            "; it counts down by ETMCNTENR2=0x0006F: always; it is reloaded by ETMCNTRLDEVR2=0x0406F: never (NOT "
            "always), with ETMCNTRLDVR2=0x3");
  red(&b, "TRC-TRIG-5");
  end(&b);
}

// The host writes another selection. A unit with a latency samples the previous selection.
CASE(selectors_that_move) {
  for (unsigned count = 0; count < 4; count++) {
    struct bench b;
    struct unit u = idle();
    u.has_others = true;
    run_counter(&b, &u, RESOURCE_SELECTED);
    b.in.extinbus = 2;
    clocks(&b, &u, 20);
    rules_register_given(b.rules, ETMEXTINSELR, 1);
    registers_given(&b.registers, ETMEXTINSELR, 1);
    clocks(&b, &u, 1);
    b.in.extinbus = 0;
    clocks(&b, &u, 20);
    reads(&b, ETMCNTVR1, 100 - (own ? count > 2 ? 2 : count : count));
    silent(&b);
    reads(&b, ETMCNTVR1, 90);
    red(&b, "TRC-CNT-1");
    end(&b);
  }
}

// A trigger by an input: it must follow the first clock of a level, it may follow each other clock, and it must not
// occur without a level.
CASE(a_trigger_by_an_input) {
  static const struct {
    uint32_t event;
    unsigned after;  // the number of clocks before the trigger
    const char *rule;
  } rows[] = {
      {RESOURCE_SELECTED, 2, NULL},
      {RESOURCE_SELECTED, 1000, "TRC-TRIG-5"},
      {RESOURCE_SELECTED + 1, 2, "TRC-TRIG-6"},
      {RESOURCE_SELECTED + 1, 1000, NULL},
      {RESOURCE_WATCHPOINT, 2, NULL},
      {RESOURCE_WATCHPOINT, 28, NULL},
      {RESOURCE_WATCHPOINT, 1000, "TRC-TRIG-5"},
      {RESOURCE_WATCHPOINT + 1, 2, "TRC-TRIG-6"},
      {RESOURCE_WATCHPOINT + 1, 1000, NULL},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct bench b;
    struct config config = watched;
    config.etmtrigger = rows[i].event;
    begin(&b, config);
    writes(&b, ETMOSLAR, 0);
    stop(&b);
    writes(&b, ETMEXTINSELR, 0x0703);
    ticks(&b, 20);
    run(&b);
    ticks(&b, 20);
    b.in.extinbus = 1u << 3;
    b.in.embeddedice = 1;
    for (unsigned n = 0; n < 100; n++) {
      if (n == 20) b.in.extinbus = b.in.embeddedice = 0;
      b.out.trigger = n == rows[i].after;
      ticks(&b, 1);
    }
    if (i == 1)
      assert_non_null(strstr(b.rules->breaches[RULE_TRC_TRIG_5].text,
                             "0x00068: selector 1, ETMEXTINSELR=0x00000703 selects EXTINBUS[3]) was true in clock "));
    if (rows[i].rule) red(&b, rows[i].rule);
    end(&b);
  }
}

// A level from before the start of the unit need not match again.
CASE(a_level_from_before) {
  for (unsigned triggers = 0; triggers < 2; triggers++) {
    struct bench b;
    struct config config = watched;
    config.etmtrigger = RESOURCE_WATCHPOINT;
    begin(&b, config);
    b.in.embeddedice = 1;
    ticks(&b, 20);
    run(&b);
    ticks(&b, 2 * ANSWER);
    if (triggers) trigger_pulse(&b);
    ticks(&b, 2 * ANSWER);
    end(&b);
  }
}

// Timestamps that a reduced counter requests in each period. They follow by this number of clocks, or do not follow.
CASE(timestamps_by_a_counter) {
  enum { LONG = 60 };
  const unsigned late[] = {0, 1, 5, ANSWER - 8, UINT32_MAX};
  for (size_t i = 0; i < sizeof late / sizeof *late; i++) {
    struct bench b;
    struct config config = m3;
    config.etmcr = ETMCR_TIMESTAMP;
    config.etmtsevr = ZERO_1;
    config.etmsyncfr = 0;
    begin(&b, config);
    writes(&b, ETMOSLAR, 0);
    stop(&b);
    writes(&b, ETMCNTRLDVR1, LONG - 1);
    run(&b);
    const uint64_t start = b.rules->clock;  // the counter is 0 in its last clock
    say(&b, async());
    say(&b, isync(0x8000, ISA_THUMB, ISYNC_TRACE_ON));
    say(&b, stamp(0x1000, 7));
    unsigned told = 0;
    for (unsigned n = 0; n < 6 * LONG; n++) {
      const uint64_t since = b.rules->clock - start;
      if (late[i] < LONG && since >= LONG * (told + 1) - 1 + late[i]) say(&b, stamp(0x1001 + told++, 1));
      say(&b, p_header());
    }
    if (late[i] == UINT32_MAX)
      red(&b, "TRC-TIME-2");
    else
      assert_true(told > 3);
    end(&b);
  }
}

// A DUT may hold WPTENABLE LOW until the trace from before it was started, or from before non-invasive debug was
// enabled, has left. A counter counts each clock from 100, and is read 20 clocks after WPTENABLE has risen.
CASE(trace_leaves_first) {
  static const struct {
    bool by_programming, waits;
    uint32_t value;
    bool good;
  } rows[] = {
      {true, true, 80, true},     {true, true, 42, true},     {true, true, 99, false},    {true, true, 10, false},
      {true, false, 80, true},    {true, false, 42, false},   {false, true, 1060, true},  {false, true, 1022, true},
      {false, true, 1078, false}, {false, true, 1000, false}, {false, false, 1060, true}, {false, false, 1022, false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct bench b;
    struct unit u = idle();
    u.reload[0] = rows[i].by_programming ? 100 : 1100;
    u.enable[0] = EVENT_ALWAYS;
    begin_unit(&b, &u, a15);
    run(&b);
    b.out.wpt_enable = true;
    ticks(&b, 20);
    if (rows[i].by_programming) stop(&b);
    b.in.niden = rows[i].by_programming;
    ticks(&b, 1);
    b.out.wpt_enable = false;
    ticks(&b, 10);
    if (rows[i].by_programming) writes(&b, ETMCR, b.config.etmcr);
    b.in.niden = true;
    ticks(&b, rows[i].waits ? 40 : 1);
    b.out.wpt_enable = true;
    ticks(&b, 20);
    reads(&b, ETMCNTVR1, rows[i].value);
    if (!rows[i].good) red(&b, "TRC-CNT-1");
    end(&b);
  }
}

int main(void) { return run_in_both_modes("architecture rules: counters, sequencer, outputs"); }
