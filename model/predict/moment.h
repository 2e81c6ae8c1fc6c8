// SPDX-License-Identifier: Apache-2.0
// What the pins were around an item, and so what must be traced with it.
#ifndef MOMENT_H
#define MOMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "etm3_port.h"
#include "selection.h"

struct history;

// The pins around an item (scoreboard.h), as the unit sees them.
struct moment {
  uint64_t clock;       // in which it was on the port
  uint64_t atb_clocks;  // clocks by then in which the ATB could take
  uint64_t sent;        // bytes that had left four edges behind it
  uint64_t left;        // those that had left before its clock, and tell nothing of it
  uint64_t clocks;      // since tracing was enabled: those that must be told with it
  uint64_t enabling;    // PFT: those from the write that cleared the Programming bit until tracing was enabled
#define ENABLING_UNKNOWN UINT64_MAX  // then `clocks` count from anywhere
  uint64_t stamp_low,
      stamp_high;      // TSVALUEB with it, as much of it as is told: in all clocks of the window (--latency)
  uint64_t low, high;  // the same, from it to the next waypoint
  bool taken;          // the DUT has taken it: otherwise nothing but its clock is known
  bool enabled;        // by the TraceEnable event, in all clocks of the window
  bool unsure;         // by that event in some of them, not in others
  bool doubted;        // a write while the unit runs may have ended tracing with it (IHI 0035B 3.15.4)
  bool enabled_later;  // in a clock between it and the next waypoint, so that tracing can start there
  // Where comparators or the start/stop block decide (selection.h), too. Of a PTM it is the block behind it, so it is
  // open until the next item has come: then `enabled` and `unsure` are of the event alone.
  bool filtered, open, event;  // event: true in all clocks of the windows of it and of the clocks to the next item
  bool restarts;               // PTM: tracing may have been off before it, so that it may begin with an I-sync
  // ETMv3:
  bool exits;            // an exception return that this version can tell as one
  bool cancelled;        // an exception that cancels an instruction
  bool cancelled_known;  // and that instruction, which is no item of its own, is known; of it:
  bool cancelled_enabled, cancelled_unsure;
  uint64_t cancelled_clocks, cancelled_stamp;
  uint32_t cancelled_context_id;
  uint32_t context_id;  // in its clock
  uint8_t vmid;
  bool halts;                 // Debug state was presented as entered next, and may be told
  struct etm3_branch branch;  // of an instruction
};

// ETMv3: the moments of the steps of a clock, the first of them item `first`, have what the steps share. Adds what each
// step has of its own. `withdrawn`: the moment of the instruction that the first step withdraws, or NULL. The last of
// these steps may be withdrawn already.
void moment_steps(const struct config *c, const struct history *history, size_t first,
                  const struct etm3_port_clock *port, const struct moment *withdrawn);
// ETMv3: what comparators say of them is added.
// `event`: ETMTEEVR.
void moment_filter(const struct history *history, size_t first, const struct etm3_port_clock *port,
                   const struct selection_answer *answers, uint32_t event);
// PTM: likewise of the block between item i - 1 and item `i`, which has come with `event`.
void moment_filter_block(const struct history *history, size_t i, const struct selection_answer *answer,
                         uint32_t event);
// Of a clock with no step: the last one before item `first` is told where it went, or that Debug state follows.
void moment_late(const struct history *history, size_t first, const struct etm3_port_clock *port);
// The instruction of this moment is withdrawn by an exception, which stands in its place before it is looked at itself.
void moment_cancelled(struct moment *moment);
// The step of this moment is withdrawn by an exception that is not looked at.
void moment_withdrawn(struct moment *moment);

#endif
