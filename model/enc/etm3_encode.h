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
  struct sent_values sent;
};

// I-sync at `at`. `reason` is an enum isync_reason. `counted`: the packet contains the count.
struct record etm3_isync(struct etm3 *e, const struct settings *s, const struct place *at, uint8_t reason, bool counted,
                         uint32_t count, uint32_t context);
struct record etm3_cycle_count(uint32_t count);
// Sets *record to the P-headers of a part, with its exception exit and its branch packet, if it has them.
void etm3_part(struct etm3 *e, const struct settings *s, const struct etm3_part *part, struct record *record);

struct record etm3_context_id(struct etm3 *e, const struct settings *s, uint32_t context);
struct record etm3_vmid(struct etm3 *e, uint8_t vmid);
// `full`: the packet has every byte, whatever the receiver knows.
struct record etm3_timestamp(struct etm3 *e, const struct settings *s, uint64_t stamp, bool full, bool clock_change);

#endif
