// SPDX-License-Identifier: Apache-2.0
// The command line of a co-simulation.
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch_state.h"
#include "config.h"
#include "host.h"
#include "pressure.h"
#include "random.h"
#include "stim.h"

struct error;

enum source { SOURCE_RANDOM, SOURCE_PROGRAM, SOURCE_TEXT };

struct options {
  enum source source;
  const char *path;          // program or text stimulus
  uint64_t seed;             // random source; also of spacing, back-pressure, flushes, syncs
  uint64_t clocks;           // of stimulus; 0: to the end of the program or text
  uint32_t restarts;         // times that the host stops the unit and starts it again on the way
  uint32_t resets;           // of the unit, at random clocks; the host programs it again
  uint32_t atclken, pclken;  // percent of the clocks in which the ATB, the APB has an edge
  struct stim_knobs stim;
  struct random_knobs random;
  struct pressure pressure;
  struct config config;  // what the host programs; the built-in part comes from the testbench
  enum stop_by stop_by;
  bool abrupt;  // the host stops the unit while waypoints keep coming, and without waiting for an overflow to be told
  bool model;   // false: check 2 only, for a unit that is not the model's
  bool check;   // false: neither check (for measuring their cost)
  bool quiet;   // only the last line
  uint64_t rules_off;                                     // architecture rules that are not evaluated: a bit each
  struct arch_limits windows;                             // of theirs; 0: the default
  const char *bytes, *beats, *snapshot, *coverage, *fst;  // files to write, NULL: not
  uint64_t from, to;                                      // clocks of the wave window
};

// False and *err set: an option that is not known, lacks its value or has one that is out of range.
bool options_parse(struct options *options, int argc, char **argv, struct error *err);

extern const char options_help[];

#endif
