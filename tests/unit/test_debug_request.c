// SPDX-License-Identifier: Apache-2.0
// The debug request of the reference model (docs/decisions/0011-debug-request.md; IHI 0014Q 3.5.1, IHI 0035B 3.16.1).
#include "register_bench.h"

#define ALL_CCR 0x8F482008u
enum { REQUEST = ETMCR_DEBUG_REQUEST, EXTERNAL = 0x60, NEVER = 0x406F };
#define LOCK_KEY 0xC5ACCE55u

static struct bench bench;
static const uint32_t units[] = {V10, V11, ETM(0), ETM(1), ETM(2), ETM(3), ETM(4), ETM(5)};
enum { UNITS = sizeof units / sizeof *units };

static bool is_etm(const struct bench *b) { return settings_protocol(&b->unit.apb.settings) == PROTOCOL_ETM3; }
static bool is_direct(uint32_t idr) { return idr == V11 || idr == ETM(5); }
static uint32_t running(const struct bench *b) { return is_etm(b) ? ETMCR_PORT : 0; }

static bool is_requested(const struct bench *b) {
  struct ports_out out;
  unit_outputs(&b->unit, &out);
  return out.debug_request;
}

static void acknowledge(struct bench *b, bool is_high) {
  if (is_etm(b)) {
    b->in.slots.debug = is_high;
  } else {
    b->in.debug_ack = is_high;
  }
}

// The unit runs, and EXTIN[0] is the trigger event.
static void run(struct bench *b, uint32_t idr, uint32_t etmcr, unsigned cfgregs) {
  power_up(b, idr, ALL_CCR, ETMCCER_READABLE, cfgregs);
  put(b, ETMOSLAR, 0);
  put(b, ETMTRIGGER, EXTERNAL);
  put(b, ETMTEEVR, NEVER);
  put(b, ETMCR, etmcr | running(b));
  edges(b, 2);
  edge(b);
  assert_true(b->out.wpt_enable);
}

// The event is sampled at the first edge. The trigger pin is high after the second edge.
static void trigger(struct bench *b) {
  b->in.extin = 1;
  edge(b);
  b->in.extin = 0;
  edge(b);
}

static void request(struct bench *b, uint32_t idr, unsigned cfgregs) {
  run(b, idr, REQUEST, cfgregs);
  trigger(b);
  assert_true(is_requested(b));
}

CASE_WITH(etmcr_is_stored, NULL, NULL, &bench) {
  struct bench *b = *state;
  for (unsigned i = 0; i < UNITS; i++) {
    power_up(b, units[i], ALL_CCR, 0, 0);
    assert_false(is_requested(b) || get(b, ETMCR) & REQUEST);
    put(b, ETMCR, REQUEST | ETMCR_PROGRAMMING);
    expect(b, ETMCR, REQUEST | ETMCR_PROGRAMMING);
    put(b, ETMCR, ETMCR_PROGRAMMING);
    expect(b, ETMCR, ETMCR_PROGRAMMING);
  }
}

CASE_WITH(rises_with_the_trigger_pin, NULL, NULL, &bench) {
  struct bench *b = *state;
  for (unsigned i = 0; i < UNITS; i++) {
    run(b, units[i], REQUEST, 0);
    b->in.extin = 1;
    for (unsigned clock = 0; clock < 20; clock++) {
      edge(b);
      assert_int_equal(b->out.trigger, clock == 2);
      assert_int_equal(b->out.debug_request, clock >= 2);
    }
    // Without the bit there is no request.
    run(b, units[i], 0, 0);
    trigger(b);
    edge(b);
    assert_true(b->out.trigger);
    assert_false(b->out.debug_request || is_requested(b));
  }
}

// The acknowledge is high for one clock. Clock 0 samples the trigger event, and in clock 1 the trigger occurs.
CASE_WITH(ends_with_the_acknowledge, NULL, NULL, &bench) {
  struct bench *b = *state;
  for (unsigned i = 0; i < UNITS; i++) {
    for (unsigned acknowledged = 0; acknowledged < 6; acknowledged++) {
      run(b, units[i], REQUEST, 0);
      for (unsigned clock = 0; clock < 8; clock++) {
        b->in.extin = clock == 0;
        acknowledge(b, clock == acknowledged);
        edge(b);
        const bool is_over = acknowledged >= 1 && clock >= acknowledged;
        assert_int_equal(is_requested(b), clock >= 1 && !is_over);
      }
      // The trigger occurs once after each programming.
      trigger(b);
      assert_int_equal(is_requested(b), acknowledged == 0);
      put(b, ETMCR, REQUEST | ETMCR_PROGRAMMING | running(b));
      edges(b, 50);
      put(b, ETMCR, REQUEST | running(b));
      edges(b, 3);
      assert_false(is_requested(b));
      trigger(b);
      assert_true(is_requested(b));
    }
  }
}

// Only the pin of its protocol acknowledges the request of a unit.
CASE_WITH(each_protocol_has_a_pin, NULL, NULL, &bench) {
  struct bench *b = *state;
  request(b, ETM(3), 0);
  b->in.debug_ack = true;
  edges(b, 10);
  assert_true(is_requested(b));
  request(b, V11, 0);
  b->in.slots.debug = true;
  edges(b, 10);
  assert_true(is_requested(b));
}

// The request falls one clock after the write.
CASE_WITH(ends_with_programming, NULL, NULL, &bench) {
  static const uint32_t written[] = {ETMCR_PROGRAMMING, ETMCR_POWER_DOWN, REQUEST | ETMCR_PROGRAMMING};
  struct bench *b = *state;
  for (unsigned i = 0; i < UNITS; i++) {
    for (unsigned k = 0; k < sizeof written / sizeof *written; k++) {
      request(b, units[i], 0);
      put(b, ETMCR, written[k]);
      assert_true(is_requested(b));
      edge(b);
      assert_false(is_requested(b));
      edges(b, 50);
      put(b, ETMCR, REQUEST | running(b));
      edges(b, 10);
      assert_false(is_requested(b));
    }
  }
}

// While the unit runs, a write changes only bits 11, 10 and 0 of ETMCR.
CASE_WITH(etmcr_is_written_while_running, NULL, NULL, &bench) {
  struct bench *b = *state;
  for (unsigned i = 0; i < UNITS; i++) {
    request(b, units[i], 0);
    put(b, ETMCR, running(b));
    edges(b, 10);
    assert_true(is_requested(b));
    expect(b, ETMCR, REQUEST | running(b));
    run(b, units[i], 0, 0);
    put(b, ETMCR, REQUEST | running(b));
    trigger(b);
    assert_false(is_requested(b));
  }
}

// OS lock, NIDEN and DBGEN, and ETMSR. An acknowledge ends the request at any time.
CASE_WITH(is_held_by_other_stops, NULL, NULL, &bench) {
  struct bench *b = *state;
  for (unsigned i = 0; i < UNITS; i++) {
    for (unsigned stop = 0; stop < 3; stop++) {
      request(b, units[i], LOCK);
      b->in.niden = stop != 0;
      if (stop == 1) put(b, ETMOSLAR, LOCK_KEY);
      if (stop == 2) put(b, ETMSR, 0);
      edges(b, 50);
      assert_true(is_requested(b));
      acknowledge(b, true);
      edge(b);
      assert_false(is_requested(b));
    }
  }
}

// In a unit whose registers can be written while it is locked, a write clears the bit.
CASE_WITH(ends_with_a_write_while_locked, NULL, NULL, &bench) {
  struct bench *b = *state;
  for (unsigned i = 0; i < UNITS; i++) {
    if (!is_direct(units[i])) continue;
    request(b, units[i], LOCK);
    put(b, ETMOSLAR, LOCK_KEY);
    edges(b, 50);
    put(b, ETMCR, running(b));
    assert_true(is_requested(b));
    edge(b);
    assert_false(is_requested(b));
    put(b, ETMCR, REQUEST | running(b));
    edges(b, 10);
    assert_false(is_requested(b));
  }
}

CASE_WITH(ends_with_power, NULL, NULL, &bench) {
  struct bench *b = *state;
  for (unsigned i = 0; i < UNITS; i++) {
    if (is_direct(units[i])) {
      request(b, units[i], TWO);
      b->in.dbgpwrdup = false;
      edge(b);
      assert_false(is_requested(b));
    }
  }
}
