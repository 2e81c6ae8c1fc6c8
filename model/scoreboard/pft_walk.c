// SPDX-License-Identifier: Apache-2.0
// Walks over the items: the address of execution after each item, and the contents of a return stack.
#include "pft_walk.h"

#include "register.h"
#include "scoreboard_wrong.h"

static const struct waypoint *next_item(const struct scoreboard *s) {
  return s->at.item < s->history->count ? history_waypoint(s->history, s->at.item) : NULL;
}

uint32_t pft_next_address(const struct history *h, size_t i, uint8_t *isa) {
  const struct waypoint *w = history_waypoint(h, i);
  *isa = pft_target_isa(w);
  if (!waypoint_falls_through(w)) return w->target;
  if (i > h->first && !pft_ends_tracing(history_waypoint(h, i - 1))) *isa = pft_target_isa(history_waypoint(h, i - 1));
  return pft_address_after(w, *isa);
}

static uint32_t size_of(const struct waypoint *w, uint8_t isa) { return isa != ISA_ARM && !w->t32 ? 2 : 4; }

static void go_to(struct scoreboard *s, uint32_t address, uint8_t isa, bool known) {
  s->at.execution = (struct execution_at){.address = address, .isa = isa, .known = known};
}

// --- return stack (IHI 0035B 4.13) ----------------------------------------------------------------------------------

static bool stack_is_on(const struct config *c) { return config_uses(c, FIELD_ETMCR_RETURN_STACK); }

static void push(struct scoreboard *s, uint32_t address, uint8_t isa) {
  struct scoreboard_returns *r = &s->at.returns;
  r->at[r->top % SCOREBOARD_RETURNS].address = address;
  r->at[r->top++ % SCOREBOARD_RETURNS].isa = isa;
  r->count += r->count < SCOREBOARD_RETURNS;
}

// An E atom without a branch packet: the branch went to the newest return address.
static bool pop(struct scoreboard *s, const struct flow_event *e, const struct waypoint *w) {
  struct scoreboard_returns *r = &s->at.returns;
  if (r->count == 0) {
    return scoreboard_wrong(s, e->offset, "E atom on the indirect branch at 0x%08X, but the return stack is %s", w->pc,
                            stack_is_on(s->config) ? "empty" : "off");
  }
  const unsigned top = --r->top % SCOREBOARD_RETURNS;
  r->count--;
  if (r->at[top].address == w->target && r->at[top].isa == pft_target_isa(w)) return true;
  return scoreboard_wrong(s, e->offset,
                          "return at 0x%08X: the return stack says to 0x%08X %s, the processor went to 0x%08X %s",
                          w->pc, r->at[top].address, isa_name[r->at[top].isa], w->target, isa_name[pft_target_isa(w)]);
}

bool pft_walk_security(struct scoreboard *s, const struct flow_event *e, const struct waypoint *w) {
  struct scoreboard_position *at = &s->at;
  if (!e->passed) return true;
  if (e->indirect && !e->reported) {
    if (at->returns_known & 1 && (at->returns_ns & 1) != w->ns && !pft_is_hidden(w)) {
      return scoreboard_wrong(s, e->offset,
                              "E atom for the return at 0x%08X to ns=%d, but the return address on the stack has ns=%d",
                              w->pc, w->ns, !w->ns);
    }
    at->returns_ns >>= 1;
    at->returns_known >>= 1;
  }
  if (!e->link || at->item == 0) return true;
  const struct waypoint *before = history_waypoint(s->history, at->item - 1);
  const bool known = before->ns == e->ns && w->ns == e->ns && !pft_is_hidden(before) && !pft_is_hidden(w);
  at->returns_ns = at->returns_ns << 1 | e->ns;
  at->returns_known = at->returns_known << 1 | known;
  return true;
}

// --- one event of the flow ------------------------------------------------------------------------------------------

// A waypoint update (4.5.5, 5.2.1): the instruction at `start` was executed. It is the last one before the exception
// that is the next item, or one of those before the next waypoint.
static bool update(struct scoreboard *s, struct flow_event *e) {
  const struct execution_at *execution = &s->at.execution;
  const struct waypoint *w = next_item(s);
  if (execution->known && e->isa != execution->isa) {
    return scoreboard_wrong(s, e->offset, "waypoint update is in %s state, expected %s", isa_name[e->isa],
                            isa_name[execution->isa]);
  }
  const bool last =
      w && (w->type == WAYPOINT_EXCEPTION || w->type == WAYPOINT_DEBUG_ENTRY || w->type == WAYPOINT_UPDATE);
  e->end = last ? e->start + size_of(w, e->isa) : e->start;
  const bool branch = w && (w->type <= WAYPOINT_INDIRECT || w->type == WAYPOINT_BARRIER);
  if (execution->known && branch && e->start - execution->address >= w->pc - execution->address) {
    return scoreboard_wrong(s, e->offset, "waypoint update is at 0x%08X, expected 0x%08X to 0x%08X", e->start,
                            execution->address, w->pc);
  }
  if (execution->known && last && e->start - execution->address >= e->end - execution->address) {
    return scoreboard_wrong(s, e->offset, "waypoint update is at 0x%08X, expected 0x%08X", e->start,
                            execution->address);
  }
  go_to(s, e->end, e->isa, last);
  return true;
}

bool pft_walk_complete(struct scoreboard *s, struct flow_event *e) {
  const struct execution_at *execution = &s->at.execution;
  const struct waypoint *w = next_item(s);
  if (e->kind == FLOW_EXCEPTION) {
    e->end = execution->known || !w ? execution->address : w->pc;
    return true;
  }
  if (!e->waypoint) return update(s, e);
  e->isa = execution->isa;
  e->start = e->end = execution->address;
  if (!w || (w->type > WAYPOINT_INDIRECT && w->type != WAYPOINT_BARRIER)) return true;
  e->end = w->pc + size_of(w, execution->isa);
  e->indirect = w->type == WAYPOINT_INDIRECT;
  e->barrier = w->type == WAYPOINT_BARRIER;
  e->link = w->link;
  e->eret = w->eret;
  if (e->reported || e->barrier) return true;
  e->target = w->target;
  e->target_isa = pft_target_isa(w);
  return true;
}

bool pft_walk_target(struct scoreboard *s, const struct flow_event *e, const struct waypoint *w) {
  const bool goes = e->passed && w->type != WAYPOINT_BARRIER;
  return !goes || !e->indirect || e->reported || pop(s, e, w);
}

void pft_walk_past(struct scoreboard *s, const struct flow_event *e, const struct waypoint *w) {
  if (e->kind == FLOW_EXCEPTION) {
    go_to(s, w->target, pft_target_isa(w), !pft_is_hidden(w));
    return;
  }
  if (e->passed && e->link && stack_is_on(s->config)) push(s, e->end, e->isa);
  const bool goes = e->passed && !e->barrier;
  if (goes) go_to(s, w->target, pft_target_isa(w), !pft_is_hidden(w));
  if (!goes) go_to(s, e->end, e->isa, true);
}

// --- I-syncs: both kinds clear the return stack (4.13) --------------------------------------------------------------

void pft_walk_start(struct scoreboard *s, const struct flow_event *e) {
  s->at.returns = (struct scoreboard_returns){0};
  go_to(s, e->start, e->isa, true);
}

bool pft_walk_periodic(struct scoreboard *s, const struct flow_event *e) {
  const struct execution_at *execution = &s->at.execution;
  s->at.returns = (struct scoreboard_returns){0};
  if (!execution->known || (e->start == execution->address && e->isa == execution->isa)) return true;
  return scoreboard_field_wrong(s, e->offset, "periodic I-sync is at 0x%08X %s, expected 0x%08X %s", e->start,
                                isa_name[e->isa], execution->address, isa_name[execution->isa]);
}
