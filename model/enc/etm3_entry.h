// SPDX-License-Identifier: Apache-2.0
// What travels from the ETM's front to its plan: one entry of the queue. (docs/pipeline-etm3.md#front)
#ifndef ETM3_ENTRY_H
#define ETM3_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "etm3_bytes.h"
#include "slot.h"

// P-headers, and what the instruction of the last atom in them has behind it.
struct etm3_part {
  struct etm3_headers headers;
  bool atoms;     // among them
  bool eret;      // an exception return
  bool branched;  // a branch packet; as in struct slot:
  bool cancel, secret;
  uint16_t exception;
  struct place to;
};

// What to trace of one clock of the processor or more. What this version of the protocol cannot tell is not in it.
struct etm3_entry {
  uint64_t stamp;            // TSVALUEB in the last of them. Natural binary
  struct etm3_part part[2];  // the older one first
  struct place at;           // of the first instruction of which there is an atom; I-sync: where tracing starts
  uint32_t count;            // I-sync: clocks since the last one told; 0 = unknown
  uint32_t context;          // Context ID
  uint8_t vmid;
  uint8_t parts;      // 1 or 2
  uint8_t reason;     // I-sync: enum isync_reason
  bool isync;         // tracing starts with it
  bool ends;          // nothing is traced after it until an I-sync
  bool stamped;       // its timestamp follows it
  bool clock_change;  // TSCLKCHANGE since the last entry
};

#endif
