// SPDX-License-Identifier: Apache-2.0
// What the checker predicts, as rows of the waves (beats.h). A row has, for each item, whether it must be traced, and
// the term that decides. The others have comparators, start/stop block, events, counters and sequencer, by the pins of
// each clock. Nothing of it is computed unless the beats are written.
#ifndef PREDICTED_H
#define PREDICTED_H

#include <stdio.h>

struct observer;
struct predicted;

// Exits 2 when out of memory. `beats` must outlive it.
struct predicted *predicted_open(FILE *beats);
// At an edge of CLK, after all else: the items that were presented, and the rows.
void predicted_clock(struct predicted *p, const struct observer *o);
// After observer_end(): the last items. NULL: nothing is done.
void predicted_close(struct predicted *p, const struct observer *o);

#endif
