// SPDX-License-Identifier: Apache-2.0
// The reports of the model comparison, with the traces of both sides. Only report.c uses it.
#ifndef REPORT_SIDES_H
#define REPORT_SIDES_H

#include <stdio.h>

struct findings;

// Prints the first clock in which the outputs of the DUT differ from those of the reference model (mode strict).
void report_difference(FILE *out, const struct findings *found);
// Prints the first packet that differs from that of the reference encoder (mode bytes).
void report_reencoded(FILE *out, const struct findings *found);

#endif
