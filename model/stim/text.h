// SPDX-License-Identifier: Apache-2.0
// Stimulus as text, one item a line (docs/stimulus.md): what a person writes, and what a failing run leaves behind.
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
  struct image image;  // of the segment lines; empty if there are none
};

// Reads until the end of `file` into an empty text; `name` is what errors call it ("NAME:LINE: expected ..."). False
// and *err set if a line is malformed; free the text in either case.
bool text_read(FILE *file, const char *name, struct text *text, struct error *err);
// Writes what text_read reads back as the same text.
void text_write(FILE *file, const struct text *text);
// An empty line at the end. Exits 2 when out of memory.
struct text_line *text_add(struct text *text);
void text_free(struct text *text);

#endif
