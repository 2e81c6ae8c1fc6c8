// SPDX-License-Identifier: Apache-2.0
// The bytes of PFT packets (IHI 0035B 4.5), computed by arithmetic. The functions keep no state: the caller has decided
// the contents of a packet. Lengths are in bytes.
#ifndef PFT_BYTES_H
#define PFT_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#include "pft_entry.h"
#include "wire.h"

enum __attribute__((packed)) pft_record_kind {
  PFT_ATOM,
  PFT_ASYNC,
  PFT_ISYNC,
  PFT_BRANCH,
  PFT_WAYPOINT_UPDATE,
  PFT_EXCEPTION_RETURN,
  PFT_TRIGGER,
  PFT_IGNORE,
  PFT_CONTEXT_ID,
  PFT_VMID,
  PFT_TIMESTAMP
};

// One packet, and the atoms that precede it.
struct pft_record {
  uint64_t stamp;             // timestamp: as coded
  struct place target;        // I-sync, branch, update
  uint32_t count;             // if has_count
  uint32_t value;             // Context ID (an I-sync's too), VMID
  uint16_t exception;         // branch: Exception[8:0]
  enum pft_record_kind kind;  // PFT_ATOM: only the atoms, which may be none
  uint8_t atom_count;         // 0 to 5
  uint8_t atoms;              // 1 = N; the newest in bit 0, the oldest in bit atom_count - 1
  uint8_t address_bytes;      // branch, update: 1 to 5
  uint8_t info_bytes;         // branch: 0 to 2; update: 0 or 1
  uint8_t value_bytes;        // Context ID, I-sync: 0, 1, 2 or 4
  uint8_t stamp_bytes;        // timestamp: 1 to 7 or 9
  uint8_t reason;             // I-sync: enum isync_reason
  bool has_count;             // atoms (of one atom), I-sync, branch, timestamp
  bool clock_change;          // timestamp: the R bit
  bool mark;                  // everything accepted before the drain's request has been sent
};

// The number of bytes, 1 to 5, for the address `to` if the receiver knows `from` (IHI 0035B table 4.5). Both are in the
// same instruction set.
unsigned pft_address_bytes(uint32_t to, uint32_t from, bool t);

// The bytes of a record: the atom packet, if it has atoms, then the packet.
struct wire pft_wire(const struct pft_record *record);

#endif
