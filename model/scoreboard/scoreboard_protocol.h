// SPDX-License-Identifier: Apache-2.0
// What of the scoreboard is a protocol's: how an event of the flow is compared with what happened, and where the flow
// may go on behind an I-sync. Used by scoreboard.c, pft_scoreboard.c and etm3_scoreboard.c only.
#ifndef SCOREBOARD_PROTOCOL_H
#define SCOREBOARD_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scoreboard.h"

struct scoreboard_protocol {
  const char *item;         // "waypoint", "step"
  bool model_counts_items;  // what the model counts as lost are items
  // An event of the flow that is no I-sync, or a timestamp, against what happened; goes on behind it. Without code it
  // first adds to the event what the next item says.
  bool (*compare)(struct scoreboard *s, struct scoreboard_event *event);
  // Puts the flow at the first item from `from` on where the I-sync of the choice says, for the reason that it says;
  // false: there is none.
  bool (*find_start)(struct scoreboard *s, struct scoreboard_choice *c, size_t from);
  // Likewise where it stood, though nothing was lost. NULL: `find_start` sees to that.
  bool (*goes_straight_on)(struct scoreboard *s, struct scoreboard_choice *c);
  // A packet that can be read two ways is meant the other way. NULL: there is none.
  bool (*is_other_reading)(const struct scoreboard *s, const struct packet *p);
  // Tracing is off behind the last item told, until the next I-sync.
  bool (*is_off)(const struct scoreboard *s);
  // Tracing may have ended there, for the next item need not be told. NULL: there is none such.
  bool (*may_omit_next)(const struct scoreboard *s);
  // It may be off there: the TraceEnable event was true in some clocks of its window, not in others.
  bool (*may_be_off)(const struct scoreboard *s);
  // Tracing must start with item `i`, or an overflow begin.
  bool (*must_start)(const struct scoreboard *s, size_t i);
  // It can.
  bool (*may_start)(const struct scoreboard *s, size_t i);
  // For a report, where a packet has contradicted what happened (corrected_packet.h). *p, as it was sent, becomes what
  // item `i` would be reported as by a packet of its kind; of atoms those from number `atom` on. False: there is no
  // such packet.
  bool (*correct)(const struct scoreboard *s, size_t i, unsigned atom, struct packet *p);
  // Likewise an I-sync that is not periodic, but for its reason (ETMv3: and its count), in front of what follows item
  // `i` (ETMv3: of item `i`). False: tracing cannot start there.
  bool (*correct_sync)(const struct scoreboard *s, size_t i, struct packet *p);
  // May that give this reason? `overdue`: tracing had to start earlier.
  bool (*may_give_reason)(const struct scoreboard *s, size_t i, uint8_t reason, bool overdue);
};

extern const struct scoreboard_protocol pft_scoreboard, etm3_scoreboard;

// Tracing is certainly on.
static inline bool scoreboard_is_tracing(const struct scoreboard *s) {
  return s->at.started && !s->protocol->is_off(s) && !s->protocol->may_be_off(s);
}

#endif
