// SPDX-License-Identifier: Apache-2.0
// The file that --beats writes for the wave view (waves/README.md). The list of the trace (list.h) has the packets.
// This file has the beats, the items, what the checker predicts from the pins, and the first failure.
//
//   unit ptm                   or etm: whose pins they are; the first line
//   <clock> <bytes in hex>     a beat, first byte first
//   <clock> #<number> <kinds>  the items of a clock, and the number of the first: W waypoint; I instruction, X
//   exception,
//                              D Debug state
//   =#<number> <text>          from this item on: whether it must be traced, and the term that decides
//   =<clock> <row> <text>      from this clock on, a row: state of the processor, comparators, start/stop block,
//   events,
//                              counters, sequencer
//   !<clock> <message>         a check failed; the lines below are about this failure
//   !expected <text>           what was expected instead: a packet, or an item
//   !packet @<offset>          the packet at fault, by its first byte
//   !item #<number> <clock>    the item at fault, and when it was presented
//   !note <text>               a line of the report
#ifndef PREDICTED_H
#define PREDICTED_H

#include <stdio.h>

struct config;
struct observer;
struct predicted;

// Exits 2 when out of memory. `beats` must outlive it.
struct predicted *predicted_open(FILE *beats, const struct config *config);
// At each edge, when the cycle is decoded: the beat, if one is taken.
void predicted_beat(struct predicted *p, const struct observer *o);
// At an edge of CLK, after all else: the items that were presented, and the rows.
void predicted_clock(struct predicted *p, const struct observer *o);
// After observer_end(): the last items. NULL: nothing is done.
void predicted_close(struct predicted *p, const struct observer *o);

#endif
