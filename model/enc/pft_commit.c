// SPDX-License-Identifier: Apache-2.0
// The buffer of waypoints before the front of a PTM.
#include "pft_commit.h"

static unsigned smaller(unsigned a, unsigned b) { return a < b ? a : b; }

// The requests of the processor in this clock. If the unit takes none, nothing is presented or committed, and all
// uncommitted waypoints are flushed.
struct request {
  bool presents, flushes;
  unsigned commits;
};

static struct request request_of(const struct ports_in *in, bool takes) {
  if (!takes) return (struct request){.flushes = true};
  return (struct request){.presents = in->wpt_valid, .flushes = in->wpt_flush, .commits = in->wpt_commit};
}

// Returns the number of waypoints that are filled with the presented waypoint. A waypoint that the unit ignores takes
// an entry too, because WPTCOMMIT counts it.
static unsigned store(struct pft_commit *commit, const struct ports_in *in, const struct request *request) {
  if (!request->presents) return commit->filled;
  // If any waypoint is committed, one leaves at this edge.
  const bool has_entry = commit->filled < commit->depth || commit->committed > 0 || request->commits > 0;
  const bool is_after_loss = commit->lost > 0 || commit->gap;
  if (!has_entry || is_after_loss) {
    commit->lost = (uint8_t)smaller(commit->lost + 1u, PFT_COMMIT_LOST_MAX);
    return commit->filled;
  }
  *pft_commit_at(commit, commit->filled) =
      (struct pft_commit_entry){.waypoint = in->wpt, .is_accepted = pft_commit_accepts(in)};
  return commit->filled + 1u;
}

// Commits the oldest waypoints, then those that were not stored.
static void take_commits(struct pft_commit *commit, unsigned filled, const struct ports_in *in, unsigned commits) {
  const unsigned first = smaller(commits, filled - commit->committed);
  const unsigned late = smaller(commits - first, commit->lost);
  for (unsigned i = 0; i < first; i++) pft_commit_at(commit, commit->committed + i)->stamp = in->timestamp;
  commit->committed = (uint8_t)(commit->committed + first);
  commit->lost = (uint8_t)(commit->lost - late);
  commit->gap = (uint8_t)smaller(commit->gap + late, PFT_COMMIT_LOST_MAX);
}

void pft_commit_step(struct pft_commit *commit, const struct ports_in *in, bool takes, struct pft_port *port) {
  const struct request request = request_of(in, takes);
  unsigned filled = store(commit, in, &request);
  take_commits(commit, filled, in, request.commits);

  const bool pops = commit->committed > 0;
  *port = (struct pft_port){.losses = pops ? 0 : commit->gap, .pending = commit->gap || pops};
  if (request.flushes) {
    filled = commit->committed;
    commit->lost = 0;
  }
  if (pops) {
    const struct pft_commit_entry *leaving = pft_commit_at(commit, 0);
    if (leaving->is_accepted) port->waypoint = &leaving->waypoint;
    commit->stamp = leaving->stamp;
    port->age = leaving->age;
    commit->oldest = (uint8_t)((commit->oldest + 1) % PFT_COMMIT_ROOM);
    commit->committed--;
    filled--;
  }
  commit->filled = (uint8_t)filled;
  if (!pops) commit->gap = 0;
  for (unsigned i = 0; i < commit->committed; i++) pft_commit_at(commit, i)->age++;
}
