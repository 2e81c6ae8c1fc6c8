// SPDX-License-Identifier: Apache-2.0
// Rules of our own unit (docs/pipeline.md), which no decoder may ask of a trace in general: what breaks one of them is
// legal, but wasteful or late. They see what RTL and model have in common, so they look only at packets, at the flow
// and at the pins, and know neither of the two. They are a theme of the rules (rules_private.h); OWN-* of the table.
//
// What they note of the stream is for others, too, in every mode: hits of the return stack, and where the unit had to
// bring out what it held.
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
  OWN_HISTORY = 8192,         // packets: more than queue and FIFO together can hold
  OWN_DRAIN_REQUESTS = 2048,  // flushes that end before their bytes have been decoded
};

// What asks the unit to bring out what it holds: the ATB (AFVALID), the processor (PTMIDLEREQ).
enum own_drain { OWN_FLUSH, OWN_IDLE, OWN_DRAINS };

// From the edge of the request to the edge of the answer.
struct own_drain_request {
  enum own_drain drain;
  uint64_t from, to;       // bytes sent before; `to` is UINT64_MAX while it lasts
  bool has_forced_packet;  // by atoms that it made the unit say,
  uint64_t forced_at;      // at this offset
};

struct own_rules_protocol;

struct own_rules {
  const struct own_rules_protocol *protocol;
  const struct config *config;
  struct coverage *coverage;
  struct rules *rules;  // whose theme they are

  // The stream since the unit was started.
  struct packet last;                  // but A-syncs and triggers
  size_t last_item;                    // the first that it reports
  uint64_t last_async, last_periodic;  // offsets of the last A-sync, and of the last that the period explains
  uint64_t uncounted_bytes, uncounted_bytes_at_async;  // in packets that keep no A-sync waiting
  uint64_t uncounted_before_async;  // of them before the last A-sync, which may have waited for as many
  bool has_async;
  bool has_state, ns, hyp;  // as told last, if anything was
  uint8_t isa;              // enum isa

  // The stack of return addresses, newest at top - 1.
  struct own_return {
    uint32_t address;
    uint8_t isa;  // enum isa
    bool ns;
  } stack[OWN_STACK];
  unsigned depth;     // entries in it
  bool is_predicted;  // the last packet told what the stack had predicted: only an exception return may

  // Queue entries told by now, and where.
  uint64_t entries;
  bool was_update;         // the last was an update
  uint64_t timestamp_end;  // of the stream up to the last timestamp
  struct {
    uint64_t end, entries;  // of the stream up to the packet's end
  } history[OWN_HISTORY];
  uint64_t history_count;

  // Requests, from the pins.
  uint64_t unused_syncreqs;                // SYNCREQs that no A-sync has used yet
  uint64_t syncreqs_since_on, sent_at_on;  // all of them since WPTENABLE rose, or longer; bytes that had left by then
  bool has_pending_syncreq;                // one since which no A-sync was seen
  uint64_t sent_at_syncreq;                // bytes sent before it
  uint64_t sent_at_off;                    // bytes sent when WPTENABLE fell: no synchronization from there on
  struct own_drain_request requests[OWN_DRAIN_REQUESTS];
  size_t first_request, request_count;            // those whose end has not been decoded yet
  struct own_drain_request *pending[OWN_DRAINS];  // not answered yet, or NULL
  bool was_enabled, was_pending[OWN_DRAINS];      // at the last edge: WPTENABLE; a request that was not answered
  uint32_t drain_clocks[OWN_DRAINS];              // of it, in which the ATB could take something
};

void own_rules_start(struct rules *a, struct coverage *coverage);
// The DUT is stopped or reset, and another stream begins.
void own_rules_restart(struct rules *a);
// An overflow is reported. `sent` is the number of bytes that had left before any that was in the queue when the
// overflow began. Returns false if the overflow violates a rule. The violation is reported if it is `sure` where the
// overflow began.
bool own_rules_gap(struct rules *a, uint64_t sent, bool sure);
// A request to drain the DUT is pending when the byte at `offset` leaves.
bool own_rules_is_draining(const struct rules *a, uint64_t offset);

// --- for the rules of a protocol (own_rules_protocol.h)

// At `offset` the unit said what it held because of a request to drain it, which is then used up.
bool own_rules_forced_by_drain(struct own_rules *r, uint64_t offset);
// `count` queue entries are told by a packet.
void own_rules_count_entries(struct own_rules *r, const struct packet *p, uint64_t count);

#endif
