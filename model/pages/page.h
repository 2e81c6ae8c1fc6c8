// SPDX-License-Identifier: Apache-2.0
// The pages of `waypoint report` (docs/report.md), made from files that runs have left.
//
//   sees    common, dec, monitor, rules, scoreboard, diagnosis: for names and the format of facts; no run goes on here
//   reads   run_facts.h: the facts of a run; junit.h: a regression
//   writes  page_run() or page_regression(), once; figures, chart, coverage and failures are its sections
#ifndef PAGE_H
#define PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "junit.h"
#include "run_facts.h"

// Of one run.
void page_run(FILE *file, const struct run_facts *run);

// What a regression knows of each test that was a run; `facts` false: it left none.
struct page_test {
  bool facts, etm;
  double clocks, packets, bits, overflows, lost, fullest;  // bits, fullest: below 0: not known
};

struct page_regression {
  const char *path;  // of the JUnit file
  const struct junit *junit;
  const struct page_test *tests;    // as many as it has
  const struct run_facts *sums[2];  // of the runs of a PTM and of an ETM
};
void page_regression(FILE *file, const struct page_regression *r);

// --- parts of both ---------------------------------------------------------------------------------------------------

// figures.c: a run, or many, over time. `mark`: clock of the first failure, below 0: there is none.
void figures_write(FILE *file, const struct run_facts *f, double mark);
// coverage.c: packets by kind, the return stack, cover points and rules by clause.
void packets_write(FILE *file, const struct run_facts *f);
void coverage_section(FILE *file, const struct run_facts *f);
// failures.c: causes, the most frequent first.
void failures_write(FILE *file, const struct junit *junit);

// A number, and a note below it: what it is of, tile_begin, the number, tile_note, the note, tile_end.
void tile_begin(FILE *file, const char *name);
void tile_note(FILE *file);
void tile_end(FILE *file);

#endif
