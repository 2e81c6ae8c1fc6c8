// SPDX-License-Identifier: Apache-2.0
// Sorts the options of a run into those that are kept and those that are replaced.
#include "run_words.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "append.h"

// Options whose random values are part of the stimulus, or that are not needed.
static const char *const replaced[] = {"flush-rate", "sync-rate",         "extin-rate",
                                       "idle-rate",  "clock-change-rate", "quiet"};

static bool is_kept(const struct option_row *row) {
  static const struct option_group *const groups[] = {&options_source, &options_code, &options_presented};
  for (size_t i = 0; i < OPTION_COUNT(groups); i++) {
    if (option_is_of(row, groups[i])) return false;
  }
  for (size_t i = 0; i < OPTION_COUNT(replaced); i++) {
    if (strcmp(row->name, replaced[i]) == 0) return false;
  }
  return !row->writes;
}

static bool set(struct run_word *word, const struct option_row *row, const char *value) {
  word->row = row;
  return snprintf(word->value, sizeof word->value, "%s", value) < (int)sizeof word->value;
}

static bool add(struct run_words *words, const struct option_row *row, const char *value) {
  return words->count < RUN_WORDS && set(&words->at[words->count++], row, value);
}

struct run_word *run_words_find(struct run_words *words, const char *name) {
  for (size_t i = 0; i < words->count; i++) {
    if (strcmp(words->at[i].row->name, name) == 0) return &words->at[i];
  }
  return NULL;
}

bool run_words_set(struct run_words *words, const char *name, const char *value) {
  struct run_word *word = run_words_find(words, name);
  char dashed[RUN_NAME];
  if (word) return set(word, word->row, value);
  snprintf(dashed, sizeof dashed, "--%s", name);
  return add(words, option_row_of(&options_of_simulator, dashed), value);
}

bool run_words_put(struct run_words *words, const char *name, uint64_t number) {
  char text[24];
  snprintf(text, sizeof text, "%" PRIu64, number);
  return run_words_set(words, name, text);
}

void run_words_drop(struct run_words *words, size_t i) {
  words->count--;
  memmove(&words->at[i], &words->at[i + 1], (words->count - i) * sizeof words->at[0]);
}

bool run_words_of(struct run_words *words, const struct options *options, int argc, char **argv) {
  const struct drive_options *drive = &options->drive;
  bool good = true;
  words->count = 0;
  for (int i = 1; good && i < argc; i++) {
    const struct option_row *row = option_row_of(&options_of_simulator, argv[i]);
    if (!row) continue;
    const char *equals = row->value ? strchr(argv[i], '=') : NULL, *value = equals ? equals + 1 : "";
    if (option_words_of(row, argv[i]) == 2 && i + 1 < argc) value = argv[++i];
    if (is_kept(row)) good = add(words, row, value);
  }
  if (drive->restarts) good = good && run_words_put(words, "clocks", drive->clocks);
  return good && run_words_put(words, "seed", drive->seed);
}

void run_words_text(const struct run_words *words, char *text, size_t size) {
  text[0] = '\0';
  for (size_t i = 0; i < words->count; i++) {
    const struct run_word *w = &words->at[i];
    const char *blank = w->row->value ? " " : "";
    text_append(text, size, " --%s%s%s", w->row->name, blank, w->value);
  }
}

void run_words_argv(const struct run_words *words, const char *simulator, const char *const *more,
                    struct run_argv *argv) {
  argv->count = 0;
  argv->at[argv->count++] = (char *)(uintptr_t)simulator;
  for (size_t i = 0; i < words->count; i++) {
    const struct run_word *w = &words->at[i];
    snprintf(argv->names[i], RUN_NAME, "--%s", w->row->name);
    argv->at[argv->count++] = argv->names[i];
    if (w->row->value) argv->at[argv->count++] = (char *)(uintptr_t)w->value;
  }
  for (; *more; more++) argv->at[argv->count++] = (char *)(uintptr_t)*more;
  argv->at[argv->count] = NULL;
}
