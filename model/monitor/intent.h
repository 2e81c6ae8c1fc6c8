// SPDX-License-Identifier: Apache-2.0
// Checks the ETM driver of this project's bench: the steps that the driver intends must be the steps that etm3_port.h
// reads from its pins.
#ifndef INTENT_H
#define INTENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "etm3_port.h"
#include "step.h"

struct intent {
  const struct step_list *steps;  // the intended steps; only those of the last clocks are stored
  size_t compared;
  struct step last;  // read from the pins, and not compared yet, because an exception may still cancel it
  bool holds;        // There is such a step.
  bool wrong;        // There was a difference.
  uint64_t clock;    // the clock of the first difference
  char why[256];
};

void intent_start(struct intent *m, const struct step_list *steps);
void intent_clock(struct intent *m, const struct etm3_port_clock *reported, uint64_t clock);
// No more instructions are presented. `end`: the number of steps that were intended by now.
void intent_end(struct intent *m, size_t end, uint64_t clock);

#endif
