// SPDX-License-Identifier: Apache-2.0
// Why a run is INCOMPLETE or NOTHING CHECKED: the cause, as far as the observer knows it, and the remedy. judge.c calls
// the functions that return bool. They set the reason of the verdict, unless it is already set, and return false.
// checker.c calls cause_of_read().
#ifndef CAUSES_H
#define CAUSES_H

#include "observer.h"
#include "verdict.h"

// The DUT never ran, or not after the last reset.
bool cause_never_started(const struct observer *o, struct judgement *j);
// The run ended before the DUT had stopped, or before the checker could see that it had.
bool cause_no_end(const struct observer *o, struct judgement *j);
// A register without which no packet can be decoded is not known (struct stream, `needed_registers`).
bool cause_unknown(const struct observer *o, struct judgement *j);
// The DUT ran and sent no byte.
bool cause_no_trace(const struct observer *o, struct judgement *j);
// The DUT sent trace, and no item was compared.
bool cause_no_item(const struct observer *o, struct judgement *j);

// Writes why a register did not have the value that the host expected: "; the DUT is stopped: ETMCR[10] is 1; clear
// it". The text is empty if the cause is unknown. Returns the clauses from which the cause follows, or NULL.
enum { CAUSE_ROOM = 440 };
struct checker_read;
const char *cause_of_read(const struct observer *o, const struct checker_read *read, char text[CAUSE_ROOM]);

#endif
