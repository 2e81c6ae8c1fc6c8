// SPDX-License-Identifier: Apache-2.0
// Attributes in addition to the flow: Context ID, VMID, timestamps. Only the scoreboard uses it.
#ifndef SCOREBOARD_ATTRIBUTES_H
#define SCOREBOARD_ATTRIBUTES_H

#include "scoreboard.h"

// An item before this event requires a timestamp, and none has come.
static inline bool scoreboard_waits_for_timestamp(const struct scoreboard *s, const struct scoreboard_event *event) {
  return s->at.needs_timestamp && event->totals.timestamps == s->at.timestamps;
}

// Compares the attributes that the trace must have reported before the next event of the flow: Context ID, VMID, and a
// required timestamp. They are those after waypoint `number`, or at step `number`.
bool scoreboard_compare_attributes(struct scoreboard *s, const struct scoreboard_event *event, size_t number,
                                   uint32_t context_id, uint8_t vmid);
// Does the same. It is inline for the frequent case: a correct Context ID, no VMIDs, and no timestamp that is required.
static inline bool scoreboard_attributes(struct scoreboard *s, const struct scoreboard_event *event, size_t number,
                                         uint32_t context_id, uint8_t vmid) {
  const bool has_context = event->totals.context == (context_id & s->traced.context);
  if (!has_context || s->traced.vmid || scoreboard_waits_for_timestamp(s, event)) {
    return scoreboard_compare_attributes(s, event, number, context_id, vmid);
  }
  s->at.contexts += s->traced.contexts;
  return true;
}

// An item was reported. `needed`: the item requires a timestamp.
static inline void scoreboard_follow_timestamp(struct scoreboard *s, const struct scoreboard_event *event,
                                               bool needed) {
  const bool waits = scoreboard_waits_for_timestamp(s, event);
  if (!waits) s->at.items_without_timestamp = 0;
  if (!waits && needed) s->at.timestamp_item = s->at.item;
  s->at.needs_timestamp = waits || needed;
  s->at.timestamps = event->totals.timestamps;
  s->at.has_timestamp = false;
}

// Widens [*low, *high] to the times of the items from `from` to, not including, `end`. An item without a moment may
// have any time up to now.
void scoreboard_time_range(const struct scoreboard *s, size_t from, size_t end, uint64_t *low, uint64_t *high);
// The timestamp after waypoint `i`, or before step `i`, must be from `low` to `high`. Returns false.
bool scoreboard_wrong_time(struct scoreboard *s, uint64_t offset, size_t i, uint64_t reported, uint64_t low,
                           uint64_t high);

#endif
