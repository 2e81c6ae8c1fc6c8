// SPDX-License-Identifier: Apache-2.0
// Our own testbench around a simulation, whichever simulator it is. It opens the driver and the checker of the command
// line for each unit, and compares what the driver means with what its pins say. One a process.
//
//   bench_begin(argc, argv, ...)                // before the simulation
//   unit = bench_open(&built, etm, "")          // for each unit
//   for each edge of CLK:
//     ... the unit samples *bench_pins(unit) ...
//     checker_clock(bench_checker(unit), ...)
//     bench_clock(unit, &out)                   // the pins are now those of the next clock
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

// The simulator around it. In Verilator the testbench writes the waves that --fst asks for, and those of a failure. In
// Icarus it does not, and words that begin with '+' are for $plusargs.
enum bench_host { BENCH_VERILATOR, BENCH_ICARUS };

// Reads the command line, of which argv[0] is the command that runs the simulation. BENCH_BEGUN: simulate; else the
// exit code with which the program ends.
int bench_begin(int argc, char **argv, enum bench_host host);

// Begins the run of a unit that is built like this: `atb_bits`, `queue_depth` and `fifo_bytes` of `built`. `words`:
// more of the command line for this unit alone, apart by spaces. NULL: cannot be; a line says why.
struct unit_bench *bench_open(const struct config *built, bool etm, const char *words);

// NULL: nothing is checked.
struct checker *bench_checker(const struct unit_bench *u);
const struct options *bench_options(const struct unit_bench *u);

// The waves that --fst asks for: none if `path` is NULL. `from`: the first clock; `last`: that so many clocks at the
// end are enough, 0 for all.
struct bench_waves_wanted {
  const char *path;
  uint64_t from, last;
};
struct bench_waves_wanted bench_waves(void);

// The unit's inputs in this clock.
const struct ports_in *bench_pins(const struct unit_bench *u);

// An edge: `out` just before it. True: nothing is left to be driven.
bool bench_clock(struct unit_bench *u, const struct ports_out *out);

// Reports. Returns the exit code: 0 PASS, 1 FAIL, 2 anything else.
int bench_end(void);

#ifdef __cplusplus
}
#endif

#endif
