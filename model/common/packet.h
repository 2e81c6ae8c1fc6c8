// SPDX-License-Identifier: Apache-2.0
// A decoded trace packet: its fields, and their names. It has no encoding: rtl/*_pkg.sv, model/enc/*_bytes.c and
// model/dec/*_table.c each have their own, so that one can check another.
#ifndef PACKET_H
#define PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Groups of packets with a similar purpose.
enum packet_group {
  PACKET_GROUP_SYNC,
  PACKET_GROUP_ATOMS,
  PACKET_GROUP_BRANCH,  // branches and exceptions
  PACKET_GROUP_TIME,
  PACKET_GROUP_OTHER,
  PACKET_GROUPS
};

// Properties of a packet kind.
enum packet_fact {
  PACKET_REPORTS = 1 << 0,    // reports items; other packets precede the next item
  PACKET_IS_EARLY = 1 << 1,   // may occur before the first I-sync of a stream, when nothing is traced
  PACKET_HAS_STATE = 1 << 2,  // has the address at which execution continues, and the instruction set, NS and Hyp there
  PACKET_HAS_CONTEXT = 1 << 3,  // has the Context ID, if that is traced
  PACKET_HAS_VMID = 1 << 4,
  PACKET_KEEPS_ATOMS = 1 << 5,  // PFT: atoms that are pending before it may stay pending after it
};

// A row for each kind: its enumerator, name, group and properties. No switch over kinds has a default, so that the
// compiler reports each switch that a new kind must be added to. PACKET_EXCEPTION_RETURN is also the exception exit of
// ETMv3. A bad packet is a reserved header, an invalid field, or the truncated end of a stream.
#define PACKET_TABLE(ROW)                                                                                      \
  ROW(PACKET_ASYNC, "A-sync", PACKET_GROUP_SYNC, PACKET_IS_EARLY | PACKET_KEEPS_ATOMS)                         \
  ROW(PACKET_ISYNC, "I-sync", PACKET_GROUP_SYNC, PACKET_IS_EARLY | PACKET_HAS_STATE | PACKET_HAS_CONTEXT)      \
  ROW(PACKET_ATOM, "atom", PACKET_GROUP_ATOMS, PACKET_REPORTS | PACKET_KEEPS_ATOMS)                            \
  ROW(PACKET_BRANCH, "branch", PACKET_GROUP_BRANCH, PACKET_REPORTS | PACKET_HAS_STATE)                         \
  ROW(PACKET_WAYPOINT_UPDATE, "waypoint-update", PACKET_GROUP_BRANCH, PACKET_REPORTS)                          \
  ROW(PACKET_TRIGGER, "trigger", PACKET_GROUP_OTHER, PACKET_IS_EARLY | PACKET_KEEPS_ATOMS)                     \
  ROW(PACKET_CONTEXT_ID, "context-id", PACKET_GROUP_OTHER, PACKET_HAS_CONTEXT)                                 \
  ROW(PACKET_VMID, "vmid", PACKET_GROUP_OTHER, PACKET_HAS_VMID)                                                \
  ROW(PACKET_TIMESTAMP, "timestamp", PACKET_GROUP_TIME, PACKET_IS_EARLY)                                       \
  ROW(PACKET_EXCEPTION_RETURN, "exception-return", PACKET_GROUP_BRANCH, 0)                                     \
  ROW(PACKET_IGNORE, "ignore", PACKET_GROUP_OTHER, PACKET_IS_EARLY | PACKET_KEEPS_ATOMS)                       \
  /* Only ETMv3: */                                                                                            \
  ROW(PACKET_P_HEADER, "P-header", PACKET_GROUP_ATOMS, PACKET_REPORTS)                                         \
  ROW(PACKET_CYCLE_COUNT, "cycle-count", PACKET_GROUP_TIME, 0)                                                 \
  ROW(PACKET_EXCEPTION_ENTRY, "exception-entry", PACKET_GROUP_BRANCH, 0)                                       \
  ROW(PACKET_DATA, "data", PACKET_GROUP_OTHER, 0)                                                              \
  ROW(PACKET_DATA_PLACEHOLDER, "data-placeholder", PACKET_GROUP_OTHER, 0) /* out-of-order data follow later */ \
  ROW(PACKET_DATA_LATE, "data-late", PACKET_GROUP_OTHER, 0)               /* those data */                     \
  ROW(PACKET_DATA_NOT_TRACED, "data-not-traced", PACKET_GROUP_OTHER, 0)                                        \
  ROW(PACKET_DATA_SUPPRESSED, "data-suppressed", PACKET_GROUP_OTHER, 0)                                        \
  ROW(PACKET_STORE_FAILED, "store-failed", PACKET_GROUP_OTHER, 0)                                              \
  ROW(PACKET_BAD, "bad", PACKET_GROUP_OTHER, PACKET_REPORTS)

#define PACKET_ENUMERATOR(kind, name, group, facts) kind,
#define PACKET_ONE(kind, name, group, facts) +1
enum __attribute__((packed)) packet_kind { PACKET_TABLE(PACKET_ENUMERATOR) };
enum { PACKET_KINDS = 0 PACKET_TABLE(PACKET_ONE) };

// Lists of kinds, to be used after `case`: the packets of data trace, and all packets that only ETMv3 has.
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
extern const char *const isa_word[ISAS];  // "arm", "thumb", as in the texts of stimulus and events

// The instruction set that the T and J bits give, and the reverse.
static inline enum isa isa_of(bool t, bool j) { return t ? j ? ISA_THUMBEE : ISA_THUMB : j ? ISA_JAZELLE : ISA_ARM; }
static inline bool isa_t(enum isa isa) { return isa == ISA_THUMB || isa == ISA_THUMBEE; }
static inline bool isa_j(enum isa isa) { return isa == ISA_THUMBEE || isa == ISA_JAZELLE; }

enum isync_reason { ISYNC_PERIODIC, ISYNC_TRACE_ON, ISYNC_OVERFLOW, ISYNC_DEBUG_EXIT };
enum { ISYNC_REASONS = ISYNC_DEBUG_EXIT + 1 };
extern const char *const isync_reason_name[ISYNC_REASONS];    // "trace-on"
extern const char *const isync_reason_phrase[ISYNC_REASONS];  // "trace on", for a sentence

struct packet {
  uint64_t offset;  // position of the first byte in the stream
  uint32_t length;  // number of bytes
  enum packet_kind kind;
  uint8_t isa;            // branch, I-sync, waypoint update: enum isa at `address`
  uint8_t atom_count;     // atom: 1 to 5. P-header: 0 to 16
  uint16_t atoms;         // atom, P-header: bit 0 = oldest, 1 = N (condition failed)
  uint16_t cycles;        // P-header: bit 0 = oldest, 1 = W (a cycle boundary, no atom; its bit in `atoms` is 0)
  uint8_t address_bytes;  // branch, waypoint update: 1 to 5
  uint8_t info_bytes;     // branch: 0 to 2; ETMv3: 0 to 3
  uint8_t reason;         // I-sync: enum isync_reason
  uint16_t exception;     // branch: Exception[8:0]; 0 is a branch without an exception, in PFT with an E atom
  bool cancel;            // ETMv3 branch: the most recently traced instruction did not complete
  bool old_form;          // ETMv3 branch: address byte 5 encodes the exception (deprecated)
  uint8_t resume;         // ETMv3 branch: Resume[3:0]
  bool in_progress;       // ETMv3 I-sync: `address` is that of a load or store in progress
  uint32_t current;       // ETMv3 I-sync with `in_progress`: address of the instruction that is executed now
  uint8_t tag;            // ETMv3 placeholder, late data: 1 to 3
  bool has_address;       // ETMv3 data packets: `address` is valid and complete
  bool has_value;         // I-sync, ETMv3 data packets: `value` is valid
  bool big_endian;        // ETMv3 data packets with an address of five bytes
  bool ns, hyp;           // branch, I-sync: the state at `address`
  bool ns_known;          // branch: an I-sync or an information byte has reported NS
  bool has_count;         // `cycle_count` is valid
  uint32_t address;       // complete address; bit 0 is 0, except for data
  // The number of high bits of `address` that no packet has reported yet, for example before the first I-sync. They are
  // 0. If the number is not 0, the instruction set is unknown too, and the known bits are those of ARM state. For a
  // timestamp, the number is not 0 if the timestamp is compressed relative to an unknown timestamp.
  uint8_t unknown_bits;
  // A PFT branch or waypoint update after a waypoint update has two readings, because the specification does not say
  // whether an update is the base of the address compression (docs/decisions/0002). `address` and `isa` apply if it is,
  // `other_address` and `other_isa` if it is not.
  bool two_ways;
  uint8_t other_isa;
  uint32_t other_address;
  uint32_t cycle_count;
  uint32_t value;           // Context ID, also of an I-sync; VMID; data
  uint64_t timestamp;       // natural binary
  uint8_t timestamp_bytes;  // timestamp: 1 to 7, or 9 for 64 bits
  bool clock_change;        // timestamp: the R bit, the clock of the processor has changed since the last timestamp
  const char *error;        // bad: what was expected; otherwise NULL
};

// The packet as a line of text: "branch addr=0x80009044 ARM bytes=2 ...".
void packet_text(const struct packet *p, char *text, size_t room);

#endif
