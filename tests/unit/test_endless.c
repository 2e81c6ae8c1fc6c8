// SPDX-License-Identifier: Apache-2.0
// The memory of the checker does not grow while a processor executes an endless loop, with tracing on and off. The
// memory of a whole run of random code does not grow either. ENDLESS=clocks in the environment runs longer.

#define CASES_OWN_MAIN
#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "case.h"
#include "checker.h"
#include "error.h"
#include "host.h"
#include "model_run.h"
#include "protocol.h"
#include "unit.h"

enum {
  LOOP = 0x8000,
  RESET = 3,
  WARM = 1000000,
  CLOCKS = 2500000,
  GROWTH = 1 << 10,
  RINGS = 128 << 10
};                              // clocks; KiB
#define A32_B_SELF 0xEAFFFFFEu  // B .

static uint64_t clocks(void) {
  const char *text = getenv("ENDLESS");
  return text ? strtoull(text, NULL, 10) : CLOCKS;
}

// Returns the memory of the process now, in KiB.
static long memory(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  assert_non_null(file);
  assert_int_equal(fscanf(file, "%*d %ld", &pages), 1);
  fclose(file);
  return pages * (sysconf(_SC_PAGESIZE) >> 10);
}

// Returns the maximum of that memory so far.
static long peak(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

// A run as long as that of make test needs no more memory than a short one. A longer run has overflows in a loop, and
// it is unknown which turns they lost. Then the rings of items fill (history.h), and keep their size.
static void has_not_grown(const char *what, long warm, long now) {
  const long growth = now - warm, bound = clocks() > CLOCKS ? RINGS : GROWTH;
  if (growth > bound)
    fail_msg("%s: %ld KiB more than the %ld of its beginning, expected %ld", what, growth, warm, bound);
}

// The loop makes a turn in each clock in which the unit is enabled.
static void present(struct ports_in *in, bool enabled, bool etm) {
  in->wpt_valid = enabled && !etm;
  in->wpt = (struct waypoint){.type = WAYPOINT_DIRECT, .pc = LOOP, .target = LOOP, .taken = true, .t32 = true};
  in->slots = (struct slots){0};
  if (!enabled || !etm) return;
  const struct place at = {.address = LOOP};
  in->slots.at[0] =
      (struct slot){.executed = true, .passed = true, .branched = true, .direct = true, .at = at, .to = at};
}

static void go_round(const struct config *config, enum checker_state wanted) {
  static struct unit unit;
  const struct check_options options = {
      .config = *config,
      .mode = CHECK_LEGAL,
      .quiet = true,
      .windows = {WINDOW_DEFAULT, WINDOW_DEFAULT, WINDOW_DEFAULT, WINDOW_DEFAULT, WINDOW_DEFAULT, false},
      .bounds = {CHECK_NO_BOUND, CHECK_NO_BOUND, CHECK_NO_BOUND}};
  struct image image = {0};
  struct error err;
  struct host host;
  struct checker *c = checker_open(&options, &err);
  uint8_t *code = image_add(&image, LOOP, 4, NULL) ? image.at[0].bytes : NULL;
  assert_non_null(code);
  for (int i = 0; i < 4; i++) code[i] = (uint8_t)(A32_B_SELF >> 8 * i);
  checker_image(c, &image, false);
  host_start(&host, config, STOP_BY_PROGRAMMING, false);
  unit_reset(&unit, config);
  struct pins pins = {.in = {.atclken = true,
                             .pclken = true,
                             .atready = true,
                             .hdbgen = true,
                             .dbgpwrdup = true,
                             .paddrdbg31 = true,
                             .cfgidr = config->etmidr,
                             .cfgccer = config->etmccer,
                             .cfgccr = config_ccr(config),
                             .cfgregs = (uint16_t)config->cfgregs}};
  enum checker_state state = CHECKER_GOES_ON;
  long warm = 0;
  for (uint64_t clock = 0; clock < clocks() && state == CHECKER_GOES_ON; clock++) {
    pins.in.resetn = clock >= RESET;
    unit_outputs(&unit, &pins.out);
    state = checker_clock(c, &pins);
    unit_step(&unit, &pins.in);
    if (!pins.in.resetn) unit_reset(&unit, config);
    present(&pins.in, pins.out.wpt_enable, config_is_etm3(config));
    host_look(&host, &pins.out);
    host_step(&host, &pins.out, true, clock + 1 >= RESET, false);
    host_drive(&host.pins, &pins.in);
    if (clock == WARM) warm = memory();
  }
  assert_int_equal(state, wanted);
  has_not_grown(protocol_row(config)->name, warm, memory());
  checker_close(c);
  image_free(&image);
}

CASE(traced_endless_code) {
  go_round(&config_default_pft, CHECKER_GOES_ON);
  go_round(&config_default_etm3, CHECKER_GOES_ON);
}

CASE(untraced_endless_code) {
  struct config pft = config_default_pft, etm3 = config_default_etm3;
  pft.etmteevr = etm3.etmteevr = EVENT_NEVER;
  go_round(&pft, CHECKER_GOES_ON);
  go_round(&etm3, CHECKER_GOES_ON);
}

enum { CODE_WARM = 600000, CODE_CLOCKS = 1200000 };

static void run_code(const char *protocol, uint64_t count) {
  static struct options options;
  struct model_run run;
  struct error err;
  char number[24];
  snprintf(number, sizeof number, "%" PRIu64, count);
  char *argv[] = {"endless", "--protocol", (char *)(uintptr_t)protocol, "--random", "1", "--clocks", number, "--quiet"};
  if (options_parse(&options, sizeof argv / sizeof *argv, argv, &err) != OPTION_GOOD) fail_msg("%s", err.text);
  options.checks.mode = CHECK_LEGAL;
  if (!model_run(&options, true, &run, &err)) fail_msg("%s", err.text);
  assert_int_equal(run.verdict, VERDICT_PASS);
  assert_true(run.clocks >= count && run.instructions > count);
}

// This case is the first, because it measures the peak. The memory of each run is freed at its end.
CASE(random_code) {
  static const char *const names[] = {"pft", "etm3"};
  for (int i = 0; i < 2; i++) {
    run_code(names[i], CODE_WARM);
    const long warm = peak();
    run_code(names[i], clocks() > CLOCKS ? clocks() : CODE_CLOCKS);
    has_not_grown(names[i], warm, peak());
  }
}

// Each large block is mapped separately. Otherwise glibc takes the blocks of the next run from the heap, once a first
// block was freed, and calloc clears 10 MiB there that a run does not use.

int main(void) {
  enum { THRESHOLD = 128 << 10 };
  if (!mallopt(M_MMAP_THRESHOLD, THRESHOLD)) return 1;
  return CASES_RUN("endless", NULL, NULL);
}
