// SPDX-License-Identifier: Apache-2.0
// Trace bytes as they come, for encoders that have no clock.
#ifndef TRACE_BYTES_H
#define TRACE_BYTES_H

#include <stddef.h>
#include <stdint.h>

struct wire;

// Grows as needed; free(at) when done. Starts as {0}.
struct trace_bytes {
  uint8_t *at;
  size_t count, room;
};

// Running out of memory ends the program with exit code 2.
void trace_bytes_append(struct trace_bytes *to, const struct wire *wire);

#endif
