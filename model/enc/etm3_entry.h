// SPDX-License-Identifier: Apache-2.0
// An entry of the ETM's queue, from its front to its plan (docs/pipeline-etm3.md#front). An entry contains only what
// this version of the protocol can encode. Counts are in clocks.
#ifndef ETM3_ENTRY_H
#define ETM3_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "etm3_bytes.h"
#include "slot.h"

// P-headers, and what follows the instruction of their last atom.
struct etm3_part {
  struct etm3_headers headers;
  bool atoms;     // at least one of the headers has an atom
  bool eret;      // an exception return
  bool branched;  // a branch packet; the members below are as in struct slot
  bool cancel, secret;
  uint16_t exception;
  struct place to;
};

// The trace of one clock of the processor, or of several.
struct etm3_entry {
  uint64_t stamp;            // TSVALUEB in the last clock, natural binary
  struct etm3_part part[2];  // the older one first
  struct place at;           // the first instruction that has an atom; I-sync: where tracing starts
  uint32_t count;            // I-sync: clocks since the last reported clock; 0: unknown
  uint32_t context;          // Context ID
  uint8_t vmid;
  uint8_t parts;      // 1 or 2
  uint8_t reason;     // I-sync: enum isync_reason
  bool isync;         // tracing starts with it
  bool ends;          // tracing stops after it, until an I-sync
  bool stamped;       // a timestamp follows it
  bool clock_change;  // TSCLKCHANGE since the last entry
};

#endif
