// SPDX-License-Identifier: Apache-2.0
// Stimulus as text, one item in each line (docs/stimulus.md). It is written by hand, or by a failing run. Call order:
// text_read or text_add into an empty text, text_write, text_free. Times are in clocks.
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "image.h"
#include "slot.h"
#include "waypoint.h"

struct error;
struct stim;

enum text_kind {
  TEXT_WAYPOINT,
  TEXT_CLOCK,
  TEXT_IDLE,
  TEXT_SYNC,
  TEXT_FLUSH,
  TEXT_EXTIN,
  TEXT_EXTIN_HOLD,
  TEXT_EXTINBUS,
  TEXT_EXTINBUS_HOLD,
  TEXT_EMBEDDEDICE,
  TEXT_EMBEDDEDICE_HOLD,
  TEXT_TSVALUE,
  TEXT_CLOCK_CHANGE,
  TEXT_IDLE_REQUEST,
};

struct text_line {
  uint8_t kind;     // enum text_kind
  uint64_t number;  // idle: clocks, 1 or more; tsvalue: TSVALUEB[63:0]; inputs: their value
  struct waypoint waypoint;
  struct slots slots;  // clock
};

struct text {
  struct text_line *at;
  size_t count, room;
  struct image image;  // code of the segment lines; empty if there are none
};

// Reads `file` to its end into an empty text. Errors contain `name` ("NAME:LINE: expected ..."). False and *err set if
// a line is invalid. The caller frees the text in either case.
bool text_read(FILE *file, const char *name, struct text *text, struct error *err);
// Writes a text that text_read reads back without a difference.
void text_write(FILE *file, const struct text *text);
// Adds a line at the end. Exits with code 2 if there is no memory.
struct text_line *text_add(struct text *text, enum text_kind kind, uint64_t number);
void text_free(struct text *text);

// Converts a stimulus from any source, with its random requests, to a text that presents the same in the same clocks.
// The stimulus must be open.
//
// Writes the next `clocks` clocks of the stimulus, or all that are left, to an empty text, which takes the image.
// `times`: includes the time that counts clocks, in each clock in which something happens. Exits with code 2 if there
// is no memory.
void text_of_stim(struct stim *stim, uint64_t clocks, bool times, struct text *text);

#endif
