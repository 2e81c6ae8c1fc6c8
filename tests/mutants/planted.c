// SPDX-License-Identifier: Apache-2.0
// Which of the planted faults is there in this run: that which PLANTED_FAULT names, PROTOCOL-NAME, or none. Compiled
// into the copy of the model that has the faults, together with their list.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What plant.awk declares in the sources: the number of the fault, 0: none; and what a fault carries from place to
// place.
unsigned planted_fault, planted_kept[2];

// The DPI import of planted_pkg.sv.
unsigned planted_fault_number(void);
unsigned planted_fault_number(void) { return planted_fault; }

// By number.
static const char *const names[] = {
#include "planted_names.h"
};

__attribute__((constructor)) static void choose(void) {
  const char *name = getenv("PLANTED_FAULT");
  if (!name) return;
  for (planted_fault = 0; planted_fault < sizeof names / sizeof *names; planted_fault++) {
    if (strcmp(name, names[planted_fault]) == 0) return;
  }
  fprintf(stderr, "PLANTED_FAULT=%s: expected none, or PROTOCOL-NAME of a fault in tests/mutants\n", name);
  exit(2);
}
