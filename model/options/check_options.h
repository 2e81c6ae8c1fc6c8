// SPDX-License-Identifier: Apache-2.0
// How a unit is to be checked: all that a checker must be told.
#ifndef CHECK_OPTIONS_H
#define CHECK_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "bounds.h"
#include "config.h"
#include "register.h"
#include "rules_state.h"

// What the unit follows: docs/pipeline*.md to the clock, the encoder's bytes, or no more than the architecture.
enum check_mode { CHECK_STRICT, CHECK_BYTES, CHECK_LEGAL };
extern const char *const check_modes[];  // as they are written, NULL behind the last

struct join_row;  // join.h

struct check_options {
  struct config config;           // how the unit is built; how it is programmed, until the APB says so
  struct register_values resets;  // what the description says that registers hold after a reset
  enum check_mode mode;
  uint64_t without;               // abilities that the unit has not (description.h)
  bool off;                       // nothing is checked, for measuring what the checks cost
  uint32_t filter_late;           // blocks, or instructions, traced behind what comparators select
  int latency_low, latency_high;  // clocks behind an item's: where the unit samples EXTIN and TSVALUEB
  struct rules_limits windows;    // of the architecture rules, or WINDOW_DEFAULT
  struct rule_set rules_off;      // that are not evaluated
  struct bounds bounds;
  bool shared_atb;                               // the ATB has other sources, too
  bool may_be_empty;                             // nothing of what happens need be traced
  bool allow_unchecked;                          // TraceEnable may depend on registers whose value is not known
  bool quiet;                                    // only the last line
  const char *bytes, *beats, *snapshot, *facts;  // files to write, NULL: not
  const char *result;                            // likewise: the last line alone
  const char *list;                              // likewise: each packet with what it reports (list.h)
  const char *elf;                               // an ELF file, with the code; NULL: checker_image says it
  const char *name;                              // of the unit, where there are several; NULL: there is one
  const char *note;                              // behind the last line; NULL: nothing
  const char *again;                             // the command that repeats the run; NULL: nobody knows
  const char *next;                              // the command that exercises more; NULL: none is known
  // What the bench has to say of a failure, whole lines behind the report of it. NULL: nothing.
  void (*failed)(void *user, uint64_t clock, FILE *to);
  void *user;
  // Who gets the joined rows. NULL: nobody.
  void (*row)(void *user, const struct join_row *row);
  void *row_user;
};

struct error;

// The options of a configuration: words that say how a unit is built, programmed and checked, apart by blanks: "set=a9
// mode=bytes latency=0..2"; without a mode it is legal. config=FILE, or @FILE, stands for the words of a file. A
// register that no word names is not known. False and *err set: the word, and what was expected; of *options there are
// then `result` and `facts` alone. The words that they point into stay for good; checker_open_text frees them.
bool options_of_text(struct check_options *options, const char *text, bool etm3, struct error *err);

// Of a command line's words that may be refused: the files of the verdict, `result` and `facts`; no more is set.
void options_verdict_files(int argc, char **argv, struct check_options *files);

struct option_words;
// The same, with words that are empty at first and must live as long as the options.
bool options_of_words(struct check_options *options, struct option_words *words, const char *text, bool etm3,
                      struct error *err);

#endif
