// SPDX-License-Identifier: Apache-2.0
// The command line of a co-simulation, and the configuration of a checker that is bound elsewhere: one table of
// options.
//
//   once       options_parse() of a command line, options_of_text() of a configuration; options_agree() of either
//   tables     options_unit.c, options_source.c, options_around.c: a row an option; option_table.c reads by rows
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "check_options.h"
#include "config.h"
#include "description.h"
#include "drive_options.h"
#include "option_table.h"

struct error;

// What an option is for: a command has those of its own uses.
enum {
  OPTIONS_CODE = 1 << 0,      // the code, and what is executed
  OPTIONS_STIMULUS = 1 << 1,  // how the processor presents it
  OPTIONS_DECODER = 1 << 2,   // what a decoder must know of the unit
  OPTIONS_CHECK = 1 << 3,     // what the scoreboard must know of it
  OPTIONS_EVENTS = 1 << 4,    // what the text of docs/events.md tells of it
  OPTIONS_ENCODER = 1 << 5,   // what a unit without a clock can do and be told to do
  OPTIONS_CLOCKED = 1 << 6,   // all that takes clocks
  OPTIONS_PINS = 1 << 7,      // what a checker of pins must know, whoever drives them
  OPTIONS_WRITES = 1 << 8,    // what a checker writes
  OPTIONS_ALL = (1 << 9) - 1,
  OPTIONS_UNIT = 1 << 9,  // what a unit is, in a file that describes it
  OPTIONS_FREE = 1 << 10  // the first bit for a command's own uses
};

struct options {
  struct drive_options drive;
  enum protocol protocol;       // --protocol
  struct description unit;      // --unit, --set
  struct config config;         // what the host programs; the built-in part comes from the testbench
  struct check_options checks;  // but for its `config`
  bool no_image;                // the checks are not given the code, nor what was executed
  const char *fst, *log;        // waves, a log of clocks (docs/log.md); NULL: none
  uint64_t from, to;            // clocks of the wave window
  uint64_t fst_last;            // waves of so many clocks at the end are enough; 0: of all
};

// The words of a simulator's command line, and those of a checker's configuration.
extern const struct option_line options_of_simulator, options_of_checker;

// The simulator's command line. --help, --usage and --version print what they ask for: OPTION_ANSWERED. Bad: *err says
// which option and what was expected of it, that options contradict each other, or that the unit lacks what is asked
// for.
enum option_result options_parse(struct options *options, int argc, char **argv, struct error *err);

// Likewise another command's, whose `line` has these groups and maybe its own. The target begins with a struct options.
enum option_result options_read(struct option_line *line, int argc, char **argv, void *target, struct error *err);

// The registers that no word of the line names: bits of enum config_register.
uint32_t options_unnamed(const struct option_line *line);

// Clocks: what --latency may be at most, either way.
enum { LATENCY_MAX = 16 };

extern const struct option_group options_source, options_code, options_presented, options_unit, options_registers,
    options_around, options_files, options_checks;

// The words of a simulator's run, which were understood, without the options that write files: a run that is repeated
// leaves alone what the first has written. `to` has room for argc + 1, and ends with NULL. Returns how many they are.
int options_repeat(int argc, char **argv, char **to);

#endif
