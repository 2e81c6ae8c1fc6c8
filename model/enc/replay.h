// SPDX-License-Identifier: Apache-2.0
// Events (docs/events.md) -> trace bytes, no time: what is told, and in how many bytes, is found here; only where an
// A-sync, an I-sync and a timestamp stand is given.
#ifndef REPLAY_H
#define REPLAY_H

#include <stdbool.h>

#include "config.h"
#include "etm3_replay.h"
#include "event.h"
#include "pft_replay.h"
#include "settings.h"
#include "trace_bytes.h"

struct replay_protocol;

struct replay {
  const struct replay_protocol *protocol;
  struct settings settings;
  struct pft_replay pft;
  struct etm3_replay etm3;
};

void replay_start(struct replay *r, const struct config *config);
// The bytes of one event, at the end of *to; none if its atom waits for company. False, and nothing done, if the
// protocol has no such event.
bool replay_event(struct replay *r, const struct event *event, struct trace_bytes *to);
// Whether the next timestamp is sent in full is somebody else's choice.
void replay_full_stamp(struct replay *r, bool full);
// The atoms that still wait.
void replay_end(struct replay *r, struct trace_bytes *to);

#endif
