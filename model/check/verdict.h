// SPDX-License-Identifier: Apache-2.0
// The verdict of a check, of a simulation or of a whole file. A comparison is a PASS only if its counts balance
// exactly, and no more items are missing than the bounds allow.
#ifndef VERDICT_H
#define VERDICT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "bounds.h"

struct scoreboard;

enum verdict {
  VERDICT_PASS,        // No check failed, and everything that must be compared was compared.
  VERDICT_FAIL,        // A check, a count or a limit failed.
  VERDICT_INCOMPLETE,  // No check failed, but something that must be compared could not be compared.
  VERDICT_NOTHING,     // No check failed, but nothing was compared.
};

struct judgement {
  enum verdict verdict;
  char why[720];  // one line; empty for a PASS, and if a check has reported a failure
};

const char *verdict_word(enum verdict verdict);  // "PASS", "FAIL", "INCOMPLETE", "NOTHING CHECKED"
int verdict_code(enum verdict verdict);          // the exit code: 0 for PASS, 1 for FAIL, otherwise 2

// Sets the reason, unless there is already one. Returns false.
bool verdict_wrong(struct judgement *j, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The verdict if the scoreboard ended its search before it had tried every choice.
struct judgement verdict_gave_up(void);
struct judgement verdict_of(enum verdict verdict, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The four functions below check a finished comparison without a contradiction. They return false and set the reason.
//
// Each item and each step was compared, lost in an overflow, not traced, or cut by a reset.
bool verdict_balances_items(const struct scoreboard *s, struct judgement *j);
// Each cycle count that must be in the trace was compared.
bool verdict_balances_counts(const struct scoreboard *s, struct judgement *j);
// No more items were lost than `bounds` allow, and no more were missing than the bound of their stream allowed.
bool verdict_within(const struct scoreboard *s, const struct bounds *bounds, struct judgement *j);
// No start was later than the bound of its stream allowed.
bool verdict_starts(const struct scoreboard *s, struct judgement *j);

// The first item that an overflow lost.
struct scoreboard_missing verdict_first_lost(const struct scoreboard *s);
// The number of items that overflows lost. It includes a last overflow whose I-sync is missing, because the trace ended
// before it.
uint64_t verdict_lost(const struct scoreboard *s);
// Prints the bounds in the form of the last line: " max_lost=0 max_missing=any max_start=0".
void verdict_print_bounds(FILE *to, const struct bounds *bounds);

#endif
