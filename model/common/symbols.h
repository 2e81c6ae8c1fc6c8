// SPDX-License-Identifier: Apache-2.0
// Finds the name of the function at an address.
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct symbol {
  uint32_t address, length;  // `length` in bytes, at least 1
  bool label;                // it is no function; a label inside a function is not used
  char *name;                // without characters that have a meaning in a form of the list
};

struct symbols {
  struct symbol *at;  // sorted by address once symbols_sort has been called
  size_t count, room;
};

// Call symbols_add() for each symbol, then symbols_sort() once, and symbols_free() last.
void symbols_add(struct symbols *symbols, uint32_t address, uint32_t length, bool label, const char *name);
void symbols_sort(struct symbols *symbols);
void symbols_free(struct symbols *symbols);

// The symbol and the offset of an address, " <main+0x1C>", or "". `symbols` may be NULL.
enum { SYMBOL_TEXT = 96 };
const char *symbols_text(const struct symbols *symbols, uint32_t address, char text[SYMBOL_TEXT]);

#endif
