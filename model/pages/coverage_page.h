// SPDX-License-Identifier: Apache-2.0
// What the trace held, and what it did not, on a page.
#ifndef COVERAGE_PAGE_H
#define COVERAGE_PAGE_H

#include <stdio.h>

#include "run_facts.h"

// Packets by kind, the return stack, cover points and rules by clause.
void packets_write(FILE *file, const struct run_facts *f);
// The features of the DUT: checked, programmed and not checked, not exercised.
void scope_section(FILE *file, const struct run_facts *f);
void coverage_section(FILE *file, const struct run_facts *f);

#endif
