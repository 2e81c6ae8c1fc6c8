// SPDX-License-Identifier: Apache-2.0
// Counts by name, in the order in which the names came.
#ifndef TALLY_H
#define TALLY_H

#include <stddef.h>
#include <stdint.h>

struct tally_row {
  char *name;
  uint64_t count, bad;  // `bad`: of a rule, how often it was broken
};

struct tally {
  struct tally_row *rows;
  size_t count;
  uint32_t *slots;  // of `room`, a power of two: places among the rows, from 1 on; 0: free
  size_t room;
};

// Adds to the count of `name`, of `length` characters. Exits 2 when out of memory.
void tally_add(struct tally *t, const char *name, size_t length, uint64_t count, uint64_t bad);
// The row of a name, or NULL.
const struct tally_row *tally_find(const struct tally *t, const char *name);
// Its count, or 0.
uint64_t tally_count(const struct tally *t, const char *name);
void tally_free(struct tally *t);

#endif
