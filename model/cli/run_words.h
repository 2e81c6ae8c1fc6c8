// SPDX-License-Identifier: Apache-2.0
// The words of a simulator's run, without those that say what the processor does and what is written: how the unit is
// built and programmed, what goes on around it, and how it is checked.
#ifndef RUN_WORDS_H
#define RUN_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "options.h"

enum { RUN_WORDS = 80, RUN_VALUE = 80, RUN_NAME = 40 };

struct run_word {
  const struct option_row *row;
  char value[RUN_VALUE];  // empty where the option has none
};

struct run_words {
  struct run_word at[RUN_WORDS];
  size_t count;
};

// Of words that options_parse has understood as `options`: `argv` begins with the simulator's name. False: too many, or
// a value is too long. What is drawn goes on to be drawn from the same seed, and a run that restarts the unit keeps its
// length.
bool run_words_of(struct run_words *words, const struct options *options, int argc, char **argv);

// The option of this name; NULL: there is none.
struct run_word *run_words_find(struct run_words *words, const char *name);
// Its value, in place of the one before or as an option more; false: there is no room.
bool run_words_set(struct run_words *words, const char *name, const char *value);
bool run_words_put(struct run_words *words, const char *name, uint64_t number);
void run_words_drop(struct run_words *words, size_t i);

// Each behind a blank, as a shell takes them: " --protocol etm3 --ns".
void run_words_text(const struct run_words *words, char *text, size_t size);

// argv of a run: `simulator`, the words, `more` up to its NULL. It points into `words`, and ends with NULL.
enum { RUN_ARGV = 2 * RUN_WORDS + 16 };
struct run_argv {
  char names[RUN_WORDS][RUN_NAME];
  char *at[RUN_ARGV];
  int count;
};
void run_words_argv(const struct run_words *words, const char *simulator, const char *const *more,
                    struct run_argv *argv);

#endif
