// SPDX-License-Identifier: Apache-2.0
// Attributes in addition to the flow: Context ID, VMID, timestamps. Only the scoreboard uses it.
#ifndef SCOREBOARD_ATTRIBUTES_H
#define SCOREBOARD_ATTRIBUTES_H

#include "scoreboard.h"

// Compares the attributes that the trace must have reported before the next event of the flow: Context ID, VMID, and a
// required timestamp. They are those after waypoint `number`, or at step `number`.
bool scoreboard_attributes(struct scoreboard *s, const struct scoreboard_event *event, size_t number,
                           uint32_t context_id, uint8_t vmid);

// An item was reported. `needed`: the item requires a timestamp.
void scoreboard_follow_timestamp(struct scoreboard *s, const struct scoreboard_event *event, bool needed);
// Widens [*low, *high] to the times of the items from `from` to, not including, `end`. An item without a moment may
// have any time up to now.
void scoreboard_time_range(const struct scoreboard *s, size_t from, size_t end, uint64_t *low, uint64_t *high);
// The timestamp after waypoint `i`, or before step `i`, must be from `low` to `high`. Returns false.
bool scoreboard_wrong_time(struct scoreboard *s, uint64_t offset, size_t i, uint64_t reported, uint64_t low,
                           uint64_t high);

#endif
