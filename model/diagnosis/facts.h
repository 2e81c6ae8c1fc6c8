// SPDX-License-Identifier: Apache-2.0
// Counts the activity of a run over time, for the HTML report (docs/report.md). The run is divided into a fixed number
// of bins with the same number of clocks each. If all bins are in use, each pair becomes one bin. So a run of any
// length fits, and no clock needs an allocation or I/O.
//
// Call order: facts_start, then facts_edge after each clock edge and the reader of facts_reader for the trace,
// facts_write at the end.
#ifndef FACTS_H
#define FACTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cycle.h"
#include "sent.h"
#include "stream_reader.h"

#define FACTS_HEAD "waypoint-facts 1"  // the first line of the file
#define FACTS_END "end"                // the last line of the file

enum {
  FACTS_BINS = 256,  // a power of two
  FACTS_CLOCKS = 16  // clocks of a bin at the start of a run
};

struct facts_bin {
  uint64_t clocks;
  uint64_t bytes, stalled;     // bytes sent; edges with ATVALID high and ATREADY low
  uint64_t queue, queue_most;  // entries in the queue of the reference model: the sum over the clocks, and the maximum
  uint64_t fifo, fifo_most;    // bytes in the FIFO of the reference model: the sum over the clocks, and the maximum
  uint64_t packets[PACKET_GROUPS];
  uint64_t packet_bytes;  // bytes of these packets
  uint64_t overflows;     // I-syncs with the reason overflow
  uint64_t instructions;  // instructions that the packets report; 0 for a PTM if the code is not known
  int64_t lost;           // items found to be lost; below 0 if the scoreboard has revoked more than it has found
};

// The fill levels of the reference model in a clock.
struct facts_fill {
  unsigned queue;  // entries
  unsigned fifo;   // bytes
};

struct facts {
  struct facts_bin bins[FACTS_BINS];
  uint64_t width;  // clocks of a bin
  bool has_fill;   // facts_edge() has been called with a fill level
  uint64_t clock;  // the clock of the last edge
  uint64_t lost;   // the items lost up to the last edge
  const struct sent *sent;
};

// `sent` must outlive the facts.
void facts_start(struct facts *f, const struct sent *sent);
struct stream_reader facts_reader(struct facts *f);
// Counts a clock edge. `fill` is NULL if there is no reference model. `lost` is the number of items lost so far, as the
// scoreboard knows it.
void facts_edge(struct facts *f, const struct cycle *c, uint64_t clock, const struct facts_fill *fill, uint64_t lost);
// Writes the line "bins ...", which names the columns, and a line "bin ..." for each bin.
void facts_write(const struct facts *f, FILE *file);

#endif
