// SPDX-License-Identifier: Apache-2.0
// The failures of a regression on its page.
#ifndef FAILURES_H
#define FAILURES_H

#include <stdio.h>

#include "junit.h"

// Causes, the most frequent first.
void failures_write(FILE *file, const struct junit *junit);

#endif
