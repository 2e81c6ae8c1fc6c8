// SPDX-License-Identifier: Apache-2.0
// The bytes, longer by a record.
#include "trace_bytes.h"

#include <stdio.h>
#include <stdlib.h>

#include "error.h"
#include "wire.h"

void trace_bytes_append(struct trace_bytes *to, const struct wire *w) {
  if (to->room - to->count < sizeof w->low + sizeof w->high) {
    to->room = to->room ? 2 * to->room : 4096;
    to->at = error_memory(realloc(to->at, to->room));
  }
  for (unsigned i = 0; i < w->length; i++) {
    to->at[to->count++] = (uint8_t)((i < 8 ? w->low : w->high) >> 8 * (i % 8));
  }
}
