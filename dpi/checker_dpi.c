// SPDX-License-Identifier: Apache-2.0
// The C functions of waypoint_checker_pkg.sv, which only convert arguments. Compiled with Verilator's header of the
// imports included by force, so that the compiler compares the prototypes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "checker.h"
#include "error.h"
#include "pins.h"

// --- names ----------------------------------------------------------------------------------------------------------

// The names of all checkers in the process, each with a blank before and after it.
static char *names;

static void note_name(const char *name) {
  const size_t used = names ? strlen(names) : 0, more = strlen(name) + 3;
  names = error_memory(realloc(names, used + more));
  snprintf(names + used, more, " %s ", name);
}

// Checks that each +waypoint.NAME+... on the command line has the name of a checker. All checkers are open when the
// first one is closed.
static void check_names(struct checker *checker) {
  static const char start[] = "+waypoint.";
  char *word = NULL, name[80], why[200];
  const char *all = names ? names : " none";
  size_t room = 0;
  FILE *line = fopen("/proc/self/cmdline", "r");
  while (line && getdelim(&word, &room, '\0', line) >= 0) {
    if (strncmp(word, start, strlen(start)) != 0) continue;
    const char *at = word + strlen(start);
    const int length = (int)strcspn(at, "+");
    snprintf(name, sizeof name, " %.*s ", length, at);
    if (length > 70 || strstr(all, name)) continue;
    snprintf(why, sizeof why, "%s%.*s: expected the Name of a checker, one of:%.100s", start, length, at, all);
    checker_incomplete(checker, why);
  }
  free(word);
  if (line) fclose(line);
}

// --- calls ----------------------------------------------------------------------------------------------------------

void *waypoint_checker_open(const char *text, int atb_bits, svBit etm) {
  struct error err;
  struct checker *checker = checker_open_text(text, (uint32_t)atb_bits, etm, &err);
  if (checker) note_name(checker_name(checker));
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

void waypoint_checker_time(void *handle, double now, double second) { checker_real_time(handle, now, second); }

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

int waypoint_checker_close(void *handle) {
  check_names(handle);
  return verdict_code(checker_close(handle));
}

// --- the exit code --------------------------------------------------------------------------------------------------

// The exit code of the process: of several checkers, FAIL has priority over an unclear verdict.
static int exit_code;

// Runs after all other destructors and exit handlers, so that waves are complete.
__attribute__((destructor(101))) static void end_process(void) {
  if (exit_code == 0) return;
  fflush(NULL);
  _exit(exit_code);
}

void waypoint_checker_exit(int code) {
  if (code == 1 || exit_code == 0) exit_code = code;
}
