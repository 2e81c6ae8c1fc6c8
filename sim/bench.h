// SPDX-License-Identifier: Apache-2.0
// The testbench of a simulation with any simulator. It opens the driver and the checker of the command line for each
// unit, and compares what the driver intends with what its pins show. There is one in a process.
//
//   bench_begin(argc, argv, ...)                // Before the simulation.
//   unit = bench_open(&built, etm, "")          // For each unit.
//   for each edge of CLK:
//     ... the unit samples *bench_pins(unit) ...
//     checker_clock(bench_checker(unit), ...)
//     bench_clock(unit, &out)                   // The pins are now those of the next clock.
//   return bench_end()
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct checker;
struct config;
struct options;
struct ports_in;
struct ports_out;
struct unit_bench;

enum { BENCH_BEGUN = -1 };

// The simulator. In Verilator, the testbench writes the waves of --fst, and those of a failure. In Icarus it does not,
// and arguments that begin with '+' are for $plusargs.
enum bench_host { BENCH_VERILATOR, BENCH_ICARUS };

// Reads the command line, whose argv[0] is the command that runs the simulation. BENCH_BEGUN: simulate. Otherwise it is
// the exit code of the program.
int bench_begin(int argc, char **argv, enum bench_host host);

// Starts the run of a unit with `atb_bits`, `queue_depth` and `fifo_bytes` of `built`. `words` are more options for
// this unit, separated by blanks. NULL: it failed, and a line says why.
struct unit_bench *bench_open(const struct config *built, bool etm, const char *words);

// The checker of a unit. NULL: nothing is checked.
struct checker *bench_checker(const struct unit_bench *u);
const struct options *bench_options(const struct unit_bench *u);

// The waves of --fst; `path` NULL: none. `from` is the first clock, `last` the number of clocks at the end that are
// kept, 0 for all.
struct bench_wave_options {
  const char *path;
  uint64_t from, last;
};
struct bench_wave_options bench_waves(void);

// The inputs of the unit in this clock.
const struct ports_in *bench_pins(const struct unit_bench *u);

// An edge; `out` has the outputs just before it. True: the run is complete.
bool bench_clock(struct unit_bench *u, const struct ports_out *out);

// Prints the reports. Returns the exit code: 0 PASS, 1 FAIL, 2 anything else.
int bench_end(void);

#ifdef __cplusplus
}
#endif

#endif
