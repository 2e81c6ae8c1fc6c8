// SPDX-License-Identifier: Apache-2.0
// The entries of an ini file with their line numbers, so that a message can name the line. Call ini_load() first and
// ini_free() last.
#ifndef ENTRIES_H
#define ENTRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;

struct ini_entry {
  char *section, *key, *value;  // the key is cut before a bracket: "ETMCR(0x000)" is "ETMCR"
  unsigned line;
};

struct ini_text {
  char *path;
  struct ini_entry *at;
  size_t count;
};

// Reads the file DIR/NAME. False and *err set: it cannot be read, or a line is neither a section, an entry nor a
// comment. Call ini_free() in either case.
bool ini_load(struct ini_text *ini, const char *dir, const char *name, struct error *err);
void ini_free(struct ini_text *ini);

// The first entry with this section and key, without regard to case. NULL: there is none.
const struct ini_entry *ini_find(const struct ini_text *ini, const char *section, const char *key);
// As ini_find(). NULL: there is none, and *err says what was expected.
const struct ini_entry *ini_need(const struct ini_text *ini, const char *section, const char *key, struct error *err);
// Reads the value of the entry, a decimal or hexadecimal number of at most 32 bits.
bool ini_number(const struct ini_text *ini, const struct ini_entry *entry, uint32_t *value, struct error *err);

#endif
