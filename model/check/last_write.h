// SPDX-License-Identifier: Apache-2.0
// Of each register the last write on the APB, and what kept the DUT from taking it. Used for the cause of a read that
// did not have the expected value (causes.h). Decides no verdict.
#ifndef LAST_WRITE_H
#define LAST_WRITE_H

#include <stdbool.h>
#include <stdint.h>

#include "pin.h"
#include "registers.h"

// OBSTACLE_ERROR: the DUT returned PSLVERR, and no lock is the reason.
enum write_obstacle {
  OBSTACLE_NONE,
  OBSTACLE_SOFTWARE_LOCK,
  OBSTACLE_OS_LOCK,
  OBSTACLE_RUNNING,
  OBSTACLE_POWER_DOWN,
  OBSTACLE_ERROR,
  OBSTACLE_ERROR_OS_LOCK,
  OBSTACLES
};

struct last_write {
  uint64_t clock;
  uint8_t obstacle;  // enum write_obstacle
};

struct last_writes {
  struct last_write of[REGISTER_WORDS];
};

// In a clock with an access. The registers may have taken it: no write to a register changes what is an obstacle to it.
void last_writes_access(struct last_writes *w, const struct registers *r, const struct pins *pins, uint64_t clock);

#endif
