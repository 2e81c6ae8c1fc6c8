// SPDX-License-Identifier: Apache-2.0
// The Cortex-A9's waypoint port: the processor presents a waypoint speculatively, and commits or flushes it later (DDI
// 0388 table A-29, DDI 0407 table A.34; docs/decisions/0010). Only a committed waypoint is an item.
//
// The list has the waypoints in the order in which they were presented. In each clock of CLK it appends the waypoint
// that is presented, commits the oldest ones, and then flushes the others. It delivers one committed waypoint in a
// clock, which is the waypoint of the cycle.
#ifndef WPT_PORT_H
#define WPT_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "waypoint.h"

struct cycle;

// The list can hold MOST uncommitted waypoints. RING, a power of two, is the length of its ring, which also has the
// committed ones. FLUSHED waypoints are kept for a report: more than are presented between a packet and its comparison.
enum { WPT_PORT_MOST = 64, WPT_PORT_RING = 128, WPT_PORT_FLUSHED = 1 << 11 };

struct wpt_entry {
  struct waypoint wp;
  uint64_t presented, committed;   // clocks
  uint64_t left;                   // bytes that had left the DUT before the clock of its commit
  uint64_t clocks;                 // if `is_taken`: clocks from the rise of WPTENABLE to the clock after the commit
  uint64_t stamp_low, stamp_high;  // TSVALUEB, as far as it is traced, since it was presented: set by the sampling
  uint64_t unknown;                // the bits of struct pins.unknown[0]: these pins were x or z when it was presented
  bool is_hidden;                  // Halting debug-mode was disabled: the change of Debug state is no waypoint.
  bool may_trace;                  // NIDEN or DBGEN was HIGH when it was presented.
  bool follows_gap;                // WPTENABLE or RESETn was LOW since the entry before it was presented.
  bool follows_hdbgen_low;         // HDBGEN was LOW since then.
  bool is_taken;                   // WPTENABLE was HIGH in each clock from `presented` + 1 to `committed` + 1.
};

// A flushed waypoint, for a report.
struct wpt_flushed {
  struct waypoint wp;
  uint64_t presented, flushed;  // clocks
};

struct wpt_port {
  bool keeps_at_flush;  // The waypoint in the clock of WPTFLUSH stays (WPT-O3).
  struct wpt_entry at[WPT_PORT_RING];
  // Entries by number: committed from `first` on, uncommitted from `committed` on.
  uint64_t first, committed, end;
  struct wpt_entry *delivered, *last;  // in this clock, in the clock before; NULL: none
  uint64_t decided;                    // `is_taken` is final for the entries before this one.
  uint64_t enabled_at;                 // the clock of the last rise of WPTENABLE
  unsigned commits;                    // WPTCOMMIT of this clock
  bool presents, is_empty, flushes;    // WPTVALID, WPTFIFOEMPTY and WPTFLUSH of this clock
  unsigned excess;                     // By how much WPTCOMMIT of this clock exceeds the entries, unless `has_dropped`.
  unsigned waiting;                    // entries of earlier clocks that this clock neither commits nor flushes
  unsigned most_outstanding;           // the largest number of uncommitted entries at the end of a clock
  bool is_full;                        // More than WPT_PORT_MOST waypoints were uncommitted.
  bool has_begun;                      // A clock was evaluated.
  bool has_request;                    // WPTCOMMIT or WPTFLUSH was HIGH.
  bool has_dropped;              // The processor may commit waypoints that the list does not have. A flush ends this.
  bool has_gap, has_hdbgen_low;  // of the next entry: `follows_gap`, `follows_hdbgen_low`
  struct wpt_flushed flushed[WPT_PORT_FLUSHED];  // a ring: the last of `flushed_count`
  uint64_t flushed_count;
};

void wpt_port_start(struct wpt_port *p, bool keeps_at_flush);
// At each edge of CLK, after cycle_decode(). Sets the waypoint of the cycle.
void wpt_port_clock(struct wpt_port *p, struct cycle *c);
// RESETn is LOW, or the core has no power. The list becomes empty.
void wpt_port_reset(struct wpt_port *p);

static inline struct wpt_entry *wpt_port_entry(struct wpt_port *p, uint64_t number) {
  return &p->at[number % WPT_PORT_RING];
}
static inline unsigned wpt_port_outstanding(const struct wpt_port *p) { return (unsigned)(p->end - p->committed); }
// Committed waypoints that were not delivered yet.
static inline bool wpt_port_has_backlog(const struct wpt_port *p) { return p->first < p->committed; }

#endif
