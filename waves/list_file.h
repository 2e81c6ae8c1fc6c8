// SPDX-License-Identifier: Apache-2.0
// The list of a trace in JSON (docs/list.md), as texts for the rows of the wave view. A packet has its own text, what
// it reports of the program, and the state of the processor after it.
#ifndef LIST_FILE_H
#define LIST_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "error.h"

struct list_packet {
  uint64_t byte, length;  // its first byte in the trace; how many bytes it has, not 0
  uint64_t first, last;   // clocks in which its first and its last byte left
  char *text;             // "branch #57 addr=0x80009044 ARM bytes=5": its name, the items that it reports, its fields
  char *flow;             // "0x80009044 x5 E, exception 14 -> 0x8000 ARM" (waves/README.md); empty: nothing
  char *state;            // "ns=1 hyp=0 ctx=0x93E5 vmid=0x1": what has been reported so far; empty: nothing
  char *bytes;            // in hex, with blanks between them; of a long A-sync not all
};

struct list_file {
  struct list_packet *packets;  // by byte and by clock
  size_t count, room;
};

// False and *err set ("PATH:LINE: expected ...") if the file cannot be read, is cut, or a line is something else.
bool list_file_read(struct list_file *list, const char *path, enum protocol protocol, struct error *err);
void list_file_free(struct list_file *list);

#endif
