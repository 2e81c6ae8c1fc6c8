// SPDX-License-Identifier: Apache-2.0
// The wire bytes of PFT packets (IHI 0035B 4.5), as arithmetic. No state: what a packet holds is already decided.
#ifndef PFT_BYTES_H
#define PFT_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#include "entry.h"

enum record_kind {
  RECORD_ATOMS,
  RECORD_ASYNC,
  RECORD_ISYNC,
  RECORD_BRANCH,
  RECORD_UPDATE,
  RECORD_EXCEPTION_RETURN,
  RECORD_TRIGGER
};

// One packet to say, and the atoms to be output before it.
struct record {
  struct location target;  // I-sync, branch, update
  uint8_t kind;            // enum record_kind; RECORD_ATOMS is the atoms alone, possibly none
  uint8_t atom_count;      // 0 to 5
  uint8_t atoms;           // 1 = N; the newest in bit 0, the oldest in bit atom_count - 1
  uint8_t address_bytes;   // branch, update: 1 to 5
  uint8_t exception;       // branch: Exception[3:0]
  uint8_t reason;          // I-sync: enum isync_reason
  bool info;               // branch: an exception information byte follows the address
  bool mark;               // everything accepted before the drain's request has been said
};

struct chunk {
  uint64_t bytes;  // first byte lowest, unused bytes 0
  uint8_t length;  // 0 to 8
  bool mark;
};

// Bytes that the address `to` takes when the receiver knows `from`, both in the same instruction set (1 Thumb):
// 1 to 5 (IHI 0035B table 4.5).
unsigned pft_address_bytes(uint32_t to, uint32_t from, bool t);

// The record as bytes: the atom byte, if atoms go with it, then the packet.
struct chunk pft_chunk(const struct record *r);

#endif
