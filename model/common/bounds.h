// SPDX-License-Identifier: Apache-2.0
// How many items may not be in a trace, waypoints of a PTM or steps of an ETM.
#ifndef BOUNDS_H
#define BOUNDS_H

#include <stdint.h>

#define CHECK_NO_BOUND (UINT64_MAX - 1)  // any number
#define CHECK_DEFAULT UINT64_MAX         // the bound that docs/observer.md gives

struct bounds {
  uint64_t lost;     // in overflows
  uint64_t missing;  // had to be traced and are not, though no overflow lost them
  uint64_t start;    // likewise, before the first one traced since the unit was started
};

#endif
