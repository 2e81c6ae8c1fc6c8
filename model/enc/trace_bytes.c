// SPDX-License-Identifier: Apache-2.0
#include "trace_bytes.h"

#include <stdio.h>
#include <stdlib.h>

#include "wire.h"

void trace_bytes_append(struct trace_bytes *to, const struct wire *w) {
  if (to->room - to->count < sizeof w->low + sizeof w->high) {
    to->room = to->room ? 2 * to->room : 4096;
    to->at = realloc(to->at, to->room);
    if (!to->at) {
      fputs("waypoint: out of memory for the trace bytes\n", stderr);
      exit(2);
    }
  }
  for (unsigned i = 0; i < w->length; i++) {
    to->at[to->count++] = (uint8_t)((i < 8 ? w->low : w->high) >> 8 * (i % 8));
  }
}
