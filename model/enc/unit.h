// SPDX-License-Identifier: Apache-2.0
// The reference model of the trace unit, clock by clock: all pins of ptm_top or etm_top. docs/pipeline.md,
// docs/pipeline-pft.md and docs/pipeline-etm3.md specify each box.
//
// For each clock, with the inputs that are sampled at its edge:
//
//   if (!in.resetn) unit_reset(&unit, &config);  // asynchronous: the outputs of this clock show it
//   unit_outputs(&unit, &out);                   // registered outputs, before the edge
//   ... compare ...
//   unit_step(&unit, &in);                       // the edge
//
// No function fails, allocates, prints or has state outside struct unit, so several units can run in parallel.
#ifndef UNIT_H
#define UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "apb.h"
#include "atb.h"
#include "config.h"
#include "drain.h"
#include "emit.h"
#include "etm3_filter.h"
#include "etm3_front.h"
#include "events.h"
#include "filter.h"
#include "packer.h"
#include "pft_commit.h"
#include "pft_filter.h"
#include "pft_front.h"
#include "plan.h"
#include "ports.h"
#include "resources.h"
#include "storage.h"
#include "sync.h"
#include "trigger.h"

// Statistics since reset.
struct unit_stats {
  uint64_t waypoints;    // clocks in which a waypoint or, for an ETM, an instruction was sampled: the index of the next
                         // one
  uint64_t entries;      // entries pushed into the queue
  uint64_t lost;         // waypoints, or an ETM's instructions, not traced because of an overflow. Instructions that
                         // would not have been traced do not count
  uint64_t overflows;    // overflows started
  bool overflow_begins;  // an overflow started in the last unit_step
};

struct unit_protocol;

// Other files only read it, and only for reports.
struct unit {
  const struct unit_protocol *protocol;
  struct apb apb;
  struct events events;
  struct resources resources;
  struct filter filter;
  struct pft_commit pft_commit;
  struct pft_filter pft_filter;
  struct pft_front pft_front;
  struct plan plan;
  struct emit emit;
  struct packer packer;
  struct atb atb;
  struct drain drain;
  struct sync sync;
  struct trigger trigger;
  struct debug_request debug_request;
  struct unit_stats stats;
  struct etm3_filter etm3_filter;
  struct etm3_front etm3_front;
  struct queue queue;
  struct fifo fifo;
  uint8_t atid;  // ETMTRACEIDR of the trace that is being sent
  bool stale;    // a register may have changed, so what follows from the registers must be computed again
};

// The reset state of the build `config`. Its etmidr selects the protocol, and CFGIDR must be of the same protocol.
// atb_bits, queue_depth, fifo_bytes and wpt_depth must be in the ranges of config.h, and wpt_depth 0 for an ETM. ETMCR
// and all other programming comes through the APB, as in the RTL. Clears the statistics too.
void unit_reset(struct unit *unit, const struct config *config);
void unit_outputs(const struct unit *unit, struct ports_out *out);
// A step with in->resetn low does nothing, because unit_reset has been called.
void unit_step(struct unit *unit, const struct ports_in *in);

// The chunk that emit offers to the packer before the next edge, or NULL.
static inline const struct chunk *unit_chunk(const struct unit *unit) {
  return unit->emit.valid ? &unit->emit.chunk : NULL;
}

#endif
