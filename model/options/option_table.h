// SPDX-License-Identifier: Apache-2.0
// Tables of options, read by glibc's argp: each row says what its option is for, takes and sets. --help and the line
// that refuses a value come from the same rows.
#ifndef OPTION_TABLE_H
#define OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;

enum option_kind {
  OPTION_ON,         // bool: becomes true
  OPTION_OFF,        // bool: becomes false
  OPTION_BITS,       // uint32_t: the bits of `max` are set
  OPTION_NUMBER,     // uint32_t or int, `min` to `max`
  OPTION_MORE_BITS,  // uint32_t: the bits of such a number are set
  OPTION_WIDE,       // uint64_t, `min` to `max`
  OPTION_NAME,       // enum: the place among `names`
  OPTION_TEXT,       // const char *, not empty
  OPTION_OTHER       // what `take` makes of it
};

struct option_row {
  const char *name;   // without the dashes
  const char *value;  // what stands behind it, for the help; NULL: nothing
  const char *help;
  unsigned use;  // what needs it, in bits of the caller's; 0: everything
  enum option_kind kind;
  size_t at;  // of what it sets, inside the target
  uint64_t min, max;
  const char *const *names;                  // NULL behind the last
  bool (*take)(const char *text, void *to);  // false: not as expected
  const char *expected;                      // for the refusal; TEXT, OTHER: always
  const char *kind_of_name;                  // OTHER, for names with commas between: what each of them names
  const char *(*known)(size_t i);            // with `kind_of_name`: the names that are taken; NULL after the last
  const char *page;                          // with `kind_of_name`: the page that lists them
  int turn;                                  // taken once all of a lower turn are: OPTION_FIRST to OPTION_LAST
  char letter;                               // -o for --output
  bool writes;                               // a file, or says which part of one: not for who repeats a run
};

enum { OPTION_FIRST = -1, OPTION_LAST = 2, OPTION_GROUPS = 10, OPTION_GROUP_ROWS = 64 };

struct option_group {
  const char *heading;
  const struct option_row *rows;  // at most OPTION_GROUP_ROWS
  size_t count;
};

#define OPTION_COUNT(rows) (sizeof(rows) / sizeof *(rows))

// A command's line. The caller says all but `seen`.
struct option_line {
  const char *command;                               // as it is called
  const char *usage, *about;                         // for the help: its words, and what it does
  const char *listed_by;                             // the command that prints the help; NULL: --help of this one
  unsigned use;                                      // rows with none of these bits are not options of it
  const struct option_group *groups[OPTION_GROUPS];  // NULL behind the last
  const char **word;                                 // takes a word that belongs to no option; NULL: there is none
  int *rest;   // takes the place of such a word, which ends the line; NULL: it goes on
  bool mixed;  // options may stand behind it, too: they are moved in front of it
  // Called in front of all rows but those of the first turn, and behind the word. False: *err is set. NULL: none.
  bool (*begin)(const struct option_line *line, void *target, struct error *err);
  uint64_t seen[OPTION_GROUPS];  // a bit for each row that was given
};

// TOLD: --help, --usage or --version was asked for and is printed. BAD: *err says in a line what was expected.
enum option_result { OPTION_BAD, OPTION_GOOD, OPTION_ANSWERED };

// Sets what the options say in `target`. Moves words without a dash behind the others in `argv`.
enum option_result option_line_read(struct option_line *line, int argc, char **argv, void *target, struct error *err);
// That of Waypoint, "1.2.3".
const char *option_version(void);

// The row that a word of the line names, in full or by its beginning; NULL: none, or several.
const struct option_row *option_row_of(const struct option_line *line, const char *word);
// How many words an option takes that begins with this one: 1, or 2 with its value in the next.
int option_words_of(const struct option_row *row, const char *word);
// Is the row one of the group's?
bool option_is_of(const struct option_row *row, const struct option_group *group);

// Was --NAME given?
bool option_seen(const struct option_line *line, const char *name);
// Was an option given that sets, wholly or some bits of, what is there in the target?
bool option_seen_at(const struct option_line *line, size_t at);
// The name of some option that was given and is for none of these uses; NULL: there is none.
const char *option_seen_but(const struct option_line *line, unsigned use);
// The name of some option of these rows that was given; NULL: none was.
const char *option_seen_of(const struct option_line *line, const struct option_group *group, unsigned use);

// A number in C's notation, `min` to `max`.
bool option_number(const char *text, uint64_t min, uint64_t max, uint64_t *value);
// The place of `text` among `names`.
bool option_name(const char *text, const char *const *names, unsigned *place);

#endif
