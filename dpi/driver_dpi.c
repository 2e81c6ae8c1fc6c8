// SPDX-License-Identifier: Apache-2.0
// The C functions of waypoint_driver_pkg.sv, which only convert arguments. Compiled with Verilator's header of the
// imports included by force, so that the compiler compares the prototypes.
#include <stdint.h>

#include "bench.h"
#include "options.h"
#include "pins.h"

void *waypoint_driver_open(int atb_bits, int queue_depth, int fifo_bytes, int wpt_depth, svBit etm, const char *words) {
  const struct config built = {.atb_bits = (uint32_t)atb_bits,
                               .queue_depth = (uint32_t)queue_depth,
                               .fifo_bytes = (uint32_t)fifo_bytes,
                               .wpt_depth = (uint32_t)wpt_depth};
  return bench_open(&built, etm, words);
}

void *waypoint_driver_checker(void *handle) { return bench_checker(handle); }

void waypoint_driver_pins(void *handle, svBitVecVal *in) {
  pins_pack_in(bench_pins(handle), bench_options(handle)->protocol, in);
}

svBit waypoint_driver_clock(void *handle, const svBitVecVal *out, svBitVecVal *in) {
  struct ports_out seen;
  pins_unpack_out(out, &seen);
  const svBit over = bench_clock(handle, &seen);
  waypoint_driver_pins(handle, in);
  return over;
}
