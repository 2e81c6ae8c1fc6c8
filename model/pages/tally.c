// SPDX-License-Identifier: Apache-2.0
// A hash table of names.
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "run_facts.h"

// FNV-1a.
static uint32_t hash(const char *name, size_t length) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < length; i++) h = (h ^ (uint8_t)name[i]) * 16777619u;
  return h;
}

// The slot of a name, or the free slot for it.
static uint32_t *slot_of(const struct tally *t, const char *name, size_t length) {
  size_t i = hash(name, length) & (t->room - 1);
  while (t->slots[i]) {
    const char *held = t->rows[t->slots[i] - 1].name;
    if (strncmp(held, name, length) == 0 && held[length] == '\0') break;
    i = (i + 1) & (t->room - 1);
  }
  return &t->slots[i];
}

static void grow(struct tally *t) {
  t->room = t->room ? 2 * t->room : 256;
  free(t->slots);
  t->slots = error_memory(calloc(t->room, sizeof *t->slots));
  t->rows = error_memory(realloc(t->rows, t->room / 2 * sizeof *t->rows));
  for (size_t i = 0; i < t->count; i++) {
    *slot_of(t, t->rows[i].name, strlen(t->rows[i].name)) = (uint32_t)i + 1;
  }
}

void tally_add(struct tally *t, const char *name, size_t length, uint64_t count, uint64_t bad) {
  if (t->count >= t->room / 2) grow(t);
  uint32_t *slot = slot_of(t, name, length);
  if (!*slot) {
    t->rows[t->count] = (struct tally_row){.name = error_memory(strndup(name, length))};
    *slot = (uint32_t)++t->count;
  }
  t->rows[*slot - 1].count += count;
  t->rows[*slot - 1].bad += bad;
}

const struct tally_row *tally_find(const struct tally *t, const char *name) {
  const uint32_t at = t->room ? *slot_of(t, name, strlen(name)) : 0;
  return at ? &t->rows[at - 1] : NULL;
}

uint64_t tally_count(const struct tally *t, const char *name) {
  const struct tally_row *row = tally_find(t, name);
  return row ? row->count : 0;
}

void tally_free(struct tally *t) {
  for (size_t i = 0; i < t->count; i++) free(t->rows[i].name);
  free(t->rows);
  free(t->slots);
  *t = (struct tally){0};
}
