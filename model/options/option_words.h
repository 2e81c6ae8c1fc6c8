// SPDX-License-Identifier: Apache-2.0
// The words of a checker's configuration, name=value, apart by blanks. config=FILE, or @FILE, stands for the words of a
// file, in which # begins a comment; its folder is not looked at, a name in it is as the simulation's.
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
  unsigned files;  // that were read
  bool refused;    // *err is set
};

// Adds the words of a text. Each must be an option of the line, and have a value that it takes. False and *err set: the
// first that is not, its file and line, and what was expected; those behind it are added all the same.
bool option_words_add(struct option_words *words, struct option_line *line, const char *text, struct error *err);

// Likewise the words of a file that is open; `name` is its name.
bool option_words_read(struct option_words *words, struct option_line *line, FILE *file, const char *name,
                       struct error *err);

// Adds an argument as it is.
void option_words_put(struct option_words *words, const char *text);
void option_words_free(struct option_words *words);

#endif
