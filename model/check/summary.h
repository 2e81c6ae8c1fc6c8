// SPDX-License-Identifier: Apache-2.0
// The output of a run after its failures: the table, the last line, the result file, and the file of facts
// (docs/report.md).
#ifndef SUMMARY_H
#define SUMMARY_H

#include "checker_private.h"

// Prints the last line, and before it the table, unless the options have `quiet`. Writes the last line to the result
// file, if it is requested.
void summary_print(const struct checker *c, const struct judgement *judgement);
// Writes the file of --facts. `found`: the texts of the failures, of which each may be NULL. Returns false and sets
// errno if the file cannot be written.
bool summary_facts(const struct checker *c, const struct judgement *judgement, const char *const *found, size_t count);

#endif
