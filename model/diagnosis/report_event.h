// SPDX-License-Identifier: Apache-2.0
// Faults of an event (IHI 0035B 3.8): what EXTIN was, and which other event would fit the triggers of the run. A
// diagnosis: no verdict comes from it. Used by report*.c only.
#ifndef REPORT_EVENT_H
#define REPORT_EVENT_H

#include <stdint.h>
#include <stdio.h>

struct rules;

// "  event: ETMTEEVR=0x1B161: NOT EXTIN[1] OR EXTIN[2]".
void report_event(FILE *out, const char *name, uint32_t event);

// "  EXTIN[3:0] by clock: 0000 in 2149 to 2207, 0110 in 2208 (event true), 0000 in 2209 to 2210": up to a clock, a
// line; nothing where no pin decides on the event.
void report_extin(FILE *out, const struct rules *a, uint32_t event, uint64_t clock);
// Both lines, the second only if EXTIN decides; neither if the event is always true.
void report_event_and_extin(FILE *out, const struct rules *a, const char *name, uint32_t event, uint64_t clock);

// Events that differ from ETMTRIGGER in one resource or in the function and would have caused each trigger up to a
// clock, all so many clocks before it: a line; nothing if there was none.
void report_fits(FILE *out, const struct rules *a, uint64_t clock);

#endif
