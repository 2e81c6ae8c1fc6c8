// SPDX-License-Identifier: Apache-2.0
// Draws random runs: one line of the test runner's list per seed, NAME<TAB>COMMAND, each a co-simulation of a random
// image under random conditions. Every tenth is read by OpenCSD as well.
//
//   draw FIRST_SEED RUNS CLOCKS FOLDER CHECKER SIMULATOR...
//
// FOLDER takes what the runs write (coverage counts, trace bytes); CHECKER is the program that asks OpenCSD.
#include <stdio.h>
#include <stdlib.h>

#include "rng.h"

enum { STREAM_DRAW = 100, OPENCSD_EVERY = 10 };

struct run {
  char source[256], around[256];  // options for both programs, and for the simulator alone
};

static struct run draw(uint64_t seed, const char *clocks) {
  static const char *const spacings[] = {"waypoint", "one", "two", "stall"};
  struct rng r = rng_seed(seed, STREAM_DRAW);
  struct run run;
  int used = snprintf(run.source, sizeof run.source,
                      "--random %llu --clocks %s --spacing %s --exceptions %u --indirect %u --thumb %u",
                      (unsigned long long)seed, clocks, spacings[rng_below(&r, 4)], rng_below(&r, 4) * 5,
                      10 + rng_below(&r, 8) * 10, rng_below(&r, 5) * 25);
  if (rng_chance(&r, 50)) {
    used +=
        snprintf(run.source + used, sizeof run.source - (size_t)used, " --return-stack --depth %u", rng_below(&r, 16));
  }
  // OpenCSD takes a branch packet that only tells a change of security for an exception, so its runs do without.
  if (seed % OPENCSD_EVERY != 0 && rng_chance(&r, 30))
    snprintf(run.source + used, sizeof run.source - (size_t)used, " --ns");

  char pressure[32] = "none";
  switch (rng_below(&r, 4)) {
    case 0:
      break;
    case 1:
      snprintf(pressure, sizeof pressure, "random:%u", 5 + rng_below(&r, 90));
      break;
    case 2:
      snprintf(pressure, sizeof pressure, "burst:%u", 1 + rng_below(&r, 300));
      break;
    case 3:
      snprintf(pressure, sizeof pressure, "periodic:%u", 1 + rng_below(&r, 12));
      break;
  }
  static const unsigned periods[] = {0x400, 0x400, 0, 64, 200, 1};
  used = snprintf(run.around, sizeof run.around, "--backpressure %s --syncfr %u", pressure, periods[rng_below(&r, 6)]);
  if (rng_chance(&r, 50))
    used += snprintf(run.around + used, sizeof run.around - (size_t)used, " --flush-rate %u", 1 + rng_below(&r, 50));
  if (rng_chance(&r, 30))
    used += snprintf(run.around + used, sizeof run.around - (size_t)used, " --sync-rate %u", 1 + rng_below(&r, 50));
  if (seed % OPENCSD_EVERY != 0 && rng_chance(&r, 20))
    snprintf(run.around + used, sizeof run.around - (size_t)used, " --restarts %u", 1 + rng_below(&r, 5));
  return run;
}

int main(int argc, char **argv) {
  enum { FIRST = 1, RUNS, CLOCKS, FOLDER, CHECKER, SIMULATORS };
  if (argc <= SIMULATORS) {
    fputs("usage: draw FIRST_SEED RUNS CLOCKS FOLDER CHECKER SIMULATOR...\n", stderr);
    return 2;
  }
  const uint64_t first = strtoull(argv[FIRST], NULL, 0), runs = strtoull(argv[RUNS], NULL, 0);
  const char *folder = argv[FOLDER];
  for (uint64_t seed = first; seed < first + runs; seed++) {
    const struct run run = draw(seed, argv[CLOCKS]);
    const unsigned long long s = seed;
    const char *simulator = argv[SIMULATORS + seed % (uint64_t)(argc - SIMULATORS)];
    printf("random-%llu\t%s %s %s --quiet --coverage %s/%llu.coverage", s, simulator, run.source, run.around, folder,
           s);
    if (seed % OPENCSD_EVERY == 0) {
      printf(" --bytes %s/%llu.bytes && %s %s/%llu.bytes %s", folder, s, argv[CHECKER], folder, s, run.source);
    }
    puts(" && echo 1 passed, 0 failed, 0 skipped");
  }
  return 0;
}
