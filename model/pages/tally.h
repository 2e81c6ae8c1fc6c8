// SPDX-License-Identifier: Apache-2.0
// Counts by name, in the order in which the names were added. A tally begins with zeros; call tally_free() last.
#ifndef TALLY_H
#define TALLY_H

#include <stddef.h>
#include <stdint.h>

struct tally_row {
  char *name;
  uint64_t count, bad;  // `bad`: of a rule, number of violations
};

struct tally {
  struct tally_row *rows;
  size_t count;
  uint32_t *slots;  // hash table of size `room`, a power of two: numbers of rows, from 1; 0: free
  size_t room;
};

// Adds to the counts of `name`, which has `length` characters. Exits with 2 when out of memory.
void tally_add(struct tally *t, const char *name, size_t length, uint64_t count, uint64_t bad);
// The row of a name. NULL: there is none.
const struct tally_row *tally_find(const struct tally *t, const char *name);
// The count of a name; 0: there is none.
uint64_t tally_count(const struct tally *t, const char *name);
void tally_free(struct tally *t);

#endif
