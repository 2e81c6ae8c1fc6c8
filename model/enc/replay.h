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
#include "etm3_encode.h"
#include "etm3_phdr.h"
#include "event.h"
#include "pft_encode.h"
#include "settings.h"

struct pft_replay {
  struct pft pft;
  bool aligned;     // an A-sync was sent, and no I-sync since
  bool full_stamp;  // the next timestamp is sent in full (IHI 0035B 4.14)
  bool j, j_known;  // execution is in ThumbEE state; this is known
};

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

// --- of one protocol -------------------------------------------------------------------------------------------------

// Appends the bytes of one event to *to. There are none while its atom is pending. False, without an effect, if PFT has
// no such event.
bool pft_replay_event(struct pft_replay *r, const struct settings *s, const struct event *event,
                      struct trace_bytes *to);
// Appends the atoms that are pending.
void pft_replay_end(struct pft_replay *r, struct trace_bytes *to);
// Appends the bytes of one event to *to. There are none while its atom may share a P-header with the next. False if
// ETMv3 has no such event.
bool etm3_replay_event(struct etm3_replay *r, const struct settings *s, const struct event *event,
                       struct trace_bytes *to);
// Appends the atoms that have not been sent.
void etm3_replay_end(struct etm3_replay *r, const struct settings *s, struct trace_bytes *to);

#endif
