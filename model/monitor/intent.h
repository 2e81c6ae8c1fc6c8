// SPDX-License-Identifier: Apache-2.0
// A check of our own driver: the steps that it means are those that its pins tell (etm3_port.h), as far as pins tell.
#ifndef INTENT_H
#define INTENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "etm3_port.h"
#include "step.h"

struct intent {
  const struct step_list *steps;  // what the driver means; those of the last clocks are held
  size_t compared;
  struct step last;  // told by the pins, and not compared: an exception may still take it back
  bool holds;
  bool wrong;  // the first difference: in this clock
  uint64_t clock;
  char why[256];
};

void intent_start(struct intent *m, const struct step_list *steps);
void intent_clock(struct intent *m, const struct etm3_port_clock *reported, uint64_t clock);
// No instruction is presented any more. `end`: so many steps were meant to be told by now.
void intent_end(struct intent *m, size_t end, uint64_t clock);

#endif
