// SPDX-License-Identifier: Apache-2.0
// Numbers in text.
#ifndef NUMBER_H
#define NUMBER_H

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>

// Is the whole text a number without sign, at most `most`? `base` 0: in C's notation. Sets *value in either case.
bool number_read(const char *text, int base, uint64_t most, uint64_t *value);

// The value of a hexadecimal digit.
static inline unsigned number_digit(char c) {
  return (unsigned)(isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10);
}

#endif
