// SPDX-License-Identifier: Apache-2.0
// The last write to each register on the APB, and why the DUT may not have taken it. Only messages use it (causes.h),
// no verdict does.
#ifndef LAST_WRITE_H
#define LAST_WRITE_H

#include <stdbool.h>
#include <stdint.h>

#include "cycle.h"
#include "registers.h"

struct last_write {
  uint64_t clock;
  uint32_t value;
  uint8_t outcome;     // enum write_outcome
  uint8_t obstacle;    // enum write_obstacle
  const char *clause;  // that decides whether the DUT takes the write
};

struct last_writes {
  struct last_write of[REGISTER_WORDS];
};

// Call it for each complete access, with PSLVERR or without.
void last_writes_access(struct last_writes *w, const struct cycle *c);

#endif
