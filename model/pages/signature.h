// SPDX-License-Identifier: Apache-2.0
// The signature of a failure, which failures with the same cause have in common: the rule or the check, and its message
// without numbers.
#ifndef SIGNATURE_H
#define SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>

// Sets `signature` from the lines of the failure. The first line says what failed.
void signature_of(const char *text, char *signature, size_t room);

// Is it the first line of a failure in the report of a run?
bool signature_is_failure(const char *line);

#endif
