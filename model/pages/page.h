// SPDX-License-Identifier: Apache-2.0
// The HTML pages of `waypoint report` (docs/report.md), from files that runs have written.
//
// Read the files first (run_facts.h, junit.h), then call page_run() or page_regression() once.
#ifndef PAGE_H
#define PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "junit.h"
#include "run_facts.h"

// What a regression contains of each test. `facts` false: the test has no file of facts.
struct page_test {
  bool facts, etm;
  double clocks, packets, bits, overflows, lost, fullest;  // bits, fullest: below 0: unknown
};

struct page_regression {
  const char *path;  // of the JUnit file
  const struct junit *junit;
  const struct page_test *tests;    // one for each test of `junit`
  const struct run_facts *sums[2];  // of the runs of a PTM and of an ETM
};

void page_run(FILE *file, const struct run_facts *run);
void page_regression(FILE *file, const struct page_regression *regression);

#endif
