// SPDX-License-Identifier: Apache-2.0
// Judges the output of an entry's command.
#ifndef TESTS_RUNNER_JUDGE_H
#define TESTS_RUNNER_JUDGE_H
#include "list.h"

// Sets the counts, the cmocka tests and why it failed, from the command's output and its wait status. At least one
// failure is counted for a command that died, was stopped, or reported no test. An incomplete run is no failure.
void judge(struct entry *e, int status);
#endif
