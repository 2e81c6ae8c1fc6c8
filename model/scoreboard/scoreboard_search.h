// SPDX-License-Identifier: Apache-2.0
// Check 2's search: where did each gap end? Events are kept as long as a choice can be taken back; what cannot be is
// settled, and goes to the readers (scoreboard.h). Only scoreboard.c needs it.
#ifndef SCOREBOARD_SEARCH_H
#define SCOREBOARD_SEARCH_H

#include "scoreboard_protocol.h"

// Keeps an event of the flow, or a timestamp, as the newest.
void search_note(struct scoreboard *f, const struct flow_event *e, bool timestamp);
// The newest event against what happened. False: it contradicts that, or no item fits.
bool search_step(struct scoreboard *f);
// Behind false: was the flow put at the wrong one of several items? If no other fits, the message is what was wrong
// with the first; f->wrong.
void search_again(struct scoreboard *f);
// The first `count` events stay as they are.
void search_settle(struct scoreboard *f, size_t count);

// A call of each reader that takes it (scoreboard.h).
#define GIVE_READERS(f, call, ...)                                                                  \
  do {                                                                                              \
    for (const struct stream_reader *r = (f)->readers; r < (f)->readers + (f)->reader_count; r++) { \
      if (r->call) r->call(r->user, __VA_ARGS__);                                                   \
    }                                                                                               \
  } while (0)

#endif
