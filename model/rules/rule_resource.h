// SPDX-License-Identifier: Apache-2.0
// Events of the unit, as far as the pins show their resources. Used by rule*.c and the report.
#ifndef RULE_RESOURCE_H
#define RULE_RESOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "rules_state.h"

// The inputs of events.
static inline const struct event_inputs *rule_inputs(const struct rules *a) { return &a->resources.inputs; }

// Is the event true in this clock, as far as the pins show (enum truth)? It is unknown if the event names a resource
// that no pin shows. It may be unknown if the processor's state, a counter or the sequencer, which the event names, has
// just changed.
unsigned rule_resource_now(const struct rules *a, uint32_t event);
// The same for the TraceEnable event.
unsigned rule_resource_enables(const struct rules *a);
// The pins show each resource that the event names, or the checker follows it. So it can say whether an event that the
// DUT has acted on was true.
bool rule_resource_is_decidable(const struct rules *a, uint32_t event);
// In one clock of the window of latency, which ends with this one, the unit has surely seen it true, by a counter or
// the sequencer. What is true for one clock is never surely true in one.
bool rule_resource_was_surely_true(const struct rules *a, uint32_t event);
// By EXTIN alone. False in *known: it needs other resources.
bool rule_resource_by_extin(uint32_t event, uint8_t extin, bool *known);

#endif
