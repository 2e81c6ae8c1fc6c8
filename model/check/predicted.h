// SPDX-License-Identifier: Apache-2.0
// The file that --beats writes for the wave view (waves/README.md). The list of the trace (list.h) has the packets.
// This file has the beats, the items, what the checker predicts from the pins, and the first failure.
//
//   # begin, # end             the first and the last line. Without the last line, the file is not complete.
//   unit ptm                   the kind of the DUT, ptm or etm.
//   <clock> <bytes in hex>     a beat, first byte first.
//   <clock> #<number> <kinds>  the items of a clock, from this number on, with a letter for each kind:
//                              W waypoint, I instruction, X exception, D Debug state.
//   =#<number> <text>          from this item on: whether it must be traced, and the term that decides.
//   =<clock> <row> <text>      from this clock on: the text of a row (state of the processor, uncommitted
//                              waypoint, comparator, start/stop block, event, counter or sequencer).
//   !<clock> <message>         a failed check, which the lines below describe.
//   !expected <text>           what was expected instead: a packet or an item.
//   !packet @<offset>          the packet at fault, by its first byte.
//   !item #<number> <clock>    the item at fault, and the clock in which it was presented.
//   !note <text>               a line of the report.
#ifndef PREDICTED_H
#define PREDICTED_H

#include <stdio.h>

struct config;
struct cycle;
struct observer;
struct predicted;

// Exits with code 2 if there is no memory. `beats` must outlive the result.
struct predicted *predicted_open(FILE *beats, const struct config *config);
// Call it at each edge, when the cycle is decoded. Writes the beat, if one leaves the DUT.
void predicted_beat(struct predicted *p, const struct cycle *c);
// Call it at each edge, after everything else has read the cycle. At an edge of CLK it writes the items of the clock,
// the rows that have changed, and whether earlier items must be traced.
void predicted_clock(const struct observer *o, const struct cycle *c);
// Writes whether the last items must be traced, and frees `p`, which may be NULL. Call it after observer_end().
void predicted_close(struct predicted *p, const struct observer *o);

#endif
