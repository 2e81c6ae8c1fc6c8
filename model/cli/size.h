// SPDX-License-Identifier: Apache-2.0
// Sizing: how much trace a unit loses and generates, depending on the depth of its FIFO, the width of its ATB, and the
// share of clocks with ATREADY low.
//
// The command reads the lists, runs the model for each size, prints a table, and calls size_chart().
#ifndef SIZE_H
#define SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "model_run.h"

enum { SIZE_LIST = 12 };

struct size_list {
  unsigned count;  // 0: the option was not given
  uint32_t at[SIZE_LIST];
};

struct size_lists {
  struct size_list fifo, width, stall;  // bytes, bits, percent of clocks
};

// These take a list, "16,64,256", into a struct size_list. False: the list is wrong, or a unit cannot have such a size.
bool size_take_fifo(const char *text, void *to);
bool size_take_width(const char *text, void *to);
bool size_take_stall(const char *text, void *to);

struct size_program {
  const char *name;
  struct model_run *runs;  // by width, stall and FIFO; the index of the FIFO changes first
};

struct size_result {
  const struct size_lists *lists;
  const char *items;  // what is counted as lost: waypoints of a PTM, instructions of an ETM
  const struct size_program *programs;
  size_t count;
};

static inline const struct model_run *size_run(const struct size_result *r, size_t program, unsigned width,
                                               unsigned stall, unsigned fifo) {
  return &r->programs[program].runs[(width * r->lists->stall.count + stall) * r->lists->fifo.count + fifo];
}

static inline double size_percent_lost(const struct model_run *run) {
  return run->items ? 100 * (double)run->lost / (double)run->items : 0;
}

// Writes an SVG for light and dark backgrounds: a panel for each program and width, a line for each stall.
void size_chart(FILE *file, const struct size_result *result);

#endif
