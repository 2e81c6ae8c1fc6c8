// SPDX-License-Identifier: Apache-2.0
// The message for an I-sync that leads to no item. Only scoreboard.c and corrected_packet.c use it.
#ifndef SCOREBOARD_SYNC_H
#define SCOREBOARD_SYNC_H

#include "scoreboard.h"

// The newest event, an I-sync, leads to none of the items from the next one on.
void scoreboard_sync_wrong(struct scoreboard *s, const struct flow_event *e);

// An event or comparators turn tracing off and on before the next item, so an I-sync may be one too many.
bool scoreboard_is_switched(const struct scoreboard *s);

#endif
