// SPDX-License-Identifier: Apache-2.0
// The clock. Verilator's model is a C++ object, so this file is C++, and has nothing else in it: see
// docs/decisions/0008-clock-from-main.md. A clock is 10 time units, its rising edge first.
#include "Vtb.h"
#include "bench.h"

int main(int argc, char **argv) {
  const int code = bench_begin(argc, argv, BENCH_VERILATOR);
  if (code != BENCH_BEGUN) return code;
  {
    VerilatedContext context;
    context.traceEverOn(true);
    Vtb tb{&context};
    tb.eval();
    while (!tb.over) {
      context.timeInc(5);
      tb.CLK = !tb.CLK;
      tb.eval();
    }
    tb.final();
  }  // here the waves are closed
  return bench_end();
}
