// SPDX-License-Identifier: Apache-2.0
// What stands in the files of a verdict, result=FILE and facts=FILE, as long as there is none: INCOMPLETE, and why. So
// nobody takes the last run's verdict for that of a run that never came to its own.
#ifndef RESULT_FILE_H
#define RESULT_FILE_H

#include <stdbool.h>

struct check_options;
struct error;

#define RESULT_NOT_ENDED "the simulation did not reach its end"

// Both, as far as they are wanted. False and *err set: one cannot be written.
bool result_incomplete(const struct check_options *options, const char *why, struct error *err);

// Of a run whose words are refused: the files that these name. That they are refused is said all the same.
void result_refused(int argc, char **argv, const struct error *why);

#endif
