// SPDX-License-Identifier: Apache-2.0
// A message about invalid input: the file, the line or byte offset, and what was expected. The caller prints it and
// exits with 2.
#ifndef ERROR_H
#define ERROR_H

#include <stdbool.h>

struct error {
  char text[512];
};

// Sets the message, cut to 511 bytes, with \xNN for each character that a terminal cannot show. `err` may be NULL.
// Returns false.
bool error_set(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Returns `memory`, as in error_memory(malloc(n)). If it is NULL, prints that there is no memory and exits with 2.
void *error_memory(void *memory);

#endif
