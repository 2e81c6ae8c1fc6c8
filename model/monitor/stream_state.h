// SPDX-License-Identifier: Apache-2.0
// The values that a trace reports in addition to the flow, summed up over its packets: clocks, Context ID, VMID, Hyp,
// timestamps.
#ifndef STREAM_STATE_H
#define STREAM_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "packet.h"

// The totals of a stream since its start, up to and including a packet.
struct stream_totals {
  uint64_t clocks;                 // the sum of all cycle counts that are valid (IHI 0035B 4.4, 4.5.2)
  uint64_t timestamp;              // the last timestamp, in natural binary
  uint32_t timestamps;             // number of timestamp packets
  uint32_t context;                // the last Context ID
  uint8_t vmid;                    // the last VMID, if `vmid_reported`
  uint64_t clocks_since_waypoint;  // PFTv1.0: the part of `clocks` in timestamp packets after the last waypoint
  bool vmid_reported;              // A VMID packet has come since the last I-sync.
  bool ns, hyp;                    // the state of the last I-sync or branch packet
  bool saturated;                  // A cycle count had its maximum, so `clocks` is not exact.
  uint64_t atoms;                  // ETMv3: number of instructions, including cancelled ones
  bool follows_isync;              // ETMv3: An I-sync has come, and no P-header since.
  bool awaits_tsync;               // ETMv3: An I-sync has come, and no timestamp of full length since.
  bool is_tsync;                   // ETMv3: The last timestamp is the first of full length after the I-sync.
};

// Adds a packet to the totals.
void stream_totals_packet(const struct config *c, struct stream_totals *t, const struct packet *p);

#endif
