// SPDX-License-Identifier: Apache-2.0
// Which of the planted changes is there in this run: that which PLANTED names, or none. Compiled into the copy of the
// model, together with their list.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What plant.awk declares in the sources: the number of the change, 0: none; and what it carries from place to place.
unsigned planted_number, planted_kept[2];

// The DPI import of planted_pkg.sv.
unsigned planted_chosen(void);
unsigned planted_chosen(void) { return planted_number; }

// By number.
static const char *const names[] = {
#include "planted_names.h"
};

__attribute__((constructor)) static void choose(void) {
  const char *name = getenv("PLANTED");
  if (!name) return;
  for (planted_number = 0; planted_number < sizeof names / sizeof *names; planted_number++) {
    if (strcmp(name, names[planted_number]) == 0) return;
  }
  fprintf(stderr, "PLANTED=%s: expected none, or FILE-NAME of something that is planted in this build\n", name);
  exit(2);
}
