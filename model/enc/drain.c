// SPDX-License-Identifier: Apache-2.0
// The states of a drain.
#include "drain.h"

void drain_reset(struct drain *d) { *d = (struct drain){.stopped = true}; }

enum drain_purpose drain_begins(const struct drain *d, const struct drain_in *in) {
  if (d->state != DRAIN_IDLE) return DRAIN_FOR_NOTHING;
  if (in->overflow) return DRAIN_FOR_OVERFLOW;
  if (!in->run && !d->stopped) return DRAIN_FOR_STOP;
  if (in->crowded) return DRAIN_FOR_NOTHING;
  if (in->atclken && in->afvalid) return DRAIN_FOR_FLUSH;
  return in->idle_requested && !d->idle ? DRAIN_FOR_IDLE : DRAIN_FOR_NOTHING;
}

static void idle(struct drain *d, const struct drain_in *in, enum drain_purpose purpose) {
  if (purpose == DRAIN_FOR_NOTHING) return;
  d->purpose = (uint8_t)purpose;
  d->qstop = in->pushed;
  d->state = DRAIN_QUEUE;
}

void drain_step(struct drain *d, const struct drain_in *in) {
  const enum drain_purpose begins = drain_begins(d, in);
  const bool stopped = d->stopped;
  if (in->run) d->stopped = false;
  switch (d->state) {
    case DRAIN_IDLE:
      idle(d, in, begins);
      break;
    case DRAIN_QUEUE:
      if (in->queue.rptr == d->qstop) d->state = DRAIN_MARK;
      break;
    case DRAIN_MARK:
      if (stopped) {
        d->state = DRAIN_SETTLE;
      } else if (in->mark_sent) {
        d->state = DRAIN_PACK;
      }
      break;
    case DRAIN_PACK:
      if (in->mark_packed) d->state = DRAIN_SETTLE;
      break;
    case DRAIN_SETTLE:
      d->fstop = in->fifo.wptr;
      d->rest = in->residue;
      d->state = DRAIN_WORDS;
      break;
    case DRAIN_WORDS:
      if (in->fifo.rptr == d->fstop) d->state = d->rest ? DRAIN_RESIDUE : DRAIN_SEND;
      break;
    case DRAIN_RESIDUE:
      if (in->residue_taken || in->fifo.rptr != d->fstop) d->state = DRAIN_SEND;
      break;
    case DRAIN_SEND:
      if (in->atclken && (in->atb_empty || in->atb_loads)) d->state = DRAIN_DONE;
      break;
    case DRAIN_DONE:
      if (!in->atclken) break;
      if (d->purpose == DRAIN_FOR_STOP && !in->run) d->stopped = true;
      if (d->purpose == DRAIN_FOR_IDLE) d->idle = true;
      d->state = DRAIN_IDLE;
      break;
  }
  if (!in->idle_request) d->idle = false;
}
