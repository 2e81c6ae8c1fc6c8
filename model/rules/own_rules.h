// SPDX-License-Identifier: Apache-2.0
// Rules for the reference RTL only (docs/pipeline.md): OWN-* of the rule table. Trace that violates one of them is
// legal, but wasteful or late. The rules are written from the document, not from RTL or model. So they find a fault
// that both have in common. They are a theme of the rules (rules_private.h).
//
// In every mode, they also count the hits of the return stack, and record when a request to drain the DUT was pending.
#ifndef OWN_RULES_H
#define OWN_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "packet.h"

struct rules;
struct config;
struct coverage;
struct flow_event;

enum {
  OWN_STACK = 16,             // return addresses, more than any RETSTACKDEPTH
  OWN_HISTORY = 8192,         // packets, more than queue and FIFO together can hold
  OWN_DRAIN_REQUESTS = 2048,  // requests whose bytes have not been decoded yet
};

// The source of a request to drain the DUT: the ATB (AFVALID), or the processor (PTMIDLEREQ or ETMWFIPENDING).
enum own_drain { OWN_FLUSH, OWN_IDLE, OWN_DRAINS };

// It lasts from the edge of the request to the edge of the answer.
struct own_drain_request {
  uint64_t from, to;       // bytes sent before these edges; `to` is UINT64_MAX while the request is pending
  bool has_forced_packet;  // The request explains the partial packet of atoms at offset `forced_at`.
  uint64_t forced_at;
};

struct own_rules_protocol;

struct own_rules {
  const struct own_rules_protocol *protocol;
  const struct config *config;
  struct coverage *coverage;
  struct rules *rules;  // the engine, of which the OWN rules are a theme

  // The stream since the DUT was started.
  struct packet last;                  // the last packet, except A-syncs and triggers
  size_t last_item;                    // the first item that it reports
  uint64_t last_async, last_periodic;  // offsets: of the last A-sync, and of the last that the period explains
  // Bytes since the last A-sync of packets during which a due A-sync may wait (permits_async_to_wait). They do not
  // count towards the distance. `uncounted_before_async`: those between the last two A-syncs.
  uint64_t uncounted_bytes, uncounted_before_async;
  bool has_async;
  bool has_state, ns, hyp;  // `has_state`: a packet has reported the state
  uint8_t isa;              // enum isa

  // The return stack, with the newest address at depth - 1.
  struct own_return {
    uint32_t address;
    uint8_t isa;  // enum isa
    bool ns;
  } stack[OWN_STACK];
  unsigned depth;
  // The last branch packet has the predicted address. Only an exception return may report that address by a packet, and
  // its exception return packet follows.
  bool is_predicted;

  // The queue entries that the packets have reported so far.
  uint64_t entries;
  bool was_update;         // The last event of the flow was a waypoint update.
  uint64_t timestamp_end;  // offset after the last timestamp
  struct {
    uint64_t end, entries;  // `end`: offset after the packet
  } history[OWN_HISTORY];
  uint64_t history_count;

  // Requests, from the pins.
  uint64_t unused_syncreqs;  // SYNCREQs that no A-sync has used yet
  // SYNCREQs since the enable pin first rose after the stream that is decoded now; bytes sent when it rose last.
  uint64_t syncreqs_since_on, sent_at_on;
  bool has_pending_syncreq;  // No A-sync has followed the first SYNCREQ after `sent_at_syncreq` bytes.
  uint64_t sent_at_syncreq;
  uint64_t sent_at_off;  // bytes sent when the enable pin fell; no synchronization is due from there on
  struct own_drain_request requests[OWN_DRAIN_REQUESTS];
  size_t first_request, request_count;            // the requests whose end has not been decoded yet
  struct own_drain_request *pending[OWN_DRAINS];  // NULL: no request is pending
  bool was_enabled, was_pending[OWN_DRAINS];      // at the last edge
  uint32_t drain_clocks[OWN_DRAINS];              // clocks of the pending request in which the ATB could take a beat
};

void own_rules_start(struct rules *a, struct coverage *coverage);
// The DUT is stopped or reset. The next packet belongs to another stream.
void own_rules_restart(struct rules *a);
// An overflow is reported. `sent` is the number of bytes that had left before any that was in the queue when the
// overflow began. Returns false if the overflow violates a rule. The violation is reported if it is `sure` where the
// overflow began.
bool own_rules_gap(struct rules *a, uint64_t sent, bool sure);
// A request to drain the DUT is pending when the byte at `offset` leaves.
bool own_rules_is_draining(const struct rules *a, uint64_t offset);

// --- for the rules of a protocol (own_rules_protocol.h)

// Returns whether a drain request explains the partial packet at `offset`, and marks that request as used.
bool own_rules_forced_by_drain(struct own_rules *r, uint64_t offset);
// The packet reports `count` queue entries.
void own_rules_count_entries(struct own_rules *r, const struct packet *p, uint64_t count);

#endif
