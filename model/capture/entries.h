// SPDX-License-Identifier: Apache-2.0
// An ini file as a list of its entries, with their lines, so that what is wrong with one can be told.
#ifndef ENTRIES_H
#define ENTRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;

struct ini_entry {
  char *section, *key, *value;  // key without what stands in brackets behind it: "ETMCR(0x000)" is "ETMCR"
  unsigned line;
};

struct ini_text {
  char *path;
  struct ini_entry *at;
  size_t count;
};

// DIR/NAME. False and *err set if it cannot be read, or a line is neither section, entry nor comment; free it anyway.
bool ini_load(struct ini_text *ini, const char *dir, const char *name, struct error *err);
void ini_free(struct ini_text *ini);

// The first entry with this section and key (upper or lower case alike), or NULL.
const struct ini_entry *ini_find(const struct ini_text *ini, const char *section, const char *key);
// The same; if there is none, *err tells what was expected.
const struct ini_entry *ini_need(const struct ini_text *ini, const char *section, const char *key, struct error *err);
// The entry's value as a number of at most 32 bits, decimal or 0x hexadecimal.
bool ini_number(const struct ini_text *ini, const struct ini_entry *entry, uint32_t *value, struct error *err);

#endif
