// SPDX-License-Identifier: Apache-2.0
// Runs the driver and the checker without a simulator. The DUT is the reference model with some inputs delayed, because
// another unit may sample them late. The scoreboard must accept the delays that --latency permits, and no others.

#include "checker_bench.h"

// Returns the verdict of the run.
static int run(const char *words, struct late late) {
  char text[400];
  struct options options;
  snprintf(text, sizeof text, "%s --mode legal --quiet", words);
  read_words(text, &options);
  options.checks.config = options.config;
  return run_with(&options, &options.checks, &(struct trial){.late = late});
}

static void with_latency(const char *words, const char *latency, struct late late, int code) {
  char text[300];
  snprintf(text, sizeof text, "%s --latency %s", words, latency);
  if (run(text, late) != code) fail_msg("%s: expected %d", text, code);
}

// The DUT samples some pins `late` clocks late. The windows `exact` and `around` contain this delay. The window `below`
// ends one clock before the delay, and `above` begins one clock after it.
static void expect_window(const char *words, struct late late, const char *exact, const char *around, const char *below,
                          const char *above) {
  assert_int_equal(run(words, (struct late){0}), 0);
  assert_int_equal(run(words, late), 1);
  with_latency(words, exact, late, 0);
  with_latency(words, around, late, 0);
  with_latency(words, around, (struct late){0}, 0);
  with_latency(words, below, late, 1);
  with_latency(words, above, late, 1);
}

static const char by_event[] = "--random 7 --clocks 6000 --etmteevr 0x60 --extin-rate 300 --exceptions 10";
static const char by_event_etm[] =
    "--protocol etm3 --random 7 --clocks 3000 --etmteevr 0x60 --extin-rate 300 --exceptions 10";
static const char stamps[] =
    "--random 3 --clocks 6000 --set a15 --timestamps --exceptions 20 --etmtsevr 0x61 --extin-rate 30";
static const char stamps_v10[] = "--random 3 --clocks 6000 --set a9 --timestamps --barriers 20 --spacing one";

CASE(event_before_the_item) {
  expect_window(by_event, (struct late){.extin = 1}, "-1..-1", "-2..0", "-3..-2", "0..3");
  expect_window(by_event, (struct late){.extin = 3}, "-3..-3", "-4..0", "-6..-4", "-2..2");
  expect_window(by_event_etm, (struct late){.extin = 1}, "-1..-1", "-2..0", "-3..-2", "0..3");
}

CASE(event_after_the_item) {
  expect_window(by_event, (struct late){.items = 1}, "1..1", "0..2", "-3..0", "2..4");
  expect_window(by_event_etm, (struct late){.items = 2}, "2..2", "0..3", "-3..1", "3..6");
}

CASE(time_before_the_item) {
  expect_window(stamps, (struct late){.time = 1}, "-1..-1", "-2..0", "-3..-2", "0..3");
  with_latency(stamps_v10, "-2..0", (struct late){.time = 2}, 0);
}

CASE(time_after_the_item) { expect_window(stamps, (struct late){.items = 2}, "2..2", "0..3", "-3..1", "3..6"); }

// --- edges that are evaluated later ----------------------------------------------------------------------------------

static uint64_t first_failed;  // the clock of the call that reported the edge; UINT64_MAX: none did

static enum checker_state noted(enum checker_state state, uint64_t clock) {
  if (state != CHECKER_GOES_ON && first_failed == UINT64_MAX) first_failed = clock;
  return state;
}

static enum checker_state at_once(struct checker *c, const struct pins *pins, uint64_t clock) {
  return noted(checker_clock(c, pins), clock);
}

static enum checker_state soon(struct checker *c, const struct pins *pins, uint64_t clock) {
  *checker_pins_soon(c) = *pins;
  return noted(checker_clock_soon(c), clock);
}

static int run_shown(const char *words, struct late late, show_clock *show) {
  char text[400];
  struct options options;
  snprintf(text, sizeof text, "%s --mode legal", words);
  read_words(text, &options);
  options.checks.config = options.config;
  first_failed = UINT64_MAX;
  return run_with(&options, &options.checks, &(struct trial){.late = late, .show = show});
}

static void expect_same(const char *words, struct late late, int code) {
  static char before[sizeof report];
  assert_int_equal(run_shown(words, late, at_once), code);
  const uint64_t failed = first_failed;
  memcpy(before, report, sizeof report);
  assert_int_equal(run_shown(words, late, soon), code);
  assert_string_equal(report, before);
  assert_int_equal(failed == UINT64_MAX, code == 0);
  if (code != 0) assert_in_range(first_failed - failed, 0, 31);
}

CASE(verdict_does_not_depend_on_batching) {
  expect_same(by_event, (struct late){0}, 0);
  expect_same(by_event, (struct late){.extin = 1}, 1);
  expect_same(by_event_etm, (struct late){0}, 0);
  expect_same(by_event_etm, (struct late){.extin = 1}, 1);
  expect_same(stamps, (struct late){.time = 1}, 1);
}
