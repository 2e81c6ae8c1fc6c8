// SPDX-License-Identifier: Apache-2.0
#include "wpt_port.h"

#include "cycle.h"

void wpt_port_start(struct wpt_port *p, bool keeps_at_flush) {
  *p = (struct wpt_port){.keeps_at_flush = keeps_at_flush, .has_gap = true};
}

// Removes the entries from `first` on. A gap before one of them is a gap before the next entry.
static void remove_from(struct wpt_port *p, uint64_t first) {
  for (uint64_t i = first; i < p->end; i++) {
    p->has_gap = p->has_gap || wpt_port_entry(p, i)->follows_gap;
    p->has_hdbgen_low = p->has_hdbgen_low || wpt_port_entry(p, i)->follows_hdbgen_low;
  }
  p->end = first;
}

void wpt_port_reset(struct wpt_port *p) {
  p->has_dropped = p->has_dropped || p->end > p->committed;
  p->first = p->committed = p->decided = p->end;
  p->delivered = p->last = NULL;
  p->has_gap = true;
}

// Decides whether the entries that were committed in the last clock are taken: WPTENABLE must be HIGH in this clock,
// too.
static void decide(struct wpt_port *p, const struct cycle *c) {
  for (; p->decided < p->committed; p->decided++) {
    struct wpt_entry *e = wpt_port_entry(p, p->decided);
    e->is_taken = e->is_taken && c->is_enabled;
    e->clocks = c->clock - p->enabled_at;
  }
}

// WPTENABLE rises. Drops the waypoints that were presented before the last clock. The DUT does not take these, because
// WPTENABLE was LOW in the clock after each of them.
static void rise(struct wpt_port *p, const struct cycle *c) {
  uint64_t kept = p->end;
  p->enabled_at = c->clock;
  if (kept > p->committed && wpt_port_entry(p, kept - 1)->presented + 1 == c->clock) kept--;
  if (kept == p->committed) return;
  p->has_dropped = true;
  if (kept < p->end) *wpt_port_entry(p, p->committed) = *wpt_port_entry(p, kept);
  p->end -= kept - p->committed;
}

static void append(struct wpt_port *p, const struct cycle *c) {
  const struct ports_in *in = &c->pins->in;
  if (p->end - p->first >= WPT_PORT_RING - 2) return;  // The entry that was delivered last is still read.
  *wpt_port_entry(p, p->end++) = (struct wpt_entry){.wp = in->wpt,
                                                    .presented = c->clock,
                                                    .unknown = c->pins->unknown[0],
                                                    .is_hidden = ports_halts_unseen(in),
                                                    .may_trace = c->may_trace,
                                                    .follows_gap = p->has_gap,
                                                    .follows_hdbgen_low = p->has_hdbgen_low};
  p->has_gap = p->has_hdbgen_low = false;
}

static void commit(struct wpt_port *p, const struct cycle *c) {
  const unsigned wanted = c->pins->in.wpt_commit, outstanding = wpt_port_outstanding(p);
  const unsigned count = wanted < outstanding ? wanted : outstanding;
  p->excess = p->has_dropped ? 0 : wanted - count;
  for (unsigned i = 0; i < count; i++) {
    struct wpt_entry *e = wpt_port_entry(p, p->committed++);
    e->committed = c->clock;
    e->left = c->bytes_before;
    e->clocks = c->clock + 1 - p->enabled_at;
    e->is_taken = e->presented == c->clock || c->is_enabled;
  }
}

static void flush(struct wpt_port *p, const struct cycle *c) {
  struct wpt_entry youngest = *wpt_port_entry(p, p->end - 1);
  const bool keeps = p->keeps_at_flush && p->end > p->committed && youngest.presented == c->clock;
  for (uint64_t i = p->committed; i < p->end - keeps; i++) {
    const struct wpt_entry *e = wpt_port_entry(p, i);
    p->flushed[p->flushed_count++ % WPT_PORT_FLUSHED] =
        (struct wpt_flushed){.wp = e->wp, .presented = e->presented, .flushed = c->clock};
  }
  remove_from(p, p->committed);
  p->has_dropped = false;
  if (!keeps) return;
  youngest.follows_gap = p->has_gap;
  youngest.follows_hdbgen_low = p->has_hdbgen_low;
  p->has_gap = p->has_hdbgen_low = false;
  *wpt_port_entry(p, p->end++) = youngest;
}

static void deliver(struct wpt_port *p, struct cycle *c) {
  p->delivered = wpt_port_has_backlog(p) ? wpt_port_entry(p, p->first++) : NULL;
  c->waypoint = p->delivered && !p->delivered->is_hidden ? &p->delivered->wp : NULL;
}

// Counts the entries of earlier clocks that are uncommitted after the commits of this clock, and are not flushed.
static void count(struct wpt_port *p, const struct cycle *c) {
  const unsigned outstanding = wpt_port_outstanding(p);
  const bool is_presented = outstanding > 0 && wpt_port_entry(p, p->end - 1)->presented == c->clock;
  p->waiting = c->pins->in.wpt_flush ? 0 : outstanding - is_presented;
}

void wpt_port_clock(struct wpt_port *p, struct cycle *c) {
  const struct ports_in *in = &c->pins->in;
  p->last = p->delivered;
  p->commits = in->wpt_commit;
  p->presents = in->wpt_valid;
  p->is_empty = in->wpt_fifo_empty;
  p->flushes = in->wpt_flush;
  p->excess = p->waiting = 0;
  c->waypoint = NULL;
  c->has_backlog = c->is_finishing = false;
  // Waypoints may be uncommitted that were presented before the first clock.
  if (!p->has_begun) p->has_dropped = c->is_enabled;
  p->has_begun = true;
  p->has_request = p->has_request || in->wpt_commit > 0 || in->wpt_flush;
  if (c->is_reset) {
    p->has_dropped = p->has_dropped || in->wpt_valid;
    wpt_port_reset(p);
    return;
  }
  decide(p, c);
  if (c->is_enabled && !c->before.is_enabled) rise(p, c);
  p->has_gap = p->has_gap || !c->is_enabled;
  p->has_hdbgen_low = p->has_hdbgen_low || !in->hdbgen;
  if (in->wpt_valid) append(p, c);
  commit(p, c);
  count(p, c);
  if (in->wpt_flush) flush(p, c);
  const unsigned outstanding = wpt_port_outstanding(p);
  if (outstanding > p->most_outstanding) p->most_outstanding = outstanding;
  p->is_full = p->is_full || outstanding > WPT_PORT_MOST;
  deliver(p, c);
  c->has_backlog = wpt_port_has_backlog(p);
  c->is_finishing = !c->is_enabled && p->last && p->last->is_taken;
}
