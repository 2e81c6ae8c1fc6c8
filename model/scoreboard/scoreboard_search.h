// SPDX-License-Identifier: Apache-2.0
// The search of the scoreboard: at which item did each gap end? Events are kept as long as the search can revise a
// choice before them. Other events are settled, and go to the readers (stream_reader.h).
#ifndef SCOREBOARD_SEARCH_H
#define SCOREBOARD_SEARCH_H

#include "scoreboard.h"

// Adds an event of the flow, or a timestamp, to the log.
void search_add(struct scoreboard *s, const struct flow_event *e, bool timestamp);
// Compares the newest event with the execution. Returns false if it contradicts this, or if no item fits.
bool search_compare_newest(struct scoreboard *s);
// Call it after search_compare_newest() has returned false: the flow may have been placed at the wrong one of several
// items. If no other choice fits, s->wrong is set, and the message is that of the first choice.
void search_other_choices(struct scoreboard *s);
// Returns true if no other item fits before the newest choice, as far as a few steps show. Settles the certain choices.
bool search_is_sure(struct scoreboard *s);
// Settles the first `count` events.
void search_settle(struct scoreboard *s, size_t count);
// Counts the items before item `to` as untraced.
void search_skip(struct scoreboard *s, size_t to);

// The flow continues with item `end`, for the `reason` of an I-sync. The items since the last reported one are lost, or
// are untraced, except for those that choice `c` found to be required. `c` may be NULL.
void scoreboard_resume(struct scoreboard *s, size_t end, uint8_t reason, bool lost, const struct scoreboard_choice *c);
// The flow of choice `c` is placed after item `i`: counts the item if tracing had to start with it.
void scoreboard_pass_item(const struct scoreboard *s, struct scoreboard_choice *c, size_t i);
// The oldest item that may still be compared. The history may release the items before it.
size_t scoreboard_oldest(const struct scoreboard *s);
// The history has no space for more items. Settles all choices. While tracing is off, it also releases those of the
// first `taken` items at which tracing cannot start.
void scoreboard_settle(struct scoreboard *s, size_t taken);

// Calls each reader that takes the call (stream_reader.h).
#define GIVE_READERS(s, call, ...)                                                                             \
  do {                                                                                                         \
    for (const struct stream_reader *const *r = (s)->calls.call; *r; r++) (*r)->call((*r)->user, __VA_ARGS__); \
  } while (0)

#endif
