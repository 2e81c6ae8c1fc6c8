// SPDX-License-Identifier: Apache-2.0
// A main that simulates the testbench without bench.h.
#include "Vtb.h"

int main() {
  VerilatedContext context;
  Vtb tb{&context};
  for (int clock = 0; clock < 100; clock++) {
    tb.CLK = !tb.CLK;
    tb.eval();
  }
  tb.final();
  return tb.over ? 2 : 0;
}
