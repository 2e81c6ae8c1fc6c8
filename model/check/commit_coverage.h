// SPDX-License-Identifier: Apache-2.0
// Functional coverage of the Cortex-A9's port: commits, flushes, stops, and bursts that an overflow loses.
#ifndef COMMIT_COVERAGE_H
#define COMMIT_COVERAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct cycle;
struct flow_event;
struct observer;
struct stream_items;

// MOST is the largest buffer of the reference RTL. A larger number counts as MOST.
enum { COMMIT_COVERAGE_COMMITS = 3, COMMIT_COVERAGE_MOST = 8 };

// A request for PTMIDLEACK that waits for its answer: a waypoint was uncommitted in each of its clocks, or not.
enum commit_coverage_idle { COMMIT_IDLE_NONE, COMMIT_IDLE_UNCOMMITTED, COMMIT_IDLE_SETTLED };

struct commit_coverage {
  uint64_t commit[COMMIT_COVERAGE_COMMITS + 1];     // clocks by WPTCOMMIT
  uint64_t commit_same_clock;                       // waypoints committed in the clock in which they are presented
  uint64_t age[COMMIT_COVERAGE_MOST + 1];           // delivered waypoints by the clocks since their commit
  uint64_t flush_level[COMMIT_COVERAGE_MOST + 1];   // flushes by the uncommitted waypoints of earlier clocks
  uint64_t flush_with_commit, flush_with_waypoint;  // flushes in a clock with a commit, a waypoint
  uint64_t flushed_prohibited, flushed_debug_entry, flushed_exception;  // flushed waypoints
  // Overflows whose first lost waypoint was committed in a burst, and further bursts of which an overflow lost two
  // waypoints or more. A burst is a clock that commits more than one waypoint.
  uint64_t burst_begins_overflow, burst_in_overflow;
  // Falls of WPTENABLE while a waypoint that the DUT has taken waits for earlier ones of its burst, and while a
  // waypoint is uncommitted.
  uint64_t stop_backlog, stop_uncommitted;
  uint64_t idle_uncommitted;  // answers to PTMIDLEREQ, if a waypoint was uncommitted in each clock of the request
  // After the last clock.
  unsigned uncommitted;
  uint64_t flushed_count;  // of the port (wpt_port.h)
  enum commit_coverage_idle idle;
};

// In each clock, after wpt_port_clock().
void commit_coverage_clock(struct observer *o, const struct cycle *c);
// The items of an event are final (stream_reader.h). `user` is the observer.
void commit_coverage_settled(void *user, const struct flow_event *e, const struct stream_items *items);
// Writes the lines that coverage_write() leaves out.
void commit_coverage_write(const struct commit_coverage *v, FILE *file);

#endif
