// SPDX-License-Identifier: Apache-2.0
// The parts of a report, by the file that prints them. Only report*.c use it.
#ifndef REPORT_PARTS_H
#define REPORT_PARTS_H

#include <stdio.h>

#include "corrected_packet.h"
#include "findings.h"
#include "pin.h"

// --- report_parts.c: parts that the reports of several kinds of failures share ---------------------------------------

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

// --- report_sides.c --------------------------------------------------------------------------------------------------

// The reports of the model comparison, with the traces of both sides.

// Prints the first clock in which the outputs of the DUT differ from those of the reference model (mode strict).
void report_difference(FILE *out, const struct findings *found);
// Prints the first packet that differs from that of the reference encoder (mode bytes).
void report_reencoded(FILE *out, const struct findings *found);

// --- report_state.c --------------------------------------------------------------------------------------------------

// Explains a contradiction by state that an earlier packet has reported: NS, Hyp, the instruction set, the Context ID
// or the VMID. Later packets do not repeat such state. If it differs from that on the port of the processor, the
// earlier packet is at fault.

// Prints, for each state that differs at the contradiction: the packet that reported it last, and the first item with
// the other value. Returns the correction of the first such packet that had to report the state. The correction is
// empty if it is not certain.
struct corrected report_state(FILE *out, const struct scoreboard *s, const struct report_trace *t);

// If the packet at byte `offset` has only the low bits of an address: prints the address from which the high bits come,
// and the packet that reported it.
void report_base(FILE *out, const struct report_trace *t, uint64_t offset);

// --- report_tracing.c ------------------------------------------------------------------------------------------------

// Explains a contradiction by tracing that was off.

// Prints the item from which tracing is off, and the reason. For an I-sync, prints whether tracing was on before it,
// and the first item that it could report.
void report_tracing(FILE *out, const struct scoreboard *s, const struct report_trace *t);

// --- report_event.c --------------------------------------------------------------------------------------------------

// Explains a failure that depends on an event (IHI 0035B 3.8): prints the values of EXTIN, and the events that would
// explain the triggers of the run.

// Prints an event: "  event: ETMTEEVR=0x1B161: NOT EXTIN[1] OR EXTIN[2]".
void report_event(FILE *out, const char *name, uint32_t event);

// Prints the values of EXTIN up to a clock, if the event depends on EXTIN:
// "  EXTIN[3:0] by clock: 0000 in 2149 to 2207, 0110 in 2208 (event true)".
void report_extin(FILE *out, const struct rules *a, uint32_t event, uint64_t clock);
// Prints both lines, or nothing if the event is always true.
void report_event_and_extin(FILE *out, const struct rules *a, const char *name, uint32_t event, uint64_t clock);

// Prints the events that would explain each trigger up to a clock, with the same delay for all triggers. Only events
// that differ from ETMTRIGGER in one resource or in the function are tried. Prints nothing if there was no trigger.
void report_fits(FILE *out, const struct rules *a, uint64_t clock);

#endif
