// SPDX-License-Identifier: Apache-2.0
// The encoder without clocks: waypoints of a PTM, or instruction slots of an ETM, to trace bytes. It is the trace of a
// unit in which no box ever waits (docs/pipeline-pft.md, docs/pipeline-etm3.md).
//
// Call order: encoder_reset, then any of the others in program order, then encode_flush at the end. Each call appends
// whole packets to *to. If there is no memory, the program ends with exit code 2.
#ifndef ENCODE_H
#define ENCODE_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "etm3_front.h"
#include "events.h"
#include "pft_front.h"
#include "plan.h"
#include "slot.h"
#include "sync.h"
#include "trigger.h"
#include "waypoint.h"

struct encoder {
  bool is_etm3;
  struct pft_front pft_front;
  struct plan plan;
  struct etm3_front etm3_front;
  struct sync sync;
  struct trigger trigger;
  struct settings settings;
  uint32_t sync_period;   // ETMSYNCFR: bytes, or clocks in ETMv3.0
  uint32_t trace_enable;  // ETMTEEVR
};

// Programmed and enabled, before the first waypoint. Reads from `config`: return_stack_depth, etmidr, etmccer, etmcr,
// etmauxcr, etmsyncfr, etmteevr. All timestamps are 0, and a PTM's cycle count is the number of waypoints.
void encoder_reset(struct encoder *e, const struct config *config);
// The waypoint at which tracing starts is not traced itself. The trace has an I-sync at its target.
void encode_waypoint(struct encoder *e, const struct waypoint *waypoint, struct trace_bytes *to);
// One clock of an ETM's instruction port, and `clocks` clocks without an instruction. For a PTM, encode_idle does
// nothing.
void encode_slots(struct encoder *e, const struct slots *slots, struct trace_bytes *to);
void encode_idle(struct encoder *e, uint32_t clocks, struct trace_bytes *to);
// A synchronization, as SYNCREQ requests it. It is at once if something was traced since the last one. Otherwise it
// follows the next traced waypoint, or the next P-header with an atom.
void encode_sync(struct encoder *e, struct trace_bytes *to);
// The trigger event becomes true. The trigger packet is at once, after the first A-sync. Only one call after each reset
// has an effect.
void encode_trigger(struct encoder *e, struct trace_bytes *to);
// Sends the pending atoms and, for an ETM, clocks, as a flush does. If nothing was sent before, the first A-sync
// precedes them.
void encode_flush(struct encoder *e, struct trace_bytes *to);

#endif
