// SPDX-License-Identifier: Apache-2.0
// A log of clocks: every pin of a trace unit at every edge, as text (docs/log.md). Any simulator writes it; it may be
// compressed by gzip. It is read a line at a time.
//
//   clock_log_open(&log, path, protocol, &config, &err)
//   while (clock_log_next(&log, &pins, &err) == CLOCK_READ) ...
//   clock_log_close(&log)
#ifndef CLOCK_LOG_H
#define CLOCK_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

#include "clock_read.h"
#include "config.h"
#include "pin.h"

struct error;

enum { CLOCK_LOG_LINE = 4096 };  // bytes, at most, with the end of the line

struct clock_log {
  const char *path;
  gzFile file;
  uint64_t line;  // number of the line in `text`, from 1 on
  char text[CLOCK_LOG_LINE];
  enum protocol protocol;
  bool has_unit;
  uint32_t atb_bits;  // width of ATDATA; 0: not known yet
  uint64_t header;    // lines in front of the first clock
  // Columns, in order.
  enum pin column[PINS];
  unsigned columns;
  bool given[PINS];   // the header gives the pin: as a column, or its value
  struct pins fixed;  // values of what is no column
};

// Reads the header. `protocol`: of the unit that the log is expected to be of; `built`: what pins are that the log does
// not have. False and *err set ("PATH:LINE: expected ...") if the file cannot be read or is no such log; close it in
// either case.
bool clock_log_open(struct clock_log *log, const char *path, enum protocol protocol, const struct config *built,
                    struct error *err);
// The pins of the next edge. CLOCK_BAD and *err set: likewise.
enum clock_read clock_log_next(struct clock_log *log, struct pins *pins, struct error *err);
void clock_log_close(struct clock_log *log);

#endif
