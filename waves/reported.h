// SPDX-License-Identifier: Apache-2.0
// A trace whose bytes left at known clocks, and what the decoder says of it, packet by packet.
#ifndef REPORTED_H
#define REPORTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "error.h"
#include "image.h"

struct trace {
  uint8_t *byte;
  uint64_t *clock;  // in which byte[i] left
  size_t count, room;
};

// Reads a line for each ATB beat that was taken, "<clock> <bytes in hex, first byte first>", from the first byte of the
// trace on. False and *err set if the file cannot be read or a line is something else.
bool trace_read(struct trace *trace, const char *path, struct error *err);
void trace_free(struct trace *trace);

// The text of a packet, in the columns of the rows.
enum reported_column { REPORTED_PACKET, REPORTED_FIELDS, REPORTED_BYTES, REPORTED_FLOW, REPORTED_COLUMNS };

struct reported_packet {
  uint64_t clock, offset;        // in which its first byte left; of that byte in the trace
  char *text[REPORTED_COLUMNS];  // none is empty
};

struct reported {
  struct reported_packet *at;  // in order
  size_t count;
};

// What the whole trace tells. `image`: the code; instructions are told as far as it goes.
void reported_make(struct reported *reported, const struct trace *trace, const struct config *config,
                   const struct image *image);
void reported_free(struct reported *reported);

// realloc; says so and exits 2 when out of memory.
void *grown(void *memory, size_t size);

#endif
