// SPDX-License-Identifier: Apache-2.0
// The file that --beats writes, for waves (waves/README.md): what left the unit in which clock, what was presented to
// it, which packet reports which item, and what was found.
//
//   <clock> <bytes in hex>       a beat, first byte first
//   <clock> #<number> <kinds>    what was presented, its first number: W waypoint; I instruction, X exception, D debug
//   @<offset> #<first> #<last>   the packet at this byte of the trace reports these items
//   @<offset> lost #<first> #<last>   an I-sync: they are not in the trace; or untraced, unreported, reset
//   =#<number> <text>            from this item on: whether it must be traced, and why not
//   =<clock> <row> <text>        from this clock on: what the checker predicts (model/check/predicted.h)
//   !<clock> <message>           a check failed
//   !expected <text>             what was expected in its place: a packet, or an item
//   !packet @<offset>            the packet at fault, by its first byte
//   !item #<number> <clock>      the item at fault, and when it was presented
//   !note <text>                 a line of the report
#ifndef BEATS_H
#define BEATS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cycle.h"
#include "join.h"

struct history;

// Each clock: the unit's beat, if there is one; the last `count` items, which were presented in it.
void beats_beat(FILE *beats, uint64_t clock, const struct cycle *c);
void beats_items(FILE *beats, uint64_t clock, const struct history *h, size_t count);
void beats_row(FILE *beats, const struct join_row *row);
void beats_answer(FILE *beats, size_t item, const char *text);
void beats_value(FILE *beats, uint64_t clock, const char *row, const char *text);

// The first failure alone is for a viewer. These do nothing if `beats` is NULL.
void beats_failure(FILE *beats, uint64_t clock, const char *format, ...) __attribute__((format(printf, 3, 4)));
void beats_expected(FILE *beats, const char *text);
void beats_packet(FILE *beats, uint64_t offset);
void beats_item(FILE *beats, const struct history *h, size_t item);
// `lines` of the report: each is a note, without its blanks.
void beats_notes(FILE *beats, const char *lines);

#endif
