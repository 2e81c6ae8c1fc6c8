// SPDX-License-Identifier: Apache-2.0
// The box commit: waypoints that the processor has presented wait here until it commits or flushes them
// (docs/pipeline-pft.md#commit, docs/decisions/0010-speculative-waypoints.md). In each clock of a unit with this
// buffer, unit.c calls pft_commit_step before the filter and the front.
#ifndef PFT_COMMIT_H
#define PFT_COMMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "ports.h"
#include "waypoint.h"

// The outputs of one clock. Without a buffer, all but `waypoint` are 0.
struct pft_port {
  const struct waypoint *waypoint;  // that the front samples at this edge, valid until the next clock; NULL: none
  uint8_t age;                      // clocks since its commit
  uint8_t losses;  // committed waypoints that were not stored, and are missing before the next waypoint
  bool pending;    // the front must stay enabled for a waypoint or a loss
};

struct pft_commit_entry {
  struct waypoint waypoint;
  uint64_t stamp;    // TSVALUEB in the clock of its commit, if it is committed
  uint8_t age;       // clocks since its commit, if it is committed
  bool is_accepted;  // pft_commit_accepts, when it was presented
};

// More than the largest depth, so that an entry that has left is intact until the next clock.
enum { PFT_COMMIT_ROOM = 16, PFT_COMMIT_LOST_MAX = 255 };

// The oldest `committed` of the `filled` waypoints are committed.
struct pft_commit {
  uint8_t depth;  // WptDepth; 0: there is no buffer, and each waypoint is committed when it is presented
  uint8_t oldest, filled, committed;
  uint8_t lost;    // uncommitted waypoints that were not stored
  uint8_t gap;     // committed waypoints that were not stored, and of which the front has not been notified
  uint64_t stamp;  // of the entry that left last
  struct pft_commit_entry entries[PFT_COMMIT_ROOM];
};

// Debug state is a waypoint only with Halting debug-mode (IHI 0035B 5.3.8).
static inline bool pft_commit_accepts(const struct ports_in *in) { return in->wpt_valid && !ports_halts_unseen(in); }

// Entry `i` of those that are filled, from the oldest on.
static inline struct pft_commit_entry *pft_commit_at(struct pft_commit *commit, unsigned i) {
  return &commit->entries[(commit->oldest + i) % PFT_COMMIT_ROOM];
}

// One clock. Writes *port completely. `takes`: the unit takes waypoints and commits in this clock.
void pft_commit_step(struct pft_commit *commit, const struct ports_in *in, bool takes, struct pft_port *port);

#endif
