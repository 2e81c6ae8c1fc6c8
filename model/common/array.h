// SPDX-License-Identifier: Apache-2.0
// Arrays that grow.
#ifndef ARRAY_H
#define ARRAY_H

#include <stddef.h>

// Returns `array`, with space for at least `count` elements of `size` bytes. *capacity: how many elements have space.
// At first the array is NULL and the capacity 0. Ends the program with exit code 2 if memory is short.
void *array_reserve(void *array, size_t count, size_t *capacity, size_t size);

#endif
