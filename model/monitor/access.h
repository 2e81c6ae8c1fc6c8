// SPDX-License-Identifier: Apache-2.0
// An access on the APB, and the only answer to the question whether the DUT takes a write. The table of access.c has a
// row, with its clause, for each state of the locks, of ETMCR and of the DUT.
#ifndef ACCESS_H
#define ACCESS_H

#include <stdbool.h>
#include <stdint.h>

struct registers;

enum access_state {
  ACCESS_NONE,     // This is not an edge of PCLK in the access phase of an access, or RESETn is 0.
  ACCESS_WAITS,    // PREADY is 0.
  ACCESS_REFUSED,  // It is complete, with PSLVERR.
  ACCESS_DONE,     // It is complete, without PSLVERR.
};

enum write_outcome {
  WRITE_IGNORED,        // The register keeps its value.
  WRITE_MAY_BE_TAKEN,   // A clause permits both, or no available clause decides.
  WRITE_TAKEN_IF_OPEN,  // The state of the OS lock is unknown. The write is taken if the lock is clear.
  WRITE_TAKEN,
};

// Why the DUT may not have taken the write. The two errors are those of a write that returned PSLVERR.
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

struct access {
  // From the pins.
  uint8_t state;               // enum access_state
  bool is_selected;            // PSEL and PENABLE are 1, also without an edge of PCLK.
  bool is_write, by_software;  // PWRITE is 1; PADDRDBG31 is 0.
  uint16_t offset;
  uint32_t value;  // PWDATA or PRDATA
  // From the registers.
  bool is_lockable;  // The software lock applies to this interface.
  // The access reads or writes the next word of the ETMOSSRR sequence. If the OS lock is unknown, it may do so.
  bool transfers_saved_word;
  bool may_be_stale;  // The value that was read may be that from before a write (--status-latency).
  // Only for a write.
  uint8_t outcome;     // enum write_outcome
  uint8_t obstacle;    // enum write_obstacle
  uint32_t taken;      // bits that the DUT takes whatever the outcome is
  const char *clause;  // the clause that decides
};

// Call it when an access is complete, before registers_access(), because it reads the registers as they are before the
// access.
void access_decide(struct access *a, const struct registers *r);

// The software lock blocks the write.
static inline bool access_is_locked_out(const struct access *a) { return a->obstacle == OBSTACLE_SOFTWARE_LOCK; }

#endif
