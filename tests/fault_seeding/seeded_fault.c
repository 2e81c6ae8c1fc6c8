// SPDX-License-Identifier: Apache-2.0
// Which of the seeded changes is there in this run: that which FAULT names, or none. Compiled into the copy of the
// model, together with their list. FAULT_WITH=OFFSET:MASK says of which register and which bits, where the change
// asks for them (tests/registers/registers.txt).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What seed.awk declares in the sources: the number of the change, 0: none; what it carries from place to place; and
// whether an address is that register's.
unsigned seeded_number, seeded_kept[2];
unsigned seeded_at(unsigned address), seeded_bits(unsigned address);

static unsigned with[2] = {~0u, 0};

unsigned seeded_at(unsigned address) { return (address & 0xFFCu) == with[0]; }
unsigned seeded_bits(unsigned address) { return seeded_at(address) ? with[1] : 0; }

// The DPI imports of seeded_fault_pkg.sv.
unsigned seeded_chosen(void), seeded_with(unsigned which);
unsigned seeded_chosen(void) { return seeded_number; }
unsigned seeded_with(unsigned which) { return with[which]; }

// By number.
static const char *const names[] = {
#include "seeded_fault_names.h"
};

__attribute__((constructor)) static void choose(void) {
  const char *name = getenv("FAULT"), *words = getenv("FAULT_WITH");
  if (words && sscanf(words, "%x:%x", &with[0], &with[1]) != 2) {
    fprintf(stderr, "FAULT_WITH=%s: expected OFFSET:MASK\n", words);
    exit(2);
  }
  if (!name) return;
  for (seeded_number = 0; seeded_number < sizeof names / sizeof *names; seeded_number++) {
    if (strcmp(name, names[seeded_number]) == 0) return;
  }
  fprintf(stderr, "FAULT=%s: expected none, or FILE-NAME of something that is seeded in this build\n", name);
  exit(2);
}
