// SPDX-License-Identifier: Apache-2.0
// What the reports of all failures share. Used by report*.c only.
#ifndef REPORT_PARTS_H
#define REPORT_PARTS_H

#include <stdio.h>

#include "findings.h"
#include "pin.h"
#include "report_trace.h"

// Writes to the file for the wave view (predicted.h), if there is one. There the first failure comes first.
void report_for_waves(const struct findings *found, const char *format, ...) __attribute__((format(printf, 2, 3)));
void report_item_for_waves(const struct findings *found, size_t item);

// Lines of the report that the wave view shows, too, between a begin and an end.
struct report_notes {
  FILE *to;
  char *text;
  size_t size;
};
void report_notes_begin(struct report_notes *n);
void report_notes_end(struct report_notes *n, FILE *out, const struct findings *found);

// The name of a pin of this unit.
const char *report_pin_name(const struct findings *found, enum pin pin);

// A waypoint or step, a line; those around it, as far as they are still known.
void report_item(FILE *to, const struct findings *found, size_t i);
void report_items(FILE *out, const struct findings *found, size_t item);

// The unit's trace, the caller's to free.
struct report_trace report_unit(const struct findings *found);
// The item that the packet at byte `offset`, or the next that has one, reports; `other` if that is not known.
size_t report_item_at(const struct report_trace *t, uint64_t offset, size_t other);
// The labels of report_place(). Only if the DUT's trace is wrong is its packet at fault. If a packet before it is
// missing, the packet itself is correct.
#define AT_FAULT "at fault"
#define DETECTED_AT "detected at"
#define FIRST_DIFFERENCE "first difference"
// The item that is missing from the trace, or wrong in it, and the packet at byte `offset` that should report it. `t`
// NULL: there is no packet. An item that is not known is left out.
void report_place(FILE *out, const struct findings *found, const char *label, const struct report_trace *t,
                  uint64_t offset, size_t item);
// Why the packet at a byte of one side is as it is: a line, or nothing where that is not known.
void report_why(FILE *out, const struct findings *found, const struct report_bytes *of, uint64_t offset,
                const char *side);
// Whether tracing is on where the scoreboard has found a contradiction, and the inputs of the event that decides on it.
void report_tracing_noted(FILE *out, const struct findings *found, const struct scoreboard *s,
                          const struct report_trace *t);

#endif
