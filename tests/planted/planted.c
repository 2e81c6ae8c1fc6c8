// SPDX-License-Identifier: Apache-2.0
// Which of the planted changes is there in this run: that which PLANTED names, or none. Compiled into the copy of the
// model, together with their list. PLANTED_WITH=OFFSET:MASK says of which register and which bits, where the change
// asks for them (tests/registers/registers.txt).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What plant.awk declares in the sources: the number of the change, 0: none; what it carries from place to place; and
// whether an address is that register's.
unsigned planted_number, planted_kept[2];
unsigned planted_at(unsigned address), planted_bits(unsigned address);

static unsigned with[2] = {~0u, 0};

unsigned planted_at(unsigned address) { return (address & 0xFFCu) == with[0]; }
unsigned planted_bits(unsigned address) { return planted_at(address) ? with[1] : 0; }

// The DPI imports of planted_pkg.sv.
unsigned planted_chosen(void), planted_with(unsigned which);
unsigned planted_chosen(void) { return planted_number; }
unsigned planted_with(unsigned which) { return with[which]; }

// By number.
static const char *const names[] = {
#include "planted_names.h"
};

__attribute__((constructor)) static void choose(void) {
  const char *name = getenv("PLANTED"), *words = getenv("PLANTED_WITH");
  if (words && sscanf(words, "%x:%x", &with[0], &with[1]) != 2) {
    fprintf(stderr, "PLANTED_WITH=%s: expected OFFSET:MASK\n", words);
    exit(2);
  }
  if (!name) return;
  for (planted_number = 0; planted_number < sizeof names / sizeof *names; planted_number++) {
    if (strcmp(name, names[planted_number]) == 0) return;
  }
  fprintf(stderr, "PLANTED=%s: expected none, or FILE-NAME of something that is planted in this build\n", name);
  exit(2);
}
