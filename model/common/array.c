// SPDX-License-Identifier: Apache-2.0
// Growth by doubling, so that each element is moved only a few times.
#include "array.h"

#include <stdlib.h>

#include "error.h"

enum { FIRST_CAPACITY = 64 };

void *array_reserve(void *array, size_t count, size_t *capacity, size_t size) {
  if (count <= *capacity) return array;
  *capacity = 2 * count + FIRST_CAPACITY;
  return error_memory(realloc(array, *capacity * size));
}
