// SPDX-License-Identifier: Apache-2.0
// The sink: the other side of the unit's ATB. It takes beats or does not, flushes the unit and asks for
// synchronizations. It moves at the edges of the ATB only, which are drawn as well.
#ifndef SINK_H
#define SINK_H

#include <stdbool.h>
#include <stdint.h>

#include "drive_options.h"
#include "ports.h"
#include "pressure.h"
#include "rng.h"

struct sink {
  struct pressure_state pressure;
  struct rng edges;
  uint32_t atclken;            // percent of the clocks
  bool want_sync, want_flush;  // at the next edge of the ATB
};

void sink_start(struct sink *s, const struct drive_options *options);

// A reset of the unit begins: nothing is asked for any more.
void sink_reset(struct sink *s, struct ports_in *in);

// At an edge: ATCLKEN, ATREADY, AFVALID and SYNCREQ of the next clock. `sync`, `flush`: the stimulus asks for them.
void sink_step(struct sink *s, const struct ports_out *out, bool sync, bool flush, struct ports_in *in);

#endif
