// SPDX-License-Identifier: Apache-2.0
// What resources and comparators were used for, by what was programmed whenever the unit was started. There are counts
// of each kind of resource in each kind of event register, and of the pairs of kinds that one event combines. Others
// count each qualifier in each form of a filter, and writes while a lock is set. All are 0 at first.
#ifndef USED_H
#define USED_H

#include <stdint.h>
#include <stdio.h>

#include "resource.h"

struct cycle;
struct registers;

enum { USED_WAYS = 7, USED_FORMS = 7, USED_QUALIFIERS = 6 };

struct used {
  uint64_t as[USED_WAYS][RESOURCE_KINDS];
  uint64_t pairs[RESOURCE_KINDS][RESOURCE_KINDS];
  uint64_t forms[USED_FORMS][USED_QUALIFIERS];
  uint64_t selectors[RESOURCE_SELECTORS];
  uint64_t software_locked, os_locked;
};

// The unit is started. Registers that are not known count for nothing.
void used_note(struct used *u, const struct registers *registers);
// An access to a register, before the registers take it.
void used_access(struct used *u, const struct cycle *c);
// A line for each counter that is not 0: "cover resource.trigger.counter 3", "cover resource.pair.range.sequencer 2",
// "cover filter.include.vmid 4".
void used_write(const struct used *u, FILE *file);

#endif
