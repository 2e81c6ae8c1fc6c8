// SPDX-License-Identifier: Apache-2.0
// The trace unit, clock by clock: the pins of ptm_top or etm_top on every clock. docs/pipeline.md and
// docs/pipeline-pft.md, for an ETM docs/pipeline-etm3.md, say what each box does.
//
// For each clock, with the inputs that are sampled at its edge:
//
//   if (!in.resetn) unit_reset(&unit, &config);  // asynchronous: the outputs show it in this clock already
//   unit_outputs(&unit, &out);                   // registered outputs, before the edge
//   ... compare ...
//   unit_step(&unit, &in);                       // the edge
//
// Nothing here fails, allocates, prints or remembers anything outside struct unit, so units run side by side.
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
#include "etm3_plan.h"
#include "events.h"
#include "filter.h"
#include "packer.h"
#include "pft_filter.h"
#include "pft_front.h"
#include "pft_plan.h"
#include "ports.h"
#include "resources.h"
#include "storage.h"
#include "sync.h"
#include "trigger.h"

// What the unit has done since reset.
struct unit_stats {
  uint64_t waypoints;    // clocks in which WPTVALID, of an ETM an instruction, was sampled: the index of the next one
  uint64_t entries;      // pushed into the queue
  uint64_t lost;         // waypoints not traced because of an overflow. ETM: instructions; those that would not have
                         // been traced anyway do not count
  uint64_t overflows;    // overflows begun
  bool overflow_begins;  // one began in the last unit_step
};

struct unit_protocol;

// Read only from outside, and only for reports.
struct unit {
  const struct unit_protocol *protocol;
  struct apb apb;
  struct events events;
  struct resources resources;
  struct filter filter;
  struct pft_filter pft_filter;
  struct pft_front pft_front;
  struct pft_plan pft_plan;
  struct emit emit;
  struct packer packer;
  struct atb atb;
  struct drain drain;
  struct sync sync;
  struct trigger trigger;
  struct unit_stats stats;
  struct etm3_filter etm3_filter;
  struct etm3_front etm3_front;
  struct etm3_plan etm3_plan;
  struct queue queue;
  struct fifo fifo;
  uint8_t atid;  // ETMTRACEIDR, of all that is on its way
  bool anew;     // a register may be another than in the last clock, so what follows from them is to be found
};

// Reset state of the build `config`: the protocol that its etmidr tells, which CFGIDR must tell too; atb_bits,
// queue_depth and fifo_bytes in the ranges that config.h gives. What is programmed (ETMCR and so on) comes over APB, as
// in the RTL. Clears the statistics too.
void unit_reset(struct unit *u, const struct config *config);
void unit_outputs(const struct unit *u, struct ports_out *out);
// A step with in->resetn low does nothing: unit_reset has been called.
void unit_step(struct unit *u, const struct ports_in *in);

// The chunk that emit offers to the packer before the next edge, or NULL.
static inline const struct chunk *unit_chunk(const struct unit *u) { return u->emit.valid ? &u->emit.chunk : NULL; }

#endif
