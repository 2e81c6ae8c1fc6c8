// SPDX-License-Identifier: Apache-2.0
// Converts the events of a trace (docs/events.md) to what a processor would have presented, clock by clock, and what a
// host would have requested. A trace unit then makes the same trace again. Cycle counts become clocks. While tracing
// was off, the TraceEnable event is false. A synchronization is requested at the same position.
//
// The trace unit must be programmed for it. ETMTEEVR is 0x60 (EXTIN[0]). ETMTSEVR is 0x61 (EXTIN[1]), which requests a
// timestamp that follows no waypoint. There is no periodic synchronization (ETMSYNCFR 0) and no forced overflow
// (ETMAUXCR 1). Events do not have the size of an instruction, so each has four bytes.
//
// Three things cannot be reproduced. A trace that begins with a periodic I-sync has a waypoint and a synchronization
// before it instead. During an overflow, tracing is off. Trigger and ignore packets are left out.
#ifndef PRESENT_H
#define PRESENT_H

#include <stddef.h>

#include "event.h"
#include "text.h"

// Writes to an empty text. Exits with code 2 if there is no memory.
void present_events(const struct event *events, size_t count, struct text *text);

#endif
