// SPDX-License-Identifier: Apache-2.0
// The checker of one trace unit, which every front end opens (docs/observer.md). It reads pins and its configuration,
// and does not know the driver. Several checkers can exist at once; there are no global variables.
//
//   observer  passes each edge of all pins to monitor, rules and scoreboard. sampling.c decides what must be traced.
//   verdict   judge.h checks the balance and the bounds. summary.h prints the last line.
//
//   checker = checker_open(&options, &err)
//   checker_image(checker, &image)                     // If the code is known.
//   for each edge:  checker_clock(checker, &pins)      // If each port has its own clock: one call for each port.
//   verdict = checker_close(checker)                   // Prints the report.
#ifndef CHECKER_H
#define CHECKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check_options.h"
#include "image.h"
#include "ports.h"
#include "step.h"
#include "verdict.h"

struct checker;
struct error;

enum checker_state {
  CHECKER_GOES_ON,
  CHECKER_FAILED,  // A check has failed. The next clocks are evaluated for the waves.
  CHECKER_DONE     // No more edges are evaluated.
};

// Returns NULL and sets *err if a file cannot be opened. The files of the verdict then have that error as the reason.
struct checker *checker_open(const struct check_options *options, struct error *err);
// Opens a checker whose options are a text (options_of_text()). `atb_bits`: the width of ATDATA.
struct checker *checker_open_text(const char *text, uint32_t atb_bits, bool etm, struct error *err);

// Call it before the first clock. The image must outlive the checker. Without an image, packets are compared with the
// processor's port only. `executed`: checker_executed() will be called.
void checker_image(struct checker *c, const struct image *image, bool executed);

// PTM: gives the steps that the next waypoint on the port covers, if the caller knows them. Call it before the clock of
// that waypoint. A change of Debug state without Halting debug-mode counts as no waypoint.
void checker_executed(struct checker *c, const struct step *steps, size_t count);

// An edge of CLK, and of the ATB and the APB if ATCLKEN and PCLKEN are 1. Most calls neither allocate memory nor
// perform I/O: bytes are compared in every 1024th clock.
enum checker_state checker_clock(struct checker *c, const struct pins *pins);
// The same for a simulation that does not need the result at once. The edge is evaluated at most 31 edges later. An
// access on the APB, an edge in reset and a call of another function of the checker evaluate it earlier. The verdict is
// the same, and so is the clock in which a failing run is DONE.
enum checker_state checker_clock_soon(struct checker *c);
// The pins of the next checker_clock_soon(). Set each pin: they may still have the values of an earlier edge.
struct pins *checker_pins_soon(struct checker *c);

// The same for a bench in which each port has its own clock, with one call at each edge of that clock. checker_core()
// reads all pins except those of the two buses. checker_atb() reads the pins of the ATB, SYNCREQ and the flush.
// checker_apb() reads the pins of the APB. ATCLKEN and PCLKEN are ignored. Only checker_core() counts clocks: an edge
// of a bus belongs to the last edge of CLK. If edges are simultaneous, call checker_core() first. Use mode legal,
// because the reference model has one clock.
enum checker_state checker_core(struct checker *c, const struct pins *pins);
enum checker_state checker_atb(struct checker *c, const struct pins *pins);
enum checker_state checker_apb(struct checker *c, const struct pins *pins);

// The simulation time of the next edge of CLK: `time` ticks of 10^exponent seconds. Messages show it after the number
// of the clock. Without a time, and if it does not advance, they show the number only.
void checker_time(struct checker *c, uint64_t time, int exponent);
// The same as a real number. `second` is one second in the same unit: pass SystemVerilog's $realtime and 1s.
void checker_real_time(struct checker *c, double now, double second);

// RESETn was low after the last edge, and may be high at the next one: an asynchronous reset that no edge shows.
void checker_reset(struct checker *c);

// Gives the value of a register from the last edge on, if no access on the APB shows it. Such a register was programmed
// by hierarchical access, or before the checker was opened. `offset` is in bytes. The value counts as one that was read
// (docs/observer.md, P1): ETMCR shows whether the DUT runs, ETMSR that it has stopped, ETMOSLSR the OS lock.
void checker_register(struct checker *c, uint16_t offset, uint32_t value);

// True: the DUT is an ETM. False: it is a PTM.
bool checker_is_etm(const struct checker *c);

// The counts of the run so far.
struct checker_counts {
  uint64_t clocks;
  uint64_t items;       // presented: waypoints of a PTM, steps of an ETM
  uint64_t bytes;       // of trace
  uint64_t lost, gaps;  // items, in overflows, as far as the trace has been read
  bool failed;
};
struct checker_counts checker_counts(const struct checker *c);

// The last line of the host script that changed a register: it wrote `value`, or restored the register by ETMOSSRR.
struct checker_write {
  unsigned line;  // 0: no line wrote the register
  bool is_restore;
  uint32_t value;
};
// A register that was read, or polled, until it had `value` in the bits of `mask`.
struct checker_read {
  uint16_t offset;
  uint32_t mask, value;
  bool by_script;  // A line of a host script reads the register.
  // If `by_script`: the last line that wrote the register, and the last one that wrote ETMCR.
  struct checker_write written, control;
  const char *comment;  // of the line: why the value is expected. NULL or "": the line has no comment.
};
// The host script (rule HOST-1) or the bench (BENCH-1) has failed: what was observed, and what was expected.
// `read`: a register did not have the expected value, so the message adds the cause, if the checker knows it; or NULL.
void checker_rule(struct checker *c, bool by_host, const char *why, const struct checker_read *read);

// Makes the verdict INCOMPLETE, unless it is FAIL, for a reason that no pin shows: for example an option that names a
// checker that does not exist.
void checker_incomplete(struct checker *c, const char *why);

// The name of the DUT in the configuration. "": it has no name.
const char *checker_name(const struct checker *c);

// Ends the checks, writes the files that the options ask for, prints the report and frees the checker.
enum verdict checker_close(struct checker *c);

// Ends the checks for a caller that needs the joined rows and no report. Returns false and sets *err if the scoreboard
// has found a contradiction, or could not decode any packet.
bool checker_end(struct checker *c, struct error *err);

// Frees the checker without a report.
void checker_drop(struct checker *c);

#endif
