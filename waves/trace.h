// SPDX-License-Identifier: Apache-2.0
// What a run has written with --beats (model/diagnosis/beats.h): the bytes and when they left, the numbers of what was
// presented, which packet reports which of them, and the first failure.
#ifndef TRACE_H
#define TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

enum { TRACE_KINDS = 8, TRACE_LINE = 1024, TRACE_NOTES = 16 };

// Presented in a clock, from this number on: 'W' a waypoint; 'I' an instruction, 'X' an exception, 'D' Debug state.
struct trace_items {
  uint64_t clock, number;
  char kinds[TRACE_KINDS];
};

// The packet that begins at byte `offset` reports items [first, last]; `gap`, an I-sync: why they are not in the trace.
struct trace_numbers {
  uint64_t offset, first, last;
  char gap[16];
};

// A row that the checker predicts has this text from a clock on.
struct trace_value {
  uint64_t clock;
  size_t row;  // of the rows of the trace
  char *text;
};

// From this item on: whether it must be traced, and why not.
struct trace_answer {
  uint64_t first;
  char *text;
};

struct trace_failure {
  bool found, has_item, has_packet, is_over;  // is_over: another one follows
  uint64_t clock, item, item_clock, packet;   // packet: its first byte
  char message[TRACE_LINE], expected[TRACE_LINE], note[TRACE_NOTES][TRACE_LINE];
  size_t notes;
};

struct trace {
  uint8_t *byte;
  uint64_t *clock;  // in which byte[i] left
  size_t count, room;
  struct trace_items *items;  // by clock
  size_t item_count, item_room;
  struct trace_numbers *numbers;  // by offset
  size_t number_count, number_room;
  char **row;  // names of the rows that the checker predicts
  size_t row_count, row_room;
  struct trace_value *values;  // by clock
  size_t value_count, value_room;
  struct trace_answer *answers;  // by item
  size_t answer_count, answer_room;
  struct trace_failure failure;  // the first
};

// Reads the file, from the first byte of the trace on. False and *err set if it cannot be read or a line is something
// else.
bool trace_read(struct trace *trace, const char *path, struct error *err);
void trace_free(struct trace *trace);

// realloc; says so and exits 2 when out of memory.
void *grown(void *memory, size_t size);

#endif
