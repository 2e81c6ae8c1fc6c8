// SPDX-License-Identifier: Apache-2.0
// What was done with the unit, by name: counts of what the observer has seen. What the unit cannot do is not among
// them: by its ID registers, and by `without` (check_options.h).
#ifndef TRIED_H
#define TRIED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct observer;

// A line of facts for each: "tried 3 flush while off"; "-" for the number where the unit lacks it.
void tried_facts(const struct observer *o, uint64_t lacks, FILE *file);
// A line with the names of what was not: "not exercised: flush, SYNCREQ"; none where all was. False: all was.
bool tried_not_exercised(const struct observer *o, uint64_t lacks, FILE *file);

#endif
