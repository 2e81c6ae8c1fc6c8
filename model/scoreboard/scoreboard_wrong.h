// SPDX-License-Identifier: Apache-2.0
// Contradictions between the trace and the execution. Only the scoreboard uses it.
#ifndef SCOREBOARD_WRONG_H
#define SCOREBOARD_WRONG_H

#include "scoreboard.h"

// Stores the first contradiction: the `offset` of the packet, and a message of one line. Returns false.
bool scoreboard_wrong(struct scoreboard *s, uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The same for items that violate a rule.
bool scoreboard_rule_violated(struct scoreboard *s, uint64_t offset, const char *why);
// The same for a packet that is the one of the next item, but has a wrong field.
bool scoreboard_field_wrong(struct scoreboard *s, uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The packet at `offset` reports `count` items from the next one on. Returns false if they violate a rule of a reader.
bool scoreboard_range_obeys_rules(struct scoreboard *s, uint64_t offset, uint32_t count);
// "0x6E" or "0x6E to 0x95".
enum { SCOREBOARD_RANGE = 48 };
const char *scoreboard_range(uint64_t low, uint64_t high, char text[SCOREBOARD_RANGE]);
// Call it after one of these functions. Returns false.
bool scoreboard_about(struct scoreboard *s, enum scoreboard_about about);
// Call it after one of these functions if the packet is correct, but a packet that had to precede it is missing.
// Returns false.
bool scoreboard_packet_missing(struct scoreboard *s);

#endif
