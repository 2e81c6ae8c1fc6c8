// SPDX-License-Identifier: Apache-2.0
// Counts the uses of resources and comparators that were programmed at each start of the DUT. There is a count for each
// kind of resource in each kind of event register, and for each pair of kinds that one event combines. There are others
// for each qualifier in each form of a filter, and for writes while a lock is set. All counts are 0 at first.
#ifndef USED_H
#define USED_H

#include <stdint.h>
#include <stdio.h>

#include "resource.h"

struct cycle;
struct registers;

enum { USED_REGISTERS = 7, USED_FORMS = 7, USED_QUALIFIERS = 6 };

struct used {
  uint64_t by_register[USED_REGISTERS][RESOURCE_KINDS];  // by the kinds of the event register and of the resource
  uint64_t pairs[RESOURCE_KINDS][RESOURCE_KINDS];        // by the kinds of both resources of an event
  uint64_t forms[USED_FORMS][USED_QUALIFIERS];
  uint64_t selectors[RESOURCE_COUNT_SELECTED];
  uint64_t software_locked, os_locked;
};

// Call it at each start of the DUT. A register whose value is unknown is not counted.
void used_note(struct used *u, const struct registers *registers);
// Call it for each access, before the registers take it.
void used_access(struct used *u, const struct cycle *c);
// A line for each counter that is not 0: "cover resource.trigger.counter 3", "cover resource.pair.range.sequencer 2",
// "cover filter.include.vmid 4".
void used_write(const struct used *u, FILE *file);

#endif
