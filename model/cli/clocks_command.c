// SPDX-License-Identifier: Apache-2.0
// waypoint check and waypoint list of pins: runs the checker on a log of clocks or a wave that a simulation has
// written.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "checker.h"
#include "clock_log.h"
#include "code.h"
#include "command.h"
#include "description.h"
#include "result_file.h"
#include "wave.h"

// The source of the pins, one of the two.
struct frontend {
  struct clock_log log;
  struct wave wave;
  struct pin_map map;
  bool is_wave;
};

// The log or the map has the pin.
static bool is_given(const struct frontend *d, enum pin pin) {
  const bool is_constant = d->is_wave && d->map.given[pin] && !d->map.of[pin].signal;
  return d->is_wave ? is_constant || d->wave.value[pin].width > 0 : d->log.given[pin];
}

// Without these pins each waypoint would count as uncommitted.
static bool has_commits(const struct frontend *d, const struct options *o, struct error *err) {
  static const enum pin needed[] = {PIN_WPTCOMMIT, PIN_WPTFLUSH};
  if (!waypoint_port_speculates(o->checks.port, &o->config)) return true;
  for (unsigned i = 0; i < sizeof needed / sizeof *needed; i++) {
    if (is_given(d, needed[i])) continue;
    return error_set(err, "%s: missing pin: expected %s for the Cortex-A9's port; use port=committed without it",
                     d->is_wave ? d->map.path : d->log.path, pin_name(needed[i], &o->config));
  }
  return true;
}

static bool open_frontend(struct frontend *d, const struct words *words, struct error *err) {
  const struct options *o = &words->options;
  d->is_wave = words->wave;
  if (!d->is_wave) return clock_log_open(&d->log, words->log, o->protocol, &o->config, err) && has_commits(d, o, err);
  return pin_map_read(&d->map, words->map, o->protocol, err) &&
         wave_open(&d->wave, words->wave, &d->map, &o->config, err) && has_commits(d, o, err);
}

static enum read_result next_clock(struct frontend *d, struct pins *pins, struct error *err) {
  return d->is_wave ? wave_next(&d->wave, pins, err) : clock_log_next(&d->log, pins, err);
}

static void close_frontend(struct frontend *d) {
  clock_log_close(&d->log);
  wave_close(&d->wave);
  pin_map_free(&d->map);
}

// Prints the line of a log with this clock of the report. The messages of a wave have its simulation time instead.
static void print_location(void *user, uint64_t clock, FILE *to) {
  const struct clock_log *log = user;
  fprintf(to, "clock %" PRIu64 ": line %" PRIu64 " of %s\n", clock, log->header + clock + 1, log->path);
}

// Prints the report and the verdict, or only finishes the rows.
static int finish(struct checker *checker, bool rows, struct error *err) {
  if (!rows) return verdict_code(checker_close(checker));
  const bool good = checker_end(checker, err);
  checker_drop(checker);
  if (!good) fprintf(stderr, "waypoint: %s\n", err->text);
  return good ? 0 : 1;
}

static int refuse(const struct words *words, const struct error *err) {
  (void)result_incomplete(&words->options.checks, err->text, NULL);
  return could_not_run(err);
}

static int run_checker(const struct words *words, const struct image *image, struct frontend *d, join_sink *row,
                       void *user, struct error *err) {
  struct check_options options = words->options.checks;
  struct pins pins;
  enum read_result read;
  enum checker_state state = CHECKER_GOES_ON;
  options.config = words->options.config;
  options.config.atb_bits = d->is_wave ? d->wave.atb_bits : d->log.atb_bits;
  if (!is_given(d, PIN_DEBUG_REQUEST)) options.without |= ability_bit(ability_find("debug-request"));
  if (!d->is_wave) options.failed = print_location;
  options.user = &d->log;
  options.row = row;
  options.row_user = user;
  struct checker *checker = checker_open(&options, err);
  if (!checker) return refuse(words, err);
  checker_image(checker, image->count ? image : NULL, false);
  do {
    read = next_clock(d, &pins, err);
    if (read == READ_GOOD && d->is_wave) checker_time(checker, d->wave.edge_time, d->wave.exponent);
    if (read == READ_GOOD) state = checker_clock(checker, &pins);
  } while (read == READ_GOOD && state != CHECKER_DONE);
  if (read != READ_BAD) return finish(checker, row, err);
  checker_drop(checker);
  return refuse(words, err);
}

int check_clocks(const struct words *words, struct code *code, join_sink *row, void *user) {
  struct error err;
  struct frontend *frontend = error_memory(calloc(1, sizeof *frontend));
  const bool good = code_load(code, words, &err) && open_frontend(frontend, words, &err);
  const int result = good ? run_checker(words, &code->image, frontend, row, user, &err) : refuse(words, &err);
  close_frontend(frontend);
  free(frontend);
  return result;
}
