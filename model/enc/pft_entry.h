// SPDX-License-Identifier: Apache-2.0
// What travels from the front to the plan: one entry of the waypoint queue.
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

// What to trace of one waypoint, an I-sync where tracing starts, or a timestamp.
struct pft_entry {
  uint64_t stamp;       // of the most recent waypoint; of a timestamp entry: what it tells. Natural binary
  struct place target;  // where execution goes; address 0, ARM if that must not or cannot be told
  uint32_t second;      // exception, update: the last instruction executed. Otherwise: a link branch's return address
  uint32_t count;       // clocks since the last count told; 0xFFFFFFFF = too many
  uint32_t context;     // Context ID after it
  uint16_t exception;   // Exception[8:0]
  uint8_t vmid;         // after it
  enum pft_entry_kind kind;
  uint8_t reason;           // I-sync: enum isync_reason
  bool second_t, second_j;  // instruction set at `second`
  bool taken, link;         // direct and indirect branch; taken also for a barrier
  bool eret;                // the branch is an exception return
  bool hidden;              // `target` is not told
  bool ends;                // nothing is traced after it until an I-sync
  bool update;              // exception: instructions were executed since the last waypoint, so that is told first
  bool stamped;             // its timestamp rides behind it
  bool clock_change;        // TSCLKCHANGE since the last
};

#endif
