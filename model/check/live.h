// SPDX-License-Identifier: Apache-2.0
// The progress of a long run, on stderr. On a terminal it is one line that is rewritten every second, otherwise one
// line a minute. A short run prints nothing.
#ifndef LIVE_H
#define LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "checker.h"

struct live {
  const char *item;  // "waypoints"
  bool terminal;
  double began, due;  // seconds
  bool shown;         // the line is on the terminal
};

enum { LIVE_EVERY = 1 << 16 };  // clocks between two calls of live_is_due()

// `now`: seconds of any clock that only advances.
void live_start(struct live *live, const char *item, bool terminal, double now);
// Must the line be written now?
bool live_is_due(struct live *live, double now);
// Writes the line without its end: clocks, items, bytes, lost items, and speed. If `part`, the part of the run that is
// done, is above 0, the line also has the time that is left.
void live_text(const struct live *live, const struct checker_counts *counts, double part, double now, char *text,
               size_t size);
// live_write() prints the line, and live_end() removes it from the terminal at the end of the run.
void live_write(struct live *live, const char *text);
void live_end(struct live *live);

#endif
