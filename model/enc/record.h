// SPDX-License-Identifier: Apache-2.0
// One packet of either protocol, with what precedes it, and the values that the receiver already has. A plan decides
// the contents of a record, and pft_wire() or etm3_wire() makes its bytes. Counts are in clocks, lengths in bytes.
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "place.h"
#include "settings.h"
#include "wire.h"

enum __attribute__((packed)) record_kind {
  RECORD_ATOMS,  // only the atoms or P-headers, of which there may be none
  RECORD_ASYNC,
  RECORD_ISYNC,
  RECORD_BRANCH,
  RECORD_EXCEPTION_RETURN,  // ETMv3: exception exit
  RECORD_TRIGGER,
  RECORD_IGNORE,
  RECORD_CONTEXT_ID,
  RECORD_VMID,
  RECORD_TIMESTAMP,
  RECORD_WAYPOINT_UPDATE,  // PFT
  RECORD_CYCLE_COUNT,      // this one and the next: ETMv3
  RECORD_EXCEPTION_ENTRY
};

// P-headers: at most 5, or 7 if ETMCR was written while tracing.
struct etm3_headers {
  uint64_t bytes;  // the oldest in the lowest bits; unused bytes are 0
  uint8_t count;
};

// One packet, and the atoms or P-headers that precede it.
struct record {
  uint64_t stamp;               // timestamp: as coded
  struct place to;              // I-sync, branch, update
  uint32_t count;               // cycle count packet; others: if has_count
  uint32_t value;               // Context ID (an I-sync's too), VMID
  uint16_t exception;           // branch: Exception[8:0], Excp[8:0]
  struct etm3_headers headers;  // ETMv3
  enum record_kind kind;
  uint8_t atom_count;     // PFT: 0 to 5
  uint8_t atoms;          // PFT: 1 = N; the newest in bit 0, the oldest in bit atom_count - 1
  uint8_t address_bytes;  // branch, update: 1 to 5
  uint8_t info_bytes;     // branch: 0 to 2; update: 0 or 1
  uint8_t value_bytes;    // Context ID, I-sync: 0, 1, 2 or 4
  uint8_t stamp_bytes;    // timestamp: 1 to 7 or 9
  uint8_t reason;         // I-sync: enum isync_reason
  bool has_count;         // I-sync; PFT: atoms (of one atom), branch and timestamp, too
  bool exit;              // ETMv3 branch: an exception exit packet precedes it
  bool cancel;            // ETMv3 branch: the last instruction did not complete
  bool old_form;          // ETMv3 branch: address byte 5 has the exception
  bool alternative;       // ETMv3 branch: the encoding of the addresses
  bool clock_change;      // timestamp: the R bit
  bool mark;              // everything accepted before the drain's request has been sent
};

// A packet without contents.
static inline struct record record_plain(enum record_kind kind) { return (struct record){.kind = kind}; }

// The values that were sent last.
struct sent_values {
  uint32_t context;
  uint8_t vmid;
  uint64_t stamp;  // as coded
};

// True if the value differs from the one that was sent, and must be sent.
static inline bool sent_context_differs(const struct sent_values *sent, const struct settings *s, uint32_t context) {
  return context_of(s, context ^ sent->context) != 0;
}
static inline bool sent_vmid_differs(const struct sent_values *sent, const struct settings *s, uint8_t vmid) {
  return vmid_on(s) && vmid != sent->vmid;
}

// Sets the Context ID of a Context ID packet or an I-sync, and the contents of a VMID and a timestamp packet. `full`:
// the packet has every byte, whatever the receiver knows. Timestamps are natural binary.
void record_set_context(struct record *r, struct sent_values *sent, const struct settings *s, uint32_t context);
void record_set_vmid(struct record *r, struct sent_values *sent, uint8_t vmid);
void record_set_timestamp(struct record *r, struct sent_values *sent, const struct settings *s, uint64_t stamp,
                          bool full, bool clock_change);

// Appends an A-sync, a packet that consists of a header and a value, or the header and time of a timestamp.
void record_put_async(struct wire *w);
void record_put_value(struct wire *w, const struct record *record);
void record_put_timestamp(struct wire *w, const struct record *record);

#endif
