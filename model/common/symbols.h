// SPDX-License-Identifier: Apache-2.0
// Names of functions by address, as a linker leaves them.
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct symbol {
  uint32_t address, length;  // bytes, at least 1
  bool label;                // of no function: what lies in one is left out
  char *name;                // of characters that stand for themselves in each form of a list
};

struct symbols {
  struct symbol *at;  // sorted by address once symbols_sort has been called
  size_t count, room;
};

void symbols_add(struct symbols *symbols, uint32_t address, uint32_t length, bool label, const char *name);
// Behind the last that is added.
void symbols_sort(struct symbols *symbols);
// The one whose bytes hold the address; NULL: there is none.
const struct symbol *symbols_find(const struct symbols *symbols, uint32_t address);
void symbols_free(struct symbols *symbols);

// " <main+0x1C>" of an address, or "". `symbols` may be NULL.
enum { SYMBOL_TEXT = 96 };
const char *symbols_text(const struct symbols *symbols, uint32_t address, char text[SYMBOL_TEXT]);

#endif
