// SPDX-License-Identifier: Apache-2.0
// A dump, as `fst2vcd -e` writes it, copied line by line with rows of text added.
#ifndef DUMP_H
#define DUMP_H

#include <stdbool.h>
#include <stdio.h>

#include "error.h"
#include "told.h"

// Copies all of `in`. False and *err set (what was expected, without the file) if the rows could not be made from it.
bool dump_copy(FILE *in, FILE *out, const struct told *told, struct error *err);

#endif
