// SPDX-License-Identifier: Apache-2.0
// The options of a simulator run, without those for the execution and for output files: how the unit is built and
// programmed, the testbench, and the checks.
//
// Call run_words_of() first.
#ifndef RUN_WORDS_H
#define RUN_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "options.h"

enum { RUN_WORDS = 80, RUN_VALUE = 80, RUN_NAME = 40 };

struct run_word {
  const struct option_row *row;
  char value[RUN_VALUE];  // empty for an option without a value
};

struct run_words {
  struct run_word at[RUN_WORDS];
  size_t count;
};

// Takes the options from a valid command line, which options_parse() has read as `options`. `argv` begins with the name
// of the simulator. What was random is drawn from the same seed, and a run that restarts the unit keeps its length.
// False: there are too many options, or a value is too long.
bool run_words_of(struct run_words *words, const struct options *options, int argc, char **argv);

// The option with this name. NULL: there is none.
struct run_word *run_words_find(struct run_words *words, const char *name);
// Replaces the value of the option, or adds the option. False: there is no space.
bool run_words_set(struct run_words *words, const char *name, const char *value);
bool run_words_put(struct run_words *words, const char *name, uint64_t number);
void run_words_drop(struct run_words *words, size_t i);

// Writes the options for a shell, each after a blank: " --protocol etm3 --ns".
void run_words_text(const struct run_words *words, char *text, size_t size);

// The arguments of a run: `simulator`, the options, and `more` up to its NULL. They point into `words`, and end with
// NULL.
enum { RUN_ARGV = 2 * RUN_WORDS + 16 };
struct run_argv {
  char names[RUN_WORDS][RUN_NAME];
  char *at[RUN_ARGV];
  int count;
};
void run_words_argv(const struct run_words *words, const char *simulator, const char *const *more,
                    struct run_argv *argv);

#endif
