// SPDX-License-Identifier: Apache-2.0
// A reader of the stream. The scoreboard runs the decoder and the flow once, and passes their results to each reader.
// The readers are called in the order in which they were added: coverage, rules, observer.c (the clock of each packet,
// for scoreboard_silence), reencode, facts, join.
//
//   decoded -> packet -> (flow -> range, gap -> compared) of each event -> packet_end ... settled ... end -> begin
//
// After the first contradiction only `decoded`, `settled` and `end` are called. Each member may be NULL.
#ifndef STREAM_READER_H
#define STREAM_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flow.h"
#include "packet.h"

// The items [first, end) that an event reports, or that an I-sync skips. `lost`: an overflow lost the skipped items.
struct stream_items {
  size_t first, end;
  bool lost;
};

struct stream_reader {
  void (*begin)(void *user);  // Another stream begins, or the DUT is programmed anew.
  void (*decoded)(void *user, const struct packet *packet);
  void (*packet)(void *user, const struct packet *packet, size_t item);  // `item`: the next item that is reported
  void (*packet_end)(void *user, const struct packet *packet);           // after the events of the packet
  // Each event of the flow.
  void (*flow)(void *user, const struct flow_event *e);
  // An event again, after it matched the items: it now has the attributes of its item. `packet`: the packet that was
  // decoded last. Not called for FLOW_PERIODIC.
  void (*compared)(void *user, const struct flow_event *e, const struct packet *packet);
  // The packet at `offset` reports `count` items from `item` on. Returns NULL, or a phrase that names the violated
  // rule.
  const char *(*range)(void *user, size_t item, uint32_t count, uint64_t offset);
  // The trace reports an overflow. `sent`: number of bytes that had left before the trace of the first lost item could
  // leave. `sure`: the search cannot revise any more which item was lost first. If it can, the reader reports nothing,
  // and returns false if the overflow would violate a rule. The scoreboard calls `gap` again, with `sure` set, if the
  // search cannot revise that item.
  bool (*gap)(void *user, uint64_t sent, bool sure);
  // An event whose items are final: the search cannot revise them any more. The events with which the comparison ended
  // come last. An event that is not compared comes at once, and its `items` is NULL. Such an event is a gap, an event
  // after the first contradiction, or the instruction that the flow holds back at the end of a cut stream.
  void (*settled)(void *user, const struct flow_event *e, const struct stream_items *items);
  // The stream ends, by a reset or by a stop. The items [item, item_end) are not in the trace.
  void (*end)(void *user, bool reset, size_t item, size_t item_end);
  void *user;
};

#endif
