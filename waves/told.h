// SPDX-License-Identifier: Apache-2.0
// A trace whose bytes left at known clocks, and what the decoder says of it, packet by packet.
#ifndef TOLD_H
#define TOLD_H

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
enum told_column { TOLD_PACKET, TOLD_FIELDS, TOLD_BYTES, TOLD_FLOW, TOLD_COLUMNS };

struct told_packet {
  uint64_t clock, offset;    // in which its first byte left; of that byte in the trace
  char *text[TOLD_COLUMNS];  // none is empty
};

struct told {
  struct told_packet *at;  // in order
  size_t count;
};

// What the whole trace tells. `image`: the code; instructions are told as far as it goes.
void told_make(struct told *told, const struct trace *trace, const struct config *config, const struct image *image);
void told_free(struct told *told);

// realloc; says so and exits 2 when out of memory.
void *grown(void *memory, size_t size);

#endif
