// SPDX-License-Identifier: Apache-2.0
// The trigger, for other themes and the report, and the accesses that change whether it may occur.
#ifndef RULE_TRIGGER_H
#define RULE_TRIGGER_H

#include <stdbool.h>
#include <stdint.h>

#include "rules_state.h"

// The pulses on the trigger pin since the DUT was programmed or reset.
static inline uint32_t rule_trigger_pulses(const struct rules *a) { return a->trigger.pulses; }
// The clock of the first of them.
static inline uint64_t rule_trigger_pulse_at(const struct rules *a) { return a->trigger.pulse_at; }
// A reset or the Programming bit has armed the trigger, no write to ETMSR has changed that since, and each pulse
// belongs to this run.
static inline bool rule_trigger_is_known(const struct rules *a) { return a->trigger.is_state_known; }
// An event was true in clock `since`. Must the DUT have sampled it by this clock?
bool rule_trigger_is_surely_sampled(const struct rules *a, uint64_t since);
// The trigger may have occurred, and its pulse may follow.
bool rule_trigger_may_precede_pulse(const struct rules *a);
// The clock in which the DUT was enabled last. 0: it was not enabled since the reset.
static inline uint64_t rule_trigger_enabled_at(const struct rules *a) { return a->trigger.enabled_at; }
// The inputs that decide whether the trigger occurs, clock by clock, and since when the trigger event is programmed.
static inline const struct trigger_history *rule_trigger_history(const struct rules *a) { return &a->trigger_history; }

// The Programming bit is set.
void rule_trigger_programming(struct rules *a);
// ETMSR is written, which may make the trigger occur again, or not at all. `prevents`: it surely does not occur.
void rule_trigger_status_write(struct rules *a, bool prevents);
// A complete restore through ETMOSSRR has ended. `triggered`: it has restored ETMSR[3] as 1.
void rule_trigger_restore(struct rules *a, bool triggered);
// ETMSR[3] is 1: the trigger has occurred, or the bit was written or restored as 1.
bool rule_trigger_has_occurred(const struct rules *a);
// ETMSR is read while the Programming bit is set. `triggered`: ETMSR[3].
void rule_trigger_status_read(struct rules *a, bool triggered);

#endif
