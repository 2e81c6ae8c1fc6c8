// SPDX-License-Identifier: Apache-2.0
// The box plan: decides which record is sent next, at most one in each clock (docs/pipeline-pft.md#order,
// docs/pipeline-etm3.md#order; IHI 0035B 4.14, IHI 0014Q 7.10). Call order: plan_reset, then plan_step in each clock.
#ifndef PLAN_H
#define PLAN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "etm3_encode.h"
#include "etm3_entry.h"
#include "pft_encode.h"
#include "pft_entry.h"
#include "record.h"
#include "settings.h"

// The packets that must follow the last one, as bits of a set. They are sent from the lowest bit on.
enum plan_follow {
  FOLLOW_BRANCH = 1 << 0,            // PFT
  FOLLOW_PERIODIC_ISYNC = 1 << 1,    // PFT
  FOLLOW_EXCEPTION_RETURN = 1 << 2,  // PFT
  FOLLOW_COUNT = 1 << 3,             // ETMv3
  FOLLOW_CONTEXT_ID = 1 << 4,        // PFT
  FOLLOW_VMID = 1 << 5,
  FOLLOW_TIMESTAMP = 1 << 6,
  FOLLOW_TSYNC = 1 << 7
};

struct plan {
  struct record record;  // the next record to send, if `valid`
  bool valid;
  uint8_t following;  // enum plan_follow
  bool tracing;       // an I-sync was sent, and tracing has not ended since
  bool async_due;     // the first packet must be an A-sync
  bool async_sent;    // the A-sync before the next I-sync that starts tracing was sent
  bool progress;      // something was traced since the last I-sync; ETMv3: and since the last periodic A-sync
  bool clock_change;  // an entry since the last timestamp has a change of the clock
  struct {
    struct place target;  // PFT
    uint64_t stamp;
    uint32_t context, count;  // `count`: ETMv3
    uint8_t vmid;
  } last;  // of the last popped entry; ETMv3: or of the entry of an I-sync
  // ETMv3:
  uint8_t part;            // the part of the head that is next: 1 if part 0 was sent
  bool isync_sent;         // the head's I-sync was sent
  bool isync_due;          // a periodic I-sync must precede the next instruction
  bool clock_change_sent;  // a T-sync has reported the clock change of the head
  union {
    struct pft pft;
    struct etm3 etm3;
  };
};

// The wires of one clock.
struct plan_in {
  union {  // the head of the queue, NULL if not valid
    const struct pft_entry *pft_head;
    const struct etm3_entry *etm3_head;
  };
  const struct settings *settings;
  bool emit_ready;
  bool sync_request, mark_request;
  bool trigger_request;  // only while the front is not in OVERFLOW, in which it waits
  bool stopped;
};

// True if there is a request. With `||` the compiler reads the three bytes at once, which waits until the stores of the
// single bytes are complete. With `|` it reads each byte.
static inline bool plan_requested(const struct plan_in *in) {
  return in->sync_request | in->trigger_request | in->mark_request;
}

struct plan_out {
  bool pop;                          // the queue's head
  bool async, isync, trigger, mark;  // this packet is sent in this clock
};

// An initializer sets only the first member of the union.
static inline void plan_reset(struct plan *p) {
  memset(p, 0, sizeof *p);
  p->async_due = true;
}

static inline void plan_send(struct plan *p, struct record r) {
  p->record = r;
  p->valid = true;
}

static inline void plan_require(struct plan *p, bool condition, enum plan_follow what) {
  if (condition) p->following |= (uint8_t)what;
}

// Removes the next packet from the set of packets that must follow, and returns its bit, or 0.
static inline unsigned plan_take_following(struct plan *p) {
  const unsigned first = p->following & -p->following;
  p->following &= (uint8_t)~first;
  return first;
}

static inline void plan_send_async(struct plan *p, struct plan_out *out) {
  plan_send(p, record_plain(RECORD_ASYNC));
  out->async = true;
}

// Sends the A-sync that must precede the I-sync of a start, if `is_due`. Returns `is_due`.
static inline bool plan_starts_with_async(struct plan *p, bool is_due, struct plan_out *out) {
  if (!is_due) return false;
  p->async_due = false;
  p->async_sent = true;
  plan_send_async(p, out);
  return true;
}

static inline void plan_send_trigger(struct plan *p, struct plan_out *out) {
  plan_send(p, record_plain(RECORD_TRIGGER));
  out->trigger = true;
}

// Sends `atoms`, the pending atoms, with the mark.
static inline void plan_send_mark(struct plan *p, struct record atoms, struct plan_out *out) {
  plan_send(p, atoms);
  p->record.mark = true;
  out->mark = true;
}

// Chooses the next record. If there is nothing to send, p->valid stays false.
typedef void plan_next(struct plan *p, const struct plan_in *in, struct plan_out *out);
plan_next pft_plan_next, etm3_plan_next;

// One clock. *out is written completely.
static inline void plan_step(struct plan *p, const struct plan_in *in, struct plan_out *out, plan_next *next) {
  *out = (struct plan_out){0};
  if (in->stopped) {
    plan_reset(p);
  } else if (!p->valid || in->emit_ready) {
    const bool something = p->async_due || p->following || in->pft_head || plan_requested(in);
    p->valid = false;
    if (something) next(p, in, out);
  }
}

#endif
