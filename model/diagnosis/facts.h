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

// The columns of a bin, in the order of the file. From COLUMN_SYNC on, there is a column for each packet group.
enum facts_column {
  COLUMN_CLOCKS,
  COLUMN_BYTES,    // bytes sent
  COLUMN_STALLED,  // edges with ATVALID high and ATREADY low
  COLUMN_SYNC,
  COLUMN_PACKET_BYTES = COLUMN_SYNC + PACKET_GROUPS,  // bytes of the packets in the columns before
  COLUMN_OVERFLOWS,                                   // I-syncs with the reason overflow
  COLUMN_INSTRUCTIONS,  // instructions that the packets report; 0 for a PTM if the code is not known
  COLUMN_LOST,          // items found to be lost; below 0 if the scoreboard has revoked more than it has found
  COLUMN_QUEUE,         // sum of the entries in the queue over the clocks. From here on only with the reference model
  COLUMN_QUEUE_MOST,    // maximum of these entries
  COLUMN_FIFO,          // sum of the bytes in the FIFO over the clocks
  COLUMN_FIFO_MOST,     // maximum of these bytes
  FACTS_COLUMNS
};
extern const char *const facts_column_names[FACTS_COLUMNS];

// Does a bin have the maximum of a value, and not a sum?
static inline bool facts_is_most(int column) { return column == COLUMN_QUEUE_MOST || column == COLUMN_FIFO_MOST; }

struct facts_bin {
  int64_t at[FACTS_COLUMNS];
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
