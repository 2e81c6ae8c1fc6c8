// SPDX-License-Identifier: Apache-2.0
// Contradictions between the trace and what happened. Used by the scoreboard only.
#ifndef SCOREBOARD_WRONG_H
#define SCOREBOARD_WRONG_H

#include "scoreboard.h"

// The first contradiction: `offset` of the packet that tells it, one line. Returns false.
bool scoreboard_wrong(struct scoreboard *s, uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The same for items that violate a rule.
bool scoreboard_rule_violated(struct scoreboard *s, uint64_t offset, const char *why);
// Likewise, where the packet is the one of the next item, and a field of it is wrong.
bool scoreboard_field_wrong(struct scoreboard *s, uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// `count` items from the next on are reported by the packet at `offset`: they break no rule of a reader.
bool scoreboard_range_obeys_rules(struct scoreboard *s, uint64_t offset, uint32_t count);
// "0x6E" or "0x6E to 0x95".
enum { SCOREBOARD_RANGE = 48 };
const char *scoreboard_range(uint64_t low, uint64_t high, char text[SCOREBOARD_RANGE]);
// After one of these. Returns false.
bool scoreboard_about(struct scoreboard *s, enum scoreboard_about about);
// After one of these, if the packet is correct and a packet that had to precede it is missing. Returns false.
bool scoreboard_packet_missing(struct scoreboard *s);

#endif
