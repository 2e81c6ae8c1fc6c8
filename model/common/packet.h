// SPDX-License-Identifier: Apache-2.0
// A decoded trace packet: names and field values, no wire coding (that is written three times: rtl/pft_pkg.sv,
// model/enc/pft_bytes.c, model/dec/pft_table.c; etm3_ likewise).
#ifndef PACKET_H
#define PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// In a byte. Who adds one is led by the compiler: no switch over kinds has a default.
enum __attribute__((packed)) packet_kind {
  PACKET_ASYNC,
  PACKET_ISYNC,
  PACKET_ATOM,
  PACKET_BRANCH,
  PACKET_WAYPOINT_UPDATE,
  PACKET_TRIGGER,
  PACKET_CONTEXT_ID,
  PACKET_VMID,
  PACKET_TIMESTAMP,
  PACKET_EXCEPTION_RETURN,  // ETMv3: exception exit
  PACKET_IGNORE,
  // ETMv3 alone:
  PACKET_P_HEADER,
  PACKET_CYCLE_COUNT,
  PACKET_EXCEPTION_ENTRY,
  PACKET_DATA,              // normal data
  PACKET_DATA_PLACEHOLDER,  // out-of-order placeholder
  PACKET_DATA_LATE,         // out-of-order data
  PACKET_DATA_NOT_TRACED,   // value not traced
  PACKET_DATA_SUPPRESSED,
  PACKET_STORE_FAILED,
  PACKET_BAD,  // reserved header, impossible field or a stream cut inside a packet; see struct packet.error
};
enum { PACKET_KINDS = PACKET_BAD + 1 };

// Behind `case`: those of data trace, all of ETMv3 alone.
#define PACKETS_OF_DATA         \
  PACKET_DATA:                  \
  case PACKET_DATA_PLACEHOLDER: \
  case PACKET_DATA_LATE:        \
  case PACKET_DATA_NOT_TRACED:  \
  case PACKET_DATA_SUPPRESSED:  \
  case PACKET_STORE_FAILED
#define PACKETS_OF_ETM3        \
  PACKET_P_HEADER:             \
  case PACKET_CYCLE_COUNT:     \
  case PACKET_EXCEPTION_ENTRY: \
  case PACKETS_OF_DATA

extern const char *const packet_name[PACKET_KINDS];  // "A-sync", "I-sync", "atom", "branch", ...

enum isa { ISA_ARM, ISA_THUMB, ISA_THUMBEE, ISA_JAZELLE };
enum isync_reason { ISYNC_PERIODIC, ISYNC_TRACE_ON, ISYNC_OVERFLOW, ISYNC_DEBUG_EXIT };

struct packet {
  uint64_t offset;  // of the first byte in the stream
  uint32_t length;  // bytes
  enum packet_kind kind;
  uint8_t isa;            // branch, I-sync, waypoint update: enum isa at `address`
  uint8_t atom_count;     // atom: 1 to 5. P-header: 0 to 16
  uint16_t atoms;         // atom, P-header: bit 0 = oldest, 1 = N (condition failed)
  uint16_t cycles;        // P-header: bit 0 = oldest, 1 = W (a cycle boundary, no atom; its bit in `atoms` is 0)
  uint8_t address_bytes;  // branch, waypoint update: 1 to 5
  uint8_t info_bytes;     // branch: 0 to 2; ETMv3: 0 to 3
  uint8_t reason;         // I-sync: enum isync_reason
  uint16_t exception;     // branch: Exception[8:0], 0 = ordinary branch (of PFT, that implies an E atom)
  bool cancel;            // ETMv3 branch: the most recently traced instruction did not complete
  bool old_form;          // ETMv3 branch: the exception is told by address byte 5 (deprecated)
  uint8_t resume;         // ETMv3 branch: Resume[3:0]
  bool in_progress;       // ETMv3 I-sync: load/store in progress. `address`: of that; `current`: executing now
  uint32_t current;       // ETMv3 I-sync with `in_progress`
  uint8_t tag;            // ETMv3 placeholder, late data: 1 to 3
  bool has_address;       // ETMv3 data packets: `address` is present, whole
  bool has_value;         // ETMv3 data packets: `value` is present
  bool big_endian;        // ETMv3 data packets with an address of five bytes
  bool ns, hyp;           // branch, I-sync: at `address`
  bool ns_known;          // branch: an I-sync, or an info byte, has told NS
  bool has_count;         // cycle count present
  uint32_t address;       // branch, I-sync, waypoint update: the whole address, rebuilt; bit 0 clear
  // PFT branch or waypoint update behind a waypoint update: whether that is what addresses are compressed against the
  // text does not say (docs/decisions/0002). `address` and `isa` if it is; otherwise `other_address` and `other_isa`.
  bool two_ways;
  uint8_t other_isa;
  uint32_t other_address;
  uint32_t cycle_count;
  uint32_t value;           // Context ID (an I-sync's too), VMID, data
  uint64_t timestamp;       // natural binary
  uint8_t timestamp_bytes;  // timestamp: 1 to 7, or 9 of 64 bits
  bool clock_change;        // timestamp: the processor's clock has changed since the last (R)
  const char *error;        // bad: what was expected, one phrase; otherwise NULL
};

// One line of text: "branch addr=0x80009044 ARM bytes=2 ..."; returns the length, always terminated.
int packet_text(const struct packet *p, char *text, size_t room);

#endif
