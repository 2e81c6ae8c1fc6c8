// SPDX-License-Identifier: Apache-2.0
// The words of a configuration, name=value, separated by blanks. config=FILE, or @FILE, is replaced by the words of a
// file, in which # begins a comment. A relative file name in a file is relative to the working directory, not to the
// folder of the file.
//
// Begin with a struct of zeros, put the name of the command, add words, and free them after the last use of the
// options.
#ifndef OPTION_WORDS_H
#define OPTION_WORDS_H

#include <stdbool.h>
#include <stdio.h>

struct error;
struct option_line;

// Words as arguments of a command line, for option_line_read: argv[0] names the command.
struct option_words {
  int argc;
  char **argv;     // options point into them
  unsigned files;  // number of files that were read
  bool refused;    // *err is set
};

// Adds the words of a text. Each must be an option of the line with a valid value. False and *err set: file and line of
// the first wrong word, and what was expected. The words after it are added too.
bool option_words_add(struct option_words *words, struct option_line *line, const char *text, struct error *err);

// Adds the words of an open file with this name, as option_words_add() does.
bool option_words_read(struct option_words *words, struct option_line *line, FILE *file, const char *name,
                       struct error *err);

// Adds an argument without a check.
void option_words_put(struct option_words *words, const char *text);
void option_words_free(struct option_words *words);

#endif
