// SPDX-License-Identifier: Apache-2.0
// What the runner says: of each failure at once, of each group when it is complete, of all in a JUnit file.
#ifndef TESTS_RUNNER_REPORT_H
#define TESTS_RUNNER_REPORT_H
#include <time.h>

#include "list.h"

struct report {
  const char *again;   // the command that runs the list; with T='NAME' it repeats one entry
  const char *folder;  // takes the whole output of each entry that failed; NULL: it is not kept
  char *about;         // lines KEY=VALUE, what the tests are of; empty: nothing
  time_t started;
  double period;  // seconds of silence in a log before it says how far it is
};

// One line on a terminal, rewritten; in a log, a line after a period of silence. NULL clears it.
void report_progress(const struct report *r, const struct list *l, const char *name);
// What failed: its report's first lines, its seed, the command that repeats it. The first of a group in full.
void report_failure(const struct report *r, struct list *l, const struct entry *e);
void report_group(const struct group *g);
// One <testcase> for each entry that has ended, or for each test of a cmocka program.
void report_junit(const struct report *r, const struct list *l, const char *path);
#endif
