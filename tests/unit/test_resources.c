// SPDX-License-Identifier: Apache-2.0
// The counters, the sequencer and the external outputs of the reference model, with values by hand from IHI 0035B 3.9,
// 3.10, 3.15.4, 3.16.14 to 3.16.21 and IHI 0014Q 3.4.4, 3.5.27.
#include "register_bench.h"

#define ALL_CCR 0x88498004u  // 4 counters, a sequencer, 4 external inputs and outputs
#define REDUCED 0x08000000u  // ETMCCER: counter 1 is a reduced one
enum { RELOAD = 0x140, ENABLE = 0x150, RELOAD_EVENT = 0x160, VALUE = 0x170, OUTPUT = 0x1A0 };
enum { ETMSQ12 = 0x180, SQR = 0x19C };
enum { ZERO = 0x40, STATE = 0x50, INPUT = 0x60, TRUE = 0x6F };  // resources
enum { PROGRAM = 0x400, DOWN = 1 };                             // ETMCR

static void run(struct bench *b) { put(b, 0x000, 0); }
static void program(struct bench *b) { put(b, 0x000, PROGRAM); }

// Drives EXTIN for this number of clocks. Its event is true one clock later (events 1).
static void pulse(struct bench *b, uint8_t extin, unsigned clocks) {
  b->in.extin = extin;
  edges(b, clocks);
  b->in.extin = 0;
  edge(b);
}

// EXTOUT in the next clocks, a digit for each.
static void shows(struct bench *b, const char *digits) {
  for (const char *d = digits; *d; d++) {
    edge(b);
    const int value = b->out.extout;
    if (value != *d - '0') fail_msg("EXTOUT %d in clock %d of %s", value, (int)(d - digits), digits);
  }
}

// Counter 1 counts down while EXTIN[1] is high. EXTIN[0] reloads it. The unit runs.
static void count_down(struct bench *b, uint32_t idr, unsigned cfgregs, uint32_t from) {
  power_up(b, idr, ALL_CCR, 0, cfgregs);
  put(b, 0x300, 0);
  put(b, RELOAD, from);
  put(b, ENABLE, INPUT + 1);
  put(b, RELOAD_EVENT, INPUT);
  run(b);
}

// --- counters --------------------------------------------------------------------------------------------------------

static struct bench bench;

CASE_WITH(zero_is_a_resource, NULL, NULL, &bench) {
  struct bench *b = *state;
  power_up(b, V11, ALL_CCR, 0, 0);
  put(b, RELOAD + 12, 3);
  put(b, ENABLE + 12, TRUE);
  put(b, OUTPUT, ZERO + 3);
  run(b);
  shows(b, "00001111");  // 3, 2, 1, 0, and the pin is a register
  expect(b, VALUE + 12, 0);
  shows(b, "11111111");
}

CASE_WITH(reload_wins, NULL, NULL, &bench) {
  struct bench *b = *state;
  count_down(b, V11, 0, 5);
  expect(b, VALUE, 5);
  pulse(b, 2, 3);
  expect(b, VALUE, 2);
  pulse(b, 3, 1);
  expect(b, VALUE, 5);
  pulse(b, 2, 4);
  expect(b, VALUE, 1);
  pulse(b, 2, 9);
  expect(b, VALUE, 0);
  pulse(b, 1, 1);
  expect(b, VALUE, 5);
  count_down(b, V11, 0, 0xFFFF);
  pulse(b, 2, 0x101);
  expect(b, VALUE, 0xFEFE);
}

// IHI 0035B 3.16.14: only PFTv1.1 and ETMv3.5 have ETMCCER[27]. The counter begins at the reload value, and is zero for
// a clock. The next counter is complete.
CASE_WITH(reduced_counter, NULL, NULL, &bench) {
  static const uint32_t units[] = {V11, ETM(5), V10, ETM(4)};
  struct bench *b = *state;
  for (unsigned i = 0; i < 4; i++) {
    power_up(b, units[i], ALL_CCR, REDUCED, 0);
    put(b, RELOAD, 2);
    put(b, RELOAD + 4, 3);
    put(b, ENABLE + 4, TRUE);
    put(b, OUTPUT, ZERO);
    put(b, OUTPUT + 4, ZERO + 1);
    if (i < 2) put(b, VALUE, 7);  // it is not there
    run(b);
    shows(b, i < 2 ? "00012232232" : "00002222222");
    expect(b, VALUE, i < 2 ? 0 : 2);
    program(b);
    put(b, RELOAD, 0);
    run(b);
    shows(b, "0111333");
  }
}

// A resource that does not exist is not true, even if its value is 0.
CASE_WITH(only_built_resources, NULL, NULL, &bench) {
  struct bench *b = *state;
  power_up(b, V11, 0x88304000, 0, 0);  // 2 counters, 3 outputs
  for (unsigned n = 0; n < 4; n++) put(b, OUTPUT + 4 * n, ZERO + n);
  run(b);
  shows(b, "0333");
  program(b);
  for (unsigned n = 0; n < 4; n++) put(b, OUTPUT + 4 * n, STATE + n);
  run(b);
  shows(b, "0000");
  program(b);
  for (unsigned n = 0; n < 4; n++) put(b, OUTPUT + 4 * n, TRUE);
  run(b);
  shows(b, "0777");
  power_up(b, V11, 0x88410000, 0, 0);  // a sequencer, 4 outputs
  for (unsigned n = 0; n < 4; n++) put(b, OUTPUT + 4 * n, n ? ZERO + n : STATE);
  run(b);
  shows(b, "0111");
  power_up(b, V11, ALL_CCR, 0, 0);
  for (unsigned n = 0; n < 4; n++) put(b, OUTPUT + 4 * n, ZERO + n);
  run(b);
  shows(b, "0???");  // '0' + 15
}

// --- the Programming bit ---------------------------------------------------------------------------------------------

// The Programming bit holds the counter. When it is cleared, the counter begins again, except if it was written
// meanwhile.
CASE_WITH(programming, NULL, NULL, &bench) {
  static const uint32_t units[] = {V10, V11, ETM(1), ETM(5)};
  struct bench *b = *state;
  for (unsigned i = 0; i < 4; i++) {
    count_down(b, units[i], 0, 9);
    pulse(b, 2, 4);
    put(b, SQR, 1);
    program(b);
    pulse(b, 2, 4);
    expect(b, VALUE, 5);
    expect(b, SQR, 1);
    put(b, 0x000, PROGRAM);
    expect(b, VALUE, 5);
    run(b);
    expect(b, VALUE, 9);
    expect(b, SQR, 0);
    program(b);
    put(b, VALUE, 0x1234567);
    put(b, SQR, 0xE);
    put(b, 0x000, PROGRAM);
    expect(b, VALUE, 0x4567);
    run(b);
    expect(b, VALUE, 0x4567);
    expect(b, SQR, 2);
    pulse(b, 2, 1);
    expect(b, VALUE, 0x4566);
    put(b, VALUE, 0x50);  // not while programming: not for the next run
    expect(b, VALUE, 0x50);
    program(b);
    expect(b, VALUE, 0x50);
    run(b);
    expect(b, VALUE, 9);
    expect(b, SQR, 0);
  }
}

// IHI 0014Q 3.5.27: the counter of an ETM takes the reload value when that is written, the counter of a PTM when
// programming ends.
CASE_WITH(reload_value_is_written, NULL, NULL, &bench) {
  static const uint32_t units[] = {V11, ETM(1), ETM(5)};
  struct bench *b = *state;
  for (unsigned i = 0; i < 3; i++) {
    const bool etm = i > 0;
    count_down(b, units[i], 0, 9);
    program(b);
    put(b, RELOAD, 4);
    expect(b, VALUE, etm ? 4 : 9);
    put(b, VALUE, 7);
    expect(b, VALUE + 4, 0);
    run(b);
    expect(b, VALUE, 7);
    put(b, RELOAD, 6);
    expect(b, VALUE, 7);
    program(b);
    put(b, VALUE, 7);
    put(b, RELOAD, 3);
    expect(b, VALUE, etm ? 3 : 7);
    run(b);
    expect(b, VALUE, etm ? 3 : 7);
  }
}

// IHI 0014Q 3.4.4: ETMv3.0 is reset when programming begins, and cannot be written.
CASE_WITH(programming_resets_etm_3_0, NULL, NULL, &bench) {
  struct bench *b = *state;
  count_down(b, ETM(0), 0, 9);
  program(b);
  put(b, ETMSQ12, INPUT + 1);
  put(b, VALUE, 7);
  put(b, SQR, 2);
  expect(b, VALUE, 9);
  expect(b, SQR, 0);
  put(b, RELOAD, 8);
  expect(b, VALUE, 8);
  run(b);
  pulse(b, 2, 2);
  put(b, VALUE, 1);
  expect(b, VALUE, 6);
  expect(b, SQR, 1);
  program(b);
  edge(b);
  expect(b, VALUE, 8);
  expect(b, SQR, 0);
}

// --- the sequencer ---------------------------------------------------------------------------------------------------

CASE_WITH(moves_of_the_sequencer, NULL, NULL, &bench) {
  static const uint8_t next[4][4] = {{0, 1, 2, 0}, {1, 0, 2, 1}, {2, 0, 1, 2}, {3, 3, 3, 3}};
  struct bench *b = *state;
  power_up(b, V11, ALL_CCR, 0, 0);
  // 12, 21, 31 by EXTIN[0]; 23, 32, 13 by EXTIN[1].
  for (unsigned n = 0; n < 6; n++) put(b, ETMSQ12 + 4 * n, INPUT + (n == 2 || n > 3));
  for (unsigned n = 0; n < 4; n++) put(b, OUTPUT + 4 * n, STATE + n);
  for (unsigned from = 0; from < 4; from++) {
    for (uint8_t inputs = 0; inputs < 4; inputs++) {
      program(b);
      put(b, SQR, from);
      pulse(b, inputs, 1);
      run(b);
      pulse(b, inputs, 1);
      expect(b, SQR, next[from][inputs]);
      assert_int_equal(b->out.extout, 1 << next[from][inputs] & 7);
    }
  }
}

CASE_WITH(one_move_in_a_clock, NULL, NULL, &bench) {
  struct bench *b = *state;
  power_up(b, V11, ALL_CCR, 0, 0);
  put(b, ETMSQ12, TRUE);
  put(b, ETMSQ12 + 8, TRUE);   // 23
  put(b, ETMSQ12 + 12, TRUE);  // 31
  for (unsigned n = 0; n < 3; n++) put(b, OUTPUT + 4 * n, STATE + n);
  run(b);
  shows(b, "01241241");
}

// --- chains ----------------------------------------------------------------------------------------------------------

// Counter 1: 1, 0, 1, 0. Counter 2 at those zeros: 3 3 2 2 1 1 0. A clock later each: the sequencer, the trigger.
CASE_WITH(chain, NULL, NULL, &bench) {
  static const uint32_t units[] = {V11, ETM(5)};
  struct bench *b = *state;
  for (unsigned i = 0; i < 2; i++) {
    power_up(b, units[i], ALL_CCR, ETMCCER_TIMESTAMP, 0);
    put(b, RELOAD, 1);
    put(b, ENABLE, TRUE);
    put(b, RELOAD_EVENT, ZERO);
    put(b, RELOAD + 4, 3);
    put(b, ENABLE + 4, ZERO);
    put(b, ETMSQ12, ZERO + 1);
    put(b, 0x008, STATE + 1);
    put(b, 0x020, ZERO + 1);
    put(b, 0x1F8, 0x4000 | STATE);
    for (unsigned n = 0; n < 3; n++) put(b, OUTPUT + 4 * n, n < 2 ? ZERO + n : STATE + 1);
    put(b, 0x000, ETMCR_PORT & etmcr_built(&b->unit.apb.settings));
    shows(b, "001010");
    assert_false(b->unit.events.trace_enable || b->unit.events.stamp);
    shows(b, "1");
    assert_true(b->unit.events.trace_enable);
    assert_false(b->unit.events.stamp || b->unit.events.trigger);
    shows(b, "2");
    assert_true(b->unit.events.stamp && b->unit.events.trigger);
    assert_false(b->out.trigger);
    shows(b, "7");
    assert_true(b->out.trigger);
    shows(b, "6767");
  }
}

// --- what stops them -------------------------------------------------------------------------------------------------

// While the Programming bit, the Power Down bit or the OS lock is set, or without authentication, outputs are low, and
// no resource changes. Afterwards they continue.
CASE_WITH(state_is_held_while_stopped, NULL, NULL, &bench) {
  struct bench *b = *state;
  for (unsigned i = 0; i < 3; i++) {
    count_down(b, i ? ETM(5) : V11, CFGREGS_OS_LOCK, 0x100);
    program(b);
    put(b, ENABLE, TRUE);
    put(b, ETMSQ12, INPUT);
    for (unsigned n = 0; n < 4; n++) put(b, OUTPUT + 4 * n, TRUE);
    shows(b, "000");
    run(b);
    shows(b, "0??");
    const uint32_t before = get(b, VALUE);
    assert_int_equal(before, 0x100 - 3);
    if (i == 0) b->in.niden = false;
    if (i == 1) put(b, 0x000, DOWN);
    if (i == 2) put(b, 0x300, OSLAR_LOCK);
    const uint32_t stands = before - (i ? 4 : 2);
    if (i == 0) edge(b);
    shows(b, i ? "?00" : "000");
    pulse(b, 1, 3);
    expect(b, VALUE, stands);
    expect(b, SQR, 0);
    if (i == 0) b->in.dbgen = true;
    if (i == 1) put(b, 0x000, 0);
    if (i == 2) put(b, 0x300, 0);
    expect(b, VALUE, stands);
    expect(b, VALUE, stands - 2);
    shows(b, "??");
  }
}

// The core domain loses all of it.
CASE_WITH(power_is_lost, NULL, NULL, &bench) {
  struct bench *b = *state;
  power_up(b, V11, ALL_CCR, 0, TWO);
  put(b, RELOAD, 9);
  put(b, OUTPUT, TRUE);
  put(b, SQR, 2);
  put(b, VALUE, 7);
  run(b);
  shows(b, "01");
  expect(b, VALUE, 7);
  b->in.dbgpwrdup = false;
  shows(b, "100");
  b->in.dbgpwrdup = true;
  edges(b, 2);
  expect(b, VALUE, 0);
  expect(b, SQR, 0);
  put(b, RELOAD, 9);
  put(b, SQR, 1);
  run(b);
  expect(b, VALUE, 9);  // a value written before the loss is not kept
  expect(b, SQR, 1);
}

// Saved by ETMOSSRR while the unit runs, and restored: it continues. IHI 0035B 3.17.3; for ETMv3.4, IHI 0014Q 3.8.
CASE_WITH(saved_and_restored, NULL, NULL, &bench) {
  static const uint32_t units[] = {V10, ETM(4)};
  enum { AT_VALUE = 52, AT_SQR = 62 };
  struct bench *b = *state;
  uint32_t saved[SAVED];
  for (unsigned i = 0; i < 2; i++) {
    count_down(b, units[i], CFGREGS_OS_LOCK, 9);
    pulse(b, 2, 3);
    put(b, SQR, 2);
    put(b, 0x300, OSLAR_LOCK);
    expect(b, 0x308, SAVED);
    for (unsigned n = 0; n < SAVED; n++) saved[n] = get(b, 0x308);
    assert_int_equal(saved[AT_VALUE], 6);
    assert_int_equal(saved[AT_VALUE + 1], 0);
    assert_int_equal(saved[AT_SQR], 2);
    power_up(b, units[i], ALL_CCR, 0, CFGREGS_OS_LOCK | CFGREGS_OS_LOCK_SET);
    expect(b, 0x308, SAVED);
    for (unsigned n = 0; n < SAVED; n++) put(b, 0x308, saved[n]);
    pulse(b, 2, 2);
    put(b, 0x300, 0);
    expect(b, VALUE, 6);
    expect(b, SQR, 2);
    pulse(b, 2, 2);
    expect(b, VALUE, 4);
    pulse(b, 1, 1);
    expect(b, VALUE, 9);
  }
}

// If software is locked, it writes neither.
CASE_WITH(software_lock, NULL, NULL, &bench) {
  struct bench *b = *state;
  power_up(b, V11, ALL_CCR, 0, CFGREGS_SOFTWARE_LOCK);
  b->in.paddrdbg31 = false;
  put(b, VALUE, 7);
  put(b, SQR, 2);
  expect(b, VALUE, 0);
  expect(b, SQR, 0);
}
