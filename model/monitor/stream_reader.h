// SPDX-License-Identifier: Apache-2.0
// A reader of the stream. The scoreboard runs decoder and flow once and gives what they find to each reader, in the
// order in which they were added: coverage, rules, silence, reencode, facts, items. What a packet reports beside the
// flow (stream_state.h) and the comparison are the scoreboard's own.
//
//   decoded -> packet -> (flow -> range, gap -> compared) of each event -> packet_end ... settled ... end -> begin
//
// Behind the first contradiction only `decoded`, `settled` and `end` are called. Any call may be NULL.
#ifndef STREAM_READER_H
#define STREAM_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flow.h"
#include "packet.h"

// Items [first, end) that an event reports; that an I-sync passes over, and whether an overflow has lost them.
struct stream_items {
  size_t first, end;
  bool lost;
};

struct stream_reader {
  void (*begin)(void *user);  // another stream begins, or the unit is programmed anew
  void (*decoded)(void *user, const struct packet *packet);
  void (*packet)(void *user, const struct packet *packet, size_t item);  // item: the next that the trace reports
  void (*packet_end)(void *user, const struct packet *packet);           // behind its events
  // An event of the flow. If it fits what happened, once more, with what its item adds, and the packet decoded last;
  // but not where execution is repeated.
  void (*flow)(void *user, const struct flow_event *e);
  void (*compared)(void *user, const struct flow_event *e, const struct packet *packet);
  // `count` items from `item` on are reported by the packet at `offset`. NULL, or the rule that this breaks, as a
  // phrase.
  const char *(*range)(void *user, size_t item, uint32_t count, uint64_t offset);
  // An overflow is reported. `sent`: bytes that had left before anything could that was presented when it began;
  // `sure`: that is certain. False: it breaks a rule if it is sure, and so it is asked again once it is.
  bool (*gap)(void *user, uint64_t sent, bool sure);
  // An event, when no choice that is taken back can change its items. The events with which the comparison ended come
  // last. `items` is NULL for an event that is not compared: a gap, one after the first contradiction, and the
  // instruction that the flow holds back at the end of a cut stream. It comes at once.
  void (*settled)(void *user, const struct flow_event *e, const struct stream_items *items);
  void (*end)(void *user, bool reset, size_t item, size_t item_end);  // items [item, item_end) are not in the trace
  void *user;
};

#endif
