// SPDX-License-Identifier: Apache-2.0
// Chooses the seeded fault of this run: FAULT names it, or none. Compiled into the copy of the model, together with the
// list of all faults. FAULT_WITH=OFFSET:MASK names the register and the bits that a fault of
// tests/registers/registers.txt applies to.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What seed.awk declares in the sources: the number of the fault (0: none), and values that a fault carries from place
// to place. The functions compare an address with that of the register.
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
  fprintf(stderr, "FAULT=%s: no such seeded fault in this build; expected none or LIST-NAME (docs/faults.md)\n", name);
  exit(2);
}
