// SPDX-License-Identifier: Apache-2.0
// The text of the line, and the time at which it is due.
#include "live.h"

#include <inttypes.h>
#include <stdio.h>

enum { TERMINAL_SECONDS = 1, LOG_SECONDS = 60, SECONDS_SHOWN = 100 * 3600 };

void live_start(struct live *live, const char *item, bool terminal, double now) {
  *live = (struct live){.item = item, .terminal = terminal, .began = now};
  live->due = now + (terminal ? TERMINAL_SECONDS : LOG_SECONDS);
}

bool live_is_due(struct live *live, double now) {
  if (now < live->due) return false;
  live->due = now + (live->terminal ? TERMINAL_SECONDS : LOG_SECONDS);
  return true;
}

void live_text(const struct live *live, const struct checker_counts *counts, double part, double now, char *text,
               size_t size) {
  const double seconds = now - live->began;
  const double left = part > 0 ? seconds * (1 - part) / part : SECONDS_SHOWN;
  char lost[80] = "", time[40] = "";
  if (counts->gaps > 0) {
    snprintf(lost, sizeof lost, ", %" PRIu64 " lost in %" PRIu64 " overflows", counts->lost, counts->gaps);
  }
  if (left < SECONDS_SHOWN) {
    const unsigned whole = (unsigned)(left + 0.5);
    snprintf(time, sizeof time, ", %u:%02u left", whole / 60, whole % 60);
  }
  snprintf(text, size, "%.1f million clocks, %" PRIu64 " %s, %" PRIu64 " bytes%s%s; %.2f million clocks/s%s",
           1e-6 * (double)counts->clocks, counts->items, live->item, counts->bytes, lost,
           counts->failed ? ", FAILED" : "", 1e-6 * (double)counts->clocks / seconds, time);
}

#define CLEAR_LINE "\r\033[K"

void live_write(struct live *live, const char *text) {
  fprintf(stderr, live->terminal ? CLEAR_LINE "%s" : "waypoint-sim: %s\n", text);
  live->shown = live->terminal;
}

void live_end(struct live *live) {
  if (live->shown) fputs(CLEAR_LINE, stderr);
  live->shown = false;
}
