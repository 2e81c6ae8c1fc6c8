// SPDX-License-Identifier: Apache-2.0
// A location in the code, and the state in which it is executed.
#ifndef PLACE_H
#define PLACE_H

#include <stdbool.h>
#include <stdint.h>

// {t, j} is 00 in ARM, 10 in Thumb, 11 in ThumbEE and 01 in Jazelle state. `ns`: Non-secure state. `hyp`: Hyp mode.
struct place {
  uint32_t address;
  bool t, j, ns, hyp;
};

#endif
