// SPDX-License-Identifier: Apache-2.0
// The insides of a checker, shared by checker.c (which runs it), judge.c and report.c.
#ifndef CHECKING_H
#define CHECKING_H

#include <stdio.h>

#include "checker.h"
#include "facts.h"
#include "list.h"
#include "observer.h"
#include "recode.h"
#include "reference.h"

enum { CHECKER_HELD = 32 };  // clocks; below AFTERMATH, so that a run that fails ends with the clock that it would

struct checker {
  struct check_options options;
  struct image loaded;  // from the options' ELF file
  struct observer observer;
  struct reference *reference;  // mode strict, otherwise NULL
  struct scoreboard *branch;    // check 2 as it was where unit and model parted, or NULL: for the model's bytes
  size_t branch_items;          // presented up to that clock
  uint64_t branch_bytes;        // that it has seen
  struct recode *recode;        // modes bytes and legal, otherwise NULL
  const struct image *image;
  bool executed;                   // checker_executed will be called
  bool opened;                     // the observer is
  bool apart;                      // each port has a call of its own
  struct pins pins;                // then: as they were at the last edge of each
  struct pins held[CHECKER_HELD];  // of checker_clock_soon: edges that were not looked at
  unsigned held_count;
  enum checker_state state;  // behind the last edge that was
  uint64_t finish_at;        // clock
  char rule[240];            // the first thing that the bench has found
  uint64_t rule_clock, rules_failed;
  size_t rule_items;  // presented by then
  FILE *beats;
  struct facts *facts;      // NULL: nobody wants them
  struct list_writer list;  // its file NULL: there is none
};

// judge.c: what the run is worth, and why if it is no PASS.
struct judgement judge(const struct checker *c, bool failed);

// report.c: prints what failed; the clock of the first failure, UINT64_MAX for none.
uint64_t report_failures(FILE *out, struct checker *c);
// The table and the last line; the last line alone.
void report_summary(const struct checker *c, const struct judgement *judgement);
void report_line(FILE *to, const struct checker *c, const char *verdict);

// facts_file.c: the file that --facts asks for. `found`: the texts of what failed, NULL among them.
bool facts_file(const struct checker *c, const struct judgement *judgement, const char *const *found, size_t count);

#endif
