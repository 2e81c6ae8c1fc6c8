// SPDX-License-Identifier: Apache-2.0
// Writes the packets of a trace, each with the items that it reports, as text, CSV or JSON lines (docs/list.md). All
// three formats have the same facts.
//
// Call order: list_start; list_row for each row of join.h; list_end.
#ifndef LIST_H
#define LIST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "join.h"
#include "symbols.h"
#include "why.h"

enum list_format { LIST_TEXT, LIST_CSV, LIST_JSON };
extern const char *const list_format_name[];  // "text", "csv", "json", NULL

// Returns the format for the extension of a file name: .csv, .json or .jsonl, otherwise text.
enum list_format list_format_of(const char *path);

// The begin or the end of the list: a clock, a byte of the trace, or an item. A row is in the list if any of its
// clocks, bytes or items is. A row without any is in the list if the row before it is.
enum list_unit { LIST_CLOCK, LIST_BYTE, LIST_ITEM };
struct list_bound {
  bool given;
  enum list_unit unit;
  uint64_t at;
};
// Reads "N", "clock:N", "byte:N" or "number:N" into the struct list_bound at `to`. Returns false if `text` is none.
bool list_take_bound(const char *text, void *to);

struct list_options {
  enum list_format format;
  bool why;
  struct list_bound from, to;
};

enum { LIST_TEXT_ROOM = 256 };

struct list_writer {
  FILE *file;
  struct list_options options;
  struct why why;
  const struct symbols *symbols;  // set by the caller after list_start(): the functions that rows name, or NULL
  uint64_t rows;                  // the number of rows written
  bool has_head;                  // the head is written
  bool has_reached_from;          // the last row was not before `from`
  bool is_past_to;                // the last row was after `to`
};

// The texts of a row.
struct list_facts {
  const struct join_row *row;
  const struct symbols *symbols;
  const char *packet;           // the kind of packet, "I-sync"; for the end of a stream "stop", "reset" or "gap"
  char fields[LIST_TEXT_ROOM];  // the fields of the packet, as `waypoint decode` prints them
  char bytes[4 * JOIN_BYTES];   // the bytes of the packet in hex, separated by blanks
  char why[WHY_ROOM];
};

void list_start(struct list_writer *l, FILE *file, const struct list_options *options);
// Writes a row, if it is between the bounds. It is a join_sink whose user is the struct list_writer.
void list_row(void *list, const struct join_row *row);
// Writes the last line. Returns false if a part of the list could not be written.
bool list_end(struct list_writer *l);

// Writes an event as "0x80008000 to 0x8000800C ARM x3 E". `exception` is the name of its exception, or "".
void list_event_text(const struct flow_event *e, const char *exception, char text[LIST_TEXT_ROOM]);

// Used by list.c; list_forms.c defines them.
void list_write(const struct list_writer *l, const struct list_facts *facts);
// `row` is the first row of the list, or NULL if the list has none.
void list_write_head(const struct list_writer *l, const struct join_row *row);
// The last line shows a reader that the list is complete.
void list_write_end(const struct list_writer *l);

#endif
