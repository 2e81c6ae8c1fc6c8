// SPDX-License-Identifier: Apache-2.0
// Events (docs/events.md) -> trace bytes of a PTM, no time; see replay.h.
#ifndef PFT_REPLAY_H
#define PFT_REPLAY_H

#include <stdbool.h>

#include "event.h"
#include "pft_encode.h"
#include "settings.h"
#include "trace_bytes.h"

struct pft_replay {
  struct pft pft;
  bool aligned;     // an A-sync was put, and no I-sync since
  bool full_stamp;  // the next timestamp is sent in full (IHI 0035B 4.14)
  bool j, j_known;  // execution stands in ThumbEE code; that is known
};

// The bytes of one event, at the end of *to; none if its atom waits for company. False, and nothing done, if there is
// no such event in PFT.
bool pft_replay_event(struct pft_replay *r, const struct settings *s, const struct event *event,
                      struct trace_bytes *to);
// What still waits.
void pft_replay_end(struct pft_replay *r, const struct settings *s, struct trace_bytes *to);

#endif
