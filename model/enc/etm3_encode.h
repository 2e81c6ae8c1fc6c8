// SPDX-License-Identifier: Apache-2.0
// Events -> records of ETMv3, no time: what is told of each event, given what the receiver already knows. Holds what
// the packets are compressed against (IHI 0014Q 7.3.5). One call per event, in program order.
#ifndef ETM3_ENCODE_H
#define ETM3_ENCODE_H

#include <stdbool.h>
#include <stdint.h>

#include "etm3_bytes.h"
#include "etm3_entry.h"
#include "settings.h"
#include "slot.h"

struct etm3 {
  struct place base;  // told by the last branch packet or I-sync, whole
  uint8_t vmid_sent;  // last sent, as are:
  uint32_t context_sent;
  uint64_t stamp_sent;  // as coded
};

// A packet without contents: all kinds but those below.
struct etm3_record etm3_plain(enum etm3_record_kind kind);
// I-sync at `at`. `reason`: enum isync_reason. `counted`: it holds the count.
struct etm3_record etm3_isync(struct etm3 *e, const struct settings *s, const struct place *at, uint8_t reason,
                              bool counted, uint32_t count, uint32_t context);
struct etm3_record etm3_cycle_count(uint32_t count);
// *r: its P-headers, its exception exit and its branch packet, of each if it has one.
void etm3_part(struct etm3 *e, const struct settings *s, const struct etm3_part *part, struct etm3_record *r);

// What differs from what was sent, and is to be told.
static inline bool etm3_context_due(const struct etm3 *e, const struct settings *s, uint32_t context) {
  return context_of(s, context ^ e->context_sent) != 0;
}
static inline bool etm3_vmid_due(const struct etm3 *e, const struct settings *s, uint8_t vmid) {
  return vmid_on(s) && vmid != e->vmid_sent;
}
struct etm3_record etm3_context_id(struct etm3 *e, const struct settings *s, uint32_t context);
struct etm3_record etm3_vmid(struct etm3 *e, uint8_t vmid);
// `stamp`: natural binary. `full`: every byte, whatever the receiver knows.
struct etm3_record etm3_timestamp(struct etm3 *e, const struct settings *s, uint64_t stamp, bool full,
                                  bool clock_change);

#endif
