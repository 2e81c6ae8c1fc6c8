// SPDX-License-Identifier: Apache-2.0
// Simulation times of clocks: a constant period, gaps, other periods, a full ring, large numbers, real time, and the
// texts.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "sim_time.h"

enum { NS = -9, PS = -12 };

static struct sim_time *times;

static int setup(void **state) {
  (void)state;
  times = calloc(1, sizeof *times);
  return times ? 0 : -1;
}

static int teardown(void **state) {
  (void)state;
  free(times);
  return 0;
}

// `count` clocks from number `clock` on, the first at `time`.
static void run(uint64_t clock, uint64_t count, uint64_t time, uint64_t period, int exponent) {
  for (uint64_t i = 0; i < count; i++) sim_time_edge(times, clock + i, time + i * period, exponent);
}

static void expect_message(const char *message, const char *expected) {
  char text[200] = "";
  FILE *to = fmemopen(text, sizeof text, "w");
  assert_non_null(to);
  sim_time_write(to, message, times);
  fclose(to);
  assert_string_equal(text, expected);
}

static void expect(uint64_t clock, const char *expected) {
  char message[32];
  snprintf(message, sizeof message, "clock %" PRIu64, clock);
  expect_message(message, expected);
}

CASE_WITH(steady, setup, teardown, NULL) {
  run(0, 100000, 5, 10, NS);
  expect(0, "clock 0 (5 ns)");
  expect(96, "clock 96 (965 ns)");
  expect(99999, "clock 99999 (999995 ns)");
  expect(100000, "clock 100000");
  assert_int_equal(times->parts, 1);
}

CASE_WITH(without_a_time, setup, teardown, NULL) {
  expect(7, "clock 7");
  run(0, 10, 0, 0, NS);  // a simulator whose time does not advance
  expect(0, "clock 0");
  expect(7, "clock 7");
  run(10, 3, 20, 10, NS);
  expect(0, "clock 0 (0 ns)");
  expect(7, "clock 7");
  expect(11, "clock 11 (30 ns)");
}

// The first tick is 1 second, at time 0.
CASE_WITH(from_time_0, setup, teardown, NULL) {
  run(0, 3, 0, 2, 0);
  expect(0, "clock 0 (0 s)");
  expect(2, "clock 2 (4 s)");
  assert_int_equal(times->parts, 1);
  memset(times, 0, sizeof *times);
  run(0, 3, 0, 1, -8);
  expect(0, "clock 0 (0 ns)");
}

CASE_WITH(gated, setup, teardown, NULL) {
  run(0, 10, 0, 10, NS);
  run(10, 10, 1003, 10, NS);
  run(20, 1, 5000, 0, NS);  // a single clock between two gaps
  run(21, 10, 7000, 10, NS);
  expect(9, "clock 9 (90 ns)");
  expect(10, "clock 10 (1003 ns)");
  expect(19, "clock 19 (1093 ns)");
  expect(20, "clock 20 (5000 ns)");
  expect(21, "clock 21 (7000 ns)");
  expect(30, "clock 30 (7090 ns)");
  assert_true(times->parts <= 5);
  memset(times, 0, sizeof *times);
  run(0, 1, 100, 0, NS);
  run(1, 2, 50, 10, NS);  // back
  expect(0, "clock 0 (100 ns)");
  expect(2, "clock 2 (60 ns)");
}

CASE_WITH(other_periods, setup, teardown, NULL) {
  run(0, 10, 0, 10, NS);
  run(10, 10, 100, 2, NS);
  run(20, 10, 123, 1000, NS);
  expect(9, "clock 9 (90 ns)");
  expect(10, "clock 10 (100 ns)");
  expect(19, "clock 19 (118 ns)");
  expect(20, "clock 20 (123 ns)");
  expect(29, "clock 29 (9123 ns)");
}

// 3 GHz in picoseconds: the period is 333, 333 and 334.
CASE_WITH(rounded, setup, teardown, NULL) {
  for (uint64_t i = 0; i < 10000; i++) sim_time_edge(times, i, (1000 * i + 1) / 3, PS);
  expect(9999, "clock 9999 (3333000 ps)");
  expect(9998, "clock 9998 (3332667 ps)");
  expect(9997, "clock 9997 (3332333 ps)");
}

// Each part has two clocks, so the ring holds twice as many clocks as parts.
CASE_WITH(full_ring, setup, teardown, NULL) {
  const uint64_t clocks = 4 * SIM_TIME_PARTS, kept = clocks - 2 * SIM_TIME_PARTS;
  for (uint64_t i = 0; i < clocks; i++) sim_time_edge(times, i, 10 * i + i / 2, NS);
  assert_int_equal(times->parts, 2 * SIM_TIME_PARTS);
  char text[64];
  snprintf(text, sizeof text, "clock %u (%u ns)", (unsigned)kept, (unsigned)(10 * kept + kept / 2));
  expect(kept, text);
  snprintf(text, sizeof text, "clock %u", (unsigned)kept - 1);
  expect(kept - 1, text);
  expect(0, "clock 0");
}

CASE_WITH(large_numbers, setup, teardown, NULL) {
  const uint64_t late = UINT64_C(18446744073709551000);  // ticks; 2^64 is ...1616
  run(0, 2, 0, 10, NS);
  run(2, 2, late, 500, NS);
  expect(2, "clock 2 (18446744073709551000 ns)");
  expect(3, "clock 3 (18446744073709551500 ns)");
  run(UINT64_C(9223372036854775808), 1, late + 600, 0, NS);
  expect(UINT64_C(9223372036854775808), "clock 9223372036854775808 (18446744073709551600 ns)");
}

// The unit is the largest in which the first period is at least 1. This also applies to a tick of 10 ns or 100 us.
CASE_WITH(units, setup, teardown, NULL) {
  static const struct {
    uint64_t time, period;
    int exponent;
    const char *text;
  } rows[] = {
      {5, 10, NS, "clock 3 (35 ns)"},    {625, 1250, PS, "clock 3 (4.375 ns)"},    {0, 1000, PS, "clock 3 (3 ns)"},
      {0, 999, PS, "clock 3 (2997 ps)"}, {1000000, 1000, PS, "clock 3 (1003 ns)"}, {0, 1, -8, "clock 3 (30 ns)"},
      {1, 2, -4, "clock 3 (700 us)"},    {0, 25, -1, "clock 3 (7.5 s)"},           {0, 50, 2, "clock 3 (15000 s)"},
      {7, 1, -15, "clock 3 (10 fs)"},    {50, 30517, -9, "clock 3 (91.601 us)"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    memset(times, 0, sizeof *times);
    run(0, 4, rows[i].time, rows[i].period, rows[i].exponent);
    expect(3, rows[i].text);
  }
}

// All texts of a run have one unit, and are exact.
CASE_WITH(one_unit, setup, teardown, NULL) {
  run(0, 10, 0, 30, -6);
  run(10, 2, 300, 3, -6);
  run(12, 2, 400000001, 1, -12);
  expect(11, "clock 11 (303 us)");
  expect(12, "clock 12 (400.000001 us)");
}

// Calls without new information: known clocks, and ticks that no simulator has.
CASE_WITH(ignored, setup, teardown, NULL) {
  run(0, 10, 0, 10, NS);
  run(5, 2, 777, 10, NS);
  run(10, 1, 100, 10, 3);
  run(10, 1, 100, 10, -16);
  expect(5, "clock 5 (50 ns)");
  expect(10, "clock 10");
  run(15, 5, 100, 10, NS);  // the times of clocks 10 to 14 were not reported
  expect(9, "clock 9 (90 ns)");
  expect(10, "clock 10");
  expect(14, "clock 14");
  expect(15, "clock 15 (100 ns)");
  expect_message("clocks 14 to 15", "clocks 14 to 15");
}

static void run_real(uint64_t clock, uint64_t count, double time, double period, double second) {
  for (uint64_t i = 0; i < count; i++) sim_time_real(times, clock + i, time + (double)i * period, second);
}

CASE_WITH(real_time, setup, teardown, NULL) {
  run_real(0, 100000, 0.3, 1.25, 1e9);
  expect(0, "clock 0 (0.3 ns)");
  expect(99999, "clock 99999 (124999.05 ns)");
  assert_int_equal(times->parts, 1);
  run_real(100000, 100, 125.5, 0.01, 1e6);  // another unit for the same times
  expect(100001, "clock 100001 (125510 ns)");
}

// A simulator that does not know its unit gives 0 as the number of units in a second.
CASE_WITH(real_time_without_a_unit, setup, teardown, NULL) {
  run_real(0, 2, 5, 10, 0);
  run_real(2, 3, 25, 10, 1e9);
  expect(0, "clock 0");
  expect(2, "clock 2 (25 ns)");
}

// A double has fewer digits as time increases, but the period remains constant.
CASE_WITH(late_real_time, setup, teardown, NULL) {
  run_real(0, 10, 0, 10, 1e9);
  run_real(10, 1000, 4.6e9, 10.1, 1e9);   // 4.6 seconds
  run_real(1010, 1000, 5e12, 10.5, 1e9);  // 5000 seconds
  run_real(2010, 1000, 1e15, 10, 1e9);    // 11 days
  expect(1009, "clock 1009 (4600010089.9 ns)");
  expect(2009, "clock 2009 (5000000010490 ns)");
  expect(3009, "clock 3009 (1000000000009990 ns)");
}

CASE_WITH(no_real_time, setup, teardown, NULL) {
  run_real(0, 10, 0, 10, 0);
  run_real(10, 10, 0, 0, 1e9);
  run_real(20, 10, -100, 10, 1e9);
  run_real(30, 10, 1e300, 1e299, 1e9);
  expect(5, "clock 5");
  expect(15, "clock 15");
  expect(25, "clock 25");
  expect(35, "clock 35");
}

CASE_WITH(messages, setup, teardown, NULL) {
  expect_message("clock 2, clocks 2 to 3: all 9 of them", "clock 2, clocks 2 to 3: all 9 of them");
  run(0, 10, 5, 10, NS);
  expect_message("rule A-1: clock 2, byte 3: since clock 0, 2 clocks late\n",
                 "rule A-1: clock 2 (25 ns), byte 3: since clock 0 (5 ns), 2 clocks late\n");
  expect_message("in clocks 2 to 9", "in clocks 2 to 9 (25 ns to 95 ns)");
  expect_message("in clocks 2 to 10", "in clocks 2 to 10");  // in the future
  expect_message("in clock 10", "in clock 10");
  expect_message("clocks 2, clock 2 to clock 3", "clocks 2, clock 2 (25 ns) to clock 3 (35 ns)");
  expect_message("clocks 2 to none", "clocks 2 to none");
  expect_message("clock x, clock, clock2, --clock 2, a_clock 2, unclock 2, cycle 2",
                 "clock x, clock, clock2, --clock 2, a_clock 2, unclock 2, cycle 2");
  expect_message("since AFVALID (clock 2), (clock 3 or 4), clock 2)",
                 "since AFVALID (clock 2, 25 ns), (clock 3 (35 ns) or 4), clock 2, 25 ns)");
  expect_message("(clocks 2 to 9)", "(clocks 2 to 9, 25 ns to 95 ns)");
  expect_message("", "");
}

static void expect_removed(const char *text, const char *expected) {
  char *copy = sim_time_remove(text);
  assert_string_equal(copy, expected);
  free(copy);
}

CASE_WITH(removed, setup, teardown, NULL) {
  expect_removed("clock 96 (965 ns), byte 3: since clock 2 (4.375 ps)", "clock 96, byte 3: since clock 2");
  expect_removed("(clock 2, 25 ns) 3, 5 ns, (clocks 2 to 9, 25 ns to 95 ns)", "(clock 2) 3, 5 ns, (clocks 2 to 9)");
  expect_removed("clocks 2 to 9 (25 s to 96.5 s): x", "clocks 2 to 9: x");
  static const char *const others[] = {"clock 9 965 ns)",
                                       "clock 9 (ns)",
                                       "clock 9 (965)",
                                       "clock 9 (965 nsx)",
                                       "clock 9 (965 beats)",
                                       "clock 9 (965 ns",
                                       "9 (965 ns to)",
                                       "clock 9 (965 ns; violated once)",
                                       "clock 9 (.5 ns)",
                                       "clocks 9 (965 ns to 9)",
                                       "none (965 ns)",
                                       "clock 9(965 ns)",
                                       "(965 ns)",
                                       ""};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) expect_removed(others[i], others[i]);
}
