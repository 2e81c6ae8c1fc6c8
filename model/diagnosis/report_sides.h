// SPDX-License-Identifier: Apache-2.0
// The model comparison: the unit beside what it is compared with. Used by report.c only.
#ifndef REPORT_SIDES_H
#define REPORT_SIDES_H

#include <stdio.h>

struct findings;

// The unit's outputs are not the model's (mode strict).
void report_difference(FILE *out, const struct findings *found);
// A packet is not the encoder's (mode bytes).
void report_reencoded(FILE *out, const struct findings *found);

#endif
