// SPDX-License-Identifier: Apache-2.0
// What a run exercised of the DUT: each feature was programmed or occurred and was checked, or was programmed and not
// checked, or did not occur. Features that the DUT does not have by its ID registers, or by `without`
// (check_options.h), are left out.
#ifndef EXERCISED_H
#define EXERCISED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct observer;

// A line of facts for each feature: "tried 3 flush while off". The number is "-" if the DUT does not have the feature.
// A feature that was programmed and not checked has another line: "unchecked counter 1: ETMCNTRLDVR1 is not known".
void exercised_facts(const struct observer *o, uint64_t without, FILE *file);
// Prints the lines "checked: ...", "programmed, not checked: ..." and "not exercised: ...". A line without names is
// left out. Returns true if the last line was printed.
bool exercised_print(const struct observer *o, uint64_t without, FILE *file);

#endif
