// SPDX-License-Identifier: Apache-2.0
// The functions that the simulator calls: a driver and a checker for each unit, and the end of a run.
#include "bench.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "checker.h"
#include "driver.h"
#include "error.h"
#include "intent.h"
#include "live.h"
#include "options.h"
#include "register.h"
#include "result_file.h"
#include "script.h"

enum { WAVES_BEFORE = 200, WAVES_AFTER = 50 };  // clocks around a failure

enum { UNITS = 4, WORDS = 8 };

// A trace unit of the simulation.
struct unit_bench {
  struct options options;
  char note[32];
  struct driver *driver;
  struct checker *checker;
  size_t covered;         // PTM: number of steps that the presented waypoints cover
  struct etm3_port port;  // ETM: what the pins of the driver show,
  struct intent intent;   // and what the driver intends
  uint64_t clock;
  bool is_reported;  // a failure of the testbench was reported
};

// The testbench of the process.
static struct bench {
  int argc;
  char **argv;  // without arguments for $plusargs
  enum bench_host host;
  struct options options;
  char *command;  // command that repeats the run
  char *next;     // command that exercises more of the unit; NULL: the simulator was not built by make
  struct unit_bench units[UNITS];
  unsigned count;
  struct live live;  // progress of the first unit
} bench;

// The arguments, quoted for a shell. NULL: out of memory.
static char *quoted_words(int argc, char **argv) {
  size_t room = 1;
  for (int i = 0; i < argc; i++) room += 4 * strlen(argv[i]) + 3;
  char *text = malloc(room), *to = text;
  if (!text) return NULL;
  for (int i = 0; i < argc; i++) {
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

// The seeded fault of this run (tests/fault_seeding/seeded_fault.c). A simulator without seeded faults does not have
// it.
extern unsigned seeded_number __attribute__((weak));

// The variables that select the fault, for a shell: "FAULT=pft-extin-1 ", or "".
static void put_fault(char *to, size_t room) {
  const char *name = getenv("FAULT"), *with = getenv("FAULT_WITH");
  *to = '\0';
  if (!&seeded_number || seeded_number == 0 || !name) return;
  snprintf(to, room, "FAULT=%s %s%s%s", name, with ? "FAULT_WITH=" : "", with ? with : "", with ? " " : "");
}

// The command that repeats the run, without the files that it wrote.
static char *command_line(int argc, char **argv) {
  char **repeated = error_memory(calloc((size_t)argc + 1, sizeof *repeated)), fault[256];
  char *words = quoted_words(options_repeat(argc, argv, repeated), repeated);
  free(repeated);
  if (!words) return NULL;
  put_fault(fault, sizeof fault);
  const size_t room = strlen(fault) + strlen(words) + 1;
  char *text = error_memory(malloc(room));
  snprintf(text, room, "%s%s", fault, words);
  free(words);
  return text;
}

// The command that exercises more. make passes it in $WAYPOINT_NEXT, with its variables. Otherwise it follows from the
// path of a simulator that make built: BUILD/sim/RTL/WAY/waypoint-sim, with '+' instead of each slash of RTL
// (sim/sim.mk). NULL: the path has another form.
static char *next_command(const char *simulator, bool etm) {
  const char *given = getenv("WAYPOINT_NEXT");
  char path[4096], *part[4] = {0}, *at;
  if (given) return error_memory(strdup(given));
  snprintf(path, sizeof path, "%s", simulator);
  for (int i = 0; i < 4; i++) {
    at = strrchr(path, '/');
    if (!at) return NULL;
    *at = '\0';
    part[i] = at + 1;
  }
  if (strcmp(part[0], "waypoint-sim") != 0 || strcmp(part[3], "sim") != 0) return NULL;
  const bool ours = strcmp(part[2], "rtl") == 0;
  for (at = part[2]; (at = strchr(at, '+'));) *at = '/';
  const size_t room = strlen("make smoke BUILD= RTL= PROTOCOL=etm3") + sizeof path;
  char *text = error_memory(malloc(room));
  snprintf(text, room, "make smoke%s%s%s%s%s",
           strcmp(path, "build") == 0 ? "" : " BUILD=", strcmp(path, "build") == 0 ? "" : path,
           ours ? "" : " RTL=", ours ? "" : part[2], etm ? " PROTOCOL=etm3" : "");
  return text;
}

// Prints where the waves are. The run that writes them may have failed.
static void print_waves(const char *stem, uint64_t from, uint64_t to, FILE *out) {
  char path[4096 + 4];
  struct stat file;
  snprintf(path, sizeof path, "%s.fst", stem);
  if (stat(path, &file) == 0 && file.st_size > 0) {
    fprintf(out, "waves: %s, clocks %" PRIu64 " to %" PRIu64 "\n", path, from, to);
  } else {
    fprintf(out, "no waves: %s could not be written\n", path);
  }
}

// Makes the waves of a failure in the directory of the simulator: it repeats the run with the clocks around it.
static void make_waves(const struct unit_bench *u, uint64_t clock, FILE *out) {
  char stem[4096], files[8300] = "", command[20000];
  const uint64_t from = clock > WAVES_BEFORE ? clock - WAVES_BEFORE : 0, to = clock + WAVES_AFTER;
  snprintf(stem, sizeof stem, "%s-failure-seed%" PRIu64 "-clock%" PRIu64, bench.argv[0], u->options.drive.seed, clock);
  // Several DUTs would all write these files.
  if (bench.count == 1) snprintf(files, sizeof files, " --beats '%s.beats' --list '%s.jsonl'", stem, stem);
  const int length = snprintf(command, sizeof command,
                              "%s --quiet --fst '%s.fst'%s --from %" PRIu64 " --to %" PRIu64 " >/dev/null 2>&1",
                              bench.command, stem, files, from, to);
  fflush(stdout);
  if (length < (int)sizeof command && system(command) != -1) print_waves(stem, from, to, out);
}

static void report_failure(void *user, uint64_t clock, FILE *to) {
  const struct unit_bench *u = user;
  if (bench.host == BENCH_VERILATOR && !u->options.fst) make_waves(u, clock, to);
  fprintf(to, "again: %s\n", bench.command);
}

// Copies the arguments for the testbench.
static void copy_words(int argc, char **argv) {
  bench.argv = error_memory(calloc((size_t)argc + 1, sizeof *argv));
  for (int i = 0; i < argc; i++) {
    if (bench.host == BENCH_VERILATOR || argv[i][0] != '+') bench.argv[bench.argc++] = argv[i];
  }
}

static bool can_write(const char *path, struct error *err) {
  FILE *file = fopen(path, "wb");
  if (file && fclose(file) == 0) return true;
  return error_set(err, "%s: %s", path, strerror(errno));
}

// Can the waves be written? The runtime of the simulator would only warn. It removes the file first, so that a device
// or a FIFO would become a file. Hence this comes before the runtime opens the file, which it does even if the
// testbench rejects the run.
static bool can_write_waves(const struct options *o, struct error *err) {
  struct stat there;
  if (!o->fst || o->from >= UINT32_MAX) return true;
  if (stat(o->fst, &there) == 0 && !S_ISREG(there.st_mode))
    return error_set(err, "--fst %s: expected a regular file", o->fst);
  return can_write(o->fst, err);
}

int bench_begin(int argc, char **argv, enum bench_host host) {
  struct error err;
  bench.host = host;
  copy_words(argc, argv);
  enum option_result read = options_parse(&bench.options, bench.argc, bench.argv, &err);
  if (read == OPTION_ANSWERED) return 0;
  if (read == OPTION_GOOD && bench.options.fst && host == BENCH_ICARUS) {
    error_set(&err, "--fst is not valid with Icarus; use $dumpvars in the testbench");
    read = OPTION_BAD;
  }
  if (read == OPTION_GOOD && !can_write_waves(&bench.options, &err)) read = OPTION_BAD;
  if (read == OPTION_GOOD) {
    bench.command = command_line(argc, argv);
    bench.next = next_command(argv[0], bench.options.protocol);
    return bench.command ? BENCH_BEGUN : 2;
  }
  result_refused(bench.argc, bench.argv, &err);
  fprintf(stderr, "waypoint-sim: %s\n", err.text);
  return 2;
}

int bench_end(void) {
  enum verdict verdict = VERDICT_PASS;
  live_end(&bench.live);
  for (unsigned i = 0; i < bench.count; i++) {
    struct unit_bench *u = &bench.units[i];
    if (u->options.checks.snapshot) driver_make_code(u->driver);
    const enum verdict one = checker_close(u->checker);
    if (one == VERDICT_FAIL || verdict == VERDICT_PASS) verdict = one;
    driver_close(u->driver);
  }
  const int code = bench.count > 0 ? verdict_code(verdict) : 2;
  free(bench.command);
  free(bench.next);
  free(bench.argv);
  return code;
}

// --- opening --------------------------------------------------------------------------------------------------------

static bool knows_code(const struct unit_bench *u) {
  return !u->options.no_image && driver_stim(u->driver)->image.count;
}

// Are the steps of the waypoints of a PTM known?
static bool knows_steps(const struct unit_bench *u) {
  return !u->options.no_image && !u->options.protocol && step_list_end(&driver_stim(u->driver)->steps) > 0;
}

static bool open_checker(struct unit_bench *u, const struct config *config, struct error *err) {
  struct check_options *checks = &u->options.checks;
  const struct stim *stim = driver_stim(u->driver);
  snprintf(u->note, sizeof u->note, "seed=%" PRIu64, u->options.drive.seed);
  checks->config = *config;
  if (checks->bounds.lost == CHECK_DEFAULT && config->atb_bits < 32) checks->bounds.lost = CHECK_NO_BOUND;
  checks->note = u->note;
  checks->again = bench.command;
  checks->next = bench.next;
  checks->failed = report_failure;
  checks->user = u;
  u->checker = checker_open(checks, err);
  if (!u->checker) return false;
  checker_image(u->checker, knows_code(u) ? &stim->image : NULL, knows_steps(u));
  etm3_port_start(&u->port, &stim->image);
  intent_start(&u->intent, &stim->steps);
  return true;
}

// Reads the command line with more options. They are never freed, because the options point into them.
static bool read_words(struct unit_bench *u, const char *words, struct error *err) {
  char *text = strdup(words), *rest, **argv = calloc((size_t)bench.argc + WORDS + 1, sizeof *argv);
  int argc = bench.argc;
  if (!text || !argv) return error_set(err, "out of memory");
  memcpy(argv, bench.argv, (size_t)bench.argc * sizeof *argv);
  for (char *word = strtok_r(text, " ", &rest); word && argc < bench.argc + WORDS; word = strtok_r(NULL, " ", &rest)) {
    argv[argc++] = word;
  }
  return options_parse(&u->options, argc, argv, err) == OPTION_GOOD;
}

static bool open_unit(struct unit_bench *u, const struct config *built, bool etm, const char *words,
                      struct error *err) {
  u->options = bench.options;
  if (*words && !read_words(u, words, err)) return false;
  if (u->options.log && !can_write(u->options.log, err)) return false;
  if (etm != u->options.protocol) {
    const char *option = u->options.unit.option, *from = u->options.unit.from;
    return error_set(err, "%s%s%s%s selects %s, but this simulator contains %s; use make run PROTOCOL=%s",
                     option ? "--" : "", option ? option : "--protocol", option ? " " : "", option ? from : "",
                     etm ? "a PTM" : "an ETM", etm ? "an ETM" : "a PTM", etm ? "pft" : "etm3");
  }
  if (*words) u->options.checks.name = etm ? "etm" : "ptm";
  struct config config = u->options.config;
  config.atb_bits = built->atb_bits;
  config.queue_depth = built->queue_depth;
  config.fifo_bytes = built->fifo_bytes;
  config.wpt_depth = built->wpt_depth;
  u->options.checks.port = PORT_BY_DEPTH;  // A description may be that of another port.
  options_fit_port(&u->options.drive, u->options.checks.port, &config);
  u->driver = driver_open(&u->options.drive, &config, err);
  return u->driver && open_checker(u, &config, err);
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct unit_bench *bench_open(const struct config *built, bool etm, const char *words) {
  struct unit_bench *u = &bench.units[bench.count];
  struct error err;
  if (!bench.command) {
    fputs("waypoint-sim: the testbench must call bench_begin before the simulation starts\n", stderr);
    return NULL;
  }
  if (bench.count == UNITS) error_set(&err, "expected at most %d trace units in a simulation", UNITS);
  if (bench.count < UNITS && open_unit(u, built, etm, words, &err)) {
    if (bench.count++ == 0) live_start(&bench.live, etm ? "steps" : "waypoints", isatty(STDERR_FILENO), seconds());
    return u;
  }
  result_refused(bench.argc, bench.argv, &err);
  fprintf(stderr, "waypoint-sim: %s\n", err.text);
  return NULL;
}

struct checker *bench_checker(const struct unit_bench *u) {
  return u->options.checks.off ? NULL : u->checker;
}

const struct options *bench_options(const struct unit_bench *u) { return &u->options; }

struct bench_wave_options bench_waves(void) {
  const struct options *o = &bench.options;
  return (struct bench_wave_options){
      .path = o->from < UINT32_MAX ? o->fst : NULL, .from = o->from, .last = o->fst_last};
}

const struct ports_in *bench_pins(const struct unit_bench *u) { return driver_pins(u->driver); }

// The file of the log; "" if it cannot be written, which bench_open() reports.
const char *waypoint_driver_log(void) {
  struct error err;
  return bench.options.log && can_write(bench.options.log, &err) ? bench.options.log : "";
}

// --- one clock ------------------------------------------------------------------------------------------------------

static void report(struct unit_bench *u, bool by_host, const char *what, const struct checker_read *read) {
  if (!u->is_reported) checker_rule(u->checker, by_host, what, read);
  u->is_reported = true;
}

static struct checker_write last_write(const struct unit_bench *u, uint16_t offset) {
  const struct script_step *step = driver_last_write(u->driver, offset);
  return step ? (struct checker_write){step->line, step->word == SCRIPT_RESTORE, step->value}
              : (struct checker_write){0};
}

static void report_host_failure(struct unit_bench *u) {
  const struct script_step *step = driver_failed_read(u->driver);
  struct checker_read read;
  if (step) {
    const uint16_t offset = (uint16_t)step->address;
    read = (struct checker_read){
        offset, step->mask, step->value, true, last_write(u, offset), last_write(u, ETMCR), step->comment};
  }
  report(u, true, driver_host_failure(u->driver), step ? &read : NULL);
}

// Reports the steps of each waypoint that the next clock commits.
static void report_steps(struct unit_bench *u, const struct step_list *steps) {
  const size_t *end;
  for (unsigned left = driver_committed(u->driver, &end); left > 0; left--, end++) {
    checker_executed(u->checker, step_list_at(steps, u->covered), *end - u->covered);
    u->covered = *end;
  }
}

// Compares what the driver intends with the pins of the next clock.
static void check_intent(struct unit_bench *u) {
  const struct ports_in *in = driver_pins(u->driver);
  const struct stim *stim = driver_stim(u->driver);
  if (u->options.checks.off || step_list_end(&stim->steps) == 0) return;
  if (u->options.protocol) {
    struct etm3_port_clock port;
    etm3_port_clock(&u->port, &in->slots, &port);
    intent_clock(&u->intent, &port, u->clock);
    if (u->intent.wrong) report(u, false, u->intent.why, NULL);
  } else if (in->wpt_commit > 0 && knows_steps(u)) {
    report_steps(u, &stim->steps);
  }
}

// What the driver waits for, and since when.
struct wait_text {
  const char *observed, *since;
};

// Reports that the driver has waited too long.
static void report_no_progress(struct unit_bench *u, enum driver_end end) {
  static const struct wait_text stopping[] = {
      [STOP_BY_PROGRAMMING] = {"ETMSR[1] is 0, expected 1", "ETMCR[10] was set"},
      [STOP_BY_POWER_DOWN] = {"ETMSR[1] is 0, expected 1", "ETMCR[0] was set"},
      [STOP_BY_OS_LOCK] = {"ETMSR[1] is 0, expected 1", "ETMOSLAR was written"},
      [STOP_BY_AUTHENTICATION] = {"the DUT still traces, expected silence", "NIDEN and DBGEN fell"}};
  static const struct wait_text starting[] = {{"WPTENABLE is 0, expected 1", "ETMCR was written"},
                                              {"ETMEN is 0, expected 1", "ETMCR was written"}};
  static const struct wait_text idling[] = {{"PTMIDLEACK is 0, expected 1", "PTMIDLEREQ rose"},
                                            {"ETMWFIREADY is 0, expected 1", "ETMWFIPENDING rose"}};
  static const struct wait_text script_end = {"the DUT still sends trace, expected silence",
                                              "the last line of the host script"};
  const bool by_host = u->options.drive.host, script_ends = end == DRIVER_NO_STOP && by_host;
  const struct checker_read status = {
      .offset = ETMSR, .mask = ETMSR_STOPPED, .value = end == DRIVER_NO_STOP ? ETMSR_STOPPED : 0};
  const bool is_of_status = end == DRIVER_NO_START || (end == DRIVER_NO_STOP && !by_host);
  const struct wait_text *wait = script_ends              ? &script_end
                                 : end == DRIVER_NO_STOP  ? &stopping[u->options.drive.stop_by]
                                 : end == DRIVER_NO_START ? &starting[u->options.protocol]
                                                          : &idling[u->options.protocol];
  char text[160];
  snprintf(text, sizeof text, "%s, after %d edges of the ATB and the APB since %s (clock %" PRIu64 ")", wait->observed,
           STOP_LIMIT, wait->since, driver_waited_since(u->driver));
  report(u, by_host && end != DRIVER_NO_IDLE_ACK, text, is_of_status ? &status : NULL);
}

static void event_source_end(struct unit_bench *u, enum driver_end end) {
  const struct stim *stim = driver_stim(u->driver);
  const bool exhausted = stim->next == stim->count;
  if (end == DRIVER_HOST_FAILED) {
    report_host_failure(u);
  } else if (end != DRIVER_PARKED) {
    report_no_progress(u, end);
  } else if (u->options.protocol && step_list_end(&stim->steps) > 0 && exhausted) {
    intent_end(&u->intent, driver_steps_end(u->driver), u->clock);
    if (u->intent.wrong) report(u, false, u->intent.why, NULL);
  }
}

// How much of the run is complete, by its clocks or by the instructions of its program; 0: unknown.
static double part_done(const struct unit_bench *u) {
  const struct drive_options *drive = &u->options.drive;
  const struct stim *stim = driver_stim(u->driver);
  if (drive->clocks > 0) return (double)u->clock / (double)drive->clocks;
  return stim->steps.count ? (double)driver_steps_end(u->driver) / (double)stim->steps.count : 0;
}

static void show(const struct unit_bench *u) {
  const double now = seconds();
  char text[200];
  if (!live_is_due(&bench.live, now)) return;
  const struct checker_counts counts = checker_counts(u->checker);
  live_text(&bench.live, &counts, part_done(u), now, text, sizeof text);
  live_write(&bench.live, text);
}

bool bench_clock(struct unit_bench *u, const struct ports_out *out) {
  if (u->clock % LIVE_EVERY == LIVE_EVERY - 1 && u == bench.units) show(u);
  driver_clock(u->driver, out);
  check_intent(u);
  const enum driver_end end = driver_end(u->driver);
  if (end != DRIVER_RUNNING) event_source_end(u, end);
  return end != DRIVER_RUNNING || u->clock++ >= u->options.to;
}
