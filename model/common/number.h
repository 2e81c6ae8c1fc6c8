// SPDX-License-Identifier: Apache-2.0
// Reads numbers in text and in memory.
#ifndef NUMBER_H
#define NUMBER_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Is the whole text a number from 0 to `most`, without a sign? With `base` 0 it is in the notation of C. Sets *value in
// either case.
bool number_read(const char *text, int base, uint64_t most, uint64_t *value);

// Reads an unsigned number of 1, 2, 4 or 8 bytes, which must be aligned for its size.
uint64_t number_load(const void *from, size_t size);

// The value of a hexadecimal digit.
static inline unsigned number_digit(char c) {
  return (unsigned)(isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10);
}

#endif
