// SPDX-License-Identifier: Apache-2.0
// What happened (steps) -> what the processor presents on its waypoint port (IHI 0035B 2.1, 5.2, 5.3).
#ifndef PFT_DERIVE_H
#define PFT_DERIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct step_list;
struct waypoint;

struct derive {
  const struct step_list *steps;
  size_t at;      // the first step that no waypoint has covered yet
  bool barriers;  // DMB and DSB are waypoints
  bool updates;   // more than 4096 bytes of code behind a waypoint are one (WAYPOINT_UPDATE)
};

// The next waypoint that is presented, and how many executed instructions there are since the last one (its own
// included; 0 for an exception directly after a waypoint). False at the end of the list, and again with more steps: a
// last waypoint instruction is kept back, its target is not known. The list must hold the step in front of `at`, too.
// Context ID and VMID are 0: steps do not hold them.
//
// Of a prohibited region (step.h) two waypoints are presented: the one that goes in, with `prohibited`, target 0 and
// target_t and target_j 0, and the one that comes out, as any other (its pc lies inside, a trace unit must not tell
// it); nothing from one prohibited place to another (IHI 0035B 4.7; DDI 0388 table A-29).
//
// A write to SCR or CPSR that makes Secure code Non-secure is no waypoint: the next one is the first with `ns`, and the
// one before has it not (IHI 0035B 4.12.2).
bool derive_next(struct derive *derive, struct waypoint *waypoint, uint32_t *instructions);

#endif
