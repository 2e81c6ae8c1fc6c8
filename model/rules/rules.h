// SPDX-License-Identifier: Apache-2.0
// Rules of our own unit (docs/pipeline.md), which no decoder may ask of a trace in general: what breaks one of them is
// legal, but wasteful or late. They see what RTL and model have in common, so they look only at packets, at the flow
// and at the pins, and know neither of the two.
//
//   info          an ETM's first information byte only where it tells something new (IHI 0014Q 7.3.5)
//   packing       less than five atoms only before a packet that needs them said, or in a flush
//   return-stack  a return that a stack of RETSTACKDEPTH entries predicts is an atom, any other is not (IHI 0035B 4.13)
//   sync          from one A-sync to the next: ETMSYNCFR bytes, a little more, or less where SYNCREQ asked
//   overflow      only when as many entries were on their way as the queue can hold
//   flush         AFREADY in time
//   idle          likewise PTMIDLEACK and PTMIDLEREQ
//   lost          nothing, if the ATB is always ready, wide enough, and waypoints come at a processor's pace (report.c)
//
// A verdict is one phrase that begins with "rule NAME: ".
#ifndef RULES_H
#define RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "coverage.h"
#include "flow.h"
#include "packet.h"

enum {
  RULES_STACK = 16,      // return addresses, more than any RETSTACKDEPTH
  RULES_HISTORY = 8192,  // packets: more than queue and FIFO together can hold
  RULES_FLUSHES = 2048,  // flushes that end before their bytes have been decoded
};

// What asks the unit to bring out what it holds: the ATB (AFVALID), the processor (PTMIDLEREQ).
enum rules_drain { RULES_FLUSH, RULES_IDLE, RULES_DRAINS };

// From the edge of the request to the edge of the answer.
struct rules_flush {
  enum rules_drain drain;
  uint64_t from, to;  // bytes sent before; `to` is UINT64_MAX while it lasts
  bool used;          // by atoms that it made the unit say,
  uint64_t used_at;   // at this offset
};

struct rules_protocol;

struct rules {
  const struct rules_protocol *protocol;
  const struct config *config;
  struct coverage *coverage;
  bool judge;  // false: only count
  char why[192];

  // The stream since the unit was started.
  struct packet last;        // but A-syncs and triggers
  uint64_t async, periodic;  // offsets of the last A-sync, and of the last that the period explains
  uint64_t waiting_bytes, waiting_bytes_at_async;  // in packets that keep no A-sync waiting
  uint64_t wait;                                   // of them before the last A-sync, which may have waited for as many
  bool any_async;
  bool placed, ns, hyp;  // as told last, if anything was
  uint8_t isa;           // enum isa

  // The stack of return addresses, newest at top - 1.
  struct rules_return {
    uint32_t address;
    uint8_t isa;  // enum isa
    bool ns;
  } stack[RULES_STACK];
  unsigned depth;  // entries in it
  bool skipped;    // the last packet told what the stack had predicted: only an exception return may

  // Queue entries told by now, and where.
  uint64_t entries;
  bool updated;            // the last was an update
  uint64_t timestamp_end;  // of the stream up to the last timestamp
  struct {
    uint64_t end, entries;  // of the stream up to the packet's end
  } history[RULES_HISTORY];
  uint64_t histories;

  // Requests, from the pins.
  uint64_t syncs;          // SYNCREQs that no A-sync has used yet
  bool sync_asked;         // one since which no A-sync was seen
  uint64_t sync_asked_at;  // bytes sent before it
  uint64_t off_at;         // bytes sent when WPTENABLE fell: no synchronization from there on
  struct rules_flush flushes[RULES_FLUSHES];
  size_t flush_first, flush_count;          // those whose end has not been decoded yet
  struct rules_flush *asked[RULES_DRAINS];  // not answered yet, or NULL
  uint32_t drain_clocks[RULES_DRAINS];      // of it, in which the ATB could take something
};

void rules_start(struct rules *r, const struct config *config, struct coverage *coverage, bool judge);
// The unit is stopped, or reset: another stream begins.
void rules_restart(struct rules *r);

// Each returns NULL, or what is wrong.
const char *rules_packet(struct rules *r, const struct packet *p);  // before the flow sees it
const char *rules_event(struct rules *r, const struct flow_event *e, const struct packet *p);
// An overflow is told. `sent`: bytes that had left before anything could that was in the queue when it began.
const char *rules_gap(struct rules *r, uint64_t sent);

// From the pins. `sent`: bytes taken at earlier edges.
void rules_off(struct rules *r, uint64_t sent);   // WPTENABLE fell
void rules_sync(struct rules *r, uint64_t sent);  // SYNCREQ
// A request (AFVALID, PTMIDLEREQ); an edge at which the ATB could take something while it lasts; its answer (AFREADY,
// PTMIDLEACK).
void rules_drain_begin(struct rules *r, enum rules_drain drain, uint64_t sent);
const char *rules_drain_wait(struct rules *r, enum rules_drain drain);
void rules_drain_end(struct rules *r, enum rules_drain drain, uint64_t sent);
// A request lasts where the byte at `offset` was sent.
bool rules_draining(const struct rules *r, uint64_t offset);

#endif
