// SPDX-License-Identifier: Apache-2.0
// Reads numbers in text.
#ifndef NUMBER_H
#define NUMBER_H

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>

// Is the whole text a number from 0 to `most`, without a sign? With `base` 0 it is in the notation of C. Sets *value in
// either case.
bool number_read(const char *text, int base, uint64_t most, uint64_t *value);

// The value of a hexadecimal digit.
static inline unsigned number_digit(char c) {
  return (unsigned)(isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10);
}

#endif
