// SPDX-License-Identifier: Apache-2.0
// The facts of a run, as the simulator wrote them with --facts (docs/report.md), and the sum of those of many runs.
#ifndef RUN_FACTS_H
#define RUN_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tally.h"

struct error;

// Columns of a bin, in the order of the file.
enum column {
  COLUMN_CLOCKS,
  COLUMN_BYTES,
  COLUMN_STALLED,
  COLUMN_SYNC,
  COLUMN_ATOMS,
  COLUMN_BRANCH,
  COLUMN_TIME,
  COLUMN_OTHER,
  COLUMN_PACKET_BYTES,
  COLUMN_OVERFLOWS,
  COLUMN_INSTRUCTIONS,
  COLUMN_LOST,
  COLUMN_QUEUE,  // from here on only of a run beside the model
  COLUMN_QUEUE_MOST,
  COLUMN_FIFO,
  COLUMN_FIFO_MOST,
  COLUMN_FILLED,  // not in the file: clocks of which queue and FIFO are known
  COLUMNS
};

enum { BINS = 256 };

struct bin {
  double at[COLUMNS];
};

// What a run, or all of a sum, counted; from the line of its result.
enum count {
  COUNT_CLOCKS,
  COUNT_BYTES,
  COUNT_PACKETS,
  COUNT_ITEMS,
  COUNT_COMPARED,
  COUNT_INSTRUCTIONS,
  COUNT_EXCEPTIONS,
  COUNT_LOST,
  COUNT_UNTRACED,
  COUNT_OVERFLOWS,
  COUNT_RESETS,
  COUNT_TRIGGERS,
  COUNT_FLUSHES,
  COUNTS
};

struct run_facts {
  bool etm;
  bool whole;                      // it has been read to its end
  unsigned seen;                   // kinds of lines
  unsigned runs;                   // 1, or how many are in the sum
  bool filled;                     // queue and FIFO are known
  char *result, *again;            // the last line; the command that repeats it, NULL: nobody knows. Of a sum NULL
  char *about;                     // lines KEY=VALUE: version, commit, machine; empty: nobody knows. Of a sum NULL
  char *found;                     // lines of what failed, empty: nothing did. Of a sum NULL
  uint64_t atb_bits, queue, fifo;  // bits, entries, bytes. Of a sum 0
  uint64_t counts[COUNTS];
  uint64_t whole_bytes, whole_items,
      whole_instructions;  // those of runs that passed: of the others not all was compared
  struct tally tried;      // features of the DUT: how often each was exercised and checked
  struct tally unchecked;  // those that were programmed and not checked, each with the reason
  struct tally cover, rules;
  // Of a run `queue` and `fifo` in entries and bytes, of a sum in parts of what there is.
  struct bin bins[BINS];
  size_t bin_count;
  uint64_t width;  // clocks of a bin; of a sum 0: a bin is the bin_count-th part of each run
};

// False and *err set: the file cannot be read, or is none.
bool run_facts_read(const char *path, struct run_facts *f, struct error *err);
// Of an open file, which stays open; `path` is for the error.
bool run_facts_of(FILE *file, const char *path, struct run_facts *f, struct error *err);
// Is it the first line of such a file?
bool run_facts_is(const char *text);
// Adds a run to a sum: 0 but for `etm` and `bin_count` at first.
void run_facts_add(struct run_facts *sum, const struct run_facts *run);
void run_facts_free(struct run_facts *f);

// Most of what the FIFO held, in parts of what it can; below 0: not known.
double run_facts_fullest(const struct run_facts *f);
// Bits of trace for each instruction of runs that passed; below 0: there is none.
double run_facts_bits(const struct run_facts *f);
bool run_facts_passed(const struct run_facts *f);

#endif
