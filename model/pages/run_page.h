// SPDX-License-Identifier: Apache-2.0
// The page of a run.
#ifndef RUN_PAGE_H
#define RUN_PAGE_H

#include <stdio.h>

#include "run_facts.h"

void page_run(FILE *file, const struct run_facts *run);

// For both pages: a number, and a note below it: what it is of, tile_begin, the number, tile_note, the note, tile_end.
void tile_begin(FILE *file, const char *name);
void tile_note(FILE *file);
void tile_end(FILE *file);

#endif
