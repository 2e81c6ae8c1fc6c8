// SPDX-License-Identifier: Apache-2.0
// Why an I-sync leads nowhere. Used by scoreboard.c and corrected_packet.c only.
#ifndef SCOREBOARD_SYNC_H
#define SCOREBOARD_SYNC_H

#include "scoreboard.h"

// The I-sync that has just been told leads to no item from the next on.
void scoreboard_sync_wrong(struct scoreboard *s, const struct flow_event *e);

// An event or comparators turn tracing off and on, up to the next item: an I-sync may be one too many.
bool scoreboard_is_switched(const struct scoreboard *s);

#endif
