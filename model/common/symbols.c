// SPDX-License-Identifier: Apache-2.0
// Sorts the symbols, and keeps one for each address.
#include "symbols.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "error.h"

enum { NAME = SYMBOL_TEXT - 20 };  // characters of a name that are shown

// A quote, a backslash, a comma or a control character has a meaning in a list, so '?' replaces it.
static char *plain(const char *name) {
  char *copy = error_memory(strdup(name));
  for (char *c = copy; *c; c++) {
    if (*c <= ' ' || *c > '~' || strchr("\"\\,;<>", *c)) *c = '?';
  }
  return copy;
}

void symbols_add(struct symbols *symbols, uint32_t address, uint32_t length, bool label, const char *name) {
  symbols->at = array_reserve(symbols->at, symbols->count + 1, &symbols->room, sizeof *symbols->at);
  symbols->at[symbols->count++] =
      (struct symbol){.address = address, .length = length, .label = label, .name = plain(name)};
}

// Sorts symbols at the same address so that the one to keep is first: functions before labels, then the longest.
static int compare(const void *a, const void *b) {
  const struct symbol *s = a, *t = b;
  if (s->address != t->address) return s->address < t->address ? -1 : 1;
  if (s->label != t->label) return s->label ? 1 : -1;
  if (s->length != t->length) return s->length > t->length ? -1 : 1;
  return strcmp(s->name, t->name);
}

static bool holds(const struct symbol *s, uint32_t address) {
  return address >= s->address && address - s->address < s->length;
}

void symbols_sort(struct symbols *symbols) {
  size_t kept = 0;
  uint64_t end = 0;  // end of the functions so far
  if (symbols->count) qsort(symbols->at, symbols->count, sizeof *symbols->at, compare);
  for (size_t i = 0; i < symbols->count; i++) {
    struct symbol *s = &symbols->at[i];
    const bool again = kept && symbols->at[kept - 1].address == s->address;
    const uint64_t to = (uint64_t)s->address + s->length;
    if (again || (s->label && s->address < end)) {
      free(s->name);
    } else {
      symbols->at[kept++] = *s;
    }
    if (!s->label && to > end) end = to;
  }
  symbols->count = kept;
}

// The symbol that contains the address. NULL: there is none.
static const struct symbol *find_symbol(const struct symbols *symbols, uint32_t address) {
  size_t low = 0, high = symbols->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (symbols->at[middle].address <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low && holds(&symbols->at[low - 1], address) ? &symbols->at[low - 1] : NULL;
}

void symbols_free(struct symbols *symbols) {
  for (size_t i = 0; i < symbols->count; i++) free(symbols->at[i].name);
  free(symbols->at);
  *symbols = (struct symbols){0};
}

const char *symbols_text(const struct symbols *symbols, uint32_t address, char text[SYMBOL_TEXT]) {
  const struct symbol *s = symbols ? find_symbol(symbols, address) : NULL;
  text[0] = '\0';
  if (s) snprintf(text, SYMBOL_TEXT, " <%.*s+0x%" PRIX32 ">", NAME, s->name, address - s->address);
  return text;
}
