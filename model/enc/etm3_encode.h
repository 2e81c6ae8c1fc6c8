// SPDX-License-Identifier: Apache-2.0
// The contents of ETMv3 packets, without time: what a packet must encode, given what the receiver knows. The state is
// what packets are compressed against (IHI 0014Q 7.3.5). It starts as {0}. Each packet is one call, in program order.
// Counts are in clocks, timestamps are natural binary.
#ifndef ETM3_ENCODE_H
#define ETM3_ENCODE_H

#include <stdbool.h>
#include <stdint.h>

#include "etm3_bytes.h"
#include "etm3_entry.h"
#include "settings.h"
#include "slot.h"

struct etm3 {
  struct place base;  // address of the last branch packet or I-sync, all bits
  uint8_t vmid_sent;  // last sent; the next two also
  uint32_t context_sent;
  uint64_t stamp_sent;  // as coded
};

// A packet without contents, of a kind that no function below makes.
struct etm3_record etm3_plain(enum etm3_record_kind kind);
// I-sync at `at`. `reason` is an enum isync_reason. `counted`: the packet contains the count.
struct etm3_record etm3_isync(struct etm3 *e, const struct settings *s, const struct place *at, uint8_t reason,
                              bool counted, uint32_t count, uint32_t context);
struct etm3_record etm3_cycle_count(uint32_t count);
// Sets *r to the P-headers of a part, its exception exit and its branch packet, if it has them.
void etm3_part(struct etm3 *e, const struct settings *s, const struct etm3_part *part, struct etm3_record *record);

// True if the value differs from the one that was sent, and must be sent.
static inline bool etm3_context_due(const struct etm3 *e, const struct settings *s, uint32_t context) {
  return context_of(s, context ^ e->context_sent) != 0;
}
static inline bool etm3_vmid_due(const struct etm3 *e, const struct settings *s, uint8_t vmid) {
  return vmid_on(s) && vmid != e->vmid_sent;
}
struct etm3_record etm3_context_id(struct etm3 *e, const struct settings *s, uint32_t context);
struct etm3_record etm3_vmid(struct etm3 *e, uint8_t vmid);
// `full`: the packet has every byte, whatever the receiver knows.
struct etm3_record etm3_timestamp(struct etm3 *e, const struct settings *s, uint64_t stamp, bool full,
                                  bool clock_change);

#endif
