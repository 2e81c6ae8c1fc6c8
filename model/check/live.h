// SPDX-License-Identifier: Apache-2.0
// What a long run says while it lasts, on stderr: on a terminal a line that is written again every second, elsewhere a
// line a minute. A short run says nothing.
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
  bool shown;         // a line stands on the terminal
};

enum { LIVE_EVERY = 1 << 16 };  // clocks between two looks at the time

// `now` in seconds, of any clock that goes on.
void live_start(struct live *live, const char *item, bool terminal, double now);
// Is there a line to be written?
bool live_is_due(struct live *live, double now);
// The line, without its end: clocks, items, bytes, what is lost, speed, and the time that is left where `part` is
// known.
void live_text(const struct live *live, const struct checker_counts *counts, double part, double now, char *text,
               size_t size);
// Writes it; takes it away at the end of the run.
void live_write(struct live *live, const char *text);
void live_end(struct live *live);

#endif
