// SPDX-License-Identifier: Apache-2.0
// An entry of the PTM's queue, from its front to its plan (docs/pipeline-pft.md#front). Counts are in clocks, addresses
// in bytes.
#ifndef PFT_ENTRY_H
#define PFT_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "place.h"

enum __attribute__((packed)) pft_entry_kind {
  ENTRY_DIRECT,
  ENTRY_INDIRECT,
  ENTRY_BARRIER,
  ENTRY_EXCEPTION,
  ENTRY_ISYNC,
  ENTRY_UPDATE,
  ENTRY_TIMESTAMP
};

// The trace of one waypoint, an I-sync that starts tracing, or a timestamp.
struct pft_entry {
  uint64_t stamp;       // time of the most recent waypoint, or the value of a timestamp entry; natural binary
  struct place target;  // where execution continues; address 0, ARM if the target must not or cannot be traced
  uint32_t second;      // exception, update: the last executed instruction. Otherwise: the return address of a branch
                        // with link
  uint32_t count;       // clocks since the last count in the trace; 0xFFFFFFFF: overflow
  uint32_t context;     // Context ID after the waypoint
  uint16_t exception;   // Exception[8:0]
  uint8_t vmid;         // VMID after the waypoint
  enum pft_entry_kind kind;
  uint8_t reason;           // I-sync: enum isync_reason
  bool second_t, second_j;  // instruction set at `second`
  bool taken, link;         // direct and indirect branch; taken also for a barrier
  bool eret;                // the branch is an exception return
  bool masked;              // `target` must not be traced
  bool ends;                // tracing stops after it, until an I-sync
  bool update;              // exception: instructions were executed since the last waypoint, so a waypoint update must
                            // precede it
  bool stamped;             // a timestamp follows it
  bool clock_change;        // TSCLKCHANGE since the last entry
};

#endif
