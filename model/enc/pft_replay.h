// SPDX-License-Identifier: Apache-2.0
// Events (docs/events.md) to trace bytes of a PTM, without time. replay.h explains the call order.
#ifndef PFT_REPLAY_H
#define PFT_REPLAY_H

#include <stdbool.h>

#include "event.h"
#include "pft_encode.h"
#include "settings.h"

struct pft_replay {
  struct pft pft;
  bool aligned;     // an A-sync was sent, and no I-sync since
  bool full_stamp;  // the next timestamp is sent in full (IHI 0035B 4.14)
  bool j, j_known;  // execution is in ThumbEE state; this is known
};

// Appends the bytes of one event to *to. There are none while its atom is pending. False, without an effect, if PFT has
// no such event.
bool pft_replay_event(struct pft_replay *r, const struct settings *s, const struct event *event,
                      struct trace_bytes *to);
// Appends the atoms that are pending.
void pft_replay_end(struct pft_replay *r, struct trace_bytes *to);

#endif
