// SPDX-License-Identifier: Apache-2.0
// What a system register (Context ID, VMID) holds, as barriers and exceptions bring new values.
#ifndef DRAWN_H
#define DRAWN_H

#include <stdint.h>

#include "rng.h"

struct drawn {
  struct rng rng;
  uint32_t percent;      // of the barriers and exceptions: they bring another value
  uint32_t bits;         // of the register: 8 to 32
  uint32_t now, before;  // values
};

// At a barrier or an exception: in so many percent any value, one byte or one bit of it changed, or back to the value
// before.
void drawn_next(struct drawn *drawn);

#endif
