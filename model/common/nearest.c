// SPDX-License-Identifier: Apache-2.0
// The distance is that of optimal string alignment.
#include "nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static bool is_same(char a, char b) { return tolower((unsigned char)a) == tolower((unsigned char)b); }

size_t nearest_distance(const char *a, size_t a_length, const char *b, size_t b_length) {
  size_t rows[3][NEAREST_LONGEST + 1], *before = rows[0], *last = rows[1], *row = rows[2];
  const size_t a_count = least(a_length, NEAREST_LONGEST), b_count = least(b_length, NEAREST_LONGEST);
  a += a_length - a_count;
  b += b_length - b_count;
  for (size_t j = 0; j <= b_count; j++) last[j] = j;
  for (size_t i = 1; i <= a_count; i++) {
    row[0] = i;
    for (size_t j = 1; j <= b_count; j++) {
      row[j] = least(least(last[j], row[j - 1]) + 1, last[j - 1] + !is_same(a[i - 1], b[j - 1]));
      const bool is_exchanged = i > 1 && j > 1 && is_same(a[i - 1], b[j - 2]) && is_same(a[i - 2], b[j - 1]);
      if (is_exchanged) row[j] = least(row[j], before[j - 2] + 1);
    }
    size_t *const free_row = before;
    before = last;
    last = row;
    row = free_row;
  }
  return last[b_count];
}

void nearest_start(struct nearest *n, const char *word, size_t length) {
  *n = (struct nearest){.word = word, .length = length, .distance = least(length / 3, 2) + 1};
}

void nearest_try(struct nearest *n, const char *name) {
  const size_t edits = nearest_distance(n->word, n->length, name, strlen(name));
  if (edits >= n->distance) return;
  n->distance = edits;
  n->name = name;
}

const char *nearest_advice(struct nearest *n, const char *prefix) {
  if (!n->name) return "see";
  snprintf(n->advice, sizeof n->advice, "did you mean %s%s? See", prefix, n->name);
  return n->advice;
}
