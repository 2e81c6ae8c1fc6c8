// SPDX-License-Identifier: Apache-2.0
// Driver and checker without a simulator: the model is the unit, with some of its inputs late, as another unit may
// sample them. Check 2 must accept it where --latency says so, and nowhere else.

// clang-format off
#include <setjmp.h>  // cmocka.h needs these before it
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "checker.h"
#include "driver.h"
#include "error.h"
#include "options.h"
#include "unit.h"

enum { LATE_MAX = 4, ARGUMENTS = 40, RESET = 3 };

// Clocks by which the unit sees each later.
struct late {
  unsigned extin, time, items;
};

struct inputs {
  struct ports_in before[LATE_MAX + 1];  // [0]: of this clock
};

static struct ports_in seen_late(const struct inputs *in, struct late late) {
  struct ports_in now = in->before[0];
  const struct ports_in *items = &in->before[late.items];
  now.extin = in->before[late.extin].extin;
  now.timestamp = in->before[late.time].timestamp;
  now.wpt_valid = items->wpt_valid;
  now.wpt = items->wpt;
  now.slots = items->slots;
  return now;
}

// From clock `reset` on RESETn is low, and soon nothing is looked at any more.
static void run_clocks(struct driver *d, struct checker *c, const struct config *config, struct late late,
                       uint64_t reset) {
  static struct unit unit;
  const struct stim *stim = driver_stim(d);
  struct inputs in = {.before[0] = *driver_pins(d)};
  size_t covered = 0;
  enum checker_state state = CHECKER_GOES_ON;
  for (uint64_t clock = 0; driver_end(d) == DRIVER_GOES_ON && state != CHECKER_DONE && clock < reset + RESET; clock++) {
    struct pins pins = {.in = in.before[0]};
    if (clock >= reset) pins.in.resetn = false;
    if (!pins.in.resetn) unit_reset(&unit, config);
    unit_outputs(&unit, &pins.out);
    state = checker_clock(c, &pins);
    const struct ports_in now = seen_late(&in, late);
    unit_step(&unit, &now);
    driver_clock(d, &pins.out);
    memmove(&in.before[1], &in.before[0], LATE_MAX * sizeof in.before[0]);
    in.before[0] = *driver_pins(d);
    if (!in.before[0].wpt_valid || config_is_etm3(config)) continue;
    const size_t end = driver_steps_end(d);
    checker_executed(c, stim->steps.at + covered, end - covered);
    covered = end;
  }
}

// Its verdict, and nothing on the screen.
static int close_quietly(struct checker *c) {
  fflush(stdout);
  const int out = dup(STDOUT_FILENO), null = open("/dev/null", O_WRONLY);
  dup2(null, STDOUT_FILENO);
  const int code = verdict_code(checker_close(c));
  fflush(stdout);
  dup2(out, STDOUT_FILENO);
  close(out);
  close(null);
  return code;
}

static void read_words(const char *words, struct options *options) {
  char text[400], *argv[ARGUMENTS] = {"waypoint-sim"}, *rest;
  int argc = 1;
  struct error err;
  snprintf(text, sizeof text, "%s", words);
  for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) argv[argc++] = word;
  if (options_parse(options, argc, argv, &err) != OPTION_GOOD) fail_msg("%s: %s", words, err.text);
}

static int run_with(const struct options *options, const struct check_options *checks, struct late late,
                    uint64_t reset) {
  struct error err;
  struct driver *d = driver_open(&options->drive, &options->config, &err);
  struct checker *c = d ? checker_open(checks, &err) : NULL;
  if (!c) fail_msg("%s", err.text);
  checker_image(c, &driver_stim(d)->image, true);
  run_clocks(d, c, &options->config, late, reset);
  const int verdict = close_quietly(c);
  driver_close(d);
  return verdict;
}

// The verdict of a run.
static int run(const char *words, struct late late) {
  char text[400];
  struct options options;
  snprintf(text, sizeof text, "%s --mode legal --quiet", words);
  read_words(text, &options);
  options.checks.config = options.config;
  return run_with(&options, &options.checks, late, UINT64_MAX - RESET);
}

// Of a unit that is programmed as `words` say, and checked as `checks` do.
static int run_programmed(const char *words, const struct check_options *checks, uint64_t reset) {
  struct options options;
  read_words(words, &options);
  return run_with(&options, checks, (struct late){0}, reset < UINT64_MAX ? reset : UINT64_MAX - RESET);
}

static const char *const programmed[] = {
    "--random 5 --clocks 6000 --set a15 --cycle-accurate --timestamps --context-id 4 --context 20 --return-stack "
    "--depth 4 "
    "--broadcast --restarts 2",
    "--protocol etm3 --random 5 --clocks 6000 --set a7 --cycle-accurate --timestamps --context-id 2 --context 20 "
    "--broadcast --restarts 2"};

static void with_latency(const char *words, const char *latency, struct late late, int code) {
  char text[300];
  snprintf(text, sizeof text, "%s --latency %s", words, latency);
  if (run(text, late) != code) fail_msg("%s: expected %d", text, code);
}

// `late` clocks behind the items: within the window, and on either side of it.
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

static void event_before_the_item(void **state) {
  (void)state;
  expect_window(by_event, (struct late){.extin = 1}, "-1..-1", "-2..0", "-3..-2", "0..3");
  expect_window(by_event, (struct late){.extin = 3}, "-3..-3", "-4..0", "-6..-4", "-2..2");
  expect_window(by_event_etm, (struct late){.extin = 1}, "-1..-1", "-2..0", "-3..-2", "0..3");
}

static void event_behind_the_item(void **state) {
  (void)state;
  expect_window(by_event, (struct late){.items = 1}, "1..1", "0..2", "-3..0", "2..4");
  expect_window(by_event_etm, (struct late){.items = 2}, "2..2", "0..3", "-3..1", "3..6");
}

static void time_before_the_item(void **state) {
  (void)state;
  expect_window(stamps, (struct late){.time = 1}, "-1..-1", "-2..0", "-3..-2", "0..3");
  with_latency(stamps_v10, "-2..0", (struct late){.time = 2}, 0);
}

static void time_behind_the_item(void **state) {
  (void)state;
  expect_window(stamps, (struct late){.items = 2}, "2..2", "0..3", "-3..1", "3..6");
}

// The configuration says which unit it is; how it is programmed is on the APB.
static void programming_is_on_the_apb(void **state) {
  (void)state;
  struct check_options options;
  struct error err;
  static const char *const texts[] = {"set=a15 mode=legal quiet max-lost=any", "set=a7 mode=legal quiet max-lost=any"};
  for (int etm = 0; etm < 2; etm++) {
    assert_true(options_of_text(&options, texts[etm], etm, &err));
    assert_int_equal(run_programmed(programmed[etm], &options, UINT64_MAX), VERDICT_PASS);
    options.config.etmtraceidr ^= 1;  // what the APB says counts
    assert_int_equal(run_programmed(programmed[etm], &options, UINT64_MAX), VERDICT_PASS);
  }
}

// A reset is no end: what was on its way is not looked at.
static void cut_by_a_reset(void **state) {
  (void)state;
  struct check_options options;
  struct error err;
  assert_true(options_of_text(&options, "set=a15 mode=legal quiet max-lost=any", false, &err));
  assert_int_equal(verdict_code(run_programmed(programmed[0], &options, 3000)), 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(event_before_the_item),     cmocka_unit_test(event_behind_the_item),
      cmocka_unit_test(time_before_the_item),      cmocka_unit_test(time_behind_the_item),
      cmocka_unit_test(programming_is_on_the_apb), cmocka_unit_test(cut_by_a_reset),
  };
  return cmocka_run_group_tests_name("checker", tests, NULL, NULL);
}
