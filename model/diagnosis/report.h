// SPDX-License-Identifier: Apache-2.0
// Prints the report of a failed run. No function in this directory decides whether a run passes.
//
//   report.h          report_failures() is called once, after the run. report.c calls the other report_*.c.
//   facts.h           is called in each clock.
//   list.h, why.h     are called for each packet.
//   snapshot.h        is called once, after the run.
#ifndef REPORT_H
#define REPORT_H

#include "findings.h"

// The page that explains each message. It has a section for each check, for example "#scoreboard".
#define MESSAGES_PAGE "docs/messages.md"

// Prints all failures, the earliest first. Returns the clock of the earliest failure, or UINT64_MAX if there is none.
uint64_t report_failures(FILE *out, const struct findings *found);

#endif
