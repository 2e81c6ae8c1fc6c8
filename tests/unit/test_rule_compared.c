// SPDX-License-Identifier: Apache-2.0
// Rules that use the comparators and the start/stop block (docs/rules.md): trigger, counters, outputs and ETMSR[2].
#define CASES_OWN_MAIN
#include "register.h"
#include "resource.h"
#include "rule_bench.h"

static const struct config a15 = {.etmidr = 0x411CF312, .etmccr = 0x8D294004, .etmccer = 0x34C01AC2};

enum { SAC_1 = 0x00, ARC_2 = 0x11, CONTEXT = 0x58, START_STOP = 0x5F };

static const struct waypoint none = {.type = WAYPOINT_INDIRECT, .taken = true};

// Counter 1 counts the event `counted` down from 100, and `output` is the event of output 1.
static void begin_counting(struct bench *b, struct config config, uint32_t counted, uint32_t trigger, uint32_t output) {
  begin(b, config);
  b->in.resetn = false;
  ticks(b, 2);
  b->in.resetn = true;
  ticks(b, 2);
  writes(b, ETMOSLAR, 0);
  writes(b, ETMCR, b->config.etmcr | ETMCR_PROGRAMMING);
  writes(b, ETMTRIGGER, trigger);
  b->config.etmtrigger = trigger;
  writes(b, ETMEXTOUTEVR1, output);
  writes(b, ETMEXTOUTEVR2, EVENT_NEVER);
  writes(b, ETMCNTRLDVR1, 100);
  writes(b, ETMCNTENR1, counted);
  writes(b, ETMCNTRLDEVR1, EVENT_NEVER);
}

static void begin_compared(struct bench *b, uint32_t trigger, uint32_t output) {
  begin_counting(b, a15, SAC_1, trigger, output);
  writes(b, ETMACVR1, 0x8000);
  writes(b, ETMACTR1, 1);
  writes(b, ETMACVR2, 0x8100);
  writes(b, ETMACTR2, 1);
  writes(b, ETMACVR3, 0x9000);
  writes(b, ETMACTR3, 1);
  writes(b, ETMACVR4, 0xA000);
  writes(b, ETMACTR4, 1);
  writes(b, ETMCIDCVR1, 0x55);
  writes(b, ETMCIDCMR, 0);
  writes(b, ETMTSSCR, 2u << 16 | 1);
}

static void go(struct bench *b) {
  writes(b, ETMCR, b->config.etmcr);
  ticks(b, 2);
  b->out.wpt_enable = true;
  ticks(b, 20);
}

static void rest(struct bench *b) {
  writes(b, ETMCR, ETMCR_PROGRAMMING);
  b->out.wpt_enable = false;
  ticks(b, 10);
  reads(b, ETMSR, ETMSR_STOPPED | (b->filter.shown == TRUTH_YES ? (uint32_t)ETMSR_STARTED : 0));
}

// Executes a block from `from` to `pc`. Execution continues at the next instruction.
static void block(struct bench *b, uint32_t from, uint32_t pc, unsigned quiet) {
  b->in.wpt = none;
  b->in.wpt.target = from;
  b->in.wpt.context_id = from == 0x5000 ? 0x55 : 0;
  b->in.wpt_valid = b->filter.start != from || !b->filter.knows_previous;
  ticks(b, 1);
  b->in.wpt.pc = pc;
  b->in.wpt.target = 0x100;
  b->in.wpt_valid = true;
  ticks(b, 1);
  b->in.wpt_valid = false;
  ticks(b, quiet);
}

// The trigger must occur if the event has been true, and must not occur otherwise.
CASE(triggers) {
  static const struct {
    uint32_t event, from, pc;
    const char *words;  // of the values that the resources compare
  } rows[] = {
      {SAC_1, 0x7FF0, 0x8010, "address comparator 1, ETMACVR1=0x00008000) has not been true since "},
      {ARC_2, 0x9000, 0x9010, "address range 2, 0x00009000 to 0x00009FFF) has not "},
      {CONTEXT, 0x5000, 0x5010, "Context ID comparator 1, ETMCIDCVR1=0x"},
      {START_STOP, 0x8000, 0x8010, "start/stop block, ETMTSSCR=0x"},
      {2u << 14 | RESOURCE_ALWAYS << 7 | ARC_2, 0x9000, 0x9010, NULL},
  };
  struct bench b;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (unsigned wrong = 0; wrong < 3; wrong++) {
      begin_compared(&b, rows[i].event, EVENT_NEVER);
      go(&b);
      block(&b, 0x100, 0x110, 6);
      if (wrong == 1) {
        b.out.trigger = true;
        ticks(&b, 1);
        b.out.trigger = false;
        if (rows[i].words) assert_non_null(strstr(b.rules->breaches[RULE_TRC_TRIG_6].text, rows[i].words));
        red(&b, "TRC-TRIG-6");
        end(&b);
        continue;
      }
      block(&b, rows[i].from, rows[i].pc, 6);
      if (wrong == 0) {
        b.out.trigger = true;
        ticks(&b, 1);
        b.out.trigger = false;
      }
      ticks(&b, ANSWER + 10);
      if (wrong == 2) red(&b, "TRC-TRIG-5");
      end(&b);
    }
  }
}

// Each match decrements a counter of matches. If the match is held until the next waypoint, the counter decrements more
// often.
CASE(counts) {
  static const struct {
    uint32_t value;
    bool good;
  } rows[] = {{100, false}, {98, false}, {97, true}, {80, true}, {40, true}, {10, false}};
  struct bench b;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    begin_compared(&b, EVENT_NEVER, EVENT_NEVER);
    go(&b);
    block(&b, 0x100, 0x110, 6);
    for (unsigned n = 0; n < 3; n++) {
      block(&b, 0x8000, 0x8010, 20);
      block(&b, 0x100, 0x110, 6);
    }
    ticks(&b, 10);
    reads(&b, ETMCNTVR1, rows[i].value);
    if (!rows[i].good) red(&b, "TRC-CNT-1");
    end(&b);
  }
}

CASE(outputs) {
  struct bench b;
  begin_compared(&b, EVENT_NEVER, ARC_2);
  go(&b);
  block(&b, 0x100, 0x110, 20);
  block(&b, 0x9000, 0x9010, 2);
  b.out.extout = 1;
  ticks(&b, 20);
  block(&b, 0x100, 0x110, 2);
  b.out.extout = 0;
  ticks(&b, 30);
  b.out.extout = 1;
  ticks(&b, 1);
  b.out.extout = 0;
  red(&b, "TRC-EXTOUT-1");
  block(&b, 0x9000, 0x9010, ANSWER + 20);
  red(&b, "TRC-EXTOUT-1");
  end(&b);
}

// x on the pin of User mode counts only if a comparator with that condition exists.
CASE(x_on_user_mode) {
  for (unsigned asks = 0; asks < 2; asks++) {
    struct bench b;
    begin_compared(&b, SAC_1, EVENT_NEVER);
    if (asks) writes(&b, ETMACTR1, 0x2001);
    go(&b);
    b.in.wpt = none;
    b.in.wpt_valid = true;
    unknown(&b, PIN_WPTEXTUSER, 1);
    if (asks) red(&b, "PIN-X-1");
    end(&b);
  }
}

// ETMSR[2] is set after a start point and clear after a stop point, and is held while the unit is stopped.
CASE(started) {
  struct bench b;
  begin_compared(&b, EVENT_NEVER, EVENT_NEVER);
  go(&b);
  reads(&b, ETMSR, 0);
  reads(&b, ETMSR, ETMSR_STARTED);
  assert_non_null(strstr(b.rules->breaches[rule_find("TRC-SR-5")].text,
                         " cleared the Programming bit, which resets it; no start point"));
  red_because(&b, "TRC-SR-5",
              "ETMSR[2] is 1 (ETMSR=0x00000004), expected 0: the trace start/stop block has been off since the write "
              "of 0x00000000 to ETMCR in clock ");
  block(&b, 0x8000, 0x8010, 20);
  reads(&b, ETMSR, ETMSR_STARTED);
  reads(&b, ETMSR, 0);
  red_because(&b, "TRC-SR-5",
              "ETMSR[2] is 0 (ETMSR=0x00000000), expected 1: the trace start/stop block has been on since start point "
              "1 (ETMACVR1=0x00008000) was executed in clock 49; no stop point (ETMTSSCR=0x00020001) followed");
  rest(&b);
  go(&b);  // the Programming bit has cleared it
  reads(&b, ETMSR, 0);
  rest(&b);
  writes(&b, ETMSR, ETMSR_STARTED);
  go(&b);
  reads(&b, ETMSR, ETMSR_STARTED);
  reads(&b, ETMSR, 0);
  has_words(&b, "TRC-SR-5", " in clock 120, and clearing the Programming bit keeps a written state; no stop point");
  red_because(&b, "TRC-SR-5",
              "ETMSR[2] is 0 (ETMSR=0x00000000), expected 1: the trace start/stop block has been on since the write of "
              "0x00000004 to ETMSR in clock ");
  block(&b, 0x80F0, 0x8110, 1);  // off with this waypoint or with the next one
  reads(&b, ETMSR, ETMSR_STARTED);
  reads(&b, ETMSR, 0);
  block(&b, 0x100, 0x110, 20);
  reads(&b, ETMSR, ETMSR_STARTED);
  red_because(&b, "TRC-SR-5",
              "ETMSR[2] is 1 (ETMSR=0x00000004), expected 0: the trace start/stop block has been off since stop point "
              "2 (ETMACVR2=0x00008100) was executed in clock ");
  end(&b);
}

// The same with EmbeddedICE inputs. The value is certain when the window has ended.
CASE(watched) {
  struct bench b;
  begin_compared(&b, EVENT_NEVER, EVENT_NEVER);
  b.config.etmccer |= 0x00140000;
  reads(&b, ETMCCER, b.config.etmccer);
  writes(&b, ETMTSSCR, 0);
  writes(&b, ETMTESSEICR, 2u << 16 | 1);
  go(&b);
  block(&b, 0x100, 0x110, 6);
  reads(&b, ETMSR, 0);
  reads(&b, ETMSR, ETMSR_STARTED);
  red_because(&b, "TRC-SR-5",
              "ETMSR[2] is 1 (ETMSR=0x00000004), expected 0: the trace start/stop block has been off since the write "
              "of 0x00000000 to ETMCR in clock ");
  b.in.embeddedice = 1;
  ticks(&b, 1);
  b.in.embeddedice = 0;
  reads(&b, ETMSR, 0);
  reads(&b, ETMSR, ETMSR_STARTED);
  for (unsigned i = 0; i < 4; i++) block(&b, 0x100, 0x110, 6);
  reads(&b, ETMSR, ETMSR_STARTED);
  reads(&b, ETMSR, 0);
  red_because(&b, "TRC-SR-5",
              "ETMSR[2] is 0 (ETMSR=0x00000000), expected 1: the trace start/stop block has been on since "
              "EMBEDDEDICE[0] (EmbeddedICE input 1) became 1 in clock ");
  b.in.embeddedice = 2;
  ticks(&b, 1);
  b.in.embeddedice = 0;
  reads(&b, ETMSR, 0);
  reads(&b, ETMSR, ETMSR_STARTED);
  for (unsigned i = 0; i < 4; i++) block(&b, 0x100, 0x110, 6);
  reads(&b, ETMSR, 0);
  reads(&b, ETMSR, ETMSR_STARTED);
  red_because(&b, "TRC-SR-5",
              "ETMSR[2] is 1 (ETMSR=0x00000004), expected 0: the trace start/stop block has been off since "
              "EMBEDDEDICE[1] (EmbeddedICE input 2) became 1 in clock ");
  rest(&b);
  end(&b);
}

// --- ETM: the clock of a match --------------------------------------------------------------------------------------

// An ETMv3.5 with four pairs of address comparators, two counters, a sequencer and two external outputs.
static const struct config a7 = {.etmidr = 0x410CF250, .etmccr = 0x8D294024, .etmccer = 0x344008F2};

enum { SAC_2 = 0x01, SAC_1_OR_2 = 5 << 14 | SAC_2 << 7 | SAC_1, SAC_1_OR_EXTIN_1 = 5 << 14 | 0x60 << 7 | SAC_1 };
enum { EXECUTE = 0x19, EXACT = 0x99 };  // ETMACTR

// Address 1 is 0x8000, address 2 is 0x8100, and range 2 is from 0x9000 to 0x9FFF. Counter 1 counts `event`.
static void begin_etm(struct bench *b, uint32_t type, uint32_t event) {
  static const uint32_t addresses[] = {0x8000, 0x8100, 0x9000, 0xA000};
  begin_counting(b, a7, event, EVENT_NEVER, EVENT_NEVER);
  for (unsigned i = 0; i < 4; i++) {
    writes(b, (uint16_t)(ETMACVR1 + 4 * i), addresses[i]);
    writes(b, (uint16_t)(ETMACTR1 + 4 * i), type);
  }
  writes(b, ETMTECR1, ETMTECR1_EXCLUDE);
}

// A counter counts a clock once (IHI 0014Q 2.2.3). Without an exact match, a comparator matches in the clock of the
// instruction (2.7.10, table 2.8). An exact match comes when an exception shows that the instruction is not cancelled,
// or with the next instruction (2.7.4).
CASE(clocks_of_matches) {
  static const struct {
    const char *name;
    uint32_t type, event;
    struct {
      uint32_t first, second;
      unsigned idle;
    } clocks[3];
    unsigned counts;  // the smallest number of clocks in which a DUT may see the matches
  } rows[] = {
      {"one comparator in adjacent clocks", EXECUTE, SAC_1, {{0x8000, 0, 0}, {0x8000, 0x100, 9}}, 2},
      {"one comparator, idle clocks between", EXECUTE, SAC_1, {{0x8000, 0, 9}, {0x8000, 0x100, 9}}, 2},
      {"two comparators in adjacent clocks", EXECUTE, SAC_1_OR_2, {{0x8000, 0, 0}, {0x8100, 0x100, 9}}, 2},
      {"one comparator, twice in a clock", EXECUTE, SAC_1, {{0x8000, 0x8000, 9}, {0x100, 0, 9}}, 1},
      {"two comparators in a clock", EXECUTE, SAC_1_OR_2, {{0x8000, 0x8100, 9}, {0x100, 0, 9}}, 1},
      {"the older instruction", EXECUTE, SAC_1, {{0x8000, 0x100, 9}, {0x100, 0, 9}}, 1},
      {"range, the older instruction", EXECUTE, ARC_2, {{0x9000, 0x100, 9}, {0x100, 0, 9}}, 0},
      {"range, both instructions", EXECUTE, ARC_2, {{0x9000, 0x9004, 0}, {0x100, 0, 9}}, 1},
      {"exact range", EXACT, ARC_2, {{0x9000, 0, 0}, {0x100, 0, 9}}, 1},
      {"exact range, the older instruction", EXACT, ARC_2, {{0x9000, 0, 0}, {0x100, 0x100, 9}}, 0},
      {"exact range, an exception follows", EXACT, ARC_2, {{0x9000, EXCEPTION, 9}, {0x100, 0x100, 9}}, 0},
      {"exact, in adjacent clocks", EXACT, SAC_1, {{0x8000, 0, 0}, {0x8000, 0, 9}, {0x100, 0, 9}}, 2},
      {"exact, and a pair follows", EXACT, SAC_1, {{0x8000, 0, 0}, {0x8000, 0x100, 9}}, 1},
      {"exact, and an exception follows both",
       EXACT,
       SAC_1,
       {{0x8000, 0, 0}, {0x8000, EXCEPTION, 9}, {0x100, 0, 9}},
       1},
      {"exact, and an exception follows each",
       EXACT,
       SAC_1,
       {{0x8000, EXCEPTION, 9}, {0x8000, EXCEPTION, 9}, {0x100, 0, 9}},
       1},
      {"exact, two comparators", EXACT, SAC_1_OR_2, {{0x8000, 0, 0}, {0x8100, EXCEPTION, 9}, {0x100, 0, 9}}, 1},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct bench b;
    begin_etm(&b, rows[i].type, rows[i].event);
    go(&b);
    execute(&b, 0x100, 0, 9);
    for (size_t n = 0; n < 3 && rows[i].clocks[n].first; n++)
      execute(&b, rows[i].clocks[n].first, rows[i].clocks[n].second, rows[i].clocks[n].idle);
    ticks(&b, 20);
    reads(&b, ETMCNTVR1, 100 - rows[i].counts);
    if (b.rules->broken) print_message("%s\n", rows[i].name);
    silent(&b);
    reads(&b, ETMCNTVR1, 101 - rows[i].counts);
    if (!b.rules->broken) print_message("%s\n", rows[i].name);
    red(&b, "TRC-CNT-1");
    end(&b);
  }
}

// The output has pulsed for a match of comparator 1 before the next instruction. The match of comparator 2 comes with
// that instruction, so the output must pulse again.
CASE(output_of_two_comparators) {
  for (unsigned pulses = 0; pulses < 2; pulses++) {
    struct bench b;
    begin_etm(&b, EXECUTE, EVENT_NEVER);
    writes(&b, ETMEXTOUTEVR1, SAC_1_OR_2);
    go(&b);
    execute(&b, 0x100, 0, 20);
    for (unsigned n = 0; n < 2; n++) {
      execute(&b, n == 0 ? 0x8000 : 0x8100, n == 0 ? 0 : 0x100, 0);
      b.out.extout = n == 0 || pulses;
      ticks(&b, 1);
      b.out.extout = 0;
      ticks(&b, n == 0 ? 10 : ANSWER + 20);
    }
    if (!pulses) red(&b, "TRC-EXTOUT-1");
    end(&b);
  }
}

// A match of comparator 1 moves the sequencer to state 2, and EXTIN 2 moves it back. EXTIN 1 moves it again, in the
// clock in which the next instruction makes the match certain.
CASE(sequencer_after_a_match) {
  struct bench b;
  begin_etm(&b, EXECUTE, EVENT_NEVER);
  for (unsigned i = 0; i < 6; i++) writes(&b, (uint16_t)(ETMSQ12EVR + 4 * i), EVENT_NEVER);
  writes(&b, ETMSQ12EVR, SAC_1_OR_EXTIN_1);
  writes(&b, ETMSQ12EVR + 4, 0x61);
  go(&b);
  execute(&b, 0x100, 0, 20);
  execute(&b, 0x8000, 0, 20);
  b.in.extin = 2;
  ticks(&b, 1);
  b.in.extin = 0;
  ticks(&b, 20);
  b.in.extin = 1;
  execute(&b, 0x100, 0, 0);
  b.in.extin = 0;
  ticks(&b, 20);
  reads(&b, ETMSQR, 1);
  silent(&b);
  reads(&b, ETMSQR, 0);
  red(&b, "TRC-SEQ-1");
  end(&b);
}

int main(void) { return run_in_both_modes("architecture rules: comparators"); }
