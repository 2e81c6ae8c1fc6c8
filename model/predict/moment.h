// SPDX-License-Identifier: Apache-2.0
// The pins around an item, and what must be traced with it.
#ifndef MOMENT_H
#define MOMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "etm3_port.h"
#include "selection.h"

struct history;

// The pins around an item, as the DUT sees them.
struct moment {
  uint64_t clock;       // the clock in which it was on the port, or in which the Cortex-A9's port delivered it
  uint64_t atb_clocks;  // clocks by then in which the ATB could take bytes
  uint64_t sent;        // bytes that had left four edges after it
  uint64_t left;        // bytes that had left before it was committed, and so do not report it
  uint64_t clocks;      // clocks since tracing was enabled, which a cycle count must report
  // Clocks from the write that cleared the Programming bit until tracing was enabled. ETM: from the last access while
  // the Programming bit or the Power Down bit was set. It is negative (modulo 2^64) if that access came later.
  uint64_t enabling;
#define ENABLING_UNKNOWN ((uint64_t)1 << 63)  // The start of `clocks` is not known.
  // The traced bits of TSVALUEB: in all clocks of the window (--latency), and from this item to the next waypoint.
  uint64_t stamp_low, stamp_high, low, high;
  bool evaluated;  // The sampling has set the members above. Otherwise only the clock is known.
  bool taken;      // The DUT has taken it.
  bool enabled;    // The TraceEnable event was true in all clocks of the window.
  bool unsure;     // It was not, but it may have been true in some of them.
  bool doubted;    // A write while the DUT runs (IHI 0035B 3.15.4), or a pause, may have ended tracing here.
  // `filtered`: Comparators or the start/stop block decide, too (selection.h). For a PTM they decide on the block after
  // the item. `is_undecided`: The next item was not presented yet, so `enabled` and `unsure` are those of the event
  // only.
  bool filtered, is_undecided;
  bool enabled_throughout;  // The event was true in all clocks of its window and of the windows up to the next item.
  // ETMv3:
  bool exits;      // an exception return that this version reports by a packet
  bool cancelled;  // an exception that cancels an instruction
  // Flags that are seldom used share a byte. So a moment has 128 bytes, and a shift computes its place in the ring.
  bool enabled_later : 1;    // It may have been true between this item and the next, so tracing may start there.
  bool restarts : 1;         // PTM: tracing may have been off before it, so that it may begin with an I-sync
  bool halts : 1;            // The port presented an entry to Debug state after it. The trace may report it.
  bool cancelled_known : 1;  // The instruction that it cancels, which is not an item, is known. Its moment was:
  bool cancelled_enabled : 1, cancelled_unsure : 1;
  uint8_t pauses : 2;   // the pauses by NIDEN and DBGEN before it, since WPTENABLE or ETMEN rose, modulo 4
  uint8_t vmid;         // of its clock
  uint32_t context_id;  // of its clock
  uint64_t cancelled_clocks, cancelled_stamp;
  uint32_t cancelled_context_id;
  struct etm3_branch branch;  // of an instruction
};

// ETMv3: adds to the moment of each step of a clock the values of the step. The first step is item `first`. Before the
// call, the moments have the values that all steps of the clock share. `withdrawn`: the moment of the instruction that
// the first step withdraws, or NULL. The last of these steps may be withdrawn already.
void moment_steps(const struct config *c, const struct history *history, size_t first,
                  const struct etm3_port_clock *port, const struct moment *withdrawn);
// ETMv3: adds the decisions of the filter on these steps.
void moment_filter(const struct history *history, size_t first, const struct etm3_port_clock *port,
                   const struct selection_answer *answers, uint32_t etmteevr);
// PTM: adds what the filter decides on the block that ends with item `i`.
void moment_filter_block(const struct history *history, size_t i, const struct selection_answer *answer,
                         uint32_t etmteevr);
// For a clock without a step: completes the step before item `first` with its target, or with the entry to Debug state.
void moment_late(const struct history *history, size_t first, const struct etm3_port_clock *port);
// NIDEN and DBGEN may have paused the DUT at this item, although WPTENABLE or ETMEN stayed HIGH (IHI 0035B 4.7.2).
void moment_paused(struct moment *moment);
// An exception cancels the instruction of this moment and takes over the moment. The clock of the exception is
// evaluated later.
void moment_cancelled(struct moment *moment);
// An exception that the DUT has not taken withdraws the step of this moment.
void moment_withdrawn(struct moment *moment);

#endif
