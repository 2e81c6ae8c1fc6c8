// SPDX-License-Identifier: Apache-2.0
// Words of a text, and of the files that it names, read one by one.
#include "option_words.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "options.h"

enum { FILES_DEEP = 8 };  // a file may name another

// Where a word stands.
struct word_place {
  const char *file;  // NULL: in the text itself
  unsigned line, depth;
};

static bool add_text(struct option_words *words, struct option_line *line, const char *text,
                     const struct word_place *at, struct error *err);

void option_words_put(struct option_words *words, const char *text) {
  const size_t size = (size_t)words->argc + 2;
  words->argv = error_memory(realloc(words->argv, size * sizeof *words->argv));
  char *copy = error_memory(malloc(strlen(text) + 1));
  words->argv[words->argc++] = strcpy(copy, text);
  words->argv[words->argc] = NULL;
}

static void refuse(const struct word_place *at, const char *why, struct error *err) {
  if (at->file) {
    error_set(err, "%s:%u: %s", at->file, at->line, why);
  } else {
    error_set(err, "configuration: %s", why);
  }
}

static bool add_lines(struct option_words *words, struct option_line *line, FILE *file, struct word_place at,
                      struct error *err) {
  char *text = NULL;
  size_t room = 0;
  bool good = true;
  while (good && getline(&text, &room, file) >= 0) {
    at.line++;
    text[strcspn(text, "#")] = '\0';
    good = add_text(words, line, text, &at, err);
  }
  if (good && ferror(file)) {
    error_set(err, "%s: %s", at.file, strerror(errno));
    good = false;
  }
  free(text);
  return good;
}

static bool add_file(struct option_words *words, struct option_line *line, const char *path,
                     const struct word_place *from, struct error *err) {
  char why[400];
  FILE *file = from->depth < FILES_DEEP ? fopen(path, "r") : NULL;
  if (!file) {
    snprintf(why, sizeof why, "config=%.300s: %s", path,
             from->depth < FILES_DEEP ? strerror(errno) : "expected no more than 8 files that name each other");
    refuse(from, why, err);
    return false;
  }
  const bool good = add_lines(words, line, file, (struct word_place){.file = path, .depth = from->depth + 1}, err);
  fclose(file);
  return good;
}

// By itself, so that a refusal can say where it stands. Behind it come its own words: without their dashes.
static bool is_good(struct option_line *line, const char *option, const struct word_place *at, struct error *err) {
  static struct options scratch;
  char *argv[] = {(char *)(uintptr_t)line->command, (char *)(uintptr_t)option, NULL};
  struct error why;
  const enum option_result result = option_line_read(line, 2, argv, &scratch, &why);
  const bool protocol = result == OPTION_GOOD && option_seen(line, "protocol") && !(line->use & OPTIONS_UNIT);
  if (result == OPTION_GOOD && !protocol) return true;
  if (protocol) snprintf(why.text, sizeof why.text, "protocol: not for a checker, which is opened for one");
  refuse(at, result == OPTION_ANSWERED ? "expected words of a configuration" : why.text + strspn(why.text, "-"), err);
  return false;
}

static bool add_word(struct option_words *words, struct option_line *line, const char *word,
                     const struct word_place *at, struct error *err) {
  static const char config[] = "config=";
  if (word[0] == '@') return add_file(words, line, word + 1, at, err);
  if (strncmp(word, config, sizeof config - 1) == 0) return add_file(words, line, word + sizeof config - 1, at, err);
  char *option = error_memory(malloc(strlen(word) + 3));
  sprintf(option, "--%s", word);
  const bool good = is_good(line, option, at, err);
  if (good) option_words_put(words, option);
  free(option);
  return good;
}

static bool add_text(struct option_words *words, struct option_line *line, const char *text,
                     const struct word_place *at, struct error *err) {
  static const char blanks[] = " \t\r\n";
  for (size_t length; *(text += strspn(text, blanks)); text += length) {
    length = strcspn(text, blanks);
    char *word = error_memory(strndup(text, length));
    const bool good = add_word(words, line, word, at, err);
    free(word);
    if (!good) return false;
  }
  return true;
}

bool option_words_add(struct option_words *words, struct option_line *line, const char *text, struct error *err) {
  const struct word_place at = {0};
  return add_text(words, line, text, &at, err);
}

bool option_words_read(struct option_words *words, struct option_line *line, FILE *file, const char *name,
                       struct error *err) {
  return add_lines(words, line, file, (struct word_place){.file = name, .depth = 1}, err);
}
