// SPDX-License-Identifier: Apache-2.0
// The subcommands of `waypoint`. Each gets the words after its name and returns the exit code: 0 done (or the same), 1
// different, 2 could not run; it has printed why.
#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "options.h"
#include "stim.h"

int command_decode(int argc, char **argv);
int command_encode(int argc, char **argv);
int command_check(int argc, char **argv);
int command_generate(int argc, char **argv);
int command_snapshot(int argc, char **argv);
int command_recode(int argc, char **argv);

// Options of the subcommands beside those that say what the processor does and how the unit is programmed.
struct files {
  const char *trace;   // TRACE, a word of its own: trace bytes to read
  const char *output;  // -o FILE; NULL: standard output
  bool instructions;   // --instructions
};

enum { WANT_TRACE = 1, WANT_OUTPUT = 2, WANT_INSTRUCTIONS = 4 };

// Splits the words: `want` names the files that this command takes; the rest is left to options_parse. `given`: some
// source was named. False and *err set: something is not understood, or TRACE is wanted and missing.
bool command_line_read(int argc, char **argv, int want, struct files *files, struct options *options, bool *given,
                       struct error *err);

// Prints "waypoint: TEXT" and returns 2.
int could_not_run(const struct error *err);

// A whole file; free(*bytes) after. False and *err set if it cannot be read or is empty.
bool read_file(const char *path, uint8_t **bytes, size_t *count, struct error *err);
// Writes to a file, or to standard output if `path` is NULL.
bool write_file(const char *path, const uint8_t *bytes, size_t count, struct error *err);

#endif
