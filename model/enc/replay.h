// SPDX-License-Identifier: Apache-2.0
// Events (docs/events.md) -> trace bytes, no time: what is told, and in how many bytes, is found here; only where an
// A-sync, an I-sync and a timestamp stand is given.
#ifndef REPLAY_H
#define REPLAY_H

#include <stdbool.h>

#include "config.h"
#include "etm3_replay.h"
#include "event.h"
#include "pft_encode.h"
#include "settings.h"
#include "trace_bytes.h"

struct replay {
  struct settings settings;
  struct pft pft;
  bool aligned;     // an A-sync was put, and no I-sync since
  bool full_stamp;  // the next timestamp is sent in full (IHI 0035B 4.14)
  struct etm3_replay etm3;
};

void replay_start(struct replay *r, const struct config *config);
// The bytes of one event, at the end of *to; none if its atom waits for company. False, and nothing done, if the
// protocol has no such event.
bool replay_event(struct replay *r, const struct event *event, struct trace_bytes *to);
// The atoms that still wait.
void replay_end(struct replay *r, struct trace_bytes *to);

#endif
