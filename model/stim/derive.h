// SPDX-License-Identifier: Apache-2.0
// What happened (steps) -> what the processor presents on its waypoint port (IHI 0035B 2.1, 5.2, 5.3).
#ifndef DERIVE_H
#define DERIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct step_list;
struct waypoint;

struct derive {
  const struct step_list *steps;
  size_t at;  // the first step that no waypoint has covered yet
};

// The next waypoint, and how many executed instructions it covers (its own included; 0 for an exception directly after
// a waypoint). False at the end of the list: a last waypoint instruction is kept back, its target is not known.
// Context ID and `prohibited` are 0: steps do not hold them.
bool derive_next(struct derive *derive, struct waypoint *waypoint, uint32_t *instructions);

#endif
