// SPDX-License-Identifier: Apache-2.0
// The page of a regression.
#ifndef REGRESSION_PAGE_H
#define REGRESSION_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "junit.h"
#include "run_facts.h"

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

#endif
