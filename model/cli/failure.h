// SPDX-License-Identifier: Apache-2.0
// How a run fails: the first line of its report, with numbers and instruction sets as '#', so that two runs that fail
// the same way have the same text. Of the model comparison it is the pins that differ, the fields that differ of the
// packet there, and whose bytes tell something else than what happened.
#ifndef FAILURE_H
#define FAILURE_H

#include <stdbool.h>

#include "run_words.h"

struct error;

enum { FAILURE_MAX = 400 };

struct failure {
  char text[FAILURE_MAX];  // empty: there is none
};

// Of the report of a simulator, lines that end with '\n'.
void failure_of_report(const char *report, struct failure *failure);

// The same check or rule speaks, maybe in other words.
bool failure_is_alike(const struct failure *a, const struct failure *b);

// The exit code of the simulator, 0 to 255, and how it fails, if that is 1. -1 and *err set: it cannot be run.
int failure_of_run(const struct run_argv *argv, struct failure *failure, struct error *err);

// Would a compliant DUT pass this run? The reference model is one: false if the scoreboard reports a failure of it.
bool failure_is_sane(const struct run_argv *argv);

#endif
