// SPDX-License-Identifier: Apache-2.0
// Packets and the flow over the code image -> events (model/common/event.h): what the trace tells, in stream order,
// from its first A-sync on. ETMv3 needs no flow: its packets tell of each instruction.
#ifndef TELL_H
#define TELL_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "event.h"
#include "flow.h"
#include "packet.h"

typedef void tell_sink(void *user, const struct event *event);

struct tell_protocol;

struct tell {
  tell_sink *sink;
  void *user;
  const struct tell_protocol *protocol;
  uint8_t stamp_bytes;        // of a full timestamp
  struct event_place last;    // as last sent: its NS and Hyp hold for atoms too
  struct flow_event told[8];  // waypoints that the flow found for this packet, as many as a packet has atoms at most
  unsigned told_count;
  struct event held;  // a waypoint: an exception return packet may follow. An ETM's I-sync: a cycle count packet may
  bool holding;
  bool aligned;     // an A-sync came, and no I-sync since
  bool full_stamp;  // the next timestamp is due in full
};

void tell_start(struct tell *t, const struct config *config, tell_sink *sink, void *user);
// For each packet: first its flow events (PFT), then the packet itself.
void tell_flow(struct tell *t, const struct flow_event *event);
void tell_packet(struct tell *t, const struct packet *packet);
void tell_end(struct tell *t);

#endif
