// SPDX-License-Identifier: Apache-2.0
// What travels from the front to the plan: one entry of the waypoint queue.
#ifndef ENTRY_H
#define ENTRY_H

#include <stdbool.h>
#include <stdint.h>

// A place in the code: 32-bit address, instruction set (0 ARM, 1 Thumb), security state (1 Non-secure).
struct location {
  uint32_t address;
  bool t, ns;
};

enum entry_kind { ENTRY_DIRECT, ENTRY_INDIRECT, ENTRY_BARRIER, ENTRY_EXCEPTION, ENTRY_ISYNC };

// What to trace of one waypoint, or an I-sync where tracing starts.
struct entry {
  struct location target;  // where execution goes; address 0, ARM if that must not or cannot be told
  uint32_t second;         // exception: the last instruction executed. Otherwise: the return address of a link branch
  bool second_t;           // Thumb at `second`
  bool taken, link;        // direct and indirect branch; taken also for a barrier
  bool eret;               // the branch is an exception return
  bool ends;               // nothing is traced after it until an I-sync
  bool update;             // exception: instructions were executed since the last waypoint, so that is told first
  uint8_t kind;            // enum entry_kind
  uint8_t exception;       // Exception[3:0]
  uint8_t reason;          // I-sync: enum isync_reason
};

#endif
