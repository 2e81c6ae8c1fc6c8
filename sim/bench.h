// SPDX-License-Identifier: Apache-2.0
// Our own testbench around a simulation: main.cpp calls it before and behind, and drives the clock in between. It opens
// the driver and the checker of the command line, and compares what the driver means with what its pins say.
#ifndef BENCH_H
#define BENCH_H

#ifdef __cplusplus
extern "C" {
#endif

enum { BENCH_BEGUN = -1 };

// Reads the command line. BENCH_BEGUN: simulate; else the exit code with which the program ends.
int bench_begin(int argc, char **argv);

// Reports. Returns the exit code: 0 PASS, 1 FAIL, 2 anything else.
int bench_end(void);

#ifdef __cplusplus
}
#endif

#endif
