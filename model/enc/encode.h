// SPDX-License-Identifier: Apache-2.0
// Waypoints, or an ETM's instruction slots, -> trace bytes with no clock: what the trace unit would say if nothing ever
// had to wait.
#ifndef ENCODE_H
#define ENCODE_H

#include <stdint.h>

#include "config.h"
#include "etm3_front.h"
#include "etm3_plan.h"
#include "events.h"
#include "pft_front.h"
#include "pft_plan.h"
#include "slot.h"
#include "sync.h"
#include "trace_bytes.h"
#include "trigger.h"
#include "waypoint.h"

struct encoder_protocol;

struct encoder {
  const struct encoder_protocol *protocol;
  struct pft_front pft_front;
  struct pft_plan pft_plan;
  struct etm3_front etm3_front;
  struct etm3_plan etm3_plan;
  struct sync sync;
  struct trigger trigger;
  struct settings settings;
  uint32_t sync_period;   // bytes, of ETMv3.0 clocks: ETMSYNCFR
  uint32_t trace_enable;  // ETMTEEVR
};

// Enabled and about to see its first waypoint. Reads from `config`: return_stack_depth, etmidr,
// etmccer, etmcr, etmauxcr, etmsyncfr, etmteevr; its timestamps are 0, and a PTM's count is the number of waypoints.
void encoder_reset(struct encoder *e, const struct config *config);
// Each appends whole packets to *to; running out of memory ends the program with exit code 2.
// The waypoint on which tracing starts is not traced itself: an I-sync at its target is.
void encode_waypoint(struct encoder *e, const struct waypoint *w, struct trace_bytes *to);
// An ETM: one clock of the instruction port, and `clocks` clocks with nothing on it, which are nothing to a PTM.
void encode_slots(struct encoder *e, const struct slots *slots, struct trace_bytes *to);
void encode_idle(struct encoder *e, uint32_t clocks, struct trace_bytes *to);
// A synchronization, as SYNCREQ asks for: at once, or after the next traced waypoint, the next P-header with an atom,
// if there was none since the last.
void encode_sync(struct encoder *e, struct trace_bytes *to);
// The trigger event is true: a trigger packet, at once, behind the first A-sync. Once after each reset.
void encode_trigger(struct encoder *e, struct trace_bytes *to);
// The pending atoms (and clocks, of an ETM), as a flush brings them out; before all, the first A-sync.
void encode_flush(struct encoder *e, struct trace_bytes *to);

#endif
