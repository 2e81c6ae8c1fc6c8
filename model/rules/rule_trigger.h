// SPDX-License-Identifier: Apache-2.0
// The trigger: what other themes and the report ask about it, and the events that change whether it may occur.
#ifndef RULE_TRIGGER_H
#define RULE_TRIGGER_H

#include <stdbool.h>
#include <stdint.h>

struct rules;
struct rules_inputs;

// The pulses on the trigger pin since the DUT was programmed or reset.
uint32_t rule_trigger_pulses(const struct rules *a);
// The clock of the first of them.
uint64_t rule_trigger_pulse_at(const struct rules *a);
// A reset or the Programming bit has armed the trigger, no write to ETMSR has changed that since, and each pulse is of
// this run.
bool rule_trigger_is_known(const struct rules *a);
// The clock in which the DUT was enabled last. 0: it was not enabled since the reset.
uint64_t rule_trigger_enabled_at(const struct rules *a);
// Since when the trigger event is programmed, and what else decides whether the trigger occurs, clock by clock.
const struct rules_inputs *rule_trigger_inputs(const struct rules *a);

// The Programming bit is set.
void rule_trigger_programming(struct rules *a);
// ETMSR is written, which may make the trigger occur again, or not at all.
void rule_trigger_status_write(struct rules *a);
// ETMSR is read while the Programming bit is set. `triggered`: ETMSR[3].
void rule_trigger_status_read(struct rules *a, bool triggered);

#endif
