// SPDX-License-Identifier: Apache-2.0
// The figures over time of a page.
#ifndef FIGURES_H
#define FIGURES_H

#include <stdio.h>

#include "run_facts.h"

// A run, or many, over time. `mark`: clock of the first failure, below 0: there is none.
void figures_write(FILE *file, const struct run_facts *f, double mark);

#endif
