// SPDX-License-Identifier: Apache-2.0
// Converts steps to what a processor presents on its waypoint port (IHI 0035B 2.1, 5.2, 5.3). The caller fills in
// `steps` and the options, and calls derive_next until it returns false. Addresses and sizes are in bytes.
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
  bool updates;   // more than 4096 bytes of code after a waypoint are a waypoint (WAYPOINT_UPDATE)
};

// The next waypoint, and the number of instructions that were executed since the last one. The number includes the
// waypoint itself; it is 0 for an exception directly after a waypoint. False at the end of the list. A later call
// continues if there are more steps, because the target of a last waypoint is unknown until then. The list must still
// hold the step before `at`. Context ID and VMID are 0, because steps do not have them.
//
// A prohibited region (step.h) has two waypoints. The one that enters it has `prohibited`, and its target, target_t and
// target_j are 0. The one that leaves it is as any other; its pc is inside the region, and a trace unit must not report
// it. A waypoint inside the region is not presented (IHI 0035B 4.7; DDI 0388 table A-29).
//
// A write to SCR or CPSR that makes Secure code Non-secure is no waypoint. The next waypoint is the first with `ns`
// (IHI 0035B 4.12.2).
bool derive_next(struct derive *derive, struct waypoint *waypoint, uint32_t *instructions);

#endif
