// SPDX-License-Identifier: Apache-2.0
// Events (docs/events.md) -> trace bytes of an ETM, no time; see replay.h.
#ifndef ETM3_REPLAY_H
#define ETM3_REPLAY_H

#include <stdbool.h>

#include "etm3_encode.h"
#include "etm3_phdr.h"
#include "event.h"
#include "settings.h"
#include "trace_bytes.h"

struct etm3_replay {
  struct etm3 etm3;
  struct etm3_phdr phdr;
  bool full_stamp;   // the next timestamp is sent in full: there was an A-sync since the last (IHI 0014Q 7.10.2)
  bool open;         // a cycle has begun that the collector does not know of yet, for more may come in it:
  bool held;         // an instruction was executed in it,
  bool passed;       // and passed its condition
  bool splits;       // struct config: split_at_trigger
  bool has_trigger;  // a trigger was sent before the P-header of the instruction that comes with it
};

// The bytes of one event, at the end of *to; none if its atom waits for company. False if there is no such event in
// ETMv3.
bool etm3_replay_event(struct etm3_replay *r, const struct settings *s, const struct event *event,
                       struct trace_bytes *to);
// What still waits.
void etm3_replay_end(struct etm3_replay *r, const struct settings *s, struct trace_bytes *to);

#endif
