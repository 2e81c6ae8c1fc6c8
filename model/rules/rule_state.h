// SPDX-License-Identifier: Apache-2.0
// The processor's state, which events name by the resources 0x6D (Non-secure) and 0x6E (prohibited) of IHI 0035B table
// 3.5. Used by rule_resource.c, which calls rule_state_control() in each clock.
#ifndef RULE_STATE_H
#define RULE_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "resource.h"
#include "rule_resource.h"
#include "truth_event.h"

// The event names one of the two resources.
static inline bool rule_state_is_named(uint32_t event) { return resource_named(event) & RESOURCE_BITS_STATE; }
// The resources of the DUT that pins show, and the constant: bits of resource_named().
uint32_t rule_state_shown(const struct rules *a);
// The values that the two resources had in the last `clocks` clocks.
struct truth_set rule_state_seen(const struct rules *a, uint64_t clocks);
// Those that the event names had one value in these clocks.
bool rule_state_is_sure(const struct rules *a, uint32_t event, uint64_t clocks);
// The clock of the last change of an input, if an event names the state.
static inline uint64_t rule_state_inputs_since(const struct rules *a) { return a->processor.inputs_since; }
// Follows the port. `names`: a programmed event names the state.
void rule_state_control(struct rules *a, const struct cycle *c, bool names);

#endif
