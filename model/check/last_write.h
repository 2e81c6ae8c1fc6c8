// SPDX-License-Identifier: Apache-2.0
// Of each register the last write on the APB, and what kept the DUT from taking it. Used for the cause of a read that
// did not have the expected value (causes.h). Decides no verdict.
#ifndef LAST_WRITE_H
#define LAST_WRITE_H

#include <stdbool.h>
#include <stdint.h>

#include "cycle.h"
#include "registers.h"

struct last_write {
  uint64_t clock;
  uint8_t obstacle;    // enum write_obstacle
  const char *clause;  // that decides whether the DUT takes the write
};

struct last_writes {
  struct last_write of[REGISTER_WORDS];
};

// An access is complete, with PSLVERR or without.
void last_writes_access(struct last_writes *w, const struct cycle *c);

#endif
