// SPDX-License-Identifier: Apache-2.0
// A decoded trace packet: names and field values, and all words for them; no wire coding (that is written three times:
// rtl/pft_pkg.sv, model/enc/pft_bytes.c, model/dec/pft_table.c; etm3_ likewise).
#ifndef PACKET_H
#define PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Packets by what they are about.
enum packet_group {
  PACKET_GROUP_SYNC,
  PACKET_GROUP_ATOMS,
  PACKET_GROUP_BRANCH,  // exceptions, too
  PACKET_GROUP_TIME,
  PACKET_GROUP_OTHER,
  PACKET_GROUPS
};

// What is so of each packet of a kind.
enum packet_fact {
  PACKET_REPORTS = 1 << 0,      // items; another stands before the next one
  PACKET_IS_EARLY = 1 << 1,     // it may stand before the first I-sync of a stream, where nothing is traced
  PACKET_HAS_STATE = 1 << 2,    // where execution goes on, and the instruction set, NS and Hyp there
  PACKET_HAS_CONTEXT = 1 << 3,  // the Context ID, if it is traced
  PACKET_HAS_VMID = 1 << 4,
  PACKET_KEEPS_ATOMS = 1 << 5,  // PFT: atoms may be pending behind it as before it
};

// A row for each kind: its enumerator, name, group and facts. Who adds one is led by the compiler: no switch over kinds
// has a default. An exception return is ETMv3's exception exit; a bad packet is a reserved header, an impossible field
// or a stream cut inside a packet.
#define PACKET_TABLE(ROW)                                                                                    \
  ROW(PACKET_ASYNC, "A-sync", PACKET_GROUP_SYNC, PACKET_IS_EARLY | PACKET_KEEPS_ATOMS)                       \
  ROW(PACKET_ISYNC, "I-sync", PACKET_GROUP_SYNC, PACKET_IS_EARLY | PACKET_HAS_STATE | PACKET_HAS_CONTEXT)    \
  ROW(PACKET_ATOM, "atom", PACKET_GROUP_ATOMS, PACKET_REPORTS | PACKET_KEEPS_ATOMS)                          \
  ROW(PACKET_BRANCH, "branch", PACKET_GROUP_BRANCH, PACKET_REPORTS | PACKET_HAS_STATE)                       \
  ROW(PACKET_WAYPOINT_UPDATE, "waypoint-update", PACKET_GROUP_BRANCH, PACKET_REPORTS)                        \
  ROW(PACKET_TRIGGER, "trigger", PACKET_GROUP_OTHER, PACKET_IS_EARLY | PACKET_KEEPS_ATOMS)                   \
  ROW(PACKET_CONTEXT_ID, "context-id", PACKET_GROUP_OTHER, PACKET_HAS_CONTEXT)                               \
  ROW(PACKET_VMID, "vmid", PACKET_GROUP_OTHER, PACKET_HAS_VMID)                                              \
  ROW(PACKET_TIMESTAMP, "timestamp", PACKET_GROUP_TIME, PACKET_IS_EARLY)                                     \
  ROW(PACKET_EXCEPTION_RETURN, "exception-return", PACKET_GROUP_BRANCH, 0)                                   \
  ROW(PACKET_IGNORE, "ignore", PACKET_GROUP_OTHER, PACKET_IS_EARLY | PACKET_KEEPS_ATOMS)                     \
  /* ETMv3 alone: */                                                                                         \
  ROW(PACKET_P_HEADER, "P-header", PACKET_GROUP_ATOMS, PACKET_REPORTS)                                       \
  ROW(PACKET_CYCLE_COUNT, "cycle-count", PACKET_GROUP_TIME, 0)                                               \
  ROW(PACKET_EXCEPTION_ENTRY, "exception-entry", PACKET_GROUP_BRANCH, 0)                                     \
  ROW(PACKET_DATA, "data", PACKET_GROUP_OTHER, 0)                                                            \
  ROW(PACKET_DATA_PLACEHOLDER, "data-placeholder", PACKET_GROUP_OTHER, 0) /* out-of-order data come later */ \
  ROW(PACKET_DATA_LATE, "data-late", PACKET_GROUP_OTHER, 0)               /* they are these */               \
  ROW(PACKET_DATA_NOT_TRACED, "data-not-traced", PACKET_GROUP_OTHER, 0)                                      \
  ROW(PACKET_DATA_SUPPRESSED, "data-suppressed", PACKET_GROUP_OTHER, 0)                                      \
  ROW(PACKET_STORE_FAILED, "store-failed", PACKET_GROUP_OTHER, 0)                                            \
  ROW(PACKET_BAD, "bad", PACKET_GROUP_OTHER, PACKET_REPORTS)

#define PACKET_ENUMERATOR(kind, name, group, facts) kind,
#define PACKET_ONE(kind, name, group, facts) +1
enum __attribute__((packed)) packet_kind { PACKET_TABLE(PACKET_ENUMERATOR) };
enum { PACKET_KINDS = 0 PACKET_TABLE(PACKET_ONE) };

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

extern const char *const packet_name[PACKET_KINDS];
extern const uint8_t packet_group[PACKET_KINDS];  // enum packet_group
extern const uint8_t packet_facts[PACKET_KINDS];  // bits of enum packet_fact

static inline bool packet_is(enum packet_kind kind, enum packet_fact fact) { return packet_facts[kind] & fact; }

enum isa { ISA_ARM, ISA_THUMB, ISA_THUMBEE, ISA_JAZELLE };
enum { ISAS = ISA_JAZELLE + 1 };
extern const char *const isa_name[ISAS];  // "ARM", "Thumb"
extern const char *const isa_word[ISAS];  // "arm", "thumb", as texts of stimulus and events have it

// By the T and J bits.
static inline enum isa isa_of(bool t, bool j) { return t ? j ? ISA_THUMBEE : ISA_THUMB : j ? ISA_JAZELLE : ISA_ARM; }
static inline bool isa_t(enum isa isa) { return isa == ISA_THUMB || isa == ISA_THUMBEE; }
static inline bool isa_j(enum isa isa) { return isa == ISA_THUMBEE || isa == ISA_JAZELLE; }

enum isync_reason { ISYNC_PERIODIC, ISYNC_TRACE_ON, ISYNC_OVERFLOW, ISYNC_DEBUG_EXIT };
enum { ISYNC_REASONS = ISYNC_DEBUG_EXIT + 1 };
extern const char *const isync_reason_name[ISYNC_REASONS];    // "trace-on"
extern const char *const isync_reason_phrase[ISYNC_REASONS];  // "trace on", within a sentence

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
  bool has_value;         // I-sync, ETMv3 data packets: `value` is present
  bool big_endian;        // ETMv3 data packets with an address of five bytes
  bool ns, hyp;           // branch, I-sync: at `address`
  bool ns_known;          // branch: an I-sync, or an info byte, has told NS
  bool has_count;         // cycle count present
  uint32_t address;       // of packets that have one: whole, rebuilt; bit 0 clear, but for data
  // High bits of `address` that no packet has given yet (they are 0): before the first I-sync, for example. If there
  // are any, the instruction set is unknown too, and the bits that are known are those of ARM state. Of a timestamp:
  // not 0 if it is compressed against one that is not known.
  uint8_t unknown_bits;
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

// "0x8000802A", a `?` for each digit of which no bit is known. Returns `text`.
enum { PACKET_ADDRESS_ROOM = 12 };
const char *packet_address(const struct packet *p, char text[PACKET_ADDRESS_ROOM]);
// The name of the instruction set, or "unknown".
const char *packet_isa(const struct packet *p);

// One line of text: "branch addr=0x80009044 ARM bytes=2 ...".
void packet_text(const struct packet *p, char *text, size_t room);

#endif
