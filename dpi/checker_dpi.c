// SPDX-License-Identifier: Apache-2.0
// The C half of waypoint_checker_pkg.sv. No decisions here. Compiled with Verilator's header of the imports included by
// force, so that the compiler compares the prototypes.
#include <stdio.h>
#include <unistd.h>

#include "checker.h"
#include "error.h"
#include "pins.h"

void *waypoint_checker_open(const char *text, int atb_bits, svBit etm) {
  struct check_options options;
  struct error err;
  struct checker *checker = NULL;
  if (options_of_text(&options, text, etm, &err)) {
    options.config.atb_bits = (uint32_t)atb_bits;
    checker = checker_open(&options, &err);
  }
  if (!checker) fprintf(stderr, "waypoint: %s\n", err.text);
  return checker;
}

static void unpack_to(struct pins *pins, void *handle, const svBitVecVal *in, const svBitVecVal *out) {
  pins_unpack_in(in, checker_is_etm(handle), &pins->in);
  pins_unpack_out(out, &pins->out);
}

static struct pins unpack(void *handle, const svBitVecVal *in, const svBitVecVal *out) {
  struct pins pins = {.unknown = {0}};
  unpack_to(&pins, handle, in, out);
  return pins;
}

int waypoint_checker_clock(void *handle, const svBitVecVal *in, const svBitVecVal *out) {
  unpack_to(checker_pins_soon(handle), handle, in, out);
  return (int)checker_clock_soon(handle);
}

int waypoint_checker_core(void *handle, const svBitVecVal *in, const svBitVecVal *out) {
  const struct pins pins = unpack(handle, in, out);
  return (int)checker_core(handle, &pins);
}

int waypoint_checker_atb(void *handle, const svBitVecVal *in, const svBitVecVal *out) {
  const struct pins pins = unpack(handle, in, out);
  return (int)checker_atb(handle, &pins);
}

int waypoint_checker_apb(void *handle, const svBitVecVal *in, const svBitVecVal *out) {
  const struct pins pins = unpack(handle, in, out);
  return (int)checker_apb(handle, &pins);
}

void waypoint_checker_reset(void *handle) { checker_reset(handle); }

void waypoint_checker_register(void *handle, unsigned short offset, unsigned value) {
  if (handle) checker_register(handle, offset, value);
}

int waypoint_checker_close(void *handle) { return verdict_code(checker_close(handle)); }

// --- the exit code --------------------------------------------------------------------------------------------------

// Of the process, so there is one: of several checkers FAIL counts before what could not be said.
static int exit_code;

// When all that the simulator and others do at the end of a process is done: waves are whole.
__attribute__((destructor(101))) static void end_process(void) {
  if (exit_code == 0) return;
  fflush(NULL);
  _exit(exit_code);
}

void waypoint_checker_exit(int code) {
  if (code == 1 || exit_code == 0) exit_code = code;
}
