// SPDX-License-Identifier: Apache-2.0
// What is told beside the flow: counts, Context ID, VMID, timestamps. Used by the scoreboard only.
#ifndef SCOREBOARD_BESIDE_H
#define SCOREBOARD_BESIDE_H

#include "scoreboard.h"

// What must have been told beside the flow when the next thing is told, behind what is called `what` number `number`:
// Context ID and VMID as they were, a timestamp if one was asked for.
bool scoreboard_beside(struct scoreboard *s, const struct scoreboard_event *event, size_t number, uint32_t context_id,
                       uint8_t vmid);

// An item is told: `needed`: it asks for a timestamp.
void scoreboard_stamps(struct scoreboard *s, const struct scoreboard_event *event, bool needed);
// Widens [*low, *high] to the times from item `from` to item `end`, or to now.
void scoreboard_time(const struct scoreboard *s, size_t from, size_t end, uint64_t *low, uint64_t *high);

#endif
