// SPDX-License-Identifier: Apache-2.0
// Tables of options, read by argp of the GNU C library. A row says what its option is used for, takes and sets; the
// help and the message for a wrong value come from the same row.
//
// Call option_line_read() first; the functions after it ask for what was given on the line.
#ifndef OPTION_TABLE_H
#define OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;

enum option_kind {
  OPTION_ON,         // bool: becomes true
  OPTION_OFF,        // bool: becomes false
  OPTION_BITS,       // uint32_t: the bits of `max` are set in it
  OPTION_FIELD,      // uint32_t: the field `field` becomes the number, `min` to `max`, minus `min`; or as OPTION_NAME
  OPTION_NUMBER,     // uint32_t or int, `min` to `max`
  OPTION_MORE_BITS,  // uint32_t: the bits of such a number are set in it
  OPTION_WIDE,       // uint64_t, `min` to `max`
  OPTION_NAME,       // enum: the index in `names`
  OPTION_TEXT,       // const char *, not empty
  OPTION_OTHER       // `take` sets it
};

struct option_row {
  const char *name;   // its name, without dashes
  const char *value;  // placeholder of its value in the help; NULL: it takes no value
  const char *help;
  unsigned use;  // commands that have it, bits of the caller; 0: all commands
  enum option_kind kind;
  size_t at;  // offset in the target of the member that it sets
  uint64_t min, max;
  uint32_t field;                            // the mask of OPTION_FIELD
  const char *const *names;                  // NULL after the last
  bool (*take)(const char *text, void *to);  // sets `to`; false: the value is wrong
  const char *expected;                      // for messages: the possible values; always with OPTION_TEXT and
                                             // OPTION_OTHER
  const char *kind_of_name;                  // with OPTION_OTHER, for a list of names: the noun for each
  const char *(*known)(size_t i);            // with `kind_of_name`: the possible names; NULL after the last
  const char *page;                          // with `kind_of_name`: the page that lists them
  int turn;                                  // taken after all options of a lower turn: OPTION_FIRST to OPTION_LAST
  char letter;                               // short option, such as o for -o; 0: there is none
  bool writes;                               // writes a file, or selects a part of one: a repeated run does without it
};

enum { OPTION_FIRST = -1, OPTION_LAST = 2, OPTION_GROUPS = 11, OPTION_GROUP_ROWS = 64 };

struct option_group {
  const char *heading;
  const struct option_row *rows;  // at most OPTION_GROUP_ROWS
  size_t count;
};

#define OPTION_COUNT(rows) (sizeof(rows) / sizeof *(rows))

// The command line of a command. The caller sets all members except `seen`.
struct option_line {
  const char *command;                               // name of the command
  const char *usage, *about;                         // for the help: its arguments, and what it does
  const char *listed_by;                             // the command that prints the help; NULL: `command` --help
  unsigned use;                                      // rows with none of these bits are left out
  const struct option_group *groups[OPTION_GROUPS];  // at most OPTION_GROUPS - 1, then NULL
  const char **word;                                 // takes an argument that is no option; NULL: there is none
  int *rest;   // takes the index of the first argument that is no option, where options end; NULL: they do not end
  bool mixed;  // with `rest`: options may follow such an argument; they are moved before it
  // Is called before all rows except those of the first turn, and after the argument. False: *err is set. NULL: not
  // called.
  bool (*begin)(const struct option_line *line, void *target, struct error *err);
  uint64_t seen[OPTION_GROUPS + 1];  // a bit for each row that was given, by group
};

// OPTION_ANSWERED: --help, --usage or --version was given, and its text was printed. OPTION_BAD: *err says what was
// expected.
enum option_result { OPTION_BAD, OPTION_GOOD, OPTION_ANSWERED };

// Sets `target` from the options. Moves arguments that are no options after the others in `argv`.
enum option_result option_line_read(struct option_line *line, int argc, char **argv, void *target, struct error *err);
// The version of Waypoint, "1.2.3".
const char *option_version(void);

// The row of a word of the line, which has the name of an option or the beginning of one. NULL: no row or several.
const struct option_row *option_row_of(const struct option_line *line, const char *word);
// The number of words of an option that begins with `word`: 1, or 2 with a value in the next word.
int option_words_of(const struct option_row *row, const char *word);
// Does the group contain the row?
bool option_is_of(const struct option_row *row, const struct option_group *group);

// Was --NAME given?
bool option_seen(const struct option_line *line, const char *name);
// Was an option given that sets the member at this offset in the target, or some bits of it?
bool option_seen_at(const struct option_line *line, size_t at);
// The name of an option that was given and is for none of these uses. NULL: there is none.
const char *option_seen_except(const struct option_line *line, unsigned use);
// The name of an option of this group and use that was given. NULL: there is none.
const char *option_seen_of(const struct option_line *line, const struct option_group *group, unsigned use);

// Reads a number in C notation, `min` to `max`. False: it is none.
bool option_number(const char *text, uint64_t min, uint64_t max, uint64_t *value);
// Sets `index` to the index of `text` in `names`. False: it is not there.
bool option_name(const char *text, const char *const *names, unsigned *index);

#endif
