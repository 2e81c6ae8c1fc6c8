// SPDX-License-Identifier: Apache-2.0
// The number of items that may be absent from a trace: waypoints of a PTM, or steps of an ETM.
#ifndef BOUNDS_H
#define BOUNDS_H

#include <stdint.h>

#define CHECK_NO_BOUND (UINT64_MAX - 1)  // no limit
#define CHECK_DEFAULT UINT64_MAX         // the default in docs/results.md

struct bounds {
  uint64_t lost;     // lost in overflows
  uint64_t missing;  // had to be traced, and no overflow lost them
  uint64_t start;    // the same, before the first item that is traced after a start of the DUT or after an activation
};

#endif
