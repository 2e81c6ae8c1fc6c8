// SPDX-License-Identifier: Apache-2.0
// The driver with a small unit: outputs in, pins out. The unit starts and stops depending on ETMCR, accepts an access
// in two clocks, and acknowledges flushes and idle requests at once, or never.

#include <string.h>
#include <unistd.h>

#include "case.h"
#include "driver.h"
#include "error.h"
#include "source.h"

enum { ETMCR_AT = 0x000, ETMSR_AT = 0x010, STOPPED = 2, CLOCKS_MAX = 100000 };

// Acknowledgements that the unit never gives.
enum fault { FAULT_NONE, FAULT_PREADY, FAULT_STOP, FAULT_IDLE_ACK, FAULT_OFF_FLUSH, FAULT_TRACES };

struct bench {
  struct driver *driver;
  const struct ports_in *in;
  enum fault fault;
  bool enabled;  // the Programming bit is clear
  bool requests_debug;
  size_t waypoints, resets, stops, clocks;
  uint64_t flushes, syncs;  // seen on the pins
};

static struct drive_options options_of(uint64_t clocks) {
  return (struct drive_options){
      .seed = 1, .clocks = clocks, .atclken = 100, .pclken = 100, .stim.seed = 1, .random = random_knobs_default};
}

static void start(struct bench *b, const struct drive_options *options) {
  struct drive_options o = *options;
  struct error err;
  o.random.waypoints = (uint32_t)o.clocks + 1;
  *b = (struct bench){.driver = driver_open(&o, &config_default_pft, &err)};
  if (!b->driver) fail_msg("%s", err.text);
  b->in = driver_pins(b->driver);
}

static struct ports_out outputs(const struct bench *b) {
  const bool run = b->enabled && b->in->resetn;
  return (struct ports_out){.wpt_enable = run,
                            .atvalid = b->fault == FAULT_TRACES,
                            .afready = b->in->afvalid && b->clocks % 8 == 0 && (run || b->fault != FAULT_OFF_FLUSH),
                            .idle = b->in->idle_request && b->fault != FAULT_IDLE_ACK,
                            .pready = b->fault != FAULT_PREADY,
                            .debug_request = b->requests_debug,
                            .prdata = run || b->fault == FAULT_STOP ? 0 : STOPPED};
}

static void clock(struct bench *b) {
  const struct ports_out out = outputs(b);
  const struct ports_in was = *b->in;
  if (!was.resetn) b->enabled = false;
  const bool access = was.psel && was.penable && was.pclken && out.pready;
  if (access && was.pwrite && was.paddr == ETMCR_AT) {
    b->stops += b->enabled && was.pwdata & ETMCR_PROGRAMMING;
    b->enabled = !(was.pwdata & ETMCR_PROGRAMMING);
  }
  driver_clock(b->driver, &out);
  b->clocks++;
  b->waypoints += b->in->wpt_valid;
  b->resets += was.resetn && !b->in->resetn;
  b->flushes += was.atclken && was.afvalid && out.afready;
  b->syncs += was.atclken && was.syncreq;
  if (b->in->wpt_valid) assert_true(out.wpt_enable && b->in->resetn);
  if (!was.atclken) assert_true(b->in->atready == was.atready && (b->in->afvalid == was.afvalid || !b->in->resetn));
  if (was.afvalid && !out.afready && b->in->resetn) assert_true(b->in->afvalid);
  if (was.idle_request && !out.idle && b->in->resetn) assert_true(b->in->idle_request);
}

static enum driver_end run(struct bench *b, size_t most) {
  while (b->clocks < most && driver_end(b->driver) == DRIVER_RUNNING) clock(b);
  return driver_end(b->driver);
}

// --- debug request ---------------------------------------------------------------------------------------------------

enum { REQUEST_EVERY = 200, RESPONSE_LOW = 3, RESPONSE_HIGH = 20, RESPONSE_MOST = 60 };

// Requests Debug state now and then, until it is acknowledged. Returns the number of requests that were acknowledged.
static unsigned request_debug(struct bench *b, bool is_etm, unsigned *shortest) {
  unsigned requested = 0, acknowledged = 0;  // `requested`: clocks of the request
  *shortest = UINT32_MAX;
  while (b->clocks < CLOCKS_MAX && driver_end(b->driver) == DRIVER_RUNNING) {
    const bool is_halted = is_etm ? b->in->slots.debug : b->in->debug_ack;
    if (requested > 0 && is_halted) {
      if (requested < *shortest) *shortest = requested;
      acknowledged++;
      requested = 0;
    }
    if (requested > 0 || (b->clocks % REQUEST_EVERY == 0 && !is_halted && b->enabled)) requested++;
    if (b->enabled) assert_true(requested < RESPONSE_MOST);
    b->requests_debug = requested > 0;
    clock(b);
  }
  return acknowledged;
}

CASE(a_debug_request_is_acknowledged) {
  for (unsigned etm = 0; etm < 2; etm++) {
    struct bench b;
    struct drive_options o = options_of(5000);
    unsigned shortest;
    o.stim.instructions = etm;
    o.stim.spacing = SPACING_TWO;
    o.debug_response = (struct debug_response){RESPONSE_LOW, RESPONSE_HIGH};
    start(&b, &o);
    const unsigned acknowledged = request_debug(&b, etm, &shortest);
    assert_int_equal(driver_end(b.driver), DRIVER_PARKED);
    assert_true(acknowledged > 10);
    assert_int_equal(shortest, RESPONSE_LOW);
    driver_close(b.driver);
  }
}

CASE(a_processor_without_debug_state_ignores_the_request) {
  struct bench b;
  const struct drive_options o = options_of(500);
  start(&b, &o);
  b.requests_debug = true;
  while (b.clocks < CLOCKS_MAX && driver_end(b.driver) == DRIVER_RUNNING) {
    clock(&b);
    assert_false(b.in->debug_ack);
  }
  driver_close(b.driver);
}

// The acknowledge follows the Debug state of a text, and the request has no effect.
CASE(a_text_decides_when_the_request_is_acknowledged) {
  static const char text[] =
      "waypoint direct pc=0x8000 target=0x8100 arm taken\n"
      "waypoint debug-entry pc=0x8100 target=0 arm\n"
      "idle 7\n"
      "waypoint debug-exit pc=0 target=0x8100 arm\n"
      "waypoint direct pc=0x8100 target=0x8000 arm taken\n"
      "idle 20\n";
  char path[] = "/tmp/waypoint-test-XXXXXX";
  const int descriptor = mkstemp(path);
  assert_int_equal(write(descriptor, text, sizeof text - 1), sizeof text - 1);
  close(descriptor);
  struct bench b;
  struct drive_options o = options_of(0);
  unsigned acknowledged = 0;
  o.source = SOURCE_TEXT;
  o.path = path;
  o.debug_response = (struct debug_response){1, 1};
  start(&b, &o);
  b.requests_debug = true;
  while (b.clocks < CLOCKS_MAX && driver_end(b.driver) == DRIVER_RUNNING) {
    clock(&b);
    acknowledged += b.in->debug_ack;
    if (b.in->wpt_valid) assert_int_equal(b.in->debug_ack, b.in->wpt.type == WAYPOINT_DEBUG_ENTRY);
  }
  assert_int_equal(acknowledged, 8);
  assert_int_equal(b.waypoints, 4);
  driver_close(b.driver);
  unlink(path);
}

CASE(presents_all_items_then_stops) {
  struct bench b;
  const struct drive_options o = options_of(500);
  start(&b, &o);
  assert_false(b.in->resetn);
  assert_int_equal(b.in->cfgidr, config_default_pft.etmidr);
  assert_int_equal(run(&b, CLOCKS_MAX), DRIVER_PARKED);
  assert_int_equal(b.waypoints, 500);
  assert_int_equal(b.stops, 1);
  assert_int_equal(b.resets, 0);
  const struct stim *stim = driver_stim(b.driver);
  assert_true(stim->image.count > 0);
  struct stim whole;
  assert_true(source_open(&o, &whole, NULL));
  stim_make_whole(&whole);
  assert_int_equal(driver_steps_end(b.driver), whole.at[499].steps_end);
  stim_close(&whole);
  driver_close(b.driver);
}

CASE(stops_and_starts_again) {
  struct bench b;
  struct drive_options o = options_of(500);
  o.restarts = 4;
  start(&b, &o);
  assert_int_equal(run(&b, CLOCKS_MAX), DRIVER_PARKED);
  assert_int_equal(b.stops, 5);
  assert_int_equal(b.waypoints, 500);
  driver_close(b.driver);
}

CASE(resets_and_requests) {
  struct bench b;
  struct drive_options o = options_of(3000);
  o.resets = 5;
  o.atclken = 60;
  o.stim.flush_permille = o.stim.sync_permille = o.stim.idle_permille = 30;
  o.pressure = (struct pressure){PRESSURE_RANDOM, 50};
  start(&b, &o);
  assert_int_equal(run(&b, CLOCKS_MAX), DRIVER_PARKED);
  assert_int_equal(b.resets, 5);
  // 30 of 1,000 clocks have a request. Some of these requests are already pending, up to the next edge of the ATB.
  assert_in_range(b.flushes, 60, 120);
  assert_in_range(b.syncs, 60, 120);
  driver_close(b.driver);
}

static void expect_same_pins(const struct ports_in *a, const struct ports_in *b) {
  assert_int_equal(a->resetn, b->resetn);
  assert_int_equal(a->wpt_valid, b->wpt_valid);
  assert_int_equal(a->wpt.target, b->wpt.target);
  assert_int_equal(a->timestamp, b->timestamp);
  assert_int_equal(a->idle_request, b->idle_request);
  assert_int_equal(a->atclken, b->atclken);
  assert_int_equal(a->pclken, b->pclken);
  assert_int_equal(a->atready, b->atready);
  assert_int_equal(a->paddr, b->paddr);
}

CASE(repeats_with_the_same_seed) {
  struct bench a, b;
  struct drive_options o = options_of(1000);
  o.resets = 2;
  o.pclken = o.atclken = 50;
  o.stim.idle_permille = 20;
  start(&a, &o);
  start(&b, &o);
  while (driver_end(a.driver) == DRIVER_RUNNING) {
    expect_same_pins(a.in, b.in);
    clock(&a);
    clock(&b);
  }
  assert_int_equal(driver_end(b.driver), DRIVER_PARKED);
  driver_close(a.driver);
  driver_close(b.driver);
}

static void gives_up(enum fault fault, enum driver_end end) {
  struct bench b;
  struct drive_options o = options_of(500);
  o.stim.idle_permille = 20;
  start(&b, &o);
  b.fault = fault;
  assert_int_equal(run(&b, STOP_LIMIT - 1), DRIVER_RUNNING);
  assert_int_equal(run(&b, STOP_LIMIT + 2000), end);
  driver_close(b.driver);
}

CASE(timeout_of_a_dead_unit) {
  gives_up(FAULT_PREADY, DRIVER_NO_START);
  gives_up(FAULT_STOP, DRIVER_NO_STOP);
  gives_up(FAULT_IDLE_ACK, DRIVER_NO_IDLE_ACK);
}

// A unit that is off has the time to answer AFVALID before the run ends, and before some restarts. Other restarts come
// while AFVALID is HIGH.
CASE(waits_for_the_answer_to_a_flush_while_the_unit_is_off) {
  struct bench b;
  struct drive_options o = options_of(100);
  unsigned answered_off = 0, restarts_in_flush = 0;
  o.off_flush_permille = 1000;
  o.restarts = 6;
  start(&b, &o);
  while (b.clocks < CLOCKS_MAX && driver_end(b.driver) == DRIVER_RUNNING) {
    const bool was_enabled = b.enabled, was_pending = b.in->afvalid;
    const uint64_t flushes = b.flushes;
    clock(&b);
    answered_off += b.flushes > flushes && !was_enabled;
    restarts_in_flush += b.enabled && !was_enabled && was_pending;
  }
  assert_int_equal(driver_end(b.driver), DRIVER_PARKED);
  assert_false(b.in->afvalid);
  assert_true(answered_off > 0 && restarts_in_flush > 0);
  driver_close(b.driver);
}

// The unit never answers while it is off, so the run ends after the limit.
CASE(gives_up_on_a_flush_that_is_never_answered) {
  struct bench b;
  struct drive_options o = options_of(500);
  o.off_flush_permille = 1000;
  start(&b, &o);
  b.fault = FAULT_OFF_FLUSH;
  assert_int_equal(run(&b, STOP_LIMIT - 1), DRIVER_RUNNING);
  assert_int_equal(run(&b, STOP_LIMIT + 2000), DRIVER_PARKED);
  assert_true(b.in->afvalid);
  driver_close(b.driver);
}

// The unit keeps WPTENABLE HIGH while NIDEN and DBGEN are LOW, and sends nothing (IHI 0035B 4.7.2).
CASE(stops_by_authentication_with_wptenable_high) {
  struct bench b;
  struct drive_options o = options_of(500);
  o.stop_by = STOP_BY_AUTHENTICATION;
  start(&b, &o);
  assert_int_equal(run(&b, CLOCKS_MAX), DRIVER_PARKED);
  driver_close(b.driver);
  start(&b, &o);
  b.fault = FAULT_TRACES;
  assert_int_equal(run(&b, CLOCKS_MAX), DRIVER_NO_STOP);
  driver_close(b.driver);
}

CASE(rejects_unreadable_input) {
  struct error err;
  struct drive_options o = options_of(0);
  o.source = SOURCE_TEXT;
  o.path = "/nowhere/at/all";
  assert_null(driver_open(&o, &config_default_pft, &err));
  assert_non_null(strstr(err.text, "/nowhere/at/all"));
}
