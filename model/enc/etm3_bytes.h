// SPDX-License-Identifier: Apache-2.0
// The bytes of ETMv3 packets (IHI 0014Q 7.2 to 7.10), computed by arithmetic. The functions keep no state: the caller
// has decided the contents of a packet. Lengths are in bytes.
#ifndef ETM3_BYTES_H
#define ETM3_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#include "slot.h"
#include "wire.h"

enum __attribute__((packed)) etm3_record_kind {
  ETM3_P_HEADER,
  ETM3_ASYNC,
  ETM3_ISYNC,
  ETM3_CYCLE_COUNT,
  ETM3_BRANCH,
  ETM3_EXCEPTION_EXIT,
  ETM3_EXCEPTION_ENTRY,
  ETM3_TRIGGER,
  ETM3_IGNORE,
  ETM3_CONTEXT_ID,
  ETM3_VMID,
  ETM3_TIMESTAMP
};

// P-headers: at most 5, or 7 if ETMCR was written while tracing.
struct etm3_headers {
  uint64_t bytes;  // the oldest in the lowest bits; unused bytes are 0
  uint8_t count;
};

// One packet, and the P-headers that precede it.
struct etm3_record {
  uint64_t stamp;      // timestamp: as coded
  struct place to;     // I-sync, branch
  uint32_t count;      // cycle count; I-sync: if has_count
  uint32_t value;      // Context ID (an I-sync's too), VMID
  uint16_t exception;  // branch: Excp[8:0]
  struct etm3_headers headers;
  enum etm3_record_kind kind;  // ETM3_P_HEADER: only `headers`, which may be empty
  uint8_t address_bytes;       // branch: 1 to 5
  uint8_t info_bytes;          // branch: 0 to 2
  uint8_t value_bytes;         // Context ID, I-sync: 0, 1, 2 or 4
  uint8_t stamp_bytes;         // timestamp: 1 to 7 or 9
  uint8_t reason;              // I-sync: enum isync_reason
  bool exit;                   // branch: an exception exit packet precedes it
  bool cancel;                 // branch: the last instruction did not complete
  bool old_form;               // branch: address byte 5 has the exception
  bool alternative;            // branch: the encoding of the addresses
  bool has_count;              // I-sync
  bool clock_change;           // timestamp: the R bit
  bool mark;                   // everything accepted before the drain's request has been sent
};

// P-headers of IHI 0014Q tables 7.2 and 7.3. An argument is true if the atom is N. Format 1 has the same arithmetic in
// both modes: `passed` times E (cycle-accurate: WE; at most 15 or 7), then N if `failed`.
static inline uint8_t etm3_format1(unsigned passed, bool failed) {
  return (uint8_t)(0x80 | (unsigned)failed << 6 | passed << 2);
}
// Two atoms; in cycle-accurate mode, of one cycle.
static inline uint8_t etm3_format2(bool first_failed, bool second_failed) {
  return (uint8_t)(0x82 | (unsigned)first_failed << 3 | (unsigned)second_failed << 2);
}
// 1 to 8 times W, and an E in the last of these cycles if `passed`.
static inline uint8_t etm3_format3(unsigned cycles, bool passed) {
  return (uint8_t)(0xA0 | (unsigned)passed << 6 | (cycles - 1) << 2);
}
// An atom that starts no cycle.
static inline uint8_t etm3_format4(bool failed) { return (uint8_t)(0x92 | (unsigned)failed << 2); }

// The number of bytes, 1 to 5, for the address `to` if the receiver knows `from` (IHI 0014Q tables 7.6 and 7.8). Both
// are in the same instruction set.
unsigned etm3_address_bytes(const struct place *to, uint32_t from, bool alternative);

// The bytes of a record: the P-headers, then the packet.
struct wire etm3_wire(const struct etm3_record *record);

#endif
