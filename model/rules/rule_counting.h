// SPDX-License-Identifier: Apache-2.0
// Counters and the sequencer: the values that are written, the values that they must read, and the events that change
// them.
#ifndef RULE_COUNTING_H
#define RULE_COUNTING_H

#include <stdbool.h>
#include <stdint.h>

#include "rules_state.h"

// The counters, the sequencer and the events that the checker follows.
static inline const struct counting *rule_counting(const struct rules *a) { return &a->resources.reading; }
// The resource whose value the register holds. HELD_RESOURCES: the register holds none.
enum held_resource rule_counting_resource(uint16_t offset);
// The DUT implements the resource, and its value can be read and written.
bool rule_counting_is_built(const struct rules *a, unsigned resource);

// A register is written. `is_taken`: the DUT surely has the value.
void rule_counting_write(struct rules *a, uint16_t offset, uint32_t value, bool is_taken);
// A read returned `whole` for the resource. The read must fit the events that change the resource.
void rule_counting_read(struct rules *a, unsigned resource, uint32_t whole);
// The Programming bit is cleared. `is_written`: some resource was written since the bit was set. Returns the resources
// (bits) that were written while the bit was 0.
unsigned rule_counting_release(struct rules *a, bool is_written);
// The Programming bit is set, which resets the resources before ETMv3.1.
void rule_counting_reset(struct rules *a);
// Any resource may have a new value, because a word was restored.
void rule_counting_restore(struct rules *a);
// The program of counters, sequencer and outputs for a DUT that is started now.
void rule_counting_program(const struct rules *a, struct counting_program *p);

// The events that change a counter, or by which the sequencer leaves one of the states (bits). An example is
// "; it counts down by ETMCNTENR1=0x00060: EXTIN[0]". The start/stop block has none.
enum { RULE_EVENTS = 4 * (RESOURCE_WORDS + 40) };
void rule_counting_events(const struct rules *a, unsigned resource, unsigned states, char text[RULE_EVENTS]);
// A value of ETMSQR: "0 (state 1)".
enum { RULE_STATE = 24 };
const char *rule_counting_state(uint32_t value, char text[RULE_STATE]);
// The values of the counters that the event names, except of those that may be at 0: "; counter 1 is at 0x5 to 0x9".
enum { RULE_COUNTERS = 80 };
void rule_counting_counters(const struct rules *a, uint32_t event, char text[RULE_COUNTERS]);
// Why the counters that the event names may be at 0. An example is "; counter 1 was 0x5 when the DUT was enabled
// (clock 20); it counts down by ETMCNTENR1=0x0006F: always".
void rule_counting_at_zero(const struct rules *a, uint32_t event, char text[RULE_EVENTS]);

#endif
