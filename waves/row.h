// SPDX-License-Identifier: Apache-2.0
// A row of the wave view.
#ifndef ROW_H
#define ROW_H

#include <stddef.h>
#include <stdint.h>

// The text of a row in the clocks from `first` to `last`.
struct row_text {
  uint64_t first, last;
  char *text;
};

struct row {
  char *name;  // NULL: it is known from elsewhere
  struct row_text *at;
  size_t count, room;
};

// `first` is after the texts that the row already has.
void row_add(struct row *row, uint64_t first, uint64_t last, const char *text);
// The last text. NULL: there is none.
struct row_text *row_last(const struct row *row);
void row_free(struct row *row);

#endif
