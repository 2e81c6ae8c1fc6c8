// SPDX-License-Identifier: Apache-2.0
// What a report shows of a run over time (docs/report.md): a fixed number of bins of so many clocks each. Where they
// are full two become one, so that a run of any length fits, without allocation or I/O in a clock.
#ifndef FACTS_H
#define FACTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cycle.h"
#include "sent.h"
#include "stream_reader.h"

#define FACTS_HEAD "waypoint-facts 1"  // the first line of the file
#define FACTS_END "end"                // its last

enum { FACTS_BINS = 256, FACTS_CLOCKS = 16 };  // a power of two; clocks of a bin, as long as not all are used

struct facts_bin {
  uint64_t clocks;
  uint64_t bytes, stalled;     // bytes sent; edges with ATVALID high and ATREADY low
  uint64_t queue, queue_most;  // entries in the model's queue: the sum over the clocks, and the most
  uint64_t fifo, fifo_most;    // bytes in the model's FIFO, likewise
  uint64_t packets[PACKET_GROUPS];
  uint64_t packet_bytes;  // of them
  uint64_t overflows;     // I-syncs that report one
  uint64_t instructions;  // that the packets report, by the code; of a PTM without code 0
  int64_t lost;           // items, as the scoreboard knows them when it looks: below 0 where it takes one back
};

// What the model holds in a clock: entries, bytes.
struct facts_fill {
  unsigned queue, fifo;
};

struct facts {
  struct facts_bin bins[FACTS_BINS];
  uint64_t width;  // clocks of a bin
  bool filled;     // the model has said what it holds
  uint64_t clock;  // of the last edge
  uint64_t lost;   // as of the last look
  const struct sent *sent;
};

// `sent` must outlive the facts.
void facts_start(struct facts *f, const struct sent *sent);
struct stream_reader facts_reader(struct facts *f);
// Behind an edge. `fill`: NULL where nobody knows. `lost`: items that the scoreboard knows to be lost.
void facts_edge(struct facts *f, const struct cycle *c, uint64_t clock, const struct facts_fill *fill, uint64_t lost);
// The lines "bins ..." and "bin ...".
void facts_write(const struct facts *f, FILE *file);

#endif
