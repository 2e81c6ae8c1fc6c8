// SPDX-License-Identifier: Apache-2.0
// Reads a log of clocks: the value of each pin of a trace unit at each clock edge, as text (docs/log.md). The file may
// be compressed by gzip. It is read line by line.
//
//    clock_log_open(&log, path, protocol, &config, &err)
//    while (clock_log_next(&log, &pins, &err) == READ_GOOD) ...
//    clock_log_close(&log)
#ifndef CLOCK_LOG_H
#define CLOCK_LOG_H

#include <stdbool.h>
#include <stdint.h>
#include <zlib.h>

#include "config.h"
#include "gz_read.h"
#include "pin.h"

struct error;

enum { CLOCK_LOG_LINE = 4096 };  // longest line in bytes, with its end

struct clock_log {
  const char *path;
  gzFile file;
  uint64_t line;  // number of the line in `text`, from 1
  char text[CLOCK_LOG_LINE];
  enum protocol protocol;
  bool has_unit;
  uint32_t atb_bits;  // width of ATDATA in bits; 0: not known yet
  uint64_t header;    // number of lines before the first clock
  // The pins in the order of the columns.
  enum pin column[PINS];
  unsigned columns;
  bool given[PINS];   // the header names the pin in a column or gives its value
  struct pins fixed;  // values of the pins without a column
};

// Reads the header. `protocol` is that of the expected unit, `built` has the values of pins that the log does not
// contain. False and *err set ("PATH:LINE: expected ..."): the file cannot be read, or is no such log. Call
// clock_log_close() in either case.
bool clock_log_open(struct clock_log *log, const char *path, enum protocol protocol, const struct config *built,
                    struct error *err);
// Reads the pins at the next edge. READ_BAD: *err is set.
enum read_result clock_log_next(struct clock_log *log, struct pins *pins, struct error *err);
void clock_log_close(struct clock_log *log);

#endif
