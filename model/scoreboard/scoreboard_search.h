// SPDX-License-Identifier: Apache-2.0
// The scoreboard's search: where did each gap end? Events are kept as long as a choice can be taken back; what cannot
// be is settled, and goes to the readers (stream_reader.h).
#ifndef SCOREBOARD_SEARCH_H
#define SCOREBOARD_SEARCH_H

#include "scoreboard.h"

// Keeps an event of the flow, or a timestamp, as the newest.
void search_add(struct scoreboard *s, const struct flow_event *e, bool timestamp);
// The newest event against what happened. False: it contradicts that, or no item fits.
bool search_compare_newest(struct scoreboard *s);
// Behind false: was the flow put at the wrong one of several items? If no other fits, the message is what was wrong
// with the first; f->wrong.
void search_other_choices(struct scoreboard *s);
// Does no other item fit before the newest choice, as far as a few steps show? What is sure is settled.
bool search_is_sure(struct scoreboard *s);
// The first `count` events stay as they are.
void search_settle(struct scoreboard *s, size_t count);
// The items before item `to` were not to be traced.
void search_skip(struct scoreboard *s, size_t to);

// The flow goes on with item `end`, for the I-sync's reason; those since the last one told are lost, or were not to be
// traced, but for those that choice `c` found missing. NULL: none.
void scoreboard_resume(struct scoreboard *s, size_t end, uint8_t reason, bool lost, const struct scoreboard_choice *c);
// The flow is put behind item `i`.
void scoreboard_pass_item(const struct scoreboard *s, struct scoreboard_choice *c, size_t i);
// The oldest item that can still be compared: those before it have died.
size_t scoreboard_oldest(const struct scoreboard *s);
// There is no room for more items: what was chosen stands, and while tracing is off the items at which it cannot start
// die, of the first `taken`.
void scoreboard_settle(struct scoreboard *s, size_t taken);

// A call of each reader that takes it (stream_reader.h).
#define GIVE_READERS(s, call, ...)                                                                             \
  do {                                                                                                         \
    for (const struct stream_reader *const *r = (s)->calls.call; *r; r++) (*r)->call((*r)->user, __VA_ARGS__); \
  } while (0)

#endif
