// SPDX-License-Identifier: Apache-2.0
// The sections of a page. Each function writes one, in the order of the page.
#ifndef SECTIONS_H
#define SECTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "junit.h"
#include "run_facts.h"

// A number with a name above it and a note below it, for html_counts().
#define TILE_BEGIN(name) "<div class=\"tile\"><span>" name "</span><b>"
#define TILE_NOTE "</b><small>"
#define TILE_END "</small></div>\n"
#define TILE(name, number, note) TILE_BEGIN(name) number TILE_NOTE note TILE_END

// The failures of a regression by cause, the most frequent cause first.
void failures_write(FILE *file, const struct junit *junit);
// Figures over time of a run or of a sum. `mark`: clock of the first failure; below 0: there is none.
void figures_write(FILE *file, const struct run_facts *facts, double mark);
// Packets by kind, and the return stack.
void packets_write(FILE *file, const struct run_facts *facts);
// The features of the DUT: checked, programmed and not checked, not exercised.
void scope_section(FILE *file, const struct run_facts *facts);
// Cover points, resources, filters and rules by clause.
void coverage_section(FILE *file, const struct run_facts *facts);

// --- signatures, signature.c -----------------------------------------------------------------------------------------

// The signature of a failure is what failures with the same cause have in common: the rule or the check, and its
// message without numbers. Sets `signature` from the lines of the failure. The first line says what failed.
void signature_of(const char *text, char *signature, size_t room);

// Is it the first line of a failure in the report of a run?
bool signature_is_failure(const char *line);

#endif
