// SPDX-License-Identifier: Apache-2.0
// Runs the driver and the checker without a simulator. The reference model is the DUT. Each test decides how the
// checker gets the pins of a clock.
#ifndef CHECKER_BENCH_H
#define CHECKER_BENCH_H

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "case.h"
#include "checker.h"
#include "driver.h"
#include "error.h"
#include "options.h"
#include "unit.h"

enum { LATE_MAX = 4, ARGUMENTS = 40, RESET = 3 };

// The number of clocks by which the DUT samples each input late.
struct late {
  unsigned extin, time, items;
};

struct inputs {
  struct ports_in before[LATE_MAX + 1];  // [0]: of this clock
};

static inline struct ports_in seen_late(const struct inputs *in, struct late late) {
  struct ports_in now = in->before[0];
  const struct ports_in *items = &in->before[late.items];
  now.extin = in->before[late.extin].extin;
  now.timestamp = in->before[late.time].timestamp;
  now.wpt_valid = items->wpt_valid;
  now.wpt = items->wpt;
  now.slots = items->slots;
  return now;
}

// Passes the pins of a clock to a checker.
typedef enum checker_state show_clock(struct checker *c, const struct pins *pins, uint64_t clock);

struct trial {
  struct late late;
  uint64_t reset;    // RESETn is low from this clock on, and the run ends soon after; 0: never
  show_clock *show;  // NULL: checker_clock
};

static inline void run_clocks(struct driver *d, struct checker *c, const struct config *config, const struct trial *t) {
  const uint64_t reset = t->reset ? t->reset : UINT64_MAX - RESET;
  static struct unit unit;
  const struct stim *stim = driver_stim(d);
  struct inputs in = {.before[0] = *driver_pins(d)};
  size_t covered = 0;
  enum checker_state state = CHECKER_GOES_ON;
  for (uint64_t clock = 0; driver_end(d) == DRIVER_RUNNING && state != CHECKER_DONE && clock < reset + RESET; clock++) {
    struct pins pins = {.in = in.before[0]};
    if (clock >= reset) pins.in.resetn = false;
    if (!pins.in.resetn) unit_reset(&unit, config);
    unit_outputs(&unit, &pins.out);
    state = t->show ? t->show(c, &pins, clock) : checker_clock(c, &pins);
    const struct ports_in now = seen_late(&in, t->late);
    unit_step(&unit, &now);
    driver_clock(d, &pins.out);
    memmove(&in.before[1], &in.before[0], LATE_MAX * sizeof in.before[0]);
    in.before[0] = *driver_pins(d);
    if (!in.before[0].wpt_valid || config_is_etm3(config)) continue;
    const size_t end = driver_steps_end(d);
    checker_executed(c, step_list_at(&stim->steps, covered), end - covered);
    covered = end;
  }
}

static char report[1 << 14];  // of the last run, with nothing on the screen

static inline int close_quietly(struct checker *c) {
  FILE *file = tmpfile();
  assert_non_null(file);
  fflush(stdout);
  const int out = dup(STDOUT_FILENO);
  dup2(fileno(file), STDOUT_FILENO);
  const int code = verdict_code(checker_close(c));
  fflush(stdout);
  dup2(out, STDOUT_FILENO);
  close(out);
  rewind(file);
  report[fread(report, 1, sizeof report - 1, file)] = '\0';
  fclose(file);
  return code;
}

// Checks that the report contains the text.
static inline void said(const char *text) {
  if (!strstr(report, text)) fail_msg("expected %s in:\n%s", text, report);
}

static inline void unsaid(const char *text) {
  if (strstr(report, text)) fail_msg("expected no %s in:\n%s", text, report);
}

static inline void read_words(const char *words, struct options *options) {
  char text[400], *argv[ARGUMENTS] = {"waypoint-sim"}, *rest;
  int argc = 1;
  struct error err;
  snprintf(text, sizeof text, "%s", words);
  for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) argv[argc++] = word;
  if (options_parse(options, argc, argv, &err) != OPTION_GOOD) fail_msg("%s: %s", words, err.text);
}

// Returns the verdict of a run as an exit code.
static inline int run_with(const struct options *options, const struct check_options *checks,
                           const struct trial *trial) {
  struct error err;
  struct driver *d = driver_open(&options->drive, &options->config, &err);
  struct checker *c = d ? checker_open(checks, &err) : NULL;
  if (!c) fail_msg("%s", err.text);
  checker_image(c, &driver_stim(d)->image, true);
  run_clocks(d, c, &options->config, trial);
  const int verdict = close_quietly(c);
  driver_close(d);
  return verdict;
}

// Runs a unit with the programming `words`, and a checker with the configuration `config`.
static inline int run_configured(const char *words, const char *config, const struct trial *trial) {
  struct options options;
  struct check_options checks;
  struct error err;
  read_words(words, &options);
  if (!options_of_text(&checks, config, options.protocol, &err)) fail_msg("%s: %s", config, err.text);
  return run_with(&options, &checks, trial);
}

#endif
