// SPDX-License-Identifier: Apache-2.0
// Converts packets to events (model/common/event.h), in stream order from the first A-sync on. PFT also needs the flow
// over the code image. ETMv3 does not, because its packets report each instruction.
//
// Call order: event_source_start, then for each packet event_source_flow (PFT, for each of its flow events) and
// event_source_packet, then event_source_end.
#ifndef EVENT_SOURCE_H
#define EVENT_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "event.h"
#include "flow.h"
#include "packet.h"

typedef void event_sink(void *user, const struct event *event);

struct event_source_protocol;

struct event_source {
  event_sink *sink;
  void *user;
  const struct event_source_protocol *protocol;
  uint8_t stamp_bytes;            // of a full timestamp
  struct event_place last;        // as last sent: atoms have its NS and Hyp
  struct flow_event reported[8];  // the waypoints of this packet; a packet has at most 5 atoms
  unsigned reported_count;
  struct event held;  // a waypoint, which an exception return packet may follow, or an ETM's I-sync, which a cycle
                      // count packet may follow
  bool is_holding;
  bool aligned;     // an A-sync has been read, and no I-sync since
  bool full_stamp;  // the next timestamp must be a full one
};

void event_source_start(struct event_source *t, const struct config *config, event_sink *sink, void *user);
void event_source_flow(struct event_source *t, const struct flow_event *event);
void event_source_packet(struct event_source *t, const struct packet *packet);
void event_source_end(struct event_source *t);

#endif
