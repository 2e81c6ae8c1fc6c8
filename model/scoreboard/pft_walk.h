// SPDX-License-Identifier: Apache-2.0
// PFT without code: what the code says of a flow, the waypoints of the processor's port say. Where execution stands,
// and the return stack, follow from them. Used by pft_scoreboard.c and the report.
//
// What code says                                      What the port says
// the next waypoint is a branch or a barrier (2.2)    WPTTYPE of the next item
// it writes LR; it is an exception return             WPTLINK, WPTEXTERET
// it ends there; an instruction has so many bytes     WPTPC, WPTT32LINK
// a direct branch leads there                         WPTTARGETPC and its state
#ifndef PFT_WALK_H
#define PFT_WALK_H

#include "scoreboard_protocol.h"

static inline uint8_t pft_target_isa(const struct waypoint *w) { return isa_of(w->target_t, w->target_j); }
// Tracing is prohibited behind it, or Debug state is: where it goes is not told.
static inline bool pft_is_hidden(const struct waypoint *w) { return w->type == WAYPOINT_DEBUG_ENTRY || w->prohibited; }

// Tracing ends with it, and cannot start: what is executed there is secret, or Jazelle.
static inline bool pft_ends_tracing(const struct waypoint *w) {
  return pft_is_hidden(w) || (w->taken && pft_target_isa(w) == ISA_JAZELLE);
}
// Execution goes on behind the waypoint.
static inline bool pft_falls_through(const struct waypoint *w) {
  return !w->taken || w->type == WAYPOINT_BARRIER || w->type == WAYPOINT_UPDATE;
}
// The address there. `isa`: of the instruction at the waypoint.
static inline uint32_t pft_address_after(const struct waypoint *w, uint8_t isa) {
  return w->type == WAYPOINT_UPDATE ? w->pc : w->pc + (isa != ISA_ARM && !w->t32 ? 2 : 4);
}
// Where it goes on after waypoint `i`, by the port, and in which instruction set. WPTTARGETPC of a waypoint that falls
// through says nothing.
uint32_t pft_next_address(const struct history *h, size_t i, uint8_t *isa);

// By how many clocks the count of an I-sync at waypoint `i` may exceed those up to the waypoint. Where comparators have
// decided on the block behind the waypoint, its clocks are among them: the unit has seen that only then.
static inline uint64_t pft_walk_more_clocks(const struct scoreboard *s, size_t i, const struct stream_totals *t) {
  const struct moment *m = history_moment(s->history, i);
  const bool waits = m->filtered && i + 1 < s->history->count;
  const uint64_t from = m->clocks, to = waits ? history_moment(s->history, i + 1)->clocks : 0;
  return t->clocks_since_waypoint + (s->at.started ? 0 : m->enabling) + (to > from ? to - from : 0);
}

// The flow stands where an I-sync that is not periodic says.
void pft_walk_start(struct scoreboard *s, const struct flow_event *e);
// Adds to an event of the flow what the next item says. False: they contradict each other.
bool pft_walk_complete(struct scoreboard *s, struct flow_event *e);
// The event is that of branch or barrier `w`, so far. Is where it went what was told or the return stack has? False:
// wrong.
bool pft_walk_target(struct scoreboard *s, const struct flow_event *e, const struct waypoint *w);
// The event is that of waypoint `w`, with code or without. False: an atom of a return that leads to another security
// state than that of the return address (4.13). Where that was pushed before a change was reported, any is right.
bool pft_walk_security(struct scoreboard *s, const struct flow_event *e, const struct waypoint *w);
// Behind waypoint `w`, which event `e` has told.
void pft_walk_past(struct scoreboard *s, const struct flow_event *e, const struct waypoint *w);
// A periodic I-sync (IHI 0035B 4.5.2): it must repeat where execution stands.
bool pft_walk_periodic(struct scoreboard *s, const struct flow_event *e);

#endif
