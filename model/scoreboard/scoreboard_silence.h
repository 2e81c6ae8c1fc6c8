// SPDX-License-Identifier: Apache-2.0
// Detects that the trace is silent although tracing had to be on. Only the scoreboard and the observer use it.
#ifndef SCOREBOARD_SILENCE_H
#define SCOREBOARD_SILENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct packet;
struct scoreboard;

// How long the trace has reported nothing although tracing had to be on. This is the shortest time that an overflow has
// lasted (docs/observer.md, E6). The unit is a clock in which ATREADY was 1 (`atb_clocks` counts them) and the DUT had
// to trace. The clocks add up over stops, until an I-sync ends the overflow.
struct scoreboard_silence {
  uint64_t window;             // the largest permitted number of these clocks; CHECK_NO_BOUND: not checked
  uint64_t clock, atb_clocks;  // the time at which a packet last reported something, or the stream began
  size_t next_item;            // the next item since then to be examined; 0: none was examined
  uint64_t last_atb_clocks;    // `atb_clocks` of the last examined item
  bool was_required;           // Tracing had to be on with that item.
  uint64_t required_items;     // number of items since then with which tracing had to be on
  uint64_t required_clocks;  // number of clocks since then in which tracing had to be on, after the items that the DUT
                             // may hold back
  uint64_t earlier_clocks, since_clock;  // such clocks in earlier streams, and the clock since which they count
  uint32_t earlier_streams;              // number of these streams
};

// Call it regularly. The DUT has taken the first `taken` items. An overflow that lasts too long is a contradiction.
// scoreboard_stop() checks this, too.
void scoreboard_silence(struct scoreboard *s, uint64_t atb_clocks, size_t taken);
// A stream begins.
void scoreboard_silence_begin(struct scoreboard *s, uint64_t clock, uint64_t atb_clocks);
// Packet `p` has left at this time. It ends the silence if it reports something.
void scoreboard_silence_packet(struct scoreboard *s, const struct packet *p, uint64_t clock, uint64_t atb_clocks);
// An I-sync has ended an overflow.
void scoreboard_silence_recovered(struct scoreboard *s);
// The DUT was stopped. Returns false if an overflow has lasted too long.
bool scoreboard_silence_stop(struct scoreboard *s, size_t taken);
// The items [at.item, taken) were not reported before a stop. Returns the first of them that had to be traced and that
// no overflow can have lost, or `taken` if there is none. During an overflow bytes leave, but before such an item none
// had left since clock *since, although ATREADY was 1 for a long time (docs/observer.md, E8).
size_t scoreboard_silence_first_missing(const struct scoreboard *s, size_t taken, uint64_t *since);
// `items` items had to be traced, of which the first follows item `first`. If no byte of the trace can be decoded,
// stores this contradiction. Returns false if a byte can be decoded.
bool scoreboard_unreadable(struct scoreboard *s, uint64_t items, size_t first);

#endif
