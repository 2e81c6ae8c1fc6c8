// SPDX-License-Identifier: Apache-2.0
// The C half of waypoint_driver_pkg.sv is here, too. Compiled with Verilator's header of the imports included by force,
// so that the compiler compares the prototypes.
#include "bench.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checker.h"
#include "driver.h"
#include "error.h"
#include "meant.h"
#include "options.h"
#include "pins.h"

enum { WAVES_BEFORE = 200, WAVES_BEHIND = 50 };  // clocks around a failure

// One a process: a simulation with our own driver has one unit.
static struct bench {
  int argc;
  char **argv;
  struct options options;
  char note[32];
  char *command;  // that repeats the run
  struct driver *driver;
  struct checker *checker;
  size_t covered;         // PTM: steps that the waypoints presented so far cover
  struct etm3_port port;  // ETM: what the driver's pins say,
  struct meant meant;     // and what it means
  uint64_t clock;
  bool told;  // that it has given up, or means something else
} bench;

// The command that repeats the run, for a shell, without the files that it wrote.
static char *command_line(int argc, char **argv) {
  size_t room = 1;
  for (int i = 0; i < argc; i++) room += 4 * strlen(argv[i]) + 3;
  char *text = malloc(room), *to = text;
  if (!text) return NULL;
  for (int i = 0; i < argc; i++) {
    if (options_writes(argv[i])) {
      i += !strchr(argv[i], '=');
      continue;
    }
    const char *bare = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=:,./";
    const bool quoted = argv[i][strspn(argv[i], bare)] != '\0' || *argv[i] == '\0';
    if (i > 0) *to++ = ' ';
    if (quoted) *to++ = '\'';
    for (const char *from = argv[i]; *from; from++) {
      if (*from == '\'') to = memcpy(to, "'\\'", 3), to += 3;
      *to++ = *from;
    }
    if (quoted) *to++ = '\'';
  }
  *to = '\0';
  return text;
}

// Waves of a failure go beside the simulator: the run is repeated with the clocks around it.
static void report_failure(void *user, uint64_t clock) {
  const struct bench *b = user;
  char stem[4096], command[8192];
  const uint64_t from = clock > WAVES_BEFORE ? clock - WAVES_BEFORE : 0, to = clock + WAVES_BEHIND;
  snprintf(stem, sizeof stem, "%s-failure-seed%" PRIu64 "-clock%" PRIu64, b->argv[0], b->options.drive.seed, clock);
  const int length =
      snprintf(command, sizeof command,
               "%s --quiet --fst '%s.fst' --beats '%s.beats' --from %" PRIu64 " --to %" PRIu64 " >/dev/null 2>&1",
               b->command, stem, stem, from, to);
  fflush(stdout);
  if (!b->options.fst && length < (int)sizeof command && system(command) != -1) {
    printf("waves: %s.fst, clocks %" PRIu64 " to %" PRIu64 "\n", stem, from, to);
  }
  printf("again: %s\n", b->command);
}

int bench_begin(int argc, char **argv) {
  struct error err;
  bench.argc = argc;
  bench.argv = argv;
  const enum option_result read = options_parse(&bench.options, argc, argv, &err);
  if (read == OPTION_TOLD) return 0;
  if (read == OPTION_GOOD) {
    bench.command = command_line(argc, argv);
    return bench.command ? BENCH_BEGUN : 2;
  }
  fprintf(stderr, "waypoint: %s\n", err.text);
  return 2;
}

int bench_end(void) {
  const int code = bench.checker ? (int)checker_close(bench.checker) : 2;
  if (bench.driver) driver_close(bench.driver);
  free(bench.command);
  return code;
}

// --- opening --------------------------------------------------------------------------------------------------------

// Without steps a text of an ETM's clocks is checked by its packets alone.
static bool knows_code(const struct bench *b, const struct stim *stim) {
  return stim->image.count && (!b->options.etm3 || stim->steps.count);
}

static bool open_checker(struct bench *b, const struct config *config, struct error *err) {
  struct check_options *checks = &b->options.checks;
  const struct stim *stim = driver_stim(b->driver);
  snprintf(b->note, sizeof b->note, "seed=%" PRIu64, b->options.drive.seed);
  checks->config = *config;
  checks->note = b->note;
  checks->failed = report_failure;
  checks->user = b;
  b->checker = checker_open(checks, err);
  if (!b->checker) return false;
  checker_image(b->checker, knows_code(b, stim) ? &stim->image : NULL, stim->steps.count > 0);
  etm3_port_start(&b->port, &stim->image);
  meant_start(&b->meant, &stim->steps);
  return true;
}

void *waypoint_driver_open(int atb_bits, int queue_depth, int fifo_bytes, svBit etm) {
  struct bench *b = &bench;
  struct error err;
  if (etm != b->options.etm3) {
    fprintf(stderr, "waypoint: the unit of this simulator is %s: expected --protocol %s\n", etm ? "an ETM" : "a PTM",
            etm ? "etm3" : "pft");
    return NULL;
  }
  struct config config = b->options.config;
  config.atb_bits = (uint32_t)atb_bits;
  config.queue_depth = (uint32_t)queue_depth;
  config.fifo_bytes = (uint32_t)fifo_bytes;
  b->driver = driver_open(&b->options.drive, &config, &err);
  if (b->driver && open_checker(b, &config, &err)) return b;
  fprintf(stderr, "waypoint: %s\n", err.text);
  return NULL;
}

void *waypoint_driver_checker(void *handle) { return ((struct bench *)handle)->checker; }

unsigned waypoint_driver_waves_from(void *handle) {
  const struct bench *b = handle;
  return b->options.fst ? (uint32_t)b->options.from : UINT32_MAX;
}

const char *waypoint_driver_waves(void *handle) { return ((struct bench *)handle)->options.fst; }

// --- one clock ------------------------------------------------------------------------------------------------------

static void tell(struct bench *b, const char *what) {
  if (!b->told) checker_rule(b->checker, what);
  b->told = true;
}

// What the driver means beside the pins of the next clock.
static void tell_meaning(struct bench *b) {
  const struct ports_in *in = driver_pins(b->driver);
  const struct stim *stim = driver_stim(b->driver);
  if (b->options.checks.off || !stim->steps.count) return;
  if (b->options.etm3) {
    struct etm3_port_clock port;
    etm3_port_clock(&b->port, &in->slots, &port);
    meant_clock(&b->meant, &port, b->clock);
    if (b->meant.wrong) tell(b, b->meant.why);
  } else if (in->wpt_valid) {
    const size_t end = driver_meant(b->driver).steps_end;
    checker_executed(b->checker, stim->steps.at + b->covered, end - b->covered);
    b->covered = end;
  }
}

static void tell_end(struct bench *b, enum driver_end end) {
  static const char *const what[] = {
      [DRIVER_NO_STOP] = "stop", [DRIVER_NO_START] = "start", [DRIVER_NO_IDLE_ACK] = "acknowledge PTMIDLEREQ"};
  const struct stim *stim = driver_stim(b->driver);
  const bool exhausted = stim->next == stim->count;
  char text[80];
  if (end == DRIVER_PARKED) {
    if (b->options.etm3 && stim->steps.count && exhausted) {
      meant_end(&b->meant, driver_meant(b->driver).steps_end, b->clock);
      if (b->meant.wrong) tell(b, b->meant.why);
    }
    return;
  }
  snprintf(text, sizeof text, "the unit did not %s in %d clocks", what[end], STOP_LIMIT);
  tell(b, text);
}

void waypoint_driver_pins(void *handle, svBitVecVal *in) {
  pins_pack_in(driver_pins(((struct bench *)handle)->driver), in);
}

svBit waypoint_driver_clock(void *handle, const svBitVecVal *out, svBitVecVal *in) {
  struct bench *b = handle;
  struct ports_out seen;
  pins_unpack_out(out, &seen);
  driver_clock(b->driver, &seen);
  tell_meaning(b);
  pins_pack_in(driver_pins(b->driver), in);
  const enum driver_end end = driver_end(b->driver);
  if (end != DRIVER_GOES_ON) tell_end(b, end);
  return end != DRIVER_GOES_ON || b->clock++ >= b->options.to;
}
