// SPDX-License-Identifier: Apache-2.0
// Presents waypoints before they are committed, as a Cortex-A9 does (docs/decisions/0010-speculative-waypoints.md). It
// is between the processor and the pins. The right path is the stimulus. Each of its waypoints is committed, in order
// and once. A wrong path has drawn waypoints, which WPTFLUSH discards.
//
// Call order: speculate_start. Then for the pins of each clock: speculate_begin; speculate_present, if the processor
// presents a waypoint; speculate_end. Times are in clocks.
#ifndef SPECULATE_H
#define SPECULATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ports.h"
#include "rng.h"
#include "waypoint.h"

enum { SPECULATE_ENTRIES = 8, SPECULATE_COMMITS = 3, SPECULATE_DELAY_MAX = 64 };

// The options. All of them are 0: each waypoint is committed in its own clock.
struct speculation {
  uint32_t wrong_path_percent;     // of the waypoints after which a wrong path begins
  uint32_t delay_low, delay_high;  // from the presentation of a waypoint to its commit
  uint32_t burst_percent;          // of the waypoints that are committed together with the next one
  bool flush_keeps;                // the waypoint in the clock of WPTFLUSH is not discarded
};

// The waypoints that a clock commits, without those that the trace unit must ignore.
struct commit_list {
  unsigned count;                       // 0 to 3
  size_t steps_end[SPECULATE_COMMITS];  // for each: the first step that it does not cover
};

// A waypoint of the right path that is not committed.
struct right_waypoint {
  struct waypoint wp;
  size_t steps_end;
  uint64_t due;         // clock of its commit, at the earliest
  bool hdbgen;          // HDBGEN in the clock in which it is presented
  bool waits_for_next;  // it is committed together with the next one
};

// What the processor may do in a clock.
struct speculate_may {
  bool enabled;     // WPTENABLE was HIGH in the clock before; otherwise the processor flushes its interface
  bool present;     // present waypoints
  bool go_on;       // go on with the stimulus
  bool mispredict;  // end a wrong path
};

struct speculate {
  struct speculation options;
  unsigned depth;  // the largest number of uncommitted waypoints
  struct rng paths, delays, bursts;
  uint64_t clock;
  // Waypoints of the right path, the oldest first. The first `presented` ones are uncommitted. A flush has discarded
  // the others, which are presented again. In a clock, one more than `depth` may come before the oldest is committed.
  struct right_waypoint right[SPECULATE_ENTRIES + 1];
  unsigned count, presented;
  unsigned wrong;  // uncommitted waypoints of the wrong path, which are younger than those of the right path
  bool is_on_wrong_path;
  unsigned wrong_left;         // waypoints of the wrong path that are not presented yet
  unsigned flush_wait;         // clocks from the last commit of the right path to the flush
  bool flushes_with_waypoint;  // the last waypoint of the wrong path is in the clock of the flush
  bool commits_with_flush;     // the last commit of the right path is in the clock of the flush
  // This clock.
  struct speculate_may may;
  unsigned outstanding;  // uncommitted waypoints before it
  unsigned commits;      // number of commits, without a waypoint that is presented in this clock
  bool presents_wrong, flushes;
  struct commit_list commit_list;
  size_t steps_end;  // the first step that no committed waypoint covers
};

// `depth`: entries of the trace unit's buffer, 1 or more. The processor uses at most SPECULATE_ENTRIES of them.
void speculate_start(struct speculate *s, const struct speculation *options, unsigned depth, uint64_t seed);

// A clock begins. True if the processor may take a clock of the stimulus and present a waypoint in it.
bool speculate_begin(struct speculate *s, struct speculate_may may);
// The processor presents the waypoint on the pins, which covers the steps before `steps_end`.
void speculate_present(struct speculate *s, const struct ports_in *in, size_t steps_end);
// Sets the pins of the waypoint port. `branches`: a wrong path may begin although no waypoint is presented.
void speculate_end(struct speculate *s, bool branches, struct ports_in *in);

// All waypoints of the right path that were presented are committed.
static inline bool speculate_is_settled(const struct speculate *s) { return s->presented == 0; }

#endif
