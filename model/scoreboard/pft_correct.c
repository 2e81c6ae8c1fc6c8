// SPDX-License-Identifier: Apache-2.0
// PFT: the correct form of a wrong packet, from the waypoints that were presented.
#include "pft_counts.h"
#include "pft_walk.h"

static bool broadcasts(const struct scoreboard *s) { return s->config->etmcr & ETMCR_BRANCH_BROADCAST; }

// Returns false if the flow found the contradiction at another address than the target of the item before. For a later
// item the address of the flow is unknown, and the result is true.
static bool flow_was_there(const struct scoreboard *s, size_t i) {
  uint8_t isa;
  if (!s->error.found_by_flow || i > s->at.item) return true;
  return i > s->history->first && pft_next_address(s->history, i - 1, &isa) == s->error.address && isa == s->error.isa;
}

static void set_state(const struct scoreboard *s, const struct waypoint *w, struct packet *p) {
  const bool hyp = s->traced.hyp && w->hyp;
  if (p->info_bytes == 0 && p->ns != w->ns) p->info_bytes = 1;
  if (p->info_bytes < 2 && p->hyp != hyp) p->info_bytes = 2;
  p->ns = w->ns;
  p->hyp = hyp;
}

// Whether an atom certainly reports waypoint `w`. An indirect branch that is taken counts as having a branch packet,
// although it may be a return to the top of the return stack. A change of state requires a branch packet, too.
static bool has_atom(const struct scoreboard *s, const struct waypoint *w) {
  const struct stream_totals *t = &s->failed.totals;
  const bool barrier = w->type == WAYPOINT_BARRIER;
  if (w->type > WAYPOINT_INDIRECT && !barrier) return false;
  if (!w->taken) return true;
  if (w->type == WAYPOINT_INDIRECT || broadcasts(s)) return false;
  return barrier || (t->ns == w->ns && !pft_is_hidden(w));
}

static bool atoms(const struct scoreboard *s, size_t i, unsigned atom, struct packet *p) {
  const struct history *h = s->history;
  for (unsigned n = atom; n < p->atom_count; n++, i++) {
    if (i >= h->count) return false;
    const struct waypoint *w = history_waypoint(h, i);
    const bool last = n + 1 == p->atom_count;
    if (!has_atom(s, w)) return false;
    if (!last && (pft_ends_tracing(w) || !history_moment(h, i)->enabled)) return false;
    p->atoms = (uint16_t)((p->atoms & ~(1u << n)) | (unsigned)!w->taken << n);
  }
  return true;
}

static bool exception(const struct scoreboard *s, const struct waypoint *w, struct packet *p) {
  enum { DEBUG = 1, SHORT = 15 };
  const bool debug = w->type == WAYPOINT_DEBUG_ENTRY;
  if (!debug && w->type != WAYPOINT_EXCEPTION) return false;
  p->exception = debug ? DEBUG : w->exception;
  if (p->exception > SHORT) p->info_bytes = 2;
  if (debug) return true;
  p->address = w->target;
  if (pft_is_hidden(w)) return true;
  p->isa = pft_target_isa(w);
  set_state(s, w, p);
  return true;
}

// A direct branch has a packet only with branch broadcast, or to report a new state.
static bool branch(const struct scoreboard *s, const struct waypoint *w, struct packet *p) {
  const bool barrier = w->type == WAYPOINT_BARRIER;
  const uint8_t before = s->error.found_by_flow ? s->error.isa : s->failed.flow.isa;
  const uint8_t isa = barrier ? before : pft_target_isa(w);
  const uint32_t target = barrier ? pft_address_after(w, isa) : w->target;
  if ((w->type > WAYPOINT_INDIRECT && !barrier) || !w->taken) return false;
  if (w->type != WAYPOINT_INDIRECT && !broadcasts(s) && (barrier || p->address != target)) return false;
  p->address = target;
  if (barrier || !pft_is_hidden(w)) p->isa = isa;
  if (!barrier && !pft_is_hidden(w)) set_state(s, w, p);
  return true;
}

static bool periodic(const struct scoreboard *s, size_t i, struct packet *p) {
  if (i == s->history->first || pft_ends_tracing(history_waypoint(s->history, i - 1))) return false;
  const struct waypoint *w = history_waypoint(s->history, i - 1);
  p->address = pft_next_address(s->history, i - 1, &p->isa);
  p->value = w->context_id & s->traced.context;
  p->hyp = s->traced.hyp && w->hyp;
  if (!s->at.has_pending_ns) p->ns = w->ns;
  return true;
}

// Sets the waypoint update of the last instruction before an exception or before a waypoint update. `execution`: the
// address of the flow. Returns false if no instruction was executed from there on.
static bool update(const struct waypoint *w, uint8_t isa, uint32_t execution, struct packet *p) {
  if (w->type != WAYPOINT_EXCEPTION && w->type != WAYPOINT_DEBUG_ENTRY && w->type != WAYPOINT_UPDATE) return false;
  p->isa = isa;
  p->address = w->pc - (isa != ISA_ARM && !w->t32 ? 2 : 4);
  return w->pc != execution;
}

// Corrects the cycle count: the sum of the counts must be the clocks up to the waypoint.
static bool count(const struct scoreboard *s, size_t i, struct packet *p) {
  const struct stream_totals *t = &s->failed.totals;
  if (!p->has_count || !s->traced.cycles || s->error.found_by_flow || t->saturated) return true;
  const enum counts_reading reading = pft_counts_reading(s);
  const uint64_t clocks = pft_counts_clocks(s->history, i, reading);
  const uint64_t right = p->cycle_count + clocks - (s->at.clocks_base[reading] + t->clocks);
  p->cycle_count = (uint32_t)right;
  return right == p->cycle_count;
}

bool pft_correct(const struct scoreboard *s, size_t i, unsigned atom, struct packet *p) {
  const struct waypoint *w = i < s->history->count ? history_waypoint(s->history, i) : NULL;
  if (p->kind == PACKET_ATOM) {
    const bool is_later = !s->error.found_by_flow || i > s->at.item;
    return is_later && w && atoms(s, i, atom, p) && count(s, i, p);
  }
  if (p->kind == PACKET_BRANCH) {
    if (!w || !flow_was_there(s, i)) return false;
    return (p->exception ? exception(s, w, p) : branch(s, w, p)) && count(s, i, p);
  }
  if (p->kind == PACKET_ISYNC) return p->reason == ISYNC_PERIODIC && flow_was_there(s, i) && periodic(s, i, p);
  if (p->kind != PACKET_WAYPOINT_UPDATE || !s->error.found_by_flow) return false;
  return w && flow_was_there(s, i) && update(w, s->error.isa, s->error.address, p);
}

// Corrects the cycle count of an I-sync, with the tolerance of pft_counts_fit().
static bool sync_count(const struct scoreboard *s, size_t i, struct packet *p) {
  const struct stream_totals *t = &s->failed.totals;
  const struct moment *m = history_moment(s->history, i);
  if (!p->has_count || !s->traced.cycles || t->saturated || !isync_count_is_known(s->config, p->reason)) return true;
  if (m->enabling == ENABLING_UNKNOWN && !s->at.started) return true;
  const enum counts_reading reading = pft_counts_reading(s);
  const uint64_t reported = s->at.clocks_base[reading] + t->clocks, more = pft_counts_more(s, i, t, reading);
  const uint64_t clocks = pft_counts_clocks(s->history, i, reading);
  const bool may_be_less = pft_counts_may_have_paused(s, i);
  if ((reported >= clocks || may_be_less) && reported <= clocks + more) return true;
  const uint64_t right = p->cycle_count + clocks - reported;
  p->cycle_count = (uint32_t)right;
  return more == 0 && right == p->cycle_count;
}

bool pft_correct_sync(const struct scoreboard *s, size_t i, struct packet *p) {
  const struct waypoint *w = history_waypoint(s->history, i);
  if (!s->protocol->may_start(s, i)) return false;
  p->address = pft_next_address(s->history, i, &p->isa);
  p->ns = w->ns;
  p->hyp = s->traced.hyp && w->hyp;
  p->value = w->context_id & s->traced.context;
  return sync_count(s, i, p);
}
