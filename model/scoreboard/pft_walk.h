// SPDX-License-Identifier: Apache-2.0
// PFT without code: the waypoints of the processor's port supply what the code would say about the flow. The address of
// execution and the return stack follow from them. pft_scoreboard.c and the report use it.
//
// With code                                           Without code, from the port
//
// the next waypoint is a branch or a barrier (2.2)    WPTTYPE of the next item.
// it writes LR; it is an exception return             WPTLINK, WPTEXTERET.
// the address and the size of an instruction          WPTPC, WPTT32LINK.
// the target of a direct branch                       WPTTARGETPC and its state.
#ifndef PFT_WALK_H
#define PFT_WALK_H

#include "scoreboard_protocol.h"

static inline uint8_t pft_target_isa(const struct waypoint *w) { return isa_of(w->target_t, w->target_j); }
// Tracing is prohibited after the waypoint, or it enters Debug state, so its target is not traced.
static inline bool pft_is_hidden(const struct waypoint *w) { return w->type == WAYPOINT_DEBUG_ENTRY || w->prohibited; }

// Tracing ends with the waypoint, and cannot start at its target: tracing is prohibited there, or the code is Jazelle.
static inline bool pft_ends_tracing(const struct waypoint *w) {
  return pft_is_hidden(w) || (w->taken && pft_target_isa(w) == ISA_JAZELLE);
}
// The address after the waypoint. `isa`: the instruction set of the instruction at the waypoint.
static inline uint32_t pft_address_after(const struct waypoint *w, uint8_t isa) {
  return w->type == WAYPOINT_UPDATE ? w->pc : w->pc + (isa != ISA_ARM && !w->t32 ? 2 : 4);
}
// The address and the instruction set at which execution continues after waypoint `i`, by the port. WPTTARGETPC is not
// valid for a waypoint that falls through.
uint32_t pft_next_address(const struct history *h, size_t i, uint8_t *isa);

// Execution is at the address of an I-sync that is not periodic.
void pft_walk_start(struct scoreboard *s, const struct flow_event *e);
// Adds to an event of the flow what the next item supplies. Returns false if the two contradict each other.
bool pft_walk_complete(struct scoreboard *s, struct flow_event *e);
// The event is that of branch or barrier `w`. Returns false if an indirect branch without a packet went to another
// address than that of the return stack.
bool pft_walk_target(struct scoreboard *s, const struct flow_event *e, const struct waypoint *w);
// The event is that of waypoint `w`, with code or without. Returns false if an atom reports a return to another
// security state than that of the return address (4.13). If the address was pushed before a change was reported, each
// state is accepted.
bool pft_walk_security(struct scoreboard *s, const struct flow_event *e, const struct waypoint *w);
// Moves execution past waypoint `w`, which event `e` has reported.
void pft_walk_past(struct scoreboard *s, const struct flow_event *e, const struct waypoint *w);
// A periodic I-sync (IHI 0035B 4.5.2) must repeat the address of execution.
bool pft_walk_periodic(struct scoreboard *s, const struct flow_event *e);

#endif
