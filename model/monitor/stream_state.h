// SPDX-License-Identifier: Apache-2.0
// What a trace reports beside the flow, summed up over its packets: clocks, Context ID, VMID, Hyp, timestamps.
#ifndef STREAM_STATE_H
#define STREAM_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "packet.h"

// The stream up to a packet, this one included, since the unit was started.
struct stream_totals {
  uint64_t clocks;                 // the sum of all cycle counts that can be relied on (IHI 0035B 4.4, 4.5.2)
  uint64_t timestamp;              // the last, natural binary
  uint32_t timestamps;             // so many of them
  uint32_t context;                // the last Context ID told
  uint8_t vmid;                    // the last VMID told, if `vmid_reported` since the last I-sync
  uint64_t clocks_since_waypoint;  // of `clocks`: told by timestamps behind the last waypoint (v1.0)
  bool vmid_reported, ns, hyp, saturated;
  uint64_t atoms;      // ETMv3: instructions told, cancelled ones included
  bool follows_isync;  // ETMv3: an I-sync was told, and no P-header since
  bool awaits_tsync;   // ETMv3: an I-sync was told, and no timestamp in full since
  bool is_tsync;       // ETMv3: the last timestamp is in full, and the first such behind its I-sync
};

void stream_totals_packet(const struct config *c, struct stream_totals *t, const struct packet *p);

#endif
