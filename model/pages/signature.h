// SPDX-License-Identifier: Apache-2.0
// What is the same in failures of the same cause: the rule or the check and its message, without the numbers.
#ifndef SIGNATURE_H
#define SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>

// `text`: the lines of the failure, the first that says what failed at the top.
void signature_of(const char *text, char *signature, size_t room);

// The line is the first one of a failure in the report of a run.
bool signature_is_failure(const char *line);

#endif
