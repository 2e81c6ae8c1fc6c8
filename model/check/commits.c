// SPDX-License-Identifier: Apache-2.0
#include "commits.h"

#include "observer.h"
#include "rule_unknown.h"
#include "traced.h"

// Returns whether the entry is an item.
static bool add_committed(struct observer *o, const struct wpt_entry *e) {
  if (e->is_hidden) return false;
  const size_t covered = o->ahead.covers[o->ahead.presented++ % COVERS];
  if (!unit_takes_waypoint(&o->programmed, &e->wp)) return false;
  history_add_waypoint(&o->history, &e->wp, covered);
  history_set_commit(&o->history, o->history.count - 1, e->presented, e->committed);
  history_moment(&o->history, o->history.count - 1)->clock = o->clock;
  return true;
}

// This clock decides whether the DUT takes the waypoint that the port delivered in the last one.
static void judge_last_commit(struct observer *o, const struct cycle *c) {
  const struct wpt_entry *e = o->wpt_port.last;
  if (!e) return;
  if (e->is_taken && e->unknown && c->was_reset) rules_unknown_commit(&o->rules, e, c);
  port_rules_commit(&o->port_rules, e, o->delivered_item, unit_takes_waypoint(&o->programmed, &e->wp));
}

void commits_clock(struct observer *o, struct cycle *c) {
  struct wpt_port *p = &o->wpt_port;
  wpt_port_clock(p, c);
  commit_coverage_clock(o, c);
  judge_last_commit(o, c);
  port_rules_clock(&o->port_rules, p, c, o->history.count);
  o->delivered_item = o->history.count;
  o->rules.loses_waypoints = p->most_outstanding > o->config.wpt_depth;
  o->stream.is_full = o->stream.is_full || p->is_full;
  c->presented = p->delivered && observer_make_room(o, 0) && add_committed(o, p->delivered);
  c->items = o->history.count;
}

// No clause states whether a DUT that has stopped has taken the newest waypoint.
static void set_optional(struct observer *o, const struct wpt_entry *e) {
  struct moment *m = history_moment(&o->history, o->history.count - 1);
  m->atb_clocks = o->cycle.atb_ready_edges;
  m->sent = m->left = e->left;
  m->clocks = e->clocks;
  m->stamp_low = m->low = e->stamp_low;
  m->stamp_high = m->high = e->stamp_high;
  m->evaluated = true;
  m->taken = m->unsure = e->is_taken && (e->committed < o->cycle.clock || o->cycle.is_enabled);
}

void commits_deliver_rest(struct observer *o) {
  struct wpt_port *p = &o->wpt_port;
  sampling_end(&o->sampling);
  if (!o->options.speculates) return;
  const bool is_newest_item = o->cycle.presented > 0 && o->cycle.items == o->history.count;
  if (p->delivered && is_newest_item) set_optional(o, p->delivered);
  for (; wpt_port_has_backlog(p); p->first++) {
    const struct wpt_entry *e = wpt_port_entry(p, p->first);
    if (observer_make_room(o, 0) && add_committed(o, e)) set_optional(o, e);
  }
  o->history.sampled = o->history.count;
}
