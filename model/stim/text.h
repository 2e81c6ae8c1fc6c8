// SPDX-License-Identifier: Apache-2.0
// Stimulus as text, one item in each line (docs/stimulus.md). A user writes it, or a run that fails. Call order:
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

// The kinds of lines: an enumerator, the word, the form for messages, and the range of the number after the word. If no
// number follows the word, the form is NULL and the range is 0 to 0.
#define TEXT_TABLE(ROW)                                                                                \
  ROW(TEXT_WAYPOINT, "waypoint", NULL, 0, 0)                                                           \
  ROW(TEXT_CLOCK, "clock", NULL, 0, 0)                                                                 \
  ROW(TEXT_IDLE, "idle", "idle and a number of clocks, 1 or more", 1, UINT32_MAX)                      \
  ROW(TEXT_SYNC, "sync", NULL, 0, 0)                                                                   \
  ROW(TEXT_FLUSH, "flush", NULL, 0, 0)                                                                 \
  ROW(TEXT_EXTIN, "extin", "extin and a 4-bit number", 0, 15)                                          \
  ROW(TEXT_EXTIN_HOLD, "extin-hold", "extin-hold and a 4-bit number", 0, 15)                           \
  ROW(TEXT_EXTINBUS, "extinbus", "extinbus and a 32-bit number", 0, UINT32_MAX)                        \
  ROW(TEXT_EXTINBUS_HOLD, "extinbus-hold", "extinbus-hold and a 32-bit number", 0, UINT32_MAX)         \
  ROW(TEXT_EMBEDDEDICE, "embeddedice", "embeddedice and an 8-bit number", 0, UINT8_MAX)                \
  ROW(TEXT_EMBEDDEDICE_HOLD, "embeddedice-hold", "embeddedice-hold and an 8-bit number", 0, UINT8_MAX) \
  ROW(TEXT_TSVALUE, "tsvalue", "tsvalue and a 64-bit number", 0, UINT64_MAX)                           \
  ROW(TEXT_COMMIT, "commit", "commit and a number of waypoints, 1 to 3", 1, 3)                         \
  ROW(TEXT_WPT_FLUSH, "wpt-flush", NULL, 0, 0)                                                         \
  ROW(TEXT_CLOCK_CHANGE, "clock-change", NULL, 0, 0)                                                   \
  ROW(TEXT_IDLE_REQUEST, "idle-request", NULL, 0, 0)
#define TEXT_ENUMERATOR(kind, word, form, least, most) kind,
enum text_kind { TEXT_TABLE(TEXT_ENUMERATOR) TEXT_KINDS };

struct text_line {
  uint8_t kind;     // enum text_kind
  uint64_t number;  // idle: clocks, 1 or more; tsvalue: TSVALUEB[63:0]; commit: waypoints, 1 to 3;
                    // inputs: their value
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

// Converts a stimulus from any source, with its random requests, to a text that presents the same values in the same
// clocks. The stimulus must be open. The function converts the next `clocks` clocks, or all that are left, into an
// empty text, and moves the image of the stimulus to the text. `times`: if TSVALUEB counts clocks, the text has its
// value in each clock that has a line. Exits with code 2 if there is no memory.
void text_of_stim(struct stim *stim, uint64_t clocks, bool times, struct text *text);

#endif
