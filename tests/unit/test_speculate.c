// SPDX-License-Identifier: Apache-2.0
// The pins of a processor that presents waypoints speculatively, compared with its stimulus. The test has its own list
// of the uncommitted waypoints.

#include <string.h>

#include "case.h"
#include "driver.h"
#include "error.h"
#include "source.h"
#include "unit.h"

enum { ETMCR_AT = 0x000, STOPPED = 2, CLOCKS_MAX = 200000, LIST = 16, IDLE_ACK = 12, STEPS_HELD = 64 };

struct uncommitted_waypoint {
  struct waypoint wp;
  uint64_t clock;
  bool is_ignored;  // Debug state with HDBGEN LOW
};

// What has occurred in a run.
struct seen {
  unsigned wrong_type[WAYPOINT_TYPES], wrong_prohibited;
  unsigned flush_level[LIST], flush_with_commit, flush_with_waypoint, flush_alone, flush_at_stop;
  unsigned commits[4], commits_at_once, commits_late, most;
  unsigned idle, idle_with_uncommitted, again;
};

struct bench {
  struct driver *driver;
  const struct ports_in *in;
  struct config config;
  struct drive_options options;
  struct stim program;  // of which the right path consists
  size_t event;         // of `program`: the next one that must be committed
  struct uncommitted_waypoint list[LIST];
  unsigned count;
  uint64_t clock, idle_since;
  bool enabled, was_idle;
  struct seen seen;
};

static struct drive_options options_of(uint64_t seed) {
  return (struct drive_options){.seed = seed,
                                .clocks = 3000,
                                .atclken = 100,
                                .pclken = 100,
                                .stim = {.seed = seed, .spacing = SPACING_TWO, .context_percent = 20},
                                .random = {.waypoints = 3001,
                                           .thumb_percent = 50,
                                           .indirect_percent = 20,
                                           .exception_percent = 10,
                                           .debug_percent = 3,
                                           .prohibited_percent = 10},
                                .speculation = {20, 0, 6, 30, false}};
}

static void start(struct bench *b, const struct drive_options *options, unsigned depth) {
  struct error err;
  *b = (struct bench){.config = config_default_pft, .options = *options};
  b->config.wpt_depth = depth;
  b->driver = driver_open(options, &b->config, &err);
  if (!b->driver) fail_msg("%s", err.text);
  if (!source_open(options, &b->program, &err)) fail_msg("%s", err.text);
  stim_make_whole(&b->program);
  b->in = driver_pins(b->driver);
}

static void stop(struct bench *b) {
  driver_close(b->driver);
  stim_close(&b->program);
}

// The next waypoint of the program that must be committed.
static const struct stim_event *expected(const struct bench *b) {
  return b->event < b->program.count ? &b->program.at[b->event] : NULL;
}

static bool is_same(const struct waypoint *a, const struct waypoint *b) {
  return a->pc == b->pc && a->target == b->target && a->type == b->type && a->context_id == b->context_id;
}

static bool is_expected(const struct bench *b, const struct waypoint *w) {
  const struct stim_event *e = expected(b);
  return e && is_same(w, &e->wp);
}

static void check_port(const struct waypoint *w) {
  assert_in_range(w->type, 0, WAYPOINT_DEBUG_EXIT);
  if (!w->target_t && !w->target_j) assert_int_equal(w->target % 4, 0);
  if (w->target_t) assert_int_equal(w->target % 2, 0);
  if (w->type > WAYPOINT_INDIRECT) assert_true(w->taken && !w->link);
  if (w->prohibited) assert_true(w->target == 0 && !w->target_j);
  if (w->type == WAYPOINT_EXCEPTION && w->exception == 8) assert_int_equal(w->pc, 0);
}

static void commit_oldest(struct bench *b, const struct commit_list *committed, unsigned *item) {
  const struct uncommitted_waypoint *u = &b->list[0];
  b->seen.commits_at_once += u->clock == b->clock;
  b->seen.commits_late += u->clock < b->clock;
  if (!u->is_ignored) {
    assert_true(is_expected(b, &u->wp));
    assert_in_range(*item, 0, committed->count - 1);
    assert_int_equal(committed->steps_end[*item], expected(b)->steps_end);
    ++*item;
    b->event++;
  }
  memmove(b->list, b->list + 1, --b->count * sizeof *b->list);
}

static void see_discarded(struct bench *b, const struct uncommitted_waypoint *u) {
  b->seen.wrong_type[u->wp.type]++;
  b->seen.wrong_prohibited += u->wp.prohibited;
}

// Discards the uncommitted waypoints, except one that is kept. `stops`: WPTENABLE was LOW, so the right path is also
// discarded.
static void flush(struct bench *b, bool stops) {
  const bool keeps = b->options.speculation.flush_keeps && b->in->wpt_valid;
  const unsigned discarded = b->count - keeps;
  b->seen.flush_level[discarded - (b->in->wpt_valid && !keeps)]++;
  b->seen.flush_with_commit += b->in->wpt_commit > 0;
  b->seen.flush_with_waypoint += b->in->wpt_valid;
  b->seen.flush_alone += b->in->wpt_commit == 0 && !b->in->wpt_valid;
  b->seen.flush_at_stop += stops;
  if (!stops) assert_false(b->in->idle_request);  // a wrong path lasts while the processor sleeps
  for (unsigned i = 0; i < discarded; i++) {
    if (!stops) {
      assert_false(is_expected(b, &b->list[i].wp));
      see_discarded(b, &b->list[i]);
    }
    b->seen.again += stops && is_expected(b, &b->list[i].wp);
  }
  memmove(b->list, b->list + discarded, keeps * sizeof *b->list);
  b->count = keeps;
}

// The pins of a clock. `enabled`: WPTENABLE in the clock before.
static void see_clock(struct bench *b, bool enabled) {
  const struct ports_in *in = b->in;
  struct commit_list committed;
  const size_t *steps_end;
  committed.count = driver_committed(b->driver, &steps_end);
  memcpy(committed.steps_end, steps_end, committed.count * sizeof *steps_end);
  const struct stim *stim = driver_stim(b->driver);
  unsigned item = 0;
  if (!enabled || !in->resetn) assert_true(!in->wpt_valid && in->wpt_commit == 0);
  if (!enabled && b->count > 0) assert_true(in->wpt_flush);
  if (in->wpt_valid) {
    if (in->hdbgen) check_port(&in->wpt);
    b->list[b->count++] = (struct uncommitted_waypoint){in->wpt, b->clock, !in->hdbgen};
  }
  assert_in_range(in->wpt_commit, 0, b->count < 3 ? b->count : 3);
  b->seen.commits[in->wpt_commit]++;
  for (unsigned i = 0; i < in->wpt_commit; i++) commit_oldest(b, &committed, &item);
  assert_int_equal(item, committed.count);
  if (item > 0) assert_true(driver_steps_end(b->driver) == committed.steps_end[item - 1]);
  // The steps of all uncommitted waypoints are available, and some before them.
  const size_t needed = b->event > 0 ? b->program.at[b->event - 1].steps_end : 0;
  if (stim->steps.dropped > 0) assert_in_range(stim->steps.dropped + STEPS_HELD, STEPS_HELD, needed);
  if (in->wpt_flush) flush(b, !enabled || !in->resetn);
  assert_in_range(b->count, 0, b->config.wpt_depth);
  assert_int_equal(in->wpt_fifo_empty, b->count == 0);
  b->seen.most = b->count > b->seen.most ? b->count : b->seen.most;
  if (in->idle_request && !b->was_idle) {
    b->seen.idle++;
    b->seen.idle_with_uncommitted += b->count > 0;
    for (unsigned i = 0; i < b->count; i++) assert_false(is_expected(b, &b->list[i].wp));
    b->idle_since = b->clock;
  }
  b->was_idle = in->idle_request;
}

static struct ports_out outputs(const struct bench *b) {
  const bool runs = b->enabled && b->in->resetn;
  return (struct ports_out){.wpt_enable = runs,
                            .afready = b->in->afvalid,
                            .idle = b->in->idle_request && b->clock >= b->idle_since + IDLE_ACK,
                            .pready = true,
                            .prdata = runs ? 0 : STOPPED};
}

static void clock(struct bench *b) {
  const struct ports_out out = outputs(b);
  const struct ports_in was = *b->in;
  if (!was.resetn) b->enabled = false;
  if (was.psel && was.penable && was.pclken && was.pwrite && was.paddr == ETMCR_AT)
    b->enabled = !(was.pwdata & ETMCR_PROGRAMMING);
  driver_clock(b->driver, &out);
  b->clock++;
  see_clock(b, out.wpt_enable);
}

static void run(struct bench *b, const struct drive_options *options, unsigned depth) {
  start(b, options, depth);
  while (b->clock < CLOCKS_MAX && driver_end(b->driver) == DRIVER_RUNNING) clock(b);
  assert_int_equal(driver_end(b->driver), DRIVER_PARKED);
}

// Adds the numbers of a run.
static void add_seen(struct seen *sum, const struct seen *seen) {
  unsigned *to = (unsigned *)sum;
  const unsigned *from = (const unsigned *)seen;
  for (size_t i = 0; i < sizeof *sum / sizeof *to; i++) to[i] += from[i];
}

CASE(commits_the_program_in_order) {
  for (unsigned depth = 2; depth <= 8; depth *= 2) {
    struct seen sum = {.idle = 0};
    for (uint64_t seed = 1; seed <= 5; seed++) {
      struct bench b;
      struct drive_options o = options_of(seed);
      o.stim.spacing = seed % 2 ? SPACING_TWO : SPACING_WAYPOINT;
      o.stim.idle_permille = 10;
      run(&b, &o, depth);
      add_seen(&sum, &b.seen);
      // The last waypoint that the clocks of the run include was committed.
      assert_in_range(b.event, 100, 3000);
      assert_int_equal(b.seen.most, depth);
      stop(&b);
    }
    for (unsigned type = 0; type < WAYPOINT_UPDATE; type++) assert_true(sum.wrong_type[type] > 0);
    assert_true(sum.wrong_prohibited > 0);
    for (unsigned level = 0; level <= depth; level++) assert_true(sum.flush_level[level] > 0);
    assert_true(sum.flush_with_commit > 0 && sum.flush_with_waypoint > 0 && sum.flush_alone > 0);
    for (unsigned n = 1; n <= 3; n++) assert_true(sum.commits[n] > 0);
    assert_true(sum.commits_at_once > 0 && sum.commits_late > 0);
    assert_true(sum.idle > 0 && sum.idle_with_uncommitted > 0);
  }
}

// After a stop or a reset the processor presents again what was not committed.
CASE(presents_again_after_stops_and_resets) {
  unsigned again = 0;
  for (uint64_t seed = 1; seed <= 10; seed++) {
    struct bench b;
    struct drive_options o = options_of(seed);
    o.restarts = 5;
    o.abrupt = seed % 2;
    o.resets = (uint32_t)seed % 3;
    o.speculation.delay_low = 4;
    o.no_halting_permille = seed % 4 ? 0 : 200;
    o.pclken = 60;
    run(&b, &o, 8);
    again += b.seen.again;
    assert_true(b.seen.flush_at_stop > 0 || !o.abrupt);
    stop(&b);
  }
  assert_true(again > 0);
}

CASE(next_waypoint_is_in_the_clock_of_a_flush_that_keeps_it) {
  struct bench b;
  struct drive_options o = options_of(3);
  o.stim.spacing = SPACING_WAYPOINT;
  o.speculation.flush_keeps = true;
  run(&b, &o, 4);
  assert_true(b.seen.flush_with_waypoint > 0 && b.seen.flush_with_commit > 0);
  stop(&b);
}

// The clocks from a presentation to its commit, if each waypoint has its own commit.
CASE(delay_is_as_selected) {
  struct bench b;
  struct drive_options o = options_of(1);
  o.speculation = (struct speculation){0, 3, 3, 0, false};
  o.stim.spacing = SPACING_WAYPOINT;
  start(&b, &o, 8);
  while (driver_end(b.driver) == DRIVER_RUNNING) {
    const struct uncommitted_waypoint oldest = b.list[0];
    const unsigned count = b.count;
    clock(&b);
    if (b.in->wpt_commit > 0) assert_true(count > 0 && b.clock == oldest.clock + 3);
  }
  assert_int_equal(b.seen.commits[2] + b.seen.commits[3], 0);
  assert_true(b.seen.commits[1] > 2000);
  stop(&b);
}

// A unit may have a deeper buffer than the processor uses.
CASE(uses_a_part_of_a_deep_buffer) {
  struct bench b;
  struct drive_options o = options_of(1);
  o.stim.spacing = SPACING_WAYPOINT;
  o.speculation = (struct speculation){20, 10, 20, 30, false};
  run(&b, &o, 16);
  assert_int_equal(b.seen.most, 8);
  stop(&b);
}

CASE(bursts_are_as_selected) {
  struct bench b;
  struct drive_options o = options_of(1);
  o.speculation = (struct speculation){0, 0, 0, 100, false};
  run(&b, &o, 4);
  assert_true(b.seen.commits[3] > 100);
  stop(&b);
}

CASE(steps_of_uncommitted_waypoints_are_held) {
  struct bench b;
  struct drive_options o = options_of(1);
  o.stim.spacing = SPACING_WAYPOINT;
  o.clocks = 20000;
  o.random.waypoints = 20001;
  o.speculation = (struct speculation){0, 30, 60, 0, false};
  run(&b, &o, 8);
  assert_true(driver_stim(b.driver)->steps.dropped > 0);
  stop(&b);
}

// Other options do not change the stimulus: only the clocks in which it is presented.
CASE(repeats_and_does_not_change_the_stimulus) {
  struct bench a, b;
  struct drive_options o = options_of(7);
  start(&a, &o, 8);
  start(&b, &o, 8);
  while (driver_end(a.driver) == DRIVER_RUNNING) {
    clock(&a);
    clock(&b);
    assert_true(a.in->wpt_valid == b.in->wpt_valid && a.in->wpt_commit == b.in->wpt_commit);
    assert_true(a.in->wpt_flush == b.in->wpt_flush && is_same(&a.in->wpt, &b.in->wpt));
  }
  const size_t committed = a.event;
  stop(&a);
  stop(&b);
  o.speculation = (struct speculation){0, 0, 0, 0, false};
  run(&a, &o, 8);
  assert_int_equal(a.event, committed);
  stop(&a);
}

// TSVALUEB also counts the clocks in which the processor waits.
CASE(time_counts_all_clocks) {
  struct bench b;
  struct drive_options o = options_of(2);
  start(&b, &o, 2);
  uint64_t time = 0, clocks = 0;
  while (driver_end(b.driver) == DRIVER_RUNNING) {
    clock(&b);
    if (b.in->timestamp == time) continue;
    assert_int_equal(b.in->timestamp, time + 1);
    time++;
    clocks = b.clock;
  }
  assert_in_range(time, clocks - 100, clocks);
  stop(&b);
}

CASE(commits_each_waypoint_at_once_without_options) {
  struct bench b;
  struct drive_options o = options_of(1);
  o.speculation = (struct speculation){0, 0, 0, 0, false};
  o.no_halting_permille = 100;
  start(&b, &o, 0);
  while (driver_end(b.driver) == DRIVER_RUNNING) {
    clock(&b);
    assert_true(b.in->wpt_commit == b.in->wpt_valid && !b.in->wpt_flush && b.in->wpt_fifo_empty);
  }
  assert_true(b.event > 1000);
  stop(&b);
}

// The trace of a run on the reference model.
struct trace {
  uint8_t bytes[1 << 16];
  size_t count;
};

static void run_model(const struct drive_options *options, const struct config *config, struct trace *trace) {
  static struct unit unit;
  struct ports_out out;
  struct error err;
  struct driver *d = driver_open(options, config, &err);
  if (!d) fail_msg("%s", err.text);
  trace->count = 0;
  for (unsigned i = 0; i < CLOCKS_MAX && driver_end(d) == DRIVER_RUNNING; i++) {
    const struct ports_in in = *driver_pins(d);
    if (!in.resetn) unit_reset(&unit, config);
    unit_outputs(&unit, &out);
    assert_in_range(trace->count, 0, sizeof trace->bytes - 8);
    for (int b = 0; out.atvalid && b <= out.atbytes; b++) trace->bytes[trace->count++] = (uint8_t)(out.atdata >> 8 * b);
    unit_step(&unit, &in);
    driver_clock(d, &out);
  }
  assert_int_equal(driver_end(d), DRIVER_PARKED);
  assert_int_equal(unit.stats.lost, 0);
  driver_close(d);
}

// Without cycle counts and times, the trace has only the right path, whatever the processor speculates.
CASE(trace_has_only_the_right_path) {
  static struct trace at_once, speculative;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    struct drive_options o = options_of(seed);
    struct config config = config_default_pft;
    config.atb_bits = 64;
    config.queue_depth = 64;
    config.fifo_bytes = 4096;
    config.etmsyncfr = 0;
    config.etmcr = ETMCR_CONTEXT_ID;
    o.speculation = (struct speculation){0, 0, 0, 0, false};
    run_model(&o, &config, &at_once);
    config.wpt_depth = 2u << seed % 3;
    o.speculation = (struct speculation){30, (uint32_t)seed % 3, 8, (uint32_t)seed * 15, false};
    run_model(&o, &config, &speculative);
    assert_true(at_once.count > 500);
    assert_int_equal(speculative.count, at_once.count);
    assert_memory_equal(speculative.bytes, at_once.bytes, at_once.count);
  }
}

static void refused(const struct drive_options *o, unsigned depth, const char *why) {
  struct error err;
  struct config config = config_default_pft;
  config.wpt_depth = depth;
  assert_null(driver_open(o, &config, &err));
  if (!strstr(err.text, why)) fail_msg("%s, expected %s", err.text, why);
}

CASE(refuses_what_cannot_speculate) {
  char path[] = "/tmp/waypoint-test-XXXXXX";
  const int descriptor = mkstemp(path);
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  assert_non_null(file);
  fputs("commit 1\nwaypoint barrier pc=0x10 target=0x14\n", file);
  fclose(file);
  struct drive_options o = options_of(1);
  refused(&o, 0,
          "--burst: expected a PTM with a buffer for speculative waypoints, found none; build it with WPT_DEPTH=4");
  o.source = SOURCE_TEXT;
  o.path = path;
  refused(&o, 0, ": commit or wpt-flush lines: expected a PTM with a buffer");
  refused(&o, 4, "has commit or wpt-flush lines; remove the options");
  remove(path);
}
