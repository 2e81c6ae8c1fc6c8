// SPDX-License-Identifier: Apache-2.0
// The states and wires that the fronts of both protocols share (docs/pipeline-pft.md#front,
// docs/pipeline-etm3.md#front).
#ifndef FRONT_H
#define FRONT_H

#include <stdbool.h>
#include <stdint.h>

#include "pft_commit.h"
#include "ports.h"
#include "settings.h"

enum __attribute__((packed)) front_state { FRONT_OFF, FRONT_ON, FRONT_OVERFLOW };

// The inputs of one clock other than the processor's port.
struct front_times {
  uint64_t stamp;     // TSVALUEB
  bool clock_change;  // TSCLKCHANGE
  bool idle;          // PTMIDLEREQ, ETMWFIPENDING
};

static inline struct front_times front_times(const struct ports_in *in) {
  return (struct front_times){in->timestamp, in->clock_change, in->idle_request};
}

// The result of a PTM's filter.
struct front_selection {
  bool selects_all;  // every block is selected
  bool selected;     // the block of instructions that ends with the waypoint in `in` is selected
  bool begins;       // the block that ends with the waypoint at the port is to be traced
};

// The wires of one clock.
struct front_in {
  const struct settings *settings;
  bool enabled, stopped;
  bool queue_full, queue_empty;
  bool drained;                 // the drain for an overflow is done
  bool forced;                  // an overflow is forced
  bool flush_begins;            // the drain begins a flush
  bool trace_enable;            // the TraceEnable event; for an ETM, only if an executed instruction is selected
  bool stamp_event;             // the timestamp event
  bool forget_overflow;         // ETMSR[0] is cleared, because the Programming bit is cleared or the unit is powered
                                // down
  const struct ports_in *pins;  // ETM: at the edge
  struct pft_port port;         // PTM
  bool purge;  // ETM: the front must push what it holds, because the drain starts for a flush or idle, or the unit
               // stops
  const struct front_selection *selection;  // PTM: NULL if all blocks are selected and no comparator is used
};

struct front_out {
  bool push;             // *e into the queue
  bool overflow_begins;  // in this clock
  uint8_t lost;          // PTM: waypoints, ETM: instructions, that are not traced because of an overflow
};

#endif
