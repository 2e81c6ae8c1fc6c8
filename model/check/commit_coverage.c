// SPDX-License-Identifier: Apache-2.0
#include "commit_coverage.h"

#include <inttypes.h>

#include "observer.h"

static unsigned at_most(uint64_t count) {
  return count < COMMIT_COVERAGE_MOST ? (unsigned)count : COMMIT_COVERAGE_MOST;
}

static void count_commits(struct commit_coverage *v, struct wpt_port *p, uint64_t clock) {
  v->commit[p->commits]++;
  v->commit_same_clock += p->committed > 0 && wpt_port_entry(p, p->committed - 1)->presented == clock;
  if (p->delivered) v->age[at_most(clock - p->delivered->committed)]++;
}

static void count_flush(struct commit_coverage *v, const struct wpt_port *p) {
  v->flush_level[at_most(v->uncommitted)]++;
  v->flush_with_commit += p->commits > 0;
  v->flush_with_waypoint += p->presents;
  for (uint64_t i = v->flushed_count; i < p->flushed_count; i++) {
    const struct waypoint *w = &p->flushed[i % WPT_PORT_FLUSHED].wp;
    v->flushed_prohibited += w->prohibited;
    v->flushed_debug_entry += w->type == WAYPOINT_DEBUG_ENTRY;
    v->flushed_exception += w->type == WAYPOINT_EXCEPTION;
  }
}

static void count_stop(struct commit_coverage *v, const struct wpt_port *p, uint64_t clock) {
  v->stop_backlog += p->last && p->last->is_taken && p->last->committed + 1 < clock;
  v->stop_uncommitted += v->uncommitted > 0;
}

// Only a DUT that does not wait for uncommitted waypoints answers such a request.
static void count_idle(struct commit_coverage *v, const struct cycle *c) {
  const bool is_waiting = c->idle.is_requested && !c->idle.is_answered;
  if (c->idle.is_answered && v->idle == COMMIT_IDLE_UNCOMMITTED) v->idle_uncommitted++;
  if (!is_waiting) {
    v->idle = COMMIT_IDLE_NONE;
  } else if (v->uncommitted == 0) {
    v->idle = COMMIT_IDLE_SETTLED;
  } else if (v->idle == COMMIT_IDLE_NONE) {
    v->idle = COMMIT_IDLE_UNCOMMITTED;
  }
}

void commit_coverage_clock(struct observer *o, const struct cycle *c) {
  struct commit_coverage *v = &o->commit_coverage;
  struct wpt_port *p = &o->wpt_port;
  if (c->is_enabled && !c->is_reset) {
    count_commits(v, p, c->clock);
    if (p->flushes) count_flush(v, p);
  }
  if (c->before.is_enabled && !c->is_enabled && !c->is_reset) count_stop(v, p, c->clock);
  v->uncommitted = wpt_port_outstanding(p);
  v->flushed_count = p->flushed_count;
  count_idle(v, c);
}

// --- overflows ------------------------------------------------------------------------------------------------------

static bool has_commit_of_next(const struct history *h, size_t i) {
  return history_committed(h, i) == history_committed(h, i + 1);
}

void commit_coverage_settled(void *user, const struct flow_event *e, const struct stream_items *items) {
  struct observer *o = user;
  const struct history *h = &o->history;
  bool was_in_burst = false;
  if (e->kind != FLOW_SYNC || !items || !items->lost || items->first == items->end) return;
  if (items->first > h->first) was_in_burst = has_commit_of_next(h, items->first - 1);
  for (size_t i = items->first; i < items->end; i++) {
    const bool is_in_burst = i + 1 < h->count && has_commit_of_next(h, i);
    if (i == items->first) o->commit_coverage.burst_begins_overflow += was_in_burst || is_in_burst;
    if (i > items->first && i + 1 < items->end) o->commit_coverage.burst_in_overflow += is_in_burst && !was_in_burst;
    was_in_burst = is_in_burst;
  }
}

// --- as text --------------------------------------------------------------------------------------------------------

static void put(FILE *file, const char *name, uint64_t count) {
  if (count > 0) fprintf(file, "cover wpt.%s %" PRIu64 "\n", name, count);
}

// The points NAME.FROM to NAME.LAST.
static void put_numbers(FILE *file, const char *name, const uint64_t *counts, unsigned from, unsigned last) {
  for (unsigned n = from; n <= last; n++) {
    if (counts[n] > 0) fprintf(file, "cover wpt.%s.%u %" PRIu64 "\n", name, n, counts[n]);
  }
}

void commit_coverage_write(const struct commit_coverage *v, FILE *file) {
  put_numbers(file, "commit", v->commit, 1, COMMIT_COVERAGE_COMMITS);
  put_numbers(file, "age", v->age, 0, COMMIT_COVERAGE_MOST);
  put_numbers(file, "flush.level", v->flush_level, 0, COMMIT_COVERAGE_MOST);
  put(file, "commit.same-clock", v->commit_same_clock);
  put(file, "flush.with-commit", v->flush_with_commit);
  put(file, "flush.with-waypoint", v->flush_with_waypoint);
  put(file, "flushed.prohibited", v->flushed_prohibited);
  put(file, "flushed.debug", v->flushed_debug_entry);
  put(file, "flushed.exception", v->flushed_exception);
  put(file, "burst.begins-overflow", v->burst_begins_overflow);
  put(file, "burst.in-overflow", v->burst_in_overflow);
  put(file, "stop.backlog", v->stop_backlog);
  put(file, "stop.uncommitted", v->stop_uncommitted);
  put(file, "idle.uncommitted", v->idle_uncommitted);
}
