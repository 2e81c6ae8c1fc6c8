// SPDX-License-Identifier: Apache-2.0
// Explains a failure that depends on an event (IHI 0035B 3.8): prints the values of EXTIN, and the events that would
// explain the triggers of the run. Only report*.c use it.
#ifndef REPORT_EVENT_H
#define REPORT_EVENT_H

#include <stdint.h>
#include <stdio.h>

struct rules;

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
