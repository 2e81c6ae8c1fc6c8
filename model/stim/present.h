// SPDX-License-Identifier: Apache-2.0
// Events of a trace (docs/events.md) to what a processor would have presented, clock by clock, and a host have asked
// for, so that a trace unit tells them again: cycle counts become clocks; where tracing was off, the TraceEnable event
// is false; a synchronization is asked for where one was.
//
// The unit must be programmed for it: ETMTEEVR 0x60 (EXTIN[0]) and ETMTSEVR 0x61 (EXTIN[1], a timestamp that rides
// behind no waypoint), no synchronization by itself (ETMSYNCFR 0), no forced overflow (ETMAUXCR 1). Events do not say
// how large an instruction is: all are taken for four bytes. What is not to be had: a periodic I-sync to begin with (a
// synchronization behind a waypoint of its own, in front of the first event, stands for it), an overflow (tracing is
// off instead), trigger and ignore packets.
#ifndef PRESENT_H
#define PRESENT_H

#include <stddef.h>

#include "event.h"
#include "text.h"

// Into an empty text. Exits 2 when out of memory.
void present_events(const struct event *events, size_t count, struct text *text);

#endif
