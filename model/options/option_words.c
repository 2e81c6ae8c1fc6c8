// SPDX-License-Identifier: Apache-2.0
#include "option_words.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "lines.h"
#include "options.h"

enum { FILES_DEEP = 8, FILES_MOST = 64 };  // limits of files that name other files

// The location of a word.
struct word_location {
  const char *file;  // NULL: in the text itself
  unsigned line, depth;
};

static void add_text(struct option_words *words, struct option_line *line, const char *text,
                     const struct word_location *at, struct error *err);

void option_words_put(struct option_words *words, const char *text) {
  const size_t size = (size_t)words->argc + 2;
  words->argv = error_memory(realloc(words->argv, size * sizeof *words->argv));
  char *copy = error_memory(malloc(strlen(text) + 1));
  words->argv[words->argc++] = strcpy(copy, text);
  words->argv[words->argc] = NULL;
}

static void refuse(struct option_words *words, const struct word_location *at, const char *why, struct error *err) {
  if (words->refused) return;
  words->refused = true;
  if (at->file) {
    error_set(err, "%s:%u: %s", at->file, at->line, why);
  } else {
    error_set(err, "configuration: %s", why);
  }
}

static void add_lines(struct option_words *words, struct option_line *line, FILE *file, struct word_location at,
                      struct error *err) {
  struct lines lines;
  const int before = words->argc;
  lines_of(&lines, file, at.file, words->refused ? NULL : err);
  while (lines_next(&lines)) {
    at.line = lines.number;
    lines.text[strcspn(lines.text, "#")] = '\0';
    add_text(words, line, lines.text, &at, err);
  }
  if (!lines_close(&lines)) words->refused = true;
  if (words->argc > before || words->refused) return;
  words->refused = true;
  error_set(err, "%s: expected words name=value, found none", at.file);
}

static void add_file(struct option_words *words, struct option_line *line, const char *path,
                     const struct word_location *from, struct error *err) {
  char why[400];
  const bool few = from->depth < FILES_DEEP && words->files < FILES_MOST;
  FILE *file = few ? fopen(path, "rb") : NULL;
  if (!file) {
    snprintf(why, sizeof why, "config=%.300s: %s", path,
             few ? strerror(errno) : "expected at most 8 nested files, and 64 in total");
    refuse(words, from, why, err);
    return;
  }
  words->files++;
  add_lines(words, line, file, (struct word_location){.file = path, .depth = from->depth + 1}, err);
  fclose(file);
}

// Replaces a part of the text, if it contains it, by a shorter one.
static void shorten(char *text, const char *part, const char *shorter) {
  char *at = strstr(text, part);
  if (!at) return;
  memmove(at + strlen(shorter), at + strlen(part), strlen(at + strlen(part)) + 1);
  memcpy(at, shorter, strlen(shorter));
}

// A message names the option, --NAME VALUE or --NAME=VALUE. A configuration has NAME=VALUE instead.
static void quote_as_written(char *refusal, const char *option) {
  const size_t name = strcspn(option, "=");
  shorten(refusal, ": unknown option", ": unknown word");
  shorten(refusal, "did you mean --", "did you mean ");
  if (option[name] && strncmp(refusal, option, name) == 0 && refusal[name] == ' ') refusal[name] = '=';
}

// Checks the word alone, so that a message can name its location.
static void check_word(struct option_words *words, struct option_line *line, const char *option,
                       const struct word_location *at, struct error *err) {
  static struct options scratch;
  char *argv[] = {(char *)(uintptr_t)line->command, (char *)(uintptr_t)option, NULL};
  struct error why;
  const enum option_result result = option_line_read(line, 2, argv, &scratch, &why);
  const bool protocol = result == OPTION_GOOD && option_seen(line, "protocol") && !(line->use & OPTIONS_UNIT);
  if (result == OPTION_GOOD && !protocol) return;
  if (protocol) snprintf(why.text, sizeof why.text, "protocol: expected no protocol here; the checker module fixes it");
  if (result == OPTION_ANSWERED) {
    refuse(words, at, "expected words name=value", err);
  } else {
    quote_as_written(why.text, option);
    refuse(words, at, why.text + (strncmp(why.text, "--", 2) == 0 ? 2 : 0), err);
  }
}

static void add_word(struct option_words *words, struct option_line *line, const char *word,
                     const struct word_location *at, struct error *err) {
  static const char config[] = "config=";
  const size_t head = word[0] == '@' ? 1 : strncmp(word, config, sizeof config - 1) == 0 ? sizeof config - 1 : 0;
  if (head) {
    add_file(words, line, word + head, at, err);
    return;
  }
  char *option = error_memory(malloc(strlen(word) + 3));
  sprintf(option, "--%s", word);
  check_word(words, line, option, at, err);
  option_words_put(words, option);
  free(option);
}

static void add_text(struct option_words *words, struct option_line *line, const char *text,
                     const struct word_location *at, struct error *err) {
  static const char blanks[] = " \t\r\n";
  for (size_t length; *(text += strspn(text, blanks)); text += length) {
    length = strcspn(text, blanks);
    char *word = error_memory(strndup(text, length));
    add_word(words, line, word, at, err);
    free(word);
  }
}

void option_words_free(struct option_words *words) {
  for (int i = 0; i < words->argc; i++) free(words->argv[i]);
  free(words->argv);
  *words = (struct option_words){0};
}

bool option_words_add(struct option_words *words, struct option_line *line, const char *text, struct error *err) {
  const struct word_location at = {0};
  add_text(words, line, text, &at, err);
  return !words->refused;
}

bool option_words_read(struct option_words *words, struct option_line *line, FILE *file, const char *name,
                       struct error *err) {
  add_lines(words, line, file, (struct word_location){.file = name, .depth = 1}, err);
  return !words->refused;
}
