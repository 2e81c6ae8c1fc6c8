// SPDX-License-Identifier: Apache-2.0
// The bytes of ETMv3 packets (IHI 0014Q 7.2 to 7.10), computed by arithmetic. The functions keep no state: the caller
// has decided the contents of a packet. Lengths are in bytes.
#ifndef ETM3_BYTES_H
#define ETM3_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#include "place.h"
#include "record.h"

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
struct wire etm3_wire(const struct record *record);

#endif
