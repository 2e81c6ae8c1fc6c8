// SPDX-License-Identifier: Apache-2.0
// The verdict of a check, of a simulation or of a whole file, and what both ask of a comparison before it may be PASS:
// an exact balance, and no more missing than the bounds allow.
#ifndef VERDICT_H
#define VERDICT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "bounds.h"

struct scoreboard;

enum verdict {
  VERDICT_PASS,        // the trace tells what happened
  VERDICT_FAIL,        // it tells something else
  VERDICT_INCOMPLETE,  // what was compared is right, but not all could be
  VERDICT_NOTHING,     // nothing could
};

struct judgement {
  enum verdict verdict;
  char why[720];  // one line; empty for a PASS, and if a check has reported a failure
};

const char *verdict_word(enum verdict verdict);  // "PASS", "FAIL", "INCOMPLETE", "NOTHING CHECKED"
int verdict_code(enum verdict verdict);          // the exit code: 0, 1, and 2 of both others

// Sets the reason, the first one only. Returns false.
bool verdict_wrong(struct judgement *j, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The search for what the trace reports was ended before all was tried.
struct judgement verdict_gave_up(void);
struct judgement verdict_of(enum verdict verdict, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Of a comparison that has come to its end without a contradiction. False: they set the reason. All items and steps are
// compared, lost, untraced or reset:
bool verdict_balances_items(const struct scoreboard *s, struct judgement *j);
// All cycle counts that must be told are compared.
bool verdict_balances_counts(const struct scoreboard *s, struct judgement *j);
// No more lost than `bounds` allow; no more missing, and no start later, than its stream allowed.
bool verdict_within(const struct scoreboard *s, const struct bounds *bounds, struct judgement *j);
bool verdict_starts(const struct scoreboard *s, struct judgement *j);

// All that overflows lost, the last included, which the trace ended too early to tell.
// The first of these.
struct scoreboard_missing verdict_first_lost(const struct scoreboard *s);
uint64_t verdict_lost(const struct scoreboard *s);
// The bounds as the last line has them: " max_lost=0 max_missing=any max_start=0".
void verdict_print_bounds(FILE *to, const struct bounds *bounds);

#endif
