// SPDX-License-Identifier: Apache-2.0
// The checker of one trace unit: every front end opens this (docs/observer.md). It sees pins and its configuration,
// nothing of who drives. Handles stand side by side; there are no globals.
//
//   observer  one edge of all pins to monitor, rules and scoreboard; sampling.c: what must be traced
//   verdict   judge.h: the balance and the bounds; summary.h: the last line
//
//   checker = checker_open(&options, &err)
//   checker_image(checker, &image)                     // where the code is known
//   for each edge:  checker_clock(checker, &pins)      // or, where each port has a clock of its own, one call for each
//   verdict = checker_close(checker)                   // prints the report
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
  CHECKER_FAILED,  // something was found; the next clocks are for the waves
  CHECKER_DONE     // nothing more is looked at
};

// NULL and *err set: a file cannot be written. The files of the verdict say so, if they can.
struct checker *checker_open(const struct check_options *options, struct error *err);
// Of a configuration (options_of_text), and the width of ATDATA.
struct checker *checker_open_text(const char *text, uint32_t atb_bits, bool etm, struct error *err);

// Before the first clock. The image must outlive the checker; without one the packets are held against the processor's
// port. `executed`: checker_executed will be called.
void checker_image(struct checker *c, const struct image *image, bool executed);

// PTM: the steps that the next waypoint on the port covers, where somebody knows them; before its clock. Debug state
// without Halting debug-mode is none.
void checker_executed(struct checker *c, const struct step *steps, size_t count);

// An edge of CLK, and of the ATB and the APB if ATCLKEN and PCLKEN are high. No allocation and no I/O in all but every
// 1024th.
enum checker_state checker_clock(struct checker *c, const struct pins *pins);
// The same, for a simulation that need not know at once: the edge is looked at up to 31 edges later, with the next
// access on the APB or edge in reset, or with the next call of another function of the checker. The verdict, and the
// clock with which a run that fails is DONE, are the same.
enum checker_state checker_clock_soon(struct checker *c);
// Its pins, to be filled in before: 0, or as an earlier edge had them.
struct pins *checker_pins_soon(struct checker *c);

// The same for a bench with three clocks, each at an edge of its own: CLK with all pins but those of the two buses;
// ATCLK with those of the ATB, SYNCREQ and the flush included; PCLK with those of the APB. The other pins are not
// looked at, nor ATCLKEN and PCLKEN. Only the call for CLK counts clocks: what a bus does belongs to the last edge of
// CLK. Of edges at one time CLK's comes first. For mode legal: the reference model has one clock.
enum checker_state checker_core(struct checker *c, const struct pins *pins);
enum checker_state checker_atb(struct checker *c, const struct pins *pins);
enum checker_state checker_apb(struct checker *c, const struct pins *pins);

// The simulation time of the next edge of CLK: `time` ticks of 10^exponent seconds. Messages show it after the number
// of the clock. Without a time, and if it does not advance, they show the number only.
void checker_time(struct checker *c, uint64_t time, int exponent);
// The same as a real number, in units of which a second has `second`: SystemVerilog's $realtime and 1s.
void checker_real_time(struct checker *c, double now, double second);

// RESETn was low since the last edge, and may be high again: an asynchronous reset that no edge sees.
void checker_reset(struct checker *c);

// A register of the unit reads as `value` from the last edge on, though no access on the APB says so: programmed by a
// back door, or before the checker looked. `offset` in bytes. ETMCR says whether the unit runs, ETMSR that it has
// stopped, ETMOSLSR whether it is locked, as if they were read (docs/observer.md, P1).
void checker_register(struct checker *c, uint16_t offset, uint32_t value);

// The unit is an ETM, otherwise a PTM.
bool checker_is_etm(const struct checker *c);

// What it has looked at so far.
struct checker_counts {
  uint64_t clocks;
  uint64_t items;       // presented: waypoints of a PTM, steps of an ETM
  uint64_t bytes;       // of trace
  uint64_t lost, gaps;  // items, in overflows, as far as the trace has been read
  bool failed;
};
struct checker_counts checker_counts(const struct checker *c);

// What the host script did last to a register: its line wrote `value`, or restored the register by ETMOSSRR.
struct checker_write {
  unsigned line;  // 0: no line did
  bool is_restore;
  uint32_t value;
};
// A register that was read, or polled, until it had `value` in the bits of `mask`.
struct checker_read {
  uint16_t offset;
  uint32_t mask, value;
  bool by_script;                         // it is a line of a host script, and the next two are known:
  struct checker_write written, control;  // the last line that wrote the register; that wrote ETMCR
  const char *comment;                    // of that line: why the value is expected; NULL or "": none
};
// The host script (rule HOST-1) or the bench (BENCH-1) has failed: what was observed, and what was expected.
// `read`: a register did not have the expected value, so the message adds the cause, if the checker knows it; or NULL.
void checker_rule(struct checker *c, bool by_host, const char *why, const struct checker_read *read);

// Something beside the pins makes the verdict INCOMPLETE, if it is not FAIL: a word for a checker that is not there.
void checker_incomplete(struct checker *c, const char *why);

// Of the unit, as the configuration has it; "": it has none.
const char *checker_name(const struct checker *c);

// Ends the checks, writes the files that the options ask for, prints the report and frees the checker.
enum verdict checker_close(struct checker *c);

// Ends the checks, for who wants the rows and no report. False and *err set: what the scoreboard has found, or why it
// has read no packet.
bool checker_end(struct checker *c, struct error *err);

// Frees the checker and says nothing: the pins have turned out to be none.
void checker_drop(struct checker *c);

#endif
