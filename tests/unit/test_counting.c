// SPDX-License-Identifier: Apache-2.0
// The matches and pins that a counter certainly counts. A DUT may sample them late, up to the latency.

#include "case.h"
#include "counting.h"
#include "inputs.h"
#include "selection.h"

enum { CLOCKS = 300, LATENCY = 2, RELOAD = 100, RANGE_1 = 0x10, RANGE_BIT = 1 << 16, EXTIN_1 = 0x60, EXTIN_2 = 0x61 };
enum { RANGE_OR_EXTIN_1 = 5 << 14 | EXTIN_1 << 7 | RANGE_1 };

// In each clock: an instruction, which range 1 matches or not, and EXTIN.
struct port_clock {
  bool executes, matches;
  uint8_t extin;
};

static struct truth_set shown_by(uint8_t extin) {
  return inputs_shown((struct input_levels){extin, extin}, truth_state(TRUTH_UNKNOWN, TRUTH_UNKNOWN));
}

// The inputs that may be LOW, and those that may be HIGH, in a clock and in the LATENCY clocks before it.
static struct counting_inputs seen(const struct port_clock pins[CLOCKS], unsigned clock) {
  struct counting_inputs in = {0};
  for (unsigned i = 0; i <= LATENCY && i <= clock; i++) {
    const struct port_clock *p = &pins[clock - i];
    in.shown = truth_union(in.shown, shown_by(p->extin));
    in.compared.no |= p->matches ? 0 : RANGE_BIT;
    in.compared.yes |= p->matches || !p->executes ? RANGE_BIT : 0;
  }
  return in;
}

// A match is certain when the next instruction follows.
static void confirm(const struct port_clock pins[CLOCKS], unsigned clock,
                    struct selection_match matches[SELECTION_MATCHES]) {
  unsigned age = 1;
  while (age < clock && !pins[clock - age].executes) age++;
  if (!pins[clock].executes || !pins[clock - age].matches) return;
  matches[SELECTION_EARLIER] = (struct selection_match){RANGE_BIT, clock - age, clock - age};
}

static uint16_t highest(const struct port_clock pins[CLOCKS], uint32_t enable, uint32_t reload) {
  struct counting r = {.latency = LATENCY,
                       .program = {.counters = 1,
                                   .moves = true,
                                   .reload_low = {RELOAD},
                                   .reload_high = {RELOAD},
                                   .enable = {enable},
                                   .reload = {reload}}};
  for (unsigned i = 0; i < COUNTING_WATCHED; i++) r.program.watched[i] = COUNTING_UNKNOWN;
  counting_start(&r, 0, &(struct counting_values){.low = {RELOAD}, .high = {RELOAD}}, true, NULL);
  for (unsigned clock = 1; clock < CLOCKS; clock++) {
    struct selection_match matches[SELECTION_MATCHES] = {0};
    struct counting_inputs in = seen(pins, clock);
    in.matches = matches;
    const struct counting_inputs now = {.shown = shown_by(pins[clock].extin)};
    confirm(pins, clock, matches);
    counting_clock(&r, clock, &in, &now, TRUTH_YES);
  }
  return counting_now(&r).high[0];
}

static void executes_all(struct port_clock pins[CLOCKS]) {
  for (unsigned i = 0; i < CLOCKS; i++) pins[i] = (struct port_clock){.executes = true};
}

// Each clock of a row of clocks counts once, whatever the length of the row is.
CASE(rows_of_matches) {
  struct port_clock pins[CLOCKS];
  for (unsigned n = 0; n < 10; n++) {
    executes_all(pins);
    for (unsigned i = 0; i < n; i++) pins[10 + i].matches = true;
    assert_int_equal(highest(pins, RANGE_1, EVENT_NEVER), RELOAD - n);
    for (unsigned i = 0; i < n; i++) pins[10 + i].extin = 1;
    assert_int_equal(highest(pins, RANGE_OR_EXTIN_1, EVENT_NEVER), RELOAD - n);
    assert_int_equal(highest(pins, EXTIN_1, EVENT_NEVER), RELOAD - n);
  }
}

// A DUT may sample them in the same clock if their distance is at most the latency.
CASE(match_and_pin) {
  struct port_clock pins[CLOCKS];
  for (unsigned at = 4; at < 18; at++) {
    const unsigned apart = at < 10 ? 10 - at : at - 10;
    executes_all(pins);
    pins[10].matches = true;
    pins[at].extin = 1;
    // The DUT may count the match at the next instruction, in clock 11.
    const bool may_be_one = apart <= LATENCY + (at > 10 ? 1 : 0);
    assert_int_equal(highest(pins, RANGE_OR_EXTIN_1, EVENT_NEVER), RELOAD - (may_be_one ? 1 : 2));
  }
}

// The next instruction may follow at any time. A pin that comes in between may be the count of the match.
CASE(a_late_next_instruction_confirms_one_count) {
  static const unsigned idles[] = {1, 16, 17, 52, 53, 54, 64, 65, 200};
  struct port_clock pins[CLOCKS];
  for (size_t i = 0; i < sizeof idles / sizeof *idles; i++) {
    executes_all(pins);
    pins[70].matches = true;
    for (unsigned n = 0; n < idles[i]; n++) pins[71 + n].executes = false;
    assert_int_equal(highest(pins, RANGE_1, EVENT_NEVER), RELOAD - 1);
    assert_int_equal(highest(pins, RANGE_OR_EXTIN_1, EVENT_NEVER), RELOAD - 1);
    pins[72].extin = 1;
    assert_int_equal(highest(pins, RANGE_OR_EXTIN_1, EVENT_NEVER), RELOAD - 1);
    pins[72].extin = 0;
    pins[80].extin = pins[82].extin = 1;
    const unsigned counts = idles[i] < 8 ? 3 : 2;  // A pin after the next instruction is another count.
    assert_int_equal(highest(pins, RANGE_OR_EXTIN_1, EVENT_NEVER), RELOAD - counts);
  }
}

// The match counts in its own clock. A reload of the counter in that clock has priority.
CASE(reloaded_before_the_next) {
  struct port_clock pins[CLOCKS];
  executes_all(pins);
  pins[10].matches = true;
  for (unsigned i = 11; i < 20; i++) pins[i].executes = false;
  assert_int_equal(highest(pins, RANGE_1, EXTIN_2), RELOAD - 1);
  pins[10].extin = 2;
  assert_int_equal(highest(pins, RANGE_1, EXTIN_2), RELOAD);
}
