// SPDX-License-Identifier: Apache-2.0
// Attributes that follow the flow: counts, Context ID, VMID, timestamps. Used by the scoreboard only.
#ifndef SCOREBOARD_ATTRIBUTES_H
#define SCOREBOARD_ATTRIBUTES_H

#include "scoreboard.h"

// The attributes that the trace must have reported before the next event of the flow, after waypoint or at step
// `number`: Context ID, VMID, and a timestamp if one was requested.
bool scoreboard_attributes(struct scoreboard *s, const struct scoreboard_event *event, size_t number,
                           uint32_t context_id, uint8_t vmid);

// An item is told: `needed`: it asks for a timestamp.
void scoreboard_follow_timestamp(struct scoreboard *s, const struct scoreboard_event *event, bool needed);
// Widens [*low, *high] to the times from item `from` to item `end`, or to now.
void scoreboard_time_range(const struct scoreboard *s, size_t from, size_t end, uint64_t *low, uint64_t *high);

#endif
