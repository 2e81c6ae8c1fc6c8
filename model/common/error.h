// SPDX-License-Identifier: Apache-2.0
// One clear line about bad input: which file, line or byte offset, what was expected. The caller prints it and exits 2.
#ifndef ERROR_H
#define ERROR_H

struct error {
  char text[512];
};

// Formats the line (cut at some 511 characters); what a terminal does not show stands there as \xNN. `err` may be NULL.
void error_set(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Says so, and ends the program with exit code 2. Returns only memory that there is: error_memory(malloc(n)).
void *error_memory(void *memory);

#endif
