// SPDX-License-Identifier: Apache-2.0
// The inputs of a unit, as its events take them: EXTIN, the extended external inputs that ETMEXTINSELR selects, and
// EmbeddedICE (bits: resource.h). Used by rule*.c and the scoreboard.
#ifndef RULE_INPUT_H
#define RULE_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "counting.h"
#include "cycle.h"

struct rules;
struct rules_resources;

enum { RULE_INPUT_ALL_OPEN = INPUTS_OF_SELECTED | INPUTS_OF_WATCHPOINT };

// Behind what the registers have taken.
void rule_input_wire(struct rules *a);
// The inputs of this clock, in d->high and d->sure; where they change, or somebody looks back, they are noted.
void rule_input_clock(struct rules_resources *d, const struct input_pins *pins);
void rule_input_note(struct rules_resources *d, uint64_t clock);
// As they were from `first` clocks ago to `last`, fewer than 64.
struct counting_inputs rule_input_seen(const struct rules_resources *d, unsigned first, unsigned last);
// Inputs that surely are HIGH, and that may be, as resources that may be LOW, and HIGH. All others but the constant may
// be either.
struct counting_inputs rule_input_resources(uint16_t surely_high, uint16_t ever_high);
// Those that surely are HIGH in this clock, and those that may be. `enables`: for the TraceEnable event.
void rule_input_now(const struct rules *a, bool enables, uint16_t *sure, uint16_t *high);
// The TraceEnable event by inputs and the state, with the pins of a clock: bit 0: it may be false, bit 1: true.
unsigned rule_input_enables(const struct rules *a, uint64_t clock, const struct input_pins *pins, bool ns,
                            bool prohibited);

#endif
