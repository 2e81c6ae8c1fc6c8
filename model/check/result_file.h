// SPDX-License-Identifier: Apache-2.0
// Until a run has a verdict, its files result=FILE and facts=FILE contain INCOMPLETE and the reason. So an aborted run
// does not leave the verdict of the previous run.
#ifndef RESULT_FILE_H
#define RESULT_FILE_H

#include <stdbool.h>

struct check_options;
struct error;

#define RESULT_NOT_ENDED "the simulation did not reach its end"

// Writes both files, as far as they are requested. Returns false and sets *err if one cannot be written.
bool result_incomplete(const struct check_options *options, const char *why, struct error *err);

// If the options of a run are invalid: writes INCOMPLETE and the error to the files that the options name. The caller
// still prints the error.
void result_refused(int argc, char **argv, const struct error *why);

#endif
