// SPDX-License-Identifier: Apache-2.0
// What the checker predicts, as rows of the waves (beats.h). A row has, for each item, whether it must be traced, and
// the term that decides. The others have comparators, start/stop block, events, counters and sequencer, by the pins of
// each clock. Nothing of it is computed unless the beats are written.
#ifndef PREDICTED_H
#define PREDICTED_H

#include <stdint.h>
#include <stdio.h>

struct observer;
struct pins;
struct predicted;

// Exits 2 when out of memory. `beats` must outlive it.
struct predicted *predicted_open(FILE *beats);
// After observer_edge(), at an edge of CLK, which was edge `clock`: what was presented in it, and the rows.
void predicted_clock(struct predicted *p, const struct observer *o, const struct pins *pins, uint64_t clock);
// After observer_end(): the last items. NULL: nothing is done.
void predicted_close(struct predicted *p, const struct observer *o);

#endif
