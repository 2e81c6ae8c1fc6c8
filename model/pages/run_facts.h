// SPDX-License-Identifier: Apache-2.0
// The facts of a run, which the simulator writes with --facts (docs/report.md), and the sum of the facts of many runs.
//
// Call run_facts_read() for a file, run_facts_add() to add it to a sum that begins with zeros, and run_facts_free()
// last.
#ifndef RUN_FACTS_H
#define RUN_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "facts.h"

struct error;

// Counts by name, in the order in which the names were added. A tally begins with zeros; call tally_free() last.
struct tally_row {
  char *name;
  uint64_t count, bad;  // `bad`: of a rule, number of violations
};

struct tally {
  struct tally_row *rows;
  size_t count;
  uint32_t *slots;  // hash table of size `room`, a power of two: numbers of rows, from 1; 0: free
  size_t room;
};

// Adds to the counts of `name`, which has `length` characters. Exits with 2 when out of memory.
void tally_add(struct tally *t, const char *name, size_t length, uint64_t count, uint64_t bad);
// The row of a name. NULL: there is none.
const struct tally_row *tally_find(const struct tally *t, const char *name);
// The count of a name; 0: there is none.
uint64_t tally_count(const struct tally *t, const char *name);
void tally_free(struct tally *t);

// A column that is not in the file: the clocks in which the fill of queue and FIFO is known.
enum { COLUMN_FILLED = FACTS_COLUMNS, COLUMNS };

struct bin {
  double at[COLUMNS];
};

// Counts of a run or of a sum: a number, and the key in the line of the result. The protocols have different keys for
// some counts.
#define COUNT_TABLE(ROW)                                \
  ROW(CLOCKS, "clocks", NULL)                           \
  ROW(BYTES, "bytes", NULL)                             \
  ROW(PACKETS, "packets", NULL)                         \
  ROW(ITEMS, "waypoints", "steps")                      \
  ROW(COMPARED, "waypoints_compared", "steps_compared") \
  ROW(INSTRUCTIONS, "instructions_compared", NULL)      \
  ROW(EXCEPTIONS, "exceptions_compared", NULL)          \
  ROW(LOST, "lost", NULL)                               \
  ROW(UNTRACED, "untraced", NULL)                       \
  ROW(OVERFLOWS, "overflows", NULL)
#define COUNT_ENUMERATOR(count, key, other_key) COUNT_##count,
enum count { COUNT_TABLE(COUNT_ENUMERATOR) COUNTS };

struct run_facts {
  bool etm;
  bool whole;                      // the file was read to its end
  unsigned seen;                   // kinds of lines that were read, a bit each
  unsigned runs;                   // 1, or the number of runs in the sum
  bool filled;                     // queue and FIFO are known
  char *result, *again;            // last line; command that repeats the run, NULL: unknown. Of a sum NULL
  char *about, *found;             // lines KEY=VALUE on version, commit, machine; lines on failures. Of a sum NULL
  uint64_t atb_bits, queue, fifo;  // bits, entries, bytes; of a sum 0
  uint64_t counts[COUNTS];
  uint64_t whole_bytes, whole_items,
      whole_instructions;  // only of runs that passed, because other runs are not compared to their end
  struct tally tried;      // features of the DUT, and how often each was exercised and checked
  struct tally unchecked;  // features that were programmed and not checked, each with the reason
  struct tally cover, rules;
  // Columns of queue and FIFO: of a run in entries and bytes, of a sum in parts of the depth.
  struct bin bins[FACTS_BINS];
  size_t bin_count;
  uint64_t width;  // clocks of a bin; of a sum 0, where a bin is the bin_count-th part of each run
};

// Reads a file. False and *err set: it cannot be read, or is no file of facts.
bool run_facts_read(const char *path, struct run_facts *facts, struct error *err);
// Reads an open file, which it does not close. `path` is for the message.
bool run_facts_of(FILE *file, const char *path, struct run_facts *facts, struct error *err);
// Is the text the first line of such a file?
bool run_facts_is(const char *text);
// Adds a run to a sum, whose `etm` and `bin_count` are set at first.
void run_facts_add(struct run_facts *sum, const struct run_facts *run);
void run_facts_free(struct run_facts *facts);

// The largest fill of the FIFO in parts of its depth. Below 0: unknown.
double run_facts_fullest(const struct run_facts *facts);
// Bits of trace for each instruction in runs that passed. Below 0: there is none.
double run_facts_bits(const struct run_facts *facts);
bool run_facts_passed(const struct run_facts *facts);

#endif
