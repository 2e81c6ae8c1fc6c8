// SPDX-License-Identifier: Apache-2.0
// A dump, as `fst2vcd -e` writes it, copied line by line with rows of text added.
#ifndef DUMP_H
#define DUMP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "error.h"
#include "pin_map.h"
#include "reported.h"

// What the pins show of a failure. The lines of the items that were presented up to the item at fault, oldest first;
// NULL: none. The caller frees them (reported_add_port). The clock of the last trigger on its pin up to the failure. Of
// the DUMP_REACH clocks before the failure: the last in which the enable pin rose, and the first in which EXTIN
// changed.
enum { DUMP_REACH = 24 };
struct dump_fault {
  char *line[REPORTED_SHOWN];
  bool has_trigger, has_enable, has_inputs;
  uint64_t trigger, enable, inputs;
};

// Copies all of `in`. `map`: its clock and its pins (pin_map.h); NULL: a signal `clock` counts the clocks, and pins are
// found by their names in any scope. False and *err set (what was expected, without the file) if the rows could not be
// made from it.
// `fault`: NULL: not wanted.
bool dump_copy(FILE *in, FILE *out, const struct reported *reported, const struct pin_map *map,
               struct dump_fault *fault, struct error *err);

#endif
