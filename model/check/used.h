// SPDX-License-Identifier: Apache-2.0
// The uses of each kind of resource, as programmed whenever the unit was started: filter, trigger, counter and so on.
// Pairs are the kinds that one event combines. All counts are 0 at first.
#ifndef USED_H
#define USED_H

#include <stdint.h>
#include <stdio.h>

#include "resource.h"

struct registers;

enum { USED_WAYS = 6 };

struct used {
  uint64_t as[USED_WAYS][RESOURCE_KINDS];
  uint64_t pairs[RESOURCE_KINDS][RESOURCE_KINDS];
};

// The unit is started. Registers that are not known count for nothing.
void used_note(struct used *u, const struct registers *registers);
// A line for each counter that is not 0: "cover resource.trigger.counter 3", "cover resource.pair.range.sequencer 2".
void used_write(const struct used *u, FILE *file);

#endif
