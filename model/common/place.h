// SPDX-License-Identifier: Apache-2.0
// A place in the code, and the state that it is executed in.
#ifndef PLACE_H
#define PLACE_H

#include <stdbool.h>
#include <stdint.h>

// t, j: 00 ARM, 10 Thumb, 11 ThumbEE, 01 Jazelle. ns: Non-secure. hyp: in Hyp mode.
struct place {
  uint32_t address;
  bool t, j, ns, hyp;
};

#endif
