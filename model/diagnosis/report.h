// SPDX-License-Identifier: Apache-2.0
// The words about a failure, and what else a run leaves for people to read. Nothing here decides anything.
//
//   report   report_failures(), once, when the run has ended: report.c calls the other report_*.c
//   others   facts.h: a call each clock; list.h, why.h: a call each packet; snapshot.h: once, at the end
#ifndef REPORT_H
#define REPORT_H

#include "findings.h"

// Explains each message: a section for each check, "#scoreboard".
#define MESSAGES_PAGE "docs/messages.md"

// Prints what failed, the earliest first. The clock of that, UINT64_MAX for none.
uint64_t report_failures(FILE *out, const struct findings *found);

#endif
