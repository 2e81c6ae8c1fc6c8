// SPDX-License-Identifier: Apache-2.0
// The box drain: forces everything that was accepted out of the unit (docs/pipeline.md#drain). Call order: drain_reset,
// then in each clock drain_begins and drain_step, or neither if drain_rests.
#ifndef DRAIN_H
#define DRAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "storage.h"

enum __attribute__((packed)) drain_state {
  DRAIN_IDLE,
  DRAIN_QUEUE,    // waits until the entries have left the queue
  DRAIN_MARK,     // waits until plan has sent the pending atoms, with a mark after them
  DRAIN_PACK,     // waits until the mark has passed the packer
  DRAIN_SETTLE,   // stores which words and bytes are left in the FIFO and packer
  DRAIN_WORDS,    // waits until the FIFO's words have been loaded
  DRAIN_RESIDUE,  // requests that the ATB takes the bytes in the packer
  DRAIN_SEND,     // waits until the last word has been sent
  DRAIN_DONE
};

enum drain_purpose { DRAIN_FOR_NOTHING, DRAIN_FOR_OVERFLOW, DRAIN_FOR_STOP, DRAIN_FOR_FLUSH, DRAIN_FOR_IDLE };

struct drain {
  enum drain_state state;
  uint8_t purpose;        // enum drain_purpose, while not idle
  bool stopped;           // no instruction is traced and no box holds trace
  bool idle;              // PTMIDLEACK
  bool rest;              // the packer had bytes at DRAIN_SETTLE
  uint16_t qstop, fstop;  // write pointers up to which queue and FIFO must be emptied
};

// The wires of one clock. Pointers and counts are those before the edge.
struct drain_in {
  bool overflow;  // the front is in OVERFLOW
  bool crowded;   // no drain for a flush or idle may start: an ETM's queue is full, so its front cannot push what it
                  // holds
  bool run, atclken, afvalid;
  bool idle_request;    // PTMIDLEREQ
  bool idle_requested;  // the front has sampled it, and no timestamp must come first
  struct storage queue, fifo;
  uint16_t pushed;              // the queue's write pointer; for an ETM, after the edge
  bool mark_sent, mark_packed;  // in this clock
  bool residue, residue_taken;  // the packer has bytes; the ATB takes them in this clock
  bool atb_empty, atb_loads;    // the ATB has no byte left; it loads in this clock
};

void drain_reset(struct drain *d);
// The purpose of the drain that starts in this clock. It does not depend on `pushed`.
enum drain_purpose drain_begins(const struct drain *d, const struct drain_in *in);
void drain_step(struct drain *d, const struct drain_in *in);
// True if a step changes nothing.
static inline bool drain_rests(const struct drain *d, bool overflow, bool run, bool afvalid, bool idle_requested) {
  const bool is_at_rest = d->state == DRAIN_IDLE && !d->stopped && !d->idle;
  const bool has_purpose = overflow || afvalid || idle_requested;
  return is_at_rest && run && !has_purpose;
}

static inline bool drain_done(const struct drain *d, enum drain_purpose purpose) {
  return d->state == DRAIN_DONE && d->purpose == purpose;
}

#endif
