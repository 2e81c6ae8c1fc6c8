// SPDX-License-Identifier: Apache-2.0
// The bytes, longer by a record.
#include "trace_bytes.h"

#include "array.h"
#include "wire.h"

void trace_bytes_append(struct trace_bytes *to, const struct wire *w) {
  to->at = array_reserve(to->at, to->count + w->length, &to->room, 1);
  for (unsigned i = 0; i < w->length; i++) {
    to->at[to->count++] = (uint8_t)((i < 8 ? w->low : w->high) >> 8 * (i % 8));
  }
}
