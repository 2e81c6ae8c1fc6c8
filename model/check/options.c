// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <string.h>

#include "arch.h"

// Only what this unit takes for waypoints is presented.
static void complete(struct options *o) {
  if (o->drive.source == SOURCE_RANDOM && o->drive.clocks == 0) o->drive.clocks = 10000;
  o->drive.stim.seed = o->drive.seed;
  o->drive.stim.instructions = o->etm3;
  // ETMv3.2 and earlier cannot tell it cycle-accurately (IHI 0014Q 7.3.1, format 4).
  o->drive.stim.pairs_apart = o->config.etmcr & ETMCR_CYCLE_ACCURATE && config_minor(&o->config) < 3;
  if (o->etm3) random_knobs_limit(&o->drive.random, config_minor(&o->config));
  o->drive.stim.barrier_waypoints = o->config.etmccer >> 24 & 1;
  o->drive.stim.updates = config_minor(&o->config) == 0;
  o->drive.random.waypoints = (uint32_t)o->drive.clocks + 1;  // a waypoint needs a clock, whatever the spacing
  if (o->etm3) {  // a slot needs one too: it takes a waypoint, and an exception beside it
    o->drive.random.waypoints = 2 * o->drive.random.waypoints;
    o->drive.random.steps = 2 * o->drive.random.waypoints;
  }
}

enum option_result options_read(struct option_line *line, int argc, char **argv, void *target, struct error *err) {
  struct options *o = target;
  *o = (struct options){.drive = {.seed = 1, .random = random_knobs_default, .atclken = 100, .pclken = 100},
                        .config = config_default,
                        .model = true,
                        .check = true,
                        .rules_off = arch_rules_off(),
                        .to = UINT64_MAX};
  const enum option_result result = option_line_read(line, argc, argv, target, err);
  if (result != OPTION_GOOD) return result;
  if (!options_agree(o, line, err)) return OPTION_BAD;
  complete(o);
  return OPTION_GOOD;
}

enum option_result options_parse(struct options *options, int argc, char **argv, struct error *err) {
  struct option_line line = {.command = "waypoint-sim",
                             .about = "Runs the trace unit beside its model, and decodes its trace.",
                             .use = OPTIONS_ALL,
                             .groups = {&options_source, &options_code, &options_presented, &options_unit,
                                        &options_registers, &options_around, &options_files}};
  return options_read(&line, argc, argv, options, err);
}

bool options_writes(const char *word) {
  static const char *const writing[] = {"--bytes", "--beats", "--snapshot", "--coverage"};
  const size_t length = strcspn(word, "=");
  for (size_t i = 0; length > 2 && i < OPTION_COUNT(writing); i++) {
    if (strncmp(word, writing[i], length) == 0) return true;
  }
  return false;
}
