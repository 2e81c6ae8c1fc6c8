// SPDX-License-Identifier: Apache-2.0
// The parts that the reports of several kinds of failures share. Only report*.c use it.
#ifndef REPORT_PARTS_H
#define REPORT_PARTS_H

#include <stdio.h>

#include "findings.h"
#include "pin.h"
#include "report_trace.h"

// Writes to the file for the wave view (predicted.h), if there is one.
void report_for_waves(const struct findings *found, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Writes the number and the clock of an item to that file, if the item is still known.
void report_item_for_waves(const struct findings *found, size_t item);

// A part of the report that the wave view shows, too. Print it to `to` after report_notes_begin(). report_notes_end()
// copies it to the report and to the file for the wave view.
struct report_notes {
  FILE *to;
  char *text;
  size_t size;
};
void report_notes_begin(struct report_notes *n);
void report_notes_end(struct report_notes *n, FILE *out, const struct findings *found);

// Returns the name of a pin in the protocol of the DUT.
const char *report_pin_name(const struct findings *found, enum pin pin);

// Prints an item, which is a waypoint or a step, as a line.
void report_item(FILE *to, const struct findings *found, size_t i);
// Prints an item and its neighbours, as far as they are still known.
void report_items(FILE *out, const struct findings *found, size_t item);

// Returns the trace of the DUT, which the caller frees with report_trace_free().
struct report_trace report_unit(const struct findings *found);
// Returns the item of the packet at byte `offset`, or of the next packet with an item. Returns `other` if there is
// none.
size_t report_item_at(const struct report_trace *t, uint64_t offset, size_t other);
// The labels of report_location(). AT_FAULT is correct only if the packet of the DUT is wrong. If a packet before it is
// missing, the packet itself is correct, and the label is DETECTED_AT.
#define AT_FAULT "at fault"
#define DETECTED_AT "detected at"
#define FIRST_DIFFERENCE "first difference"
// Prints the item that is missing from the trace or wrong in it, and the packet at byte `offset` that should report it.
// `t` is NULL if there is no packet. The item is not printed if it is not known.
void report_location(FILE *out, const struct findings *found, const char *label, const struct report_trace *t,
                     uint64_t offset, size_t item);
// Prints why one side has sent the packet at a byte, and why with this length. Prints nothing if the reason is not
// known.
void report_why(FILE *out, const struct findings *found, const struct report_bytes *of, uint64_t offset,
                const char *side);
// Prints whether tracing is on at the contradiction of the scoreboard, and the inputs of the TraceEnable event.
void report_tracing_noted(FILE *out, const struct findings *found, const struct scoreboard *s,
                          const struct report_trace *t);

#endif
