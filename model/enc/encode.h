// SPDX-License-Identifier: Apache-2.0
// Waypoints -> trace bytes with no clock: what the trace unit would say if nothing ever had to wait.
#ifndef ENCODE_H
#define ENCODE_H

#include <stdint.h>

#include "config.h"
#include "front.h"
#include "plan.h"
#include "sync.h"
#include "trace_bytes.h"
#include "trigger.h"
#include "waypoint.h"

struct encoder {
  struct front front;
  struct plan plan;
  struct sync sync;
  struct trigger trigger;
  struct settings settings;
  uint32_t sync_period;   // bytes, ETMSYNCFR
  uint32_t trace_enable;  // ETMTEEVR
};

// Enabled and about to see its first waypoint. Reads from `config`: return_stack_depth, etmidr,
// etmccer, etmcr, etmauxcr, etmsyncfr, etmteevr; its timestamps are 0, and a count is the number of waypoints.
void encoder_reset(struct encoder *e, const struct config *config);
// Each appends whole packets to *to; running out of memory ends the program with exit code 2.
// The waypoint on which tracing starts is not traced itself: an I-sync at its target is.
void encode_waypoint(struct encoder *e, const struct waypoint *w, struct trace_bytes *to);
// A synchronization, as SYNCREQ asks for: at once, or after the next traced waypoint if there was none since the last.
void encode_sync(struct encoder *e, struct trace_bytes *to);
// The trigger event is true: a trigger packet, at once or behind the first A-sync. Once after each reset.
void encode_trigger(struct encoder *e, struct trace_bytes *to);
// The pending atoms, as a flush brings them out.
void encode_flush(struct encoder *e, struct trace_bytes *to);

#endif
