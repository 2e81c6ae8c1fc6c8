// SPDX-License-Identifier: Apache-2.0
// Numbers in text.
#ifndef NUMBER_H
#define NUMBER_H

#include <stdbool.h>
#include <stdint.h>

// Is the whole text a number without sign, at most `most`? `base` 0: in C's notation. Sets *value in either case.
bool number_read(const char *text, int base, uint64_t most, uint64_t *value);

#endif
