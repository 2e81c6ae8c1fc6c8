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

// The rows: the bytes of each beat; the packets and what each reports of the program, in two lanes, because the packet
// that begins in the beat in which another ends stands below it.
enum reported_row { REPORTED_BYTES, REPORTED_PACKET, REPORTED_FLOW, REPORTED_PACKET_2, REPORTED_FLOW_2, REPORTED_ROWS };
extern const char *const reported_row_name[REPORTED_ROWS];

// A text stands in the clocks [first, last]. Those of a row are in order, and apart from one another.
struct reported_text {
  uint64_t first, last;
  char *text;
};

struct reported {
  struct {
    struct reported_text *at;
    size_t count, room;
  } row[REPORTED_ROWS];
};

// What the whole trace tells. `image`: the code; instructions are told as far as it goes.
void reported_make(struct reported *reported, const struct trace *trace, const struct config *config,
                   const struct image *image);
void reported_free(struct reported *reported);

// realloc; says so and exits 2 when out of memory.
void *grown(void *memory, size_t size);

#endif
