// SPDX-License-Identifier: Apache-2.0
// How a run fails: the first line of its report, with '#' instead of numbers and instruction sets. Two runs that fail
// in the same way have the same text.
//
// For the model comparison, the text has the pins that differ, the fields of the packet that differ, and which of the
// two sides has a wrong trace.
#ifndef FAILURE_H
#define FAILURE_H

#include <stdbool.h>

#include "run_words.h"

struct error;

enum { FAILURE_MAX = 400 };

struct failure {
  char text[FAILURE_MAX];  // empty: there is no failure
};

// Sets `failure` from the report of a simulator, whose lines end with '\n'.
void failure_of_report(const char *report, struct failure *failure);

// Do both come from the same check or rule? Their texts may differ.
bool failure_is_alike(const struct failure *a, const struct failure *b);

// Runs the simulator. Returns its exit code, 0 to 255, and sets `failure` if it is 1. -1 and *err set: it cannot be
// run.
int failure_of_run(const struct run_argv *argv, struct failure *failure, struct error *err);

// Would a compliant DUT pass this run? The reference model is one: false if the scoreboard reports a failure of it.
bool failure_is_sane(const struct run_argv *argv);

#endif
