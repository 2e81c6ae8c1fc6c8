// SPDX-License-Identifier: Apache-2.0
// PFT: cycle counts. The sum of all counts since a start must be the clocks up to the waypoint (IHI 0035B 4.4).
//
// On the Cortex-A9's port a waypoint is presented in one clock and committed in another. No clause states which of the
// two a count refers to, so both readings are possible at first. Each compared count leaves the readings that it fits,
// and a run must fit one of them (docs/decisions/0010).
#ifndef PFT_COUNTS_H
#define PFT_COUNTS_H

#include "scoreboard_protocol.h"

// The clocks from the rise of WPTENABLE up to waypoint `i`.
static inline uint64_t pft_counts_clocks(const struct history *h, size_t i, enum counts_reading reading) {
  const uint64_t clocks = history_moment(h, i)->clocks;
  return reading == COUNTS_COMMIT ? clocks : clocks - (history_committed(h, i) - history_presented(h, i));
}
// The reading that a message shows. Commit, if both are possible.
static inline enum counts_reading pft_counts_reading(const struct scoreboard *s) {
  return s->at.counts & 1 << COUNTS_COMMIT ? COUNTS_COMMIT : COUNTS_PRESENTATION;
}

// Waypoint `i` is the next one. Returns false if the sum of all counts is wrong.
bool pft_counts_compare(struct scoreboard *s, const struct scoreboard_event *event, size_t i);
// The readings with which the sum fits an I-sync after waypoint `i`. Bits of enum counts_reading; 0: it does not fit.
unsigned pft_counts_fit(const struct scoreboard *s, size_t i, const struct scoreboard_event *event);
// The count of an I-sync after waypoint `i` may be less than the clocks up to the waypoint.
bool pft_counts_may_have_paused(const struct scoreboard *s, size_t i);
// By how many clocks the count of an I-sync at waypoint `i` may exceed those up to the waypoint. If comparators decide
// on the block after the waypoint, the DUT decides at the end of the block, so the clocks of the block are added.
uint64_t pft_counts_more(const struct scoreboard *s, size_t i, const struct stream_totals *t,
                         enum counts_reading reading);
// The flow continues after waypoint `i`, at the I-sync of `event`, which fits with these readings. 0: its count is the
// first one, or is unknown, so the next counts are compared from there.
void pft_counts_resume(struct scoreboard *s, size_t i, const struct scoreboard_event *event, unsigned readings);
// "commit", "presentation" or "either": the readings that are left.
const char *pft_counts_name(const struct scoreboard *s);

#endif
