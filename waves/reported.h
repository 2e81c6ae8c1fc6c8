// SPDX-License-Identifier: Apache-2.0
// What the decoder says of a trace, packet by packet, and what the checks say of it, as rows of text.
#ifndef REPORTED_H
#define REPORTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "image.h"
#include "trace.h"

// The rows: the bytes of each beat; the packets and what each reports of the program, in two lanes, because the packet
// that begins in the beat in which another ends stands below it.
enum reported_row {
  REPORTED_BYTES,
  REPORTED_PACKET,
  REPORTED_FLOW,
  REPORTED_PACKET_2,
  REPORTED_FLOW_2,
  REPORTED_MESSAGE,   // of a check that failed, from its clock on
  REPORTED_EXPECTED,  // likewise
  REPORTED_AT_FAULT,  // the item, from the clock in which it was presented to the failure
  REPORTED_ROWS
};
enum { REPORTED_DECODED = REPORTED_MESSAGE };  // rows before it are the decoder's, behind it those of the checks
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
  const struct trace *trace;
};

// What the whole trace tells. `image`: the code; instructions are told as far as it goes.
void reported_make(struct reported *reported, const struct trace *trace, const struct config *config,
                   const struct image *image);
void reported_free(struct reported *reported);

#endif
