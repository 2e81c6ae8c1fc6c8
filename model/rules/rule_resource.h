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
// The event may be true because the DUT has not yet reset its counters and its sequencer after the start.
bool rule_resource_is_true_before_reset(const struct rules *a, uint32_t event);
// The checker can decide whether the event was true when the DUT acted on it.
bool rule_resource_is_decidable(const struct rules *a, uint32_t event);
// The clock of an event that a DUT has surely sampled by this clock. 0: there is none. For the match of an ETM's
// comparator it is the clock of the instruction that matched, because the match is certain only when the next
// instruction follows. Otherwise it is this clock. A pulse of one clock is surely true in the window of latency,
// although it is not surely true in any single clock of it. The event must name a counter, the sequencer, a comparator
// or the processor's state. For another event, or if the truth is unknown, the result is 0.
uint64_t rule_resource_certain_event(const struct rules *a, uint32_t event);

#endif
