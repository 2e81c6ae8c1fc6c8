// SPDX-License-Identifier: Apache-2.0
// Draws random runs: one line of the test runner's list per seed, NAME<TAB>COMMAND, each a co-simulation of random code
// on a row of the pairwise table, with everything that is not in the table drawn. Every tenth is read by OpenCSD as
// well.
//
//   draw FIRST_SEED RUNS CLOCKS TABLE BUILD FOLDER [PROGRAM...]
//
// Then each recorded PROGRAM on each row. FOLDER takes what the runs write: their last line, coverage counts, trace
// bytes.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"

enum { STREAM_DRAW = 100, OPENCSD_EVERY = 10, ROWS_MAX = 100 };

struct row {
  char build[32], spacing[16], pressure[32];
  unsigned depth;
};

static size_t read_table(const char *path, struct row rows[ROWS_MAX]) {
  FILE *file = fopen(path, "r");
  char line[256];
  size_t count = 0;
  while (file && count < ROWS_MAX && fgets(line, sizeof line, file)) {
    struct row *r = &rows[count];
    count += line[0] != '#' && sscanf(line, "%31s %u %15s %31s", r->build, &r->depth, r->spacing, r->pressure) == 4;
  }
  if (file) fclose(file);
  return count;
}

struct words {
  char text[512];
  size_t used;
};

static void add(struct words *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct words *w, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const int length = vsnprintf(w->text + w->used, sizeof w->text - w->used, format, args);
  va_end(args);
  if (length < 0 || w->used + (size_t)length >= sizeof w->text) {
    fputs("draw: too many options for one run\n", stderr);
    exit(2);
  }
  w->used += (size_t)length;
}

// What the processor does and how the unit is programmed: for OpenCSD's reading as well.
static void draw_source(struct words *w, struct rng *r, const struct row *row, uint64_t seed, const char *clocks) {
  add(w, "--random %llu --clocks %s --spacing %s --return-stack --depth %u", (unsigned long long)seed, clocks,
      row->spacing, row->depth);
  add(w, " --exceptions %u --indirect %u --thumb %u", rng_below(r, 4) * 5, 10 + rng_below(r, 8) * 10,
      rng_below(r, 5) * 25);
  if (rng_chance(r, 30)) add(w, " --ns");
  // OpenCSD would walk on from the address 0 that stands for a secret one, and forget a stack that a reset cleared.
  if (seed % OPENCSD_EVERY == 0) return;
  if (rng_chance(r, 25)) add(w, " --debug %u", 1 + rng_below(r, 5));
  if (rng_chance(r, 25)) add(w, " --prohibited %u", 5 + rng_below(r, 30));
}

// What goes on around it.
static void draw_around(struct words *w, struct rng *r, const struct row *row, uint64_t seed) {
  // A period that is shorter than a synchronization goes with no forced overflow, or nothing else would be traced.
  static const unsigned periods[] = {0x400, 0x400, 0, 64, 200, 1};
  const unsigned period = periods[rng_below(r, 6)];
  add(w, " --backpressure %s --syncfr %u --etmauxcr %d", row->pressure, period, period == 1 || rng_chance(r, 30));
  if (rng_chance(r, 50)) add(w, " --flush-rate %u", 1 + rng_below(r, 20));
  if (rng_chance(r, 30)) add(w, " --sync-rate %u", 1 + rng_below(r, 10));
  if (rng_chance(r, 30)) add(w, " --atclken %u", 30 + rng_below(r, 70));
  if (rng_chance(r, 30)) add(w, " --pclken %u", 20 + rng_below(r, 80));
  if (rng_chance(r, 50)) add(w, " --etmtrigger %u --extin-rate %u", 0x60 + rng_below(r, 4), 1 + rng_below(r, 20));
  if (seed % OPENCSD_EVERY == 0) return;
  if (rng_chance(r, 20)) add(w, " --restarts %u", 1 + rng_below(r, 5));
  if (rng_chance(r, 20)) add(w, " --abrupt");
  if (rng_chance(r, 20)) add(w, " --resets %u", 1 + rng_below(r, 4));
}

// A run's last line stays in a file; a run that failed shows it all.
static void print_run(const char *name, const char *build, const struct row *row, const char *options,
                      const char *folder) {
  printf("%s\t%s/sim/%s/waypoint-sim %s --quiet --coverage %s/%s.coverage >%s/%s.log || { cat %s/%s.log; exit 1; }",
         name, build, row->build, options, folder, name, folder, name, folder, name);
}

static const char end_of_line[] = "; echo 1 passed, 0 failed, 0 skipped";

static void print_random(const struct row *row, uint64_t seed, const char *clocks, const char *build,
                         const char *folder) {
  struct rng r = rng_seed(seed, STREAM_DRAW);
  struct words name = {.used = 0}, source = {.used = 0}, options = {.used = 0};
  add(&name, "random-%llu", (unsigned long long)seed);
  draw_source(&source, &r, row, seed, clocks);
  add(&options, "%s", source.text);
  draw_around(&options, &r, row, seed);
  if (seed % OPENCSD_EVERY == 0) add(&options, " --bytes %s/%s.bytes", folder, name.text);
  print_run(name.text, build, row, options.text, folder);
  if (seed % OPENCSD_EVERY == 0)
    printf("; %s/opencsd/same_list %s/%s.bytes %s || exit 1", build, folder, name.text, source.text);
  puts(end_of_line);
}

static void print_program(const struct row *row, size_t number, const char *path, const char *build,
                          const char *folder) {
  const char *file = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  struct words name = {.used = 0}, options = {.used = 0};
  add(&name, "%.*s-row-%zu", (int)strcspn(file, "."), file, number + 1);
  add(&options, "--program %s --spacing %s --return-stack --depth %u --backpressure %s", path, row->spacing, row->depth,
      row->pressure);
  print_run(name.text, build, row, options.text, folder);
  puts(end_of_line);
}

int main(int argc, char **argv) {
  enum { FIRST = 1, RUNS, CLOCKS, TABLE, BUILD, FOLDER, PROGRAMS };
  static struct row rows[ROWS_MAX];
  const size_t row_count = argc >= PROGRAMS ? read_table(argv[TABLE], rows) : 0;
  if (row_count == 0) {
    fputs("usage: draw FIRST_SEED RUNS CLOCKS TABLE BUILD FOLDER [PROGRAM...]; TABLE must have rows\n", stderr);
    return 2;
  }
  const uint64_t first = strtoull(argv[FIRST], NULL, 0), runs = strtoull(argv[RUNS], NULL, 0);
  for (uint64_t seed = first; seed < first + runs; seed++) {
    print_random(&rows[seed % row_count], seed, argv[CLOCKS], argv[BUILD], argv[FOLDER]);
  }
  for (int i = PROGRAMS; i < argc; i++) {
    for (size_t row = 0; row < row_count; row++) print_program(&rows[row], row, argv[i], argv[BUILD], argv[FOLDER]);
  }
  return 0;
}
