// SPDX-License-Identifier: Apache-2.0
// What --beats has written for the wave view (model/check/predicted.h): the bytes and when they left, the numbers of
// the items, what the checker predicts, and the first failure.
#ifndef BEATS_FILE_H
#define BEATS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "error.h"
#include "row.h"

enum { BEATS_KINDS = 8, BEATS_NOTES = 16 };

// The items of a clock, from this number on: 'W' a waypoint; 'I' an instruction, 'X' an exception, 'D' Debug state.
struct beats_items {
  uint64_t clock, number;
  char kinds[BEATS_KINDS];
};

// From this item on: whether it must be traced, and why not.
struct beats_answer {
  uint64_t first;
  char *text;
};

struct beats_failure {
  bool found, has_item, has_packet, is_over;  // is_over: another one follows
  uint64_t clock, item, item_clock, packet;   // packet: its first byte
  char *message, *expected;                   // NULL: none
  char *note[BEATS_NOTES];
  size_t notes;
};

struct beats_file {
  enum protocol protocol;
  uint8_t *byte;
  uint64_t *clock;  // in which byte[i] left
  size_t count, room, clock_room;
  struct beats_items *items;  // by clock
  size_t item_count, item_room;
  struct row *rows;  // that the checker predicts; each text up to the next one, the last without an end
  size_t row_count, row_room;
  struct beats_answer *answers;  // by item
  size_t answer_count, answer_room;
  struct beats_failure failure;  // the first
};

// False and *err set ("PATH:LINE: expected ...") if the file cannot be read, is cut, or a line is something else.
bool beats_file_read(struct beats_file *file, const char *path, struct error *err);
void beats_file_free(struct beats_file *file);

#endif
