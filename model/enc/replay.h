// SPDX-License-Identifier: Apache-2.0
// Events (docs/events.md) to trace bytes, without time. The events decide where A-sync, I-sync and timestamp packets
// are. The replay decides the contents and length of each packet (IHI 0035B 4.5, IHI 0014Q 7.3).
//
// Call order: replay_start, then replay_event for each event in order, then replay_end. If there is no memory, the
// program ends with exit code 2.
#ifndef REPLAY_H
#define REPLAY_H

#include <stdbool.h>

#include "config.h"
#include "etm3_replay.h"
#include "event.h"
#include "pft_replay.h"
#include "settings.h"

struct replay {
  bool is_etm3;
  struct settings settings;
  struct pft_replay pft;
  struct etm3_replay etm3;
};

void replay_start(struct replay *r, const struct config *config);
// Appends the bytes of one event to *to. There are none while its atom is pending. False, without an effect, if the
// protocol has no such event.
bool replay_event(struct replay *r, const struct event *event, struct trace_bytes *to);
// Sets whether the next timestamp is sent in full.
void replay_full_stamp(struct replay *r, bool full);
// Appends the atoms that are pending.
void replay_end(struct replay *r, struct trace_bytes *to);

#endif
