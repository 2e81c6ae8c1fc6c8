// SPDX-License-Identifier: Apache-2.0
// Silence of the trace while tracing had to be on. Used by the scoreboard and the observer.
#ifndef SCOREBOARD_SILENCE_H
#define SCOREBOARD_SILENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct packet;
struct scoreboard;

// How long the trace has reported nothing though tracing had to be on: how long an overflow has lasted, at least
// (docs/observer.md, E6). In clocks in which the ATB could take (`atb_clocks`, a number of them) and the unit had to
// trace. They add up over stops until an I-sync ends an overflow.
struct scoreboard_silence {
  uint64_t window;                       // expected at most; CHECK_NO_BOUND: nobody asks
  uint64_t clock, atb_clocks;            // where a packet reported something last, or the stream began
  size_t next_item;                      // of the items since then, the next to be looked at; 0: none was
  uint64_t last_atb_clocks;              // of `atb_clocks`: the last item that was
  bool was_required;                     // tracing had to be on with it
  uint64_t required_items;               // items that had to be traced since then, and that a unit may hold back
  uint64_t required_clocks;              // clocks since then in which tracing had to be on, behind those
  uint64_t earlier_clocks, since_clock;  // in earlier streams, and since which clock
  uint32_t earlier_streams;              // so many of them
};

// Every now and then: of the items presented the unit has taken the first `taken`. An overflow that lasts too long is a
// contradiction; scoreboard_stop looks at that, too.
void scoreboard_silence(struct scoreboard *s, uint64_t atb_clocks, size_t taken);
// A stream begins.
void scoreboard_silence_begin(struct scoreboard *s, uint64_t clock, uint64_t atb_clocks);
// Something is reported: by packet `p`, there; what an overflow ends with. A stop; false: an overflow has lasted too
// long.
void scoreboard_silence_packet(struct scoreboard *s, const struct packet *p, uint64_t clock, uint64_t atb_clocks);
void scoreboard_silence_recovered(struct scoreboard *s);
bool scoreboard_silence_stop(struct scoreboard *s, size_t taken);
// Of the items [at.item, taken), which are not told by a stop, the first that had to be traced and that no overflow has
// lost: bytes leave in one, and none had for long though the ATB could take, since that clock (docs/observer.md, E8).
// `taken`: there is none.
size_t scoreboard_silence_first_missing(const struct scoreboard *s, size_t taken, uint64_t *since);
// Nothing of the trace can be read, and `items` had to be traced, the first of which follows item `first`: says so.
// Returns false if something can be read.
bool scoreboard_unreadable(struct scoreboard *s, uint64_t items, size_t first);

#endif
