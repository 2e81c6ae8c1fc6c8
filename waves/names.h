// SPDX-License-Identifier: Apache-2.0
// The names of an enum's values, as `fst2vcd -e` writes them between the declarations of a dump:
//
//   $attrbegin misc 07 fsm_pkg::state_e 2 StateIdle StateBusy 0 1 5 $end   Table 5: two names, their values in bits.
//   $attrbegin misc 07 "" 5 $end                                           the next signal has the names of table 5
#ifndef NAMES_H
#define NAMES_H

// A table of the dump; it knows the one read before it.
struct names;

// Reads an attribute. Returns the table that the next signal has, NULL if the line says nothing of it. A line that
// holds a table sets *last to it.
const struct names *names_read(struct names **last, const char *line);

// The name of the value; without one the bits themselves.
const char *names_find(const struct names *names, const char *bits);

void names_free(struct names *last);

#endif
