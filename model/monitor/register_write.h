// SPDX-License-Identifier: Apache-2.0
// What becomes of a write to a register: the one place that answers whether the unit takes it. The table of
// register_write.c has a row for each state of the locks, of ETMCR and of the unit, with its clause.
//
// Call register_write() where ports_access() is true, before registers_access(): it looks at the registers as they are
// in front of the write. It keeps nothing.
#ifndef REGISTER_WRITE_H
#define REGISTER_WRITE_H

#include <stdint.h>

#include "ports.h"
#include "registers.h"

enum write_outcome {
  WRITE_IGNORED,        // The register keeps its value.
  WRITE_MAY_BE_TAKEN,   // A clause permits both, or no clause that is stored here decides.
  WRITE_TAKEN_IF_OPEN,  // It is taken if the OS lock is clear. Whether it is clear is not known.
  WRITE_TAKEN,
};

// Why the unit may not have taken the write. The two errors are those of a write that returned PSLVERR.
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

struct register_write {
  uint16_t offset;
  uint32_t value;
  uint8_t outcome;     // enum write_outcome
  uint8_t obstacle;    // enum write_obstacle
  uint32_t taken;      // bits that the unit takes whatever the outcome is
  const char *clause;  // that decides
};

struct register_write register_write(const struct registers *r, const struct ports_in *in);

#endif
