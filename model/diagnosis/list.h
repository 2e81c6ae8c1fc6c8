// SPDX-License-Identifier: Apache-2.0
// The list of a trace: joined rows as text, CSV or JSON lines, each row with the same facts (docs/list.md).
#ifndef LIST_H
#define LIST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "join.h"
#include "symbols.h"
#include "why.h"

enum list_format { LIST_TEXT, LIST_CSV, LIST_JSON };
extern const char *const list_format_name[];  // "text", "csv", "json"; NULL behind the last

// By the end of a file's name: .csv, .json or .jsonl, otherwise text.
enum list_format list_format_of(const char *path);

// Where the list begins or ends: at a clock, a byte of the trace, or an item. A row is in the list if any of its
// clocks, bytes or items is; one that has none, if the row before it is.
enum list_unit { LIST_CLOCK, LIST_BYTE, LIST_ITEM };
struct list_bound {
  bool given;
  enum list_unit unit;
  uint64_t at;
};
// "N" or "clock:N", "byte:N", "number:N". False: it is something else.
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
  const struct symbols *symbols;  // to be set: functions that the rows name; NULL: none are known
  uint64_t rows;                  // that are written
  bool begun;                     // its head is
  bool begun_from, ended_to;      // the last row was not before `from`, was behind `to`
};

// A row as words.
struct list_facts {
  const struct join_row *row;
  const struct symbols *symbols;
  const char *packet;           // "I-sync"; of an end "stop" or "reset"
  char fields[LIST_TEXT_ROOM];  // of it, as waypoint decode prints them
  char bytes[4 * JOIN_BYTES];   // in hex, apart by blanks
  char why[WHY_ROOM];
};

void list_start(struct list_writer *l, FILE *file, const struct list_options *options);
// A join_sink; the user is the list.
void list_row(void *list, const struct join_row *row);
// False: not all could be written.
bool list_end(struct list_writer *l);

// "0x80008000 to 0x8000800C ARM, 3 instructions, E". `exception`: its name, or "".
void list_event_text(const struct flow_event *e, const char *exception, char text[LIST_TEXT_ROOM]);

// list_forms.c
void list_write(const struct list_writer *l, const struct list_facts *facts);
// `row`: the first of the list; NULL: it has none.
void list_write_head(const struct list_writer *l, const struct join_row *row);
// The last line: the list is whole.
void list_write_end(const struct list_writer *l);

#endif
