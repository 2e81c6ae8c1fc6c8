// SPDX-License-Identifier: Apache-2.0
// What a run leaves behind its failures: the table, the last line, the result file, the file of facts (docs/report.md).
#ifndef SUMMARY_H
#define SUMMARY_H

#include "checker_private.h"

// Prints the table, unless the options want it quiet, and the last line; writes that to the result file, if there is
// one.
void summary_print(const struct checker *c, const struct judgement *judgement);
// Writes the file that --facts asks for. `found`: the texts of what failed, NULL among them. False: errno says why not.
bool summary_facts(const struct checker *c, const struct judgement *judgement, const char *const *found, size_t count);

#endif
