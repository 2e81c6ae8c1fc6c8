// SPDX-License-Identifier: Apache-2.0
// The wires of the plans of both protocols (docs/pipeline-pft.md#plan, docs/pipeline-etm3.md#plan).
#ifndef PLAN_H
#define PLAN_H

#include <stdbool.h>

#include "settings.h"

struct pft_entry;
struct etm3_entry;

// The wires of one clock.
struct plan_in {
  union {  // the head of the queue, NULL if not valid
    const struct pft_entry *pft_head;
    const struct etm3_entry *etm3_head;
  };
  const struct settings *settings;
  bool emit_ready;
  bool sync_request, mark_request;
  bool trigger_request;  // only while the front is not in OVERFLOW, in which it waits
  bool stopped;
};

// True if there is a request. `|` reads each byte by itself; `||` would read all three at once, and wait for the stores
// of the bytes.
static inline bool plan_requested(const struct plan_in *in) {
  return in->sync_request | in->trigger_request | in->mark_request;
}

struct plan_out {
  bool pop;                          // the queue's head
  bool async, isync, trigger, mark;  // this packet is sent in this clock
};

#endif
