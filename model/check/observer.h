// SPDX-License-Identifier: Apache-2.0
// The observer of a DUT (docs/observer.md). It reads the pins at each edge. Its results are those of the scoreboard and
// of the architecture rules. It drives no pin, and does not know the driver.
//
//   observer_start(&o, &options, image)
//   observer_edge(&o, &pins, true)     at each edge
//   observer_end(&o)
#ifndef OBSERVER_H
#define OBSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "bounds.h"
#include "commit_coverage.h"
#include "cycle.h"
#include "join.h"
#include "last_write.h"
#include "monitor.h"
#include "port_rules.h"
#include "ports.h"
#include "rules.h"
#include "sampling.h"
#include "scope.h"
#include "scoreboard.h"
#include "stream_reader.h"
#include "unseen.h"
#include "used.h"
#include "wpt_port.h"

enum {
  BLOCK = 1024,  // clocks between two comparisons of bytes
  COVERS = 256,  // more than the number of waypoints whose steps can be given before the port delivers them
};

// What stopped the DUT: indices of `stops`.
enum { OBSERVER_PROGRAMMING, OBSERVER_OS_LOCK, OBSERVER_POWER_DOWN, OBSERVER_PINS, OBSERVER_STOPS };

struct observer_options {
  struct config config;           // how the DUT is built and programmed, as far as this is known without the APB
  struct register_values resets;  // values of registers after a reset, by the description of the DUT
  bool strict;  // The DUT follows docs/pipeline*.md: the rules and windows of the reference RTL apply.
  int latency_low, latency_high;  // clocks after that of an item in which the DUT may sample EXTIN and TSVALUEB for it
  struct rules_limits windows;    // of the architecture rules, or WINDOW_DEFAULT
  struct rule_set rules_off;      // rules that are not evaluated
  bool shared_atb;                // The ATB has other sources, too: only beats with the ATID of the DUT are its beats.
  bool keeps_bytes;               // All bytes are stored, not only those that a report may need.
  bool speculates;                // PTM: the processor's port is that of the Cortex-A9, with speculative waypoints.
  bool keeps_at_flush;            // The waypoint in the clock of WPTFLUSH is not flushed (WPT-O3).
  bool has_outputs;               // EXTOUT is connected.
  uint8_t filter_late;            // blocks (ETM: instructions) that may be traced after those that comparators select
  struct bounds bounds;           // requested bounds; CHECK_DEFAULT: the bound depends on the run (observer_bounds)
};

// Where the DUT is in its trace stream. A stream begins at a start of the DUT.
enum stream_state {
  STREAM_NONE,    // The DUT was not started, or a reset has ended its stream.
  STREAM_OPEN,    // The DUT was started, and no end of the trace was seen.
  STREAM_SILENT,  // Pins have stopped it for SILENCE clocks without trace. ETMSR may still report how the stream ended.
  STREAM_ENDED,   // The DUT has stopped, and all its trace has left.
};

// The stream that the DUT sends, and how far it is compared (streams.c).
struct stream {
  enum stream_state state;
  uint64_t started_at, started_bytes;  // The clock of the last start, and the bytes that had left by then.
  bool started_disabled;               // WPTENABLE was 0 at the last start.
  bool started_by_pins;                // NIDEN or DBGEN started the DUT, so an A-sync need not come first.
  unsigned silent_clocks;              // Clocks without trace since pins stopped the DUT.
  bool may_force_overflow;
  // PFT: ETMTEEVR of the stream that is compared names comparators only, so it is decided with the waypoint (IHI 0035A
  // 3.3.2).
  bool by_comparators;
  uint64_t compared_bytes;
  // Another check has failed, or a register is missing: the end of the stream is not checked, and the items stay for
  // the report.
  bool is_frozen;
  bool is_full;       // There is no space for another item.
  bool has_mismatch;  // The scoreboard has found a contradiction.
  uint64_t mismatch_clock;
  // Bits of enum config_register: registers of unknown value without which no packet can be read; registers of unknown
  // value while the DUT ran.
  uint32_t needed_registers, unknown_registers;
  // The last write to such a needed register before the first start without its value; later writes may follow.
  struct last_write unknown_write;
  uint64_t unknown_write_reset;  // the clock of a reset between that write and the start; 0: there was none
};

// The stream was started, and has not ended. It may be silent.
static inline bool stream_is_unfinished(const struct stream *s) {
  return s->state == STREAM_OPEN || s->state == STREAM_SILENT;
}

// The clocks of the last events. `stopped`: the write or the pins that stopped the DUT. `disabled`: WPTENABLE fell.
// `reset`: RESETn, or a loss of power.
struct last_clocks {
  uint64_t status_read, stopped, disabled, reset;
};

// Events since the run began.
struct observer_counts {
  uint64_t flushes, syncs, triggers, resets;
  uint64_t stops[OBSERVER_STOPS], restarts;  // A restart is a start after a stop.
  bool has_stopped;                          // The DUT has stopped since its last start or reset.
};

// PTM: the steps that a caller gives before their waypoint is on the port.
struct executed_steps {
  size_t covers[COVERS];      // A ring: for each waypoint the number of steps up to it.
  uint64_t known, presented;  // Waypoints whose steps are given, and waypoints on the port.
};

struct observer {
  struct observer_options options;
  struct config config;      // of the stream that is compared
  struct config programmed;  // of the items that are presented now; differs from `config` while `unseen` has starts
  bool etm;
  uint64_t clock;  // edges of CLK so far
  struct cycle cycle;
  struct registers registers;
  struct etm3_port port;
  struct wpt_port wpt_port;      // if `speculates`
  size_t delivered_item;         // the number of the item that it delivers in this clock
  struct port_rules port_rules;  // A violation is a fault of the processor's port, not of the DUT.
  struct history history;
  struct selection filter;
  struct sampling sampling;
  struct sent sent;
  struct rules rules;
  struct scoreboard scoreboard;
  struct unseen unseen;
  struct coverage coverage;
  struct commit_coverage commit_coverage;  // if `speculates`
  struct used used;
  struct scope scope;
  struct last_writes last_writes;
  struct join *join;            // rows of packets and items; NULL: not requested
  struct predicted *predicted;  // the file for the waves; NULL: not requested
  struct stream stream;
  struct last_clocks last;
  struct observer_counts counts;
  struct executed_steps ahead;
};

// `image` may be NULL. Otherwise it must outlive the observer. `steps`: observer_executed() will be called. Exits with
// 2 when out of memory, as observer_join() does.
void observer_start(struct observer *o, const struct observer_options *options, const struct image *image, bool steps);
// Call it before the first edge. Joined rows go to `sink`, the last of them in observer_end().
void observer_join(struct observer *o, join_sink *sink, void *user);
// Call it before the first edge. Beats, items and predictions of the checker go to `beats`, until observer_stop().
void observer_beats(struct observer *o, FILE *beats);
// PTM: gives the steps that the next waypoint on the port covers, if they are known. Call it before the clock of that
// waypoint.
void observer_executed(struct observer *o, const struct step *steps, size_t count);
// Evaluates an edge of CLK (`clk`) and of the buses whose ATCLKEN and PCLKEN are 1, or an edge of a bus only.
void observer_edge(struct observer *o, const struct pins *pins, bool clk);
// RESETn was low between two edges.
void observer_reset(struct observer *o);
// Makes space for the items of a clock and for `steps` steps. Returns false if there is none.
bool observer_make_room(struct observer *o, size_t steps);
// A register has the value `value` from the last edge on.
void observer_register(struct observer *o, uint16_t offset, uint32_t value);
// The bounds of the stream that is compared, as the run so far determines them.
struct bounds observer_bounds(const struct observer *o);
// Compares the remaining bytes, at the end of the run.
void observer_end(struct observer *o);
// Frees the observer.
void observer_stop(struct observer *o);

#endif
