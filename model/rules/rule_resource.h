// SPDX-License-Identifier: Apache-2.0
// The truth of the DUT's events. Used by rule*.c, the rest of the checker and the report.
#ifndef RULE_RESOURCE_H
#define RULE_RESOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "rules_state.h"

// The inputs of events.
static inline const struct event_inputs *rule_inputs(const struct rules *a) { return &a->resources.inputs; }

// Is the event true in this clock (enum truth)? It is unknown if the event names a resource that the checker cannot
// evaluate. It may be unknown if a resource of the event has just changed.
unsigned rule_resource_now(const struct rules *a, uint32_t event);
// Is the TraceEnable event true in this clock (enum truth)?
unsigned rule_resource_enables(const struct rules *a);
// The checker can decide whether the event was true when the DUT acted on it.
bool rule_resource_is_decidable(const struct rules *a, uint32_t event);
// Was the event surely true somewhere in the window of latency, which ends with this clock? The event must name a
// counter, the sequencer, a comparator or the processor's state. A pulse of one clock is surely true in the window,
// although it is not surely true in any single clock of it. For another event, or if the truth is unknown, the result
// is false.
bool rule_resource_was_surely_true(const struct rules *a, uint32_t event);

#endif
