// SPDX-License-Identifier: Apache-2.0
#include "names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

#define ENUM_TABLE "$attrbegin misc 07 "

struct names {
  struct names *before;
  unsigned long number;
  size_t count;
  const char **word;  // `count` names, then their values
  char *text;         // what the words stand in
};

static const char *next_word(char *text, char **rest) {
  const char *word = strtok_r(text, " \n", rest);
  return word ? word : "";
}

static struct names *read_table(struct names *before, const char *words) {
  struct names *n = error_memory(malloc(sizeof *n));
  char *rest;
  *n = (struct names){.before = before, .text = error_memory(strdup(words))};
  next_word(n->text, &rest);  // what the type is called
  n->count = strtoul(next_word(NULL, &rest), NULL, 10);
  if (n->count > strlen(words)) n->count = 0;
  n->word = error_memory(malloc((2 * n->count + 1) * sizeof *n->word));
  for (size_t i = 0; i < 2 * n->count; i++) n->word[i] = next_word(NULL, &rest);
  n->number = strtoul(next_word(NULL, &rest), NULL, 10);
  return n;
}

const struct names *names_read(struct names **last, const char *line) {
  unsigned long number;
  if (sscanf(line, ENUM_TABLE "\"\" %lu", &number) == 1) {
    const struct names *n = *last;
    while (n && n->number != number) n = n->before;
    return n;
  }
  if (!strncmp(line, ENUM_TABLE, strlen(ENUM_TABLE))) *last = read_table(*last, line + strlen(ENUM_TABLE));
  return NULL;
}

static const char *without_zeros(const char *bits) { return bits + strspn(bits, "0"); }

const char *names_find(const struct names *names, const char *bits) {
  for (size_t i = 0; i < names->count; i++)
    if (!strcmp(without_zeros(names->word[names->count + i]), without_zeros(bits))) return names->word[i];
  return bits;
}

void names_free(struct names *last) {
  while (last) {
    struct names *before = last->before;
    free(last->word);
    free(last->text);
    free(last);
    last = before;
  }
}
