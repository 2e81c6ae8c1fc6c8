// SPDX-License-Identifier: Apache-2.0
// What the fronts of both protocols have in common: their states and their wires. (docs/pipeline-pft.md#front,
// docs/pipeline-etm3.md#front)
#ifndef FRONT_H
#define FRONT_H

#include <stdbool.h>
#include <stdint.h>

#include "ports.h"
#include "settings.h"

enum __attribute__((packed)) front_state { FRONT_OFF, FRONT_ON, FRONT_OVERFLOW };

// What came in beside the processor's port in one clock.
struct front_times {
  uint64_t stamp;     // TSVALUEB
  bool clock_change;  // TSCLKCHANGE
  bool idle;          // PTMIDLEREQ, ETMWFIPENDING
};

static inline struct front_times front_times(const struct ports_in *in) {
  return (struct front_times){in->timestamp, in->clock_change, in->idle_request};
}

// What a PTM's filter says.
struct front_selection {
  bool plain;     // all is selected
  bool selected;  // the block of instructions that ends with the waypoint in `in` is
  bool begins;    // the one that ends with the waypoint at the pins is to be traced
};

// The wires of one clock.
struct front_in {
  const struct settings *settings;
  bool enabled, stopped;
  bool queue_full, queue_empty;
  bool drained;                 // the drain for an overflow is done
  bool forced;                  // an overflow is forced
  bool flush_begins;            // the drain begins a flush
  bool trace_enable;            // the TraceEnable event; of an ETM also: an instruction that is executed is selected
  bool stamp_event;             // the timestamp event
  bool forget_overflow;         // ETMSR[0] is cleared: the Programming bit is, or the unit is powered down
  const struct ports_in *pins;  // at the edge
  bool purge;  // an ETM's: nothing may stay held: the drain begins for a flush or for idle, or the unit stops
  const struct front_selection *selection;  // a PTM's; NULL: all is selected, and no comparator is looked at
};

struct front_out {
  bool push;             // *e into the queue
  bool overflow_begins;  // in this clock
  uint8_t lost;          // waypoints, instructions of an ETM, that are not traced because of an overflow
};

#endif
