// SPDX-License-Identifier: Apache-2.0
// Events (docs/events.md) to trace bytes of an ETM, without time. replay.h explains the call order.
#ifndef ETM3_REPLAY_H
#define ETM3_REPLAY_H

#include <stdbool.h>

#include "etm3_encode.h"
#include "etm3_phdr.h"
#include "event.h"
#include "settings.h"

struct etm3_replay {
  struct etm3 etm3;
  struct etm3_phdr phdr;
  bool full_stamp;   // the next timestamp is sent in full: an A-sync came after the last one (IHI 0014Q 7.10.2)
  bool open;         // a cycle has started that the collector does not have yet, because more may come in it
  bool held;         // an instruction was executed in the open cycle
  bool passed;       // the instruction passed its condition
  bool splits;       // struct config: split_at_trigger
  bool has_trigger;  // a trigger was sent before the P-header of the instruction that comes with it
};

// Appends the bytes of one event to *to. There are none while its atom may share a P-header with the next. False if
// ETMv3 has no such event.
bool etm3_replay_event(struct etm3_replay *r, const struct settings *s, const struct event *event,
                       struct trace_bytes *to);
// Appends the atoms that have not been sent.
void etm3_replay_end(struct etm3_replay *r, const struct settings *s, struct trace_bytes *to);

#endif
