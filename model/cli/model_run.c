// SPDX-License-Identifier: Apache-2.0
// The loop of a run: driver, model, checker.
#include "model_run.h"

#include "checker.h"
#include "driver.h"
#include "unit.h"

struct running {
  const struct options *options;
  struct driver *driver;
  struct checker *checker;  // NULL: there is none
  struct unit unit;
  size_t covered;  // number of steps that the items cover, which are presented or, for a PTM, committed
};

static void count(struct model_run *run, const struct pins *pins) {
  const bool edge = pins->in.atclken;
  const struct slots *slots = &pins->in.slots;
  run->items += pins->in.wpt_commit + slots->at[0].executed + slots->at[1].executed;
  run->clocks++;
  if (edge && pins->in.atready && pins->out.atvalid) run->bytes += pins->out.atbytes + 1u;
}

// Passes the steps of a waypoint to the checker before the clock in which it is committed.
static void cover_steps(struct running *r, struct model_run *run, size_t end) {
  const struct step_list *steps = &driver_stim(r->driver)->steps;
  if (end == r->covered) return;
  for (size_t i = r->covered; i < end; i++) run->instructions += step_list_at(steps, i)->kind == STEP_INSTRUCTION;
  if (r->checker && r->options->protocol == PROTOCOL_PFT) {
    checker_executed(r->checker, step_list_at(steps, r->covered), end - r->covered);
  }
  r->covered = end;
}

static void cover_items(struct running *r, struct model_run *run) {
  const size_t *end;
  for (unsigned left = driver_committed(r->driver, &end); left > 0; left--, end++) cover_steps(r, run, *end);
  if (r->options->protocol == PROTOCOL_ETM3) cover_steps(r, run, driver_steps_end(r->driver));
}

// A reset clears the counts of the unit.
static void add_stats(struct model_run *run, const struct unit_stats *stats) {
  run->lost += stats->lost;
  run->overflows += stats->overflows;
}

static void run_all(struct running *r, struct model_run *run) {
  enum checker_state state = CHECKER_GOES_ON;
  while (driver_end(r->driver) == DRIVER_RUNNING && state != CHECKER_DONE) {
    struct pins pins = {.in = *driver_pins(r->driver)};
    if (!pins.in.resetn) {
      add_stats(run, &r->unit.stats);
      unit_reset(&r->unit, &r->options->config);
    }
    unit_outputs(&r->unit, &pins.out);
    if (r->checker) state = checker_clock(r->checker, &pins);
    count(run, &pins);
    unit_step(&r->unit, &pins.in);
    driver_clock(r->driver, &pins.out);
    cover_items(r, run);
  }
  add_stats(run, &r->unit.stats);
}

bool model_run(const struct options *options, bool checked, struct model_run *run, struct error *err) {
  struct running r = {.options = options, .driver = driver_open(&options->drive, &options->config, err)};
  struct check_options checks = options->checks;
  *run = (struct model_run){.verdict = VERDICT_PASS};
  checks.config = options->config;
  if (r.driver && checked) r.checker = checker_open(&checks, err);
  const bool good = r.driver && (!checked || r.checker);
  if (good) {
    const struct stim *stim = driver_stim(r.driver);
    if (checked) checker_image(r.checker, stim->image.count ? &stim->image : NULL, step_list_end(&stim->steps) > 0);
    run_all(&r, run);
  }
  if (r.checker) run->verdict = checker_close(r.checker);
  if (r.driver) driver_close(r.driver);
  return good;
}
