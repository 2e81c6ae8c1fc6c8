// SPDX-License-Identifier: Apache-2.0
// Packets and the flow over the code image -> events (model/common/event.h): what the trace tells, in stream order,
// from its first A-sync on. ETMv3 needs no flow: its packets tell of each instruction.
#ifndef EVENT_SOURCE_H
#define EVENT_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "event.h"
#include "flow.h"
#include "packet.h"

typedef void event_sink(void *user, const struct event *event);

struct tell_protocol;

struct event_source {
  event_sink *sink;
  void *user;
  const struct tell_protocol *protocol;
  uint8_t stamp_bytes;      // of a full timestamp
  struct event_place last;  // as last sent: its NS and Hyp hold for atoms too
  struct flow_event
      reported[8];  // waypoints that the flow found for this packet, as many as a packet has atoms at most
  unsigned reported_count;
  struct event held;  // a waypoint: an exception return packet may follow. An ETM's I-sync: a cycle count packet may
  bool holding;
  bool aligned;     // an A-sync came, and no I-sync since
  bool full_stamp;  // the next timestamp is due in full
};

void event_source_start(struct event_source *t, const struct config *config, event_sink *sink, void *user);
// For each packet: first its flow events (PFT), then the packet itself.
void event_source_flow(struct event_source *t, const struct flow_event *event);
void event_source_packet(struct event_source *t, const struct packet *packet);
void event_source_end(struct event_source *t);

#endif
