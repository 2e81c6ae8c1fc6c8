// SPDX-License-Identifier: Apache-2.0
// Arrays that grow.
#ifndef ARRAY_H
#define ARRAY_H

#include <stddef.h>

// Returns `array` with space for at least `count` elements of `size` bytes. *capacity is the number of elements for
// which it has space. At first `array` is NULL and *capacity is 0. Exits with 2 when out of memory.
void *array_reserve(void *array, size_t count, size_t *capacity, size_t size);

#endif
