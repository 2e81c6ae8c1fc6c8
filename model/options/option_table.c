// SPDX-License-Identifier: Apache-2.0
// Reads a command line with argp, prints the help, and says in messages what was expected.
#include "option_table.h"

#include <argp.h>
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "append.h"
#include "config.h"
#include "error.h"
#include "nearest.h"
#include "number.h"

// A key of argp is the letter of a row, or FIRST_KEY plus a number for its group and row.
enum { FIRST_KEY = 0x100, OPTIONS_MAX = OPTION_GROUPS * (OPTION_GROUP_ROWS + 1) + 1, EXPECTED_MAX = 200 };

enum { ABOUT_HELP, ABOUT_USAGE, ABOUT_VERSION };

static const struct option_row about_rows[] = {
    [ABOUT_HELP] = {.name = "help", .help = "print this help", .letter = 'h'},
    [ABOUT_USAGE] = {.name = "usage", .help = "print a short usage message"},
    [ABOUT_VERSION] = {.name = "version", .help = "print the version of Waypoint"},
};
static const struct option_group about = {"general:", about_rows, OPTION_COUNT(about_rows)};

struct reading {
  struct option_line *line;
  const struct argp *argp;
  void *target;
  int turn;
  struct error *err;
  enum option_result result;
  bool refused;  // *err is set
};

static const struct option_group *group_at(const struct option_line *line, size_t i) {
  if (i < OPTION_GROUPS && line->groups[i]) return line->groups[i];
  return i == 0 || line->groups[i - 1] ? &about : NULL;
}

static bool is_of(const struct option_row *row, unsigned use) { return row->use == 0 || row->use & use; }

// The position of a row on a line: its group and its number in the group.
struct position {
  size_t group, row;
};

// The next row of the line's use, from `at` on. Moves `at` to the row after it. NULL: there is no more.
static const struct option_row *next_row(const struct option_line *line, struct position *at) {
  for (const struct option_group *group; (group = group_at(line, at->group)); at->group++, at->row = 0) {
    while (at->row < group->count) {
      const struct option_row *row = &group->rows[at->row++];
      if (is_of(row, line->use)) return row;
    }
  }
  return NULL;
}

// The next row that was given on the line.
static const struct option_row *next_seen(const struct option_line *line, struct position *at) {
  for (const struct option_row *row; (row = next_row(line, at));) {
    if (line->seen[at->group] >> (at->row - 1) & 1) return row;
  }
  return NULL;
}

// --- values ----------------------------------------------------------------------------------------------------------

bool option_number(const char *text, uint64_t min, uint64_t max, uint64_t *value) {
  return number_read(text, 0, max, value) && *value >= min;
}

bool option_name(const char *text, const char *const *names, unsigned *index) {
  for (unsigned i = 0; names[i]; i++) {
    if (strcmp(text, names[i]) != 0) continue;
    *index = i;
    return true;
  }
  return false;
}

static bool take(const struct option_row *row, const char *text, void *to) {
  uint64_t number = 0;
  unsigned index = 0;
  switch (row->kind) {
    case OPTION_ON:
    case OPTION_OFF:
      *(bool *)to = row->kind == OPTION_ON;
      return true;
    case OPTION_BITS:
      *(uint32_t *)to |= (uint32_t)row->max;
      return true;
    case OPTION_FIELD:
      if (row->names ? !option_name(text, row->names, &index) : !option_number(text, row->min, row->max, &number))
        return false;
      *(uint32_t *)to = field_set(*(uint32_t *)to, row->field, row->names ? index : (uint32_t)(number - row->min));
      return true;
    case OPTION_NUMBER:
    case OPTION_MORE_BITS:
      if (!option_number(text, row->min, row->max, &number)) return false;
      *(uint32_t *)to = (uint32_t)number | (row->kind == OPTION_MORE_BITS ? *(uint32_t *)to : 0);
      return true;
    case OPTION_WIDE:
      return option_number(text, row->min, row->max, to);
    case OPTION_NAME:
      if (!option_name(text, row->names, &index)) return false;
      memcpy(to, &index, sizeof index);
      return true;
    case OPTION_TEXT:
      *(const char **)to = text;
      return *text != '\0';
    case OPTION_OTHER:
      return row->take(text, to);
  }
  return false;
}

// --- messages --------------------------------------------------------------------------------------------------------

// Registers are a number of bits wide; their values are printed in hex.
static void expectation(const struct option_row *row, char text[EXPECTED_MAX]) {
  const bool hex = row->max > 15 && (row->max & (row->max + 1)) == 0;
  text[0] = '\0';
  if (row->expected) {
    text_append(text, EXPECTED_MAX, "%s", row->expected);
  } else if (row->names) {
    for (size_t i = 0; row->names[i]; i++) {
      text_append(text, EXPECTED_MAX, "%s%s", i == 0 ? "" : row->names[i + 1] ? ", " : " or ", row->names[i]);
    }
  } else if (hex) {
    snprintf(text, EXPECTED_MAX, "a number from %" PRIu64 " to 0x%" PRIX64, row->min, row->max);
  } else {
    snprintf(text, EXPECTED_MAX, "a number from %" PRIu64 " to %" PRIu64, row->min, row->max);
  }
}

// Names the first of the names in `text`, separated by commas, that is unknown.
static void refuse_name(const struct option_row *row, const char *text, struct error *err) {
  struct nearest near;
  size_t length, i;
  for (;; text += length + 1) {
    length = strcspn(text, ",");
    for (i = 0; row->known(i); i++) {
      if (strlen(row->known(i)) == length && strncmp(row->known(i), text, length) == 0) break;
    }
    if (!row->known(i) || text[length] == '\0') break;
  }
  nearest_start(&near, text, length);
  for (i = 0; row->known(i); i++) nearest_try(&near, row->known(i));
  error_set(err, "--%s: unknown %s %.*s; %s %s", row->name, row->kind_of_name, (int)length, text,
            nearest_advice(&near, ""), row->page);
}

// The number of rows that the word can mean, by letter, name or the beginning of a name. Sets `row` to one of them.
static size_t matching_rows(const struct option_line *line, const char *word, const struct option_row **row) {
  const bool is_long = word[0] == '-' && word[1] == '-';
  const char *name = word + (is_long ? 2 : 1);
  const size_t length = strcspn(name, "=");
  struct position at = {0};
  size_t count = 0;
  for (const struct option_row *r; (r = next_row(line, &at));) {
    if (is_long ? strncmp(name, r->name, length) != 0 : !r->letter || *name != r->letter) continue;
    *row = r;
    if (is_long && r->name[length] == '\0') return 1;
    count++;
  }
  return count;
}

// The command that lists the options, for messages: its name and its last word.
static const char *listed_by(const struct option_line *line) {
  return line->listed_by ? line->listed_by : line->command;
}
static const char *help_word(const struct option_line *line) { return line->listed_by ? "" : " --help"; }

static void refuse_option(const struct option_line *line, const char *word, struct error *err) {
  const bool is_long = word[0] == '-' && word[1] == '-';
  const char *name = word + (is_long ? 2 : 1);
  struct position at = {0};
  struct nearest near;
  nearest_start(&near, name, is_long ? strcspn(name, "=") : 0);
  for (const struct option_row *row; (row = next_row(line, &at));) nearest_try(&near, row->name);
  error_set(err, "%s: unknown option; %s %s%s", word, nearest_advice(&near, "--"), listed_by(line), help_word(line));
}

// Explains a word that getopt did not accept. `next` is the word after it, or the word itself if it holds several
// letters.
static void refuse_word(struct reading *r, const struct argp_state *state) {
  const char *word = state->argv[state->next - 1], *next = state->next < state->argc ? state->argv[state->next] : "";
  const struct option_row *row = NULL;
  size_t matches = word[0] == '-' ? matching_rows(r->line, word, &row) : 1;
  const bool holds_letters = next[0] == '-' && next[1] != '-' && strlen(next) > 2;
  if (holds_letters && matches == 1) {
    word = next;
    matches = matching_rows(r->line, word, &row);
  }
  char expected[EXPECTED_MAX];
  if (matches == 0) {
    refuse_option(r->line, word, r->err);
  } else if (matches > 1) {
    error_set(r->err, "%s: ambiguous, several options begin with this; see %s%s", word, listed_by(r->line),
              help_word(r->line));
  } else if (!row->value) {
    error_set(r->err, "%s: expected no value for --%s", word, row->name);
  } else {
    expectation(row, expected);
    error_set(r->err, "%s: expected a value: %s", word, expected);
  }
}

// --- argp ------------------------------------------------------------------------------------------------------------

static void fill(struct argp_option to[OPTIONS_MAX], const struct option_line *line) {
  const struct option_group *group;
  size_t count = 0;
  for (size_t g = 0; (group = group_at(line, g)); g++) {
    bool headed = false;
    assert(group->count <= OPTION_GROUP_ROWS);
    for (size_t i = 0; i < group->count; i++) {
      const struct option_row *row = &group->rows[i];
      if (!is_of(row, line->use)) continue;
      // argp puts --help and --version into group -1, the last.
      const int number = group == &about ? -1 : (int)g + 1;
      if (!headed) to[count++] = (struct argp_option){.doc = group->heading, .group = number};
      headed = true;
      const int key = row->letter ? row->letter : (int)(FIRST_KEY + g * OPTION_GROUP_ROWS + i);
      to[count++] = (struct argp_option){.name = row->name, .key = key, .arg = row->value, .doc = row->help};
    }
  }
}

const char *option_version(void) { return WAYPOINT_VERSION; }

static error_t print_about(struct reading *r, size_t what) {
  static const unsigned help[] = {
      [ABOUT_HELP] = ARGP_HELP_SHORT_USAGE | ARGP_HELP_DOC | ARGP_HELP_LONG, [ABOUT_USAGE] = ARGP_HELP_USAGE};
  char name[80];
  snprintf(name, sizeof name, "%s", r->line->command);
  r->result = OPTION_ANSWERED;
  if (what == ABOUT_VERSION) {
    printf("waypoint %s\n", option_version());
  } else {
    argp_help(r->argp, stdout, help[what], name);
  }
  return ECANCELED;
}

static error_t on_row(struct reading *r, size_t g, size_t i, const char *text) {
  const struct option_group *group = group_at(r->line, g);
  const struct option_row *row = &group->rows[i];
  char expected[EXPECTED_MAX];
  if (group == &about) return print_about(r, i);
  r->line->seen[g] |= UINT64_C(1) << i;
  if (row->turn != r->turn || take(row, text, (char *)r->target + row->at)) return 0;
  expectation(row, expected);
  if (row->kind_of_name && *text) {
    refuse_name(row, text, r->err);
  } else if (row->letter) {
    error_set(r->err, "-%c %s: expected %s", row->letter, text, expected);
  } else {
    error_set(r->err, "--%s %s: expected %s", row->name, text, expected);
  }
  r->refused = true;
  return EINVAL;
}

static error_t on_word(struct reading *r, const char *text) {
  if (r->turn > OPTION_FIRST) return 0;
  if (r->line->word && !*r->line->word) {
    *r->line->word = text;
    return 0;
  }
  error_set(r->err, "%s: expected %s; see %s%s", text, r->line->word ? "only one argument" : "only options",
            listed_by(r->line), help_word(r->line));
  r->refused = true;
  return EINVAL;
}

static error_t on_key(int key, char *text, struct argp_state *state) {
  struct reading *r = state->input;
  if (key == ARGP_KEY_ARG && r->line->rest) {
    *r->line->rest = state->next - 1;
    state->next = state->argc;
    return 0;
  }
  if (key == ARGP_KEY_ARG) return on_word(r, text);
  if (key == ARGP_KEY_ERROR && !r->refused && r->result != OPTION_ANSWERED) refuse_word(r, state);
  if (key >= FIRST_KEY && key < FIRST_KEY + OPTIONS_MAX) {
    const size_t at = (size_t)(key - FIRST_KEY);
    return on_row(r, at / OPTION_GROUP_ROWS, at % OPTION_GROUP_ROWS, text);
  }
  struct position at = {0};
  for (const struct option_row *row; key > 0 && (row = next_row(r->line, &at));) {
    if (row->letter == key) return on_row(r, at.group, at.row - 1, text);
  }
  return ARGP_ERR_UNKNOWN;
}

enum option_result option_line_read(struct option_line *line, int argc, char **argv, void *target, struct error *err) {
  struct argp_option options[OPTIONS_MAX] = {{0}};
  const struct argp argp = {.options = options, .parser = on_key, .args_doc = line->usage, .doc = line->about};
  struct reading r = {
      .line = line, .argp = &argp, .target = target, .turn = OPTION_FIRST, .err = err, .result = OPTION_GOOD};
  const unsigned flags = ARGP_NO_ERRS | ARGP_NO_EXIT | ARGP_NO_HELP | (line->rest && !line->mixed ? ARGP_IN_ORDER : 0);
  fill(options, line);
  memset(line->seen, 0, sizeof line->seen);
  for (; r.turn <= OPTION_LAST && r.result == OPTION_GOOD; r.turn++) {
    const bool begins = r.turn == OPTION_FIRST + 1 && line->begin;
    const bool good =
        (!begins || line->begin(line, target, err)) && argp_parse(&argp, argc, argv, flags, NULL, &r) == 0;
    if (!good && r.result != OPTION_ANSWERED) r.result = OPTION_BAD;
  }
  return r.result;
}

// --- questions -------------------------------------------------------------------------------------------------------

const struct option_row *option_row_of(const struct option_line *line, const char *word) {
  const struct option_row *row = NULL;
  return word[0] == '-' && matching_rows(line, word, &row) == 1 ? row : NULL;
}

int option_words_of(const struct option_row *row, const char *word) { return row->value && !strchr(word, '=') ? 2 : 1; }

bool option_is_of(const struct option_row *row, const struct option_group *group) {
  for (size_t i = 0; i < group->count; i++) {
    if (row == &group->rows[i]) return true;
  }
  return false;
}

bool option_seen(const struct option_line *line, const char *name) {
  struct position at = {0};
  for (const struct option_row *row; (row = next_seen(line, &at));) {
    if (strcmp(row->name, name) == 0) return true;
  }
  return false;
}

bool option_seen_at(const struct option_line *line, size_t target) {
  struct position at = {0};
  for (const struct option_row *row; (row = next_seen(line, &at));) {
    if (row->at == target) return true;
  }
  return false;
}

const char *option_seen_except(const struct option_line *line, unsigned use) {
  struct position at = {0};
  for (const struct option_row *row; (row = next_seen(line, &at));) {
    if (row->use && !(row->use & use)) return row->name;
  }
  return NULL;
}

const char *option_seen_of(const struct option_line *line, const struct option_group *group, unsigned use) {
  struct position at = {0};
  for (const struct option_row *row; (row = next_seen(line, &at));) {
    if (group_at(line, at.group) == group && row->use & use) return row->name;
  }
  return NULL;
}
