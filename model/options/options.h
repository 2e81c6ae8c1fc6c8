// SPDX-License-Identifier: Apache-2.0
// The options of a simulator, of a checker in another simulation, and of the commands that have the same: one table.
//
// Call options_parse() for the simulator, options_read() for another command, options_of_text() (check_options.h) for
// the text of a configuration. Each reads the options, checks that they agree, and completes what follows from them.
//
// The rows are in options_source.c, options_unit.c and options_testbench.c; option_table.c reads them.
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

// What an option is used for. A command has the options of its own uses.
enum {
  OPTIONS_CODE = 1 << 0,      // the code and its execution
  OPTIONS_STIMULUS = 1 << 1,  // how the processor presents the execution
  OPTIONS_DECODER = 1 << 2,   // the unit, as far as a decoder depends on it
  OPTIONS_CHECK = 1 << 3,     // the unit and the run, as far as the scoreboard depends on them
  OPTIONS_EVENTS = 1 << 4,    // the unit, as far as the text of docs/events.md depends on it
  OPTIONS_ENCODER = 1 << 5,   // the unit and its programming, as far as the bytes depend on them
  OPTIONS_CLOCKED = 1 << 6,   // a simulation with clocks
  OPTIONS_PINS = 1 << 7,      // the unit and the checks, for a checker at the pins
  OPTIONS_WRITES = 1 << 8,    // files that a checker writes
  OPTIONS_ALL = (1 << 9) - 1,
  OPTIONS_UNIT = 1 << 9,  // the unit, in its description
  OPTIONS_FREE = 1 << 10  // the first bit of a command's own uses
};

struct options {
  struct drive_options drive;
  enum protocol protocol;       // --protocol
  struct description unit;      // --unit, --set
  struct config config;         // what the host programs, and what the testbench reads from the pins of the unit
  struct check_options checks;  // without its member `config`
  bool no_image;                // the checker gets neither the code nor the executed instructions
  const char *fst, *log;        // files of waves and of a log of clocks (docs/log.md); NULL: not written
  uint64_t from, to;            // first and last clock of the waves
  uint64_t fst_last;            // number of clocks at the end whose waves are kept; 0: all
};

// The options of a simulator and those of a configuration.
extern const struct option_line options_of_simulator, options_of_checker;

// Reads the command line of the simulator. After --help, --usage or --version, which print a text, the result is
// OPTION_ANSWERED. Otherwise, if it is not OPTION_GOOD, *err says which option is wrong and what was expected: a value,
// options that agree, or a unit that implements what they select.
enum option_result options_parse(struct options *options, int argc, char **argv, struct error *err);

// Reads the command line of another command, whose `line` has some of these groups and may have groups of its own. The
// target begins with a struct options.
enum option_result options_read(struct option_line *line, int argc, char **argv, void *target, struct error *err);

// The registers that no option on the line sets, bits of enum config_register.
uint32_t options_unnamed(const struct option_line *line);

// Do the options agree? Call after all options are read. False and *err set: options contradict each other, or select
// what the unit does not implement. options_fit_unit() checks only the options of the unit.
bool options_agree(const struct options *options, const struct option_line *line, struct error *err);
bool options_fit_unit(const struct options *options, const struct option_line *line, struct error *err);

// The limit of --latency in clocks, with either sign.
enum { LATENCY_MAX = 16 };

// Takes the entries of an input queue, a power of two, into a uint32_t. False: a unit cannot have such a queue.
bool options_take_queue(const char *text, void *to);

extern const struct option_group options_source, options_code, options_presented, options_unit, options_port,
    options_registers, options_testbench, options_files, options_checks;

// Removes the waypoints that the processor's port cannot present. A simulator has another port than its options select
// if it contains another unit, so it calls this function again. `port`: enum waypoint_port.
void options_fit_port(struct drive_options *drive, uint32_t port, const struct config *config);

// Copies a valid command line of the simulator without the options that write files, so that a repeated run does not
// overwrite the files of the first. `to` has space for argc + 1 words and ends with NULL. Returns their number.
int options_repeat(int argc, char **argv, char **to);

#endif
