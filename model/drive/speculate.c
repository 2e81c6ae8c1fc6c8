// SPDX-License-Identifier: Apache-2.0
// The right path, the wrong path, and the pins of a clock.
#include "speculate.h"

#include <assert.h>
#include <string.h>

#include "drive_options.h"

enum {
  WRONG_PRESENTED = 80,      // percent of the clocks of a wrong path in which the next waypoint of it is presented
  FLUSH_WITH_COMMIT = 40,    // percent of the wrong paths that end in the clock of the last commit
  FLUSH_WITH_WAYPOINT = 30,  // percent of the wrong paths whose last waypoint is in the clock of the flush
  FLUSH_WAIT = 4             // clocks; the wait for a flush is shorter
};

void speculate_start(struct speculate *s, const struct speculation *options, unsigned depth, uint64_t seed) {
  *s = (struct speculate){.options = *options,
                          .depth = depth < SPECULATE_ENTRIES ? depth : SPECULATE_ENTRIES,
                          .paths = rng_seed(seed, STREAM_WRONG_PATHS),
                          .delays = rng_seed(seed, STREAM_COMMIT_DELAYS),
                          .bursts = rng_seed(seed, STREAM_BURSTS)};
}

// --- the wrong path --------------------------------------------------------------------------------------------------

// Is the last waypoint of the right path held back until the flush? It is not if the processor waits for its commit.
static bool holds_last(const struct speculate *s) {
  return s->is_on_wrong_path && s->commits_with_flush && s->may.go_on;
}

static void begin_wrong_path(struct speculate *s) {
  s->is_on_wrong_path = true;
  s->wrong_left = 1 + rng_below(&s->paths, s->depth);
  s->flush_wait = rng_below(&s->paths, FLUSH_WAIT);
  s->commits_with_flush = rng_chance(&s->paths, FLUSH_WITH_COMMIT);
  s->flushes_with_waypoint = rng_chance(&s->paths, FLUSH_WITH_WAYPOINT) && !s->options.flush_keeps;
  if (s->flushes_with_waypoint) s->flush_wait = 0;
}

static void end_wrong_path(struct speculate *s) {
  s->is_on_wrong_path = false;
  s->wrong = s->wrong_left = 0;
}

// The values obey the rules of the port (DDI 0388 table A-29), although no check may depend on a discarded waypoint.
static struct waypoint draw_wrong(struct rng *r) {
  static const uint16_t exceptions[] = {2, 4, 8, 9, 10, 11, 12, 14, 15};
  const uint64_t flags = rng_next(r);
  const uint32_t pc = (uint32_t)rng_next(r), target = (uint32_t)rng_next(r);
  struct waypoint w = {.type = (uint8_t)rng_below(r, WAYPOINT_UPDATE),
                       .pc = pc & ~1u,
                       .context_id = (uint32_t)rng_next(r),
                       .vmid = (uint8_t)rng_next(r),
                       .t32 = flags & 1,
                       .ns = flags >> 1 & 1,
                       .user = flags >> 2 & 1,
                       .taken = true};
  const bool is_branch = w.type <= WAYPOINT_INDIRECT;
  w.hyp = w.ns && flags >> 3 & 1;
  w.taken = !is_branch || flags >> 4 & 1;
  w.link = is_branch && flags >> 5 & 1;
  w.eret = w.type == WAYPOINT_INDIRECT && flags >> 6 & 1;
  w.prohibited = rng_chance(r, 20);
  if (w.type == WAYPOINT_EXCEPTION) w.exception = exceptions[rng_below(r, sizeof exceptions / sizeof *exceptions)];
  if (w.exception == 8) w.pc = 0;
  if (w.type == WAYPOINT_BARRIER) w.barrier = (uint8_t)rng_below(r, WAYPOINT_BARRIERS);
  if (w.type == WAYPOINT_DEBUG_ENTRY || w.prohibited) return w;
  w.target_t = flags >> 7 & 1;
  w.target_j = rng_chance(r, 20);
  const uint32_t below = w.target_t ? 1 : w.target_j ? 0 : 3;
  w.target = target & ~below;
  return w;
}

// --- a clock ---------------------------------------------------------------------------------------------------------

// A waypoint that waits for the next one is committed without it if the next one cannot come.
static unsigned count_due(const struct speculate *s) {
  const bool has_next = s->may.present && (s->may.go_on || s->presented < s->count);
  const bool next_comes = has_next && !s->is_on_wrong_path && s->outstanding < s->depth;
  unsigned due = 0;
  while (due < s->presented && s->right[due].due <= s->clock) due++;
  while (next_comes && due > 0 && s->right[due - 1].waits_for_next) due--;
  return due < SPECULATE_COMMITS ? due : SPECULATE_COMMITS;
}

// A waypoint that is presented while the interface is full takes the place of one that is committed in the same clock.
static bool has_room(const struct speculate *s) { return s->outstanding < s->depth || s->commits > 0; }

// Decides what a wrong path does in this clock. `due`: the commits of the right path, if none is held back.
static void follow_wrong_path(struct speculate *s, unsigned due) {
  const bool is_last_held = holds_last(s) && due == s->presented && due > 0;
  s->commits = due - is_last_held;
  if (!has_room(s) && is_last_held) s->wrong_left = 0;
  const bool can_flush = s->may.mispredict && due == s->presented;
  const bool is_late = s->flushes_with_waypoint && s->wrong_left == 1 && !can_flush;
  const bool can_present = s->may.present && s->wrong_left > 0 && has_room(s) && !is_late;
  s->presents_wrong = can_present && rng_chance(&s->paths, WRONG_PRESENTED);
  const bool is_last = s->presents_wrong && s->wrong_left == 1;
  if (!can_flush || !(s->wrong_left == 0 || (is_last && s->flushes_with_waypoint))) return;
  s->flushes = s->flush_wait == 0;
  s->flush_wait -= !s->flushes;
  if (s->flushes) s->commits = due;
}

bool speculate_begin(struct speculate *s, struct speculate_may may) {
  s->may = may;
  s->outstanding = s->presented + s->wrong;
  s->commits = 0;
  s->presents_wrong = s->flushes = false;
  s->commit_list.count = 0;
  if (!may.enabled) {
    s->flushes = s->outstanding > 0;
    s->presented = 0;
    end_wrong_path(s);
    return false;
  }
  const unsigned due = count_due(s);
  s->commits = due;
  if (s->is_on_wrong_path) follow_wrong_path(s, due);
  const bool is_next_right = !s->is_on_wrong_path || (s->flushes && s->options.flush_keeps);
  return may.go_on && is_next_right && s->presented == s->count && has_room(s);
}

// The waypoint after the presented ones of the right path is on the pins in this clock.
static void present_right(struct speculate *s) {
  struct right_waypoint *w = &s->right[s->presented++];
  const uint32_t spread = s->options.delay_high - s->options.delay_low;
  w->due = s->clock + s->options.delay_low + rng_below(&s->delays, spread + 1);
  w->waits_for_next = rng_chance(&s->bursts, s->options.burst_percent);
  if (!s->flushes) s->commits = count_due(s);
}

void speculate_present(struct speculate *s, const struct ports_in *in, size_t steps_end) {
  s->right[s->count++] = (struct right_waypoint){.wp = in->wpt, .steps_end = steps_end, .hdbgen = in->hdbgen};
  present_right(s);
}

static void present_again(struct speculate *s, struct ports_in *in) {
  const struct right_waypoint *w = &s->right[s->presented];
  in->wpt_valid = true;
  in->wpt = w->wp;
  in->hdbgen = w->hdbgen;
  present_right(s);
}

static void present_wrong(struct speculate *s, struct ports_in *in) {
  in->wpt_valid = true;
  in->wpt = draw_wrong(&s->paths);
  s->wrong_left--;
  s->wrong++;
}

// Halting debug-mode may be disabled in the clock of a waypoint. A change of Debug state is then committed, but the
// trace unit ignores it.
static bool is_ignored(const struct right_waypoint *w) {
  const bool is_debug = w->wp.type == WAYPOINT_DEBUG_ENTRY || w->wp.type == WAYPOINT_DEBUG_EXIT;
  return is_debug && !w->hdbgen;
}

static void commit(struct speculate *s) {
  for (unsigned i = 0; i < s->commits; i++) {
    const struct right_waypoint *w = &s->right[i];
    s->steps_end = w->steps_end;
    if (!is_ignored(w)) s->commit_list.steps_end[s->commit_list.count++] = w->steps_end;
  }
  s->count -= s->commits;
  s->presented -= s->commits;
  memmove(s->right, s->right + s->commits, s->count * sizeof *s->right);
}

void speculate_end(struct speculate *s, bool branches, struct ports_in *in) {
  const bool is_again = s->may.enabled && s->may.present && s->presented < s->count;
  if (is_again && !s->is_on_wrong_path && has_room(s)) present_again(s, in);
  const bool is_right = in->wpt_valid;
  if (s->presents_wrong) present_wrong(s, in);
  commit(s);
  if (s->flushes) end_wrong_path(s);
  const bool may_branch = s->may.enabled && (is_right || branches) && !s->is_on_wrong_path;
  if (may_branch && rng_chance(&s->paths, s->options.wrong_path_percent)) begin_wrong_path(s);
  in->wpt_commit = (uint8_t)s->commits;
  in->wpt_flush = s->flushes;
  in->wpt_fifo_empty = s->presented + s->wrong == 0;
  assert(s->presented + s->wrong <= s->depth);
  s->clock++;
}
