// SPDX-License-Identifier: Apache-2.0
// What comes before and behind a simulation: main.cpp calls it, and drives the clock in between.
#ifndef RUN_MAIN_H
#define RUN_MAIN_H

#ifdef __cplusplus
extern "C" {
#endif

enum { RUN_BEGUN = -1 };

// Reads the command line. RUN_BEGUN: simulate; else the exit code with which the program ends.
int run_begin(int argc, char **argv);

// Reports. Returns the exit code: 0 same, 1 different, 2 could not run.
int run_end(void);

#ifdef __cplusplus
}
#endif

#endif
