// SPDX-License-Identifier: Apache-2.0
// The pages of `waypoint report` (docs/report.md), made from files that runs have left.
//
//   reads   run_facts.h: the facts of a run; junit.h: a regression
//   writes  page_run() or page_regression(), once; figures, chart, coverage and failures are its sections
#ifndef PAGE_H
#define PAGE_H

#include "regression_page.h"
#include "run_page.h"

#endif
