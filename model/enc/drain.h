// SPDX-License-Identifier: Apache-2.0
// drain: makes what was accepted come out. (docs/pipeline.md#drain)
#ifndef DRAIN_H
#define DRAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "storage.h"

enum __attribute__((packed)) drain_state {
  DRAIN_IDLE,
  DRAIN_QUEUE,    // waits until the entries have been popped
  DRAIN_MARK,     // waits until plan has said the pending atoms, with a mark behind them
  DRAIN_PACK,     // waits until the mark has passed the packer
  DRAIN_SETTLE,   // notes what is held below
  DRAIN_WORDS,    // waits until the FIFO's words have been loaded
  DRAIN_RESIDUE,  // asks the ATB to take the packer's residue
  DRAIN_SEND,     // waits until the last word has been sent
  DRAIN_DONE
};

enum drain_purpose { DRAIN_FOR_NOTHING, DRAIN_FOR_OVERFLOW, DRAIN_FOR_STOP, DRAIN_FOR_FLUSH, DRAIN_FOR_IDLE };

struct drain {
  enum drain_state state;
  uint8_t purpose;        // enum drain_purpose, while not idle
  bool stopped;           // nothing is traced and nothing held
  bool idle;              // PTMIDLEACK
  bool rest;              // the packer held bytes at SETTLE
  uint16_t qstop, fstop;  // write pointers up to which queue and FIFO are to be emptied
};

// The wires of one clock. Pointers and counts are those before the edge.
struct drain_in {
  bool overflow;  // the front is in OVERFLOW
  bool crowded;   // not in this clock for a flush or for idle: an ETM's front has no room for what it holds
  bool run, atclken, afvalid;
  bool idle_request;  // PTMIDLEREQ
  bool idle_wanted;   // the front has seen it, and no timestamp is to come first
  struct storage queue, fifo;
  uint16_t pushed;              // the queue's write pointer, an ETM's that after the edge
  bool mark_sent, mark_packed;  // in this clock
  bool residue, residue_taken;  // the packer holds bytes; the ATB takes them in this clock
  bool atb_empty, atb_loads;    // left is 0; the ATB loads in this clock
};

void drain_reset(struct drain *d);
// Why IDLE is left in this clock. (It does not look at `pushed`.)
enum drain_purpose drain_begins(const struct drain *d, const struct drain_in *in);
void drain_step(struct drain *d, const struct drain_in *in);
// A step would change nothing.
static inline bool drain_rests(const struct drain *d, bool overflow, bool run, bool afvalid, bool idle_wanted) {
  const bool is_at_rest = d->state == DRAIN_IDLE && !d->stopped && !d->idle;
  const bool has_purpose = overflow || afvalid || idle_wanted;
  return is_at_rest && run && !has_purpose;
}

static inline bool drain_done(const struct drain *d, enum drain_purpose purpose) {
  return d->state == DRAIN_DONE && d->purpose == purpose;
}

#endif
