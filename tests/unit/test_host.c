// SPDX-License-Identifier: Apache-2.0
// The host with a small APB slave: its accesses in order, and the waits between them.

#include "case.h"
#include "host.h"
#include "rng.h"

enum {
  ROOM = 400,
  ETMCR_AT = 0x000,
  ETMSR_AT = 0x010,
  ETMOSLAR_AT = 0x300,
  ETMOSLSR_AT = 0x304,
  IDENTITIES = 14,
  PROGRAMMING = 17,
  START = 1
};

// The bench: the pins of the slave, and the accesses so far.
struct bench {
  struct host host;
  struct rng rng;
  unsigned pclken_percent, pready_percent;
  uint32_t status;  // ETMSR
  uint32_t lock;    // ETMOSLSR; a write to ETMOSLAR sets or clears the lock, if there is one
  bool errs;        // a read of ETMOSLSR has PSLVERR
  bool deaf;        // while it is locked the unit takes nothing else, and traces nothing
  bool atvalid, wpt_enable, resetn, park;
  bool pclken;  // of this clock
  struct host_access seen[ROOM];
  size_t count;
  bool parked;
};

static void start(struct bench *b, enum stop_by stop_by, bool abrupt) {
  struct config config = config_default_pft;
  config.etmtrigger = 0x6F;
  *b = (struct bench){.rng = rng_seed(1, 0), .pclken_percent = 100, .pready_percent = 100, .pclken = true};
  b->status = 2;
  b->lock = 9;
  host_start(&b->host, &config, stop_by, abrupt);
}

// An access is complete at an edge of the APB with PENABLE and PREADY (AMBA 3 APB 2).
static void clock(struct bench *b) {
  const struct host_pins before = b->host.pins;
  const bool pready = rng_chance(&b->rng, b->pready_percent), pclken = b->pclken;
  const bool starts = b->host.state == HOST_AWAIT_START && !(b->deaf && b->lock & 2);
  const struct ports_out seen = {.atvalid = b->atvalid,
                                 .wpt_enable = b->wpt_enable,
                                 .pready = pready,
                                 .pslverr = b->errs && before.paddr == ETMOSLSR_AT,
                                 .prdata = before.paddr == ETMOSLSR_AT           ? b->lock
                                           : before.paddr == ETMSR_AT && !starts ? b->status
                                                                                 : 0};
  b->parked = host_look(&b->host, &seen);
  host_step(&b->host, &seen, pclken, b->resetn, b->park);
  const struct host_pins *after = &b->host.pins;
  const bool complete = before.psel && before.penable && pready && pclken;
  if (complete) {
    assert_true(b->count < ROOM);
    b->seen[b->count++] = (struct host_access){before.paddr, before.pwrite, before.pwdata};
    if (before.pwrite && before.paddr == ETMOSLAR_AT && b->lock && !b->errs)
      b->lock = before.pwdata == 0xC5ACCE55 ? 0xB : 9;
    if (before.pwrite && before.paddr != ETMOSLAR_AT) assert_true(b->errs || !(b->lock & 2));
    assert_false(after->penable);
  } else if (before.psel && b->resetn) {
    assert_true(after->psel);
    assert_int_equal(after->penable, before.penable || pclken);
    assert_int_equal(after->paddr, before.paddr);
    assert_int_equal(after->pwrite, before.pwrite);
    assert_int_equal(after->pwdata, before.pwdata);
  } else {
    assert_false(after->penable);
  }
  b->pclken = rng_chance(&b->rng, b->pclken_percent);
}

static void clocks(struct bench *b, unsigned n) {
  while (n-- > 0) clock(b);
}

static void expect(const struct bench *b, size_t i, uint16_t address, bool write, uint32_t data) {
  assert_true(i < b->count);
  assert_int_equal(b->seen[i].address, address);
  assert_int_equal(b->seen[i].write, write);
  assert_int_equal(b->seen[i].data, data);
}

// The last write had a key with one wrong bit.
static void expect_unlock(const struct bench *b) {
  const struct host_access *last = &b->seen[b->count - 1 - START];
  const uint32_t wrong = last->data ^ 0xC5ACCE55;
  assert_true(last->write && last->address == ETMOSLAR_AT);
  assert_true(wrong != 0 && (wrong & (wrong - 1)) == 0);
}

static void run_to_trace(struct bench *b) {
  clocks(b, 3);
  assert_int_equal(b->count, 0);
  b->resetn = true;
  for (unsigned i = 0; i < 5000 && b->host.state != HOST_TRACE; i++) clock(b);
  assert_int_equal(b->host.state, HOST_TRACE);
}

CASE(programs_the_unit) {
  struct bench b;
  start(&b, STOP_BY_PROGRAMMING, false);
  run_to_trace(&b);
  assert_int_equal(b.count, IDENTITIES + PROGRAMMING + START);
  for (size_t i = 0; i < IDENTITIES; i++) assert_false(b.seen[i].write);
  expect(&b, IDENTITIES, ETMCR_AT, true, config_default_pft.etmcr | ETMCR_PROGRAMMING);
  expect(&b, IDENTITIES + 1, 0x008, true, 0x6F);
  expect(&b, IDENTITIES + 7, 0x024, true, 0x01000000);
  expect(&b, IDENTITIES + 8, ETMCR_AT, false, 0);
  expect(&b, IDENTITIES + 15, 0x024, false, 0);
  expect(&b, b.count - 2, ETMCR_AT, true, config_default_pft.etmcr & ~ETMCR_PROGRAMMING);
  expect(&b, b.count - 1, ETMSR_AT, false, 0);
  assert_true(b.host.pins.niden && !b.host.pins.dbgen);
}

CASE(waits_for_pclken_and_pready) {
  struct bench b;
  start(&b, STOP_BY_PROGRAMMING, false);
  b.pclken_percent = 40;
  b.pready_percent = 30;
  run_to_trace(&b);
  assert_int_equal(b.count, IDENTITIES + PROGRAMMING + START);
}

CASE(stops_when_overflow_is_reported) {
  struct bench b;
  start(&b, STOP_BY_PROGRAMMING, false);
  run_to_trace(&b);
  const size_t before = b.count;
  b.park = b.atvalid = true;
  b.status = 1;
  clocks(&b, 300);
  expect(&b, before, ETMSR_AT, false, 0);
  for (size_t i = before; i < b.count; i++) assert_int_equal(b.seen[i].address, ETMSR_AT);
  b.status = 0;
  clocks(&b, 10);
  assert_false(b.parked);
  b.status = 2;
  clocks(&b, 10);
  assert_true(b.parked);
  size_t writes = 0;
  for (size_t i = before; i < b.count; i++) writes += b.seen[i].write;
  assert_int_equal(writes, 1);
}

CASE(stops_when_overflow_is_never_reported) {
  struct bench b;
  start(&b, STOP_BY_PROGRAMMING, false);
  run_to_trace(&b);
  b.park = true;
  b.status = 3;
  clocks(&b, 64 * 2 + 20);
  assert_true(b.parked);
}

CASE(abrupt_stop) {
  struct bench b;
  start(&b, STOP_BY_POWER_DOWN, true);
  run_to_trace(&b);
  const size_t before = b.count;
  b.park = true;
  clocks(&b, 10);
  expect(&b, before, ETMCR_AT, true, config_default_pft.etmcr | ETMCR_POWER_DOWN);
  expect(&b, before + 1, ETMSR_AT, false, 0);
  assert_true(b.parked);
}

CASE(stops_by_the_os_lock_and_starts_again) {
  struct bench b;
  start(&b, STOP_BY_OS_LOCK, true);
  run_to_trace(&b);
  expect_unlock(&b);
  const size_t before = b.count;
  b.park = true;
  clocks(&b, 10);
  expect(&b, before, ETMOSLAR_AT, true, 0xC5ACCE55);
  assert_true(b.parked);
  b.park = false;
  clocks(&b, 100);
  assert_int_equal(b.host.state, HOST_TRACE);
  expect_unlock(&b);
}

// A reset of PFTv1.1 sets the OS lock (IHI 0035B 3.16.39). It is unlocked before any other write, after each reset.
CASE(unlocks_a_unit_that_resets_locked) {
  struct bench b;
  start(&b, STOP_BY_PROGRAMMING, false);
  b.lock = 0xB;
  b.deaf = true;
  run_to_trace(&b);
  assert_int_equal(b.count, 2 + IDENTITIES + PROGRAMMING + START);
  expect(&b, 1, ETMOSLAR_AT, true, 0);
  expect(&b, 2, ETMOSLSR_AT, false, 0);
  expect(&b, 2 + IDENTITIES, ETMCR_AT, true, config_default_pft.etmcr | ETMCR_PROGRAMMING);
  const size_t before = b.count;
  b.resetn = false;
  clock(&b);
  b.resetn = true;
  b.lock = 0xB;
  clocks(&b, 100);
  assert_int_equal(b.host.state, HOST_TRACE);
  expect(&b, before + 1, ETMOSLAR_AT, true, 0);
  // If the Programming bit stops the unit, it stays unlocked.
  b.park = true;
  clocks(&b, 300);
  assert_true(b.parked);
  assert_int_equal(b.lock, 9);
}

// Without an OS lock, the Programming bit stops the unit, and nothing is unlocked. `errs`: a read of ETMOSLSR has an
// error, so its value has no meaning.
static void ask_no_lock(bool errs) {
  struct bench b;
  start(&b, STOP_BY_OS_LOCK, true);
  b.lock = errs ? 0xB : 0;
  b.errs = errs;
  run_to_trace(&b);
  assert_int_equal(b.count, IDENTITIES + PROGRAMMING + START);
  const size_t before = b.count;
  b.park = true;
  clocks(&b, 20);
  assert_true(b.parked);
  expect(&b, before, ETMCR_AT, true, config_default_pft.etmcr | ETMCR_PROGRAMMING);
  b.park = false;
  clocks(&b, 150);
  assert_int_equal(b.host.state, HOST_TRACE);
  for (size_t i = 0; i < b.count; i++) assert_int_not_equal(b.seen[i].address, ETMOSLAR_AT);
}

CASE(no_os_lock_access_without_os_lock) {
  ask_no_lock(false);
  ask_no_lock(true);
}

// A reset of PFTv1.0 may set the lock or not: here it is clear at first and set the next time. Its ETMSR[1] does not
// follow the lock (3.16.4). The host opens the lock if it has read that it is set, and continues when the unit is
// silent.
CASE(stuck_os_lock_status) {
  for (int locked = 0; locked < 2; locked++) {
    struct bench b;
    start(&b, STOP_BY_OS_LOCK, true);
    b.lock = locked ? 0xB : 9;
    run_to_trace(&b);
    assert_int_equal(b.count, IDENTITIES + (locked ? 2 : 0) + PROGRAMMING + 1 + START);
    expect_unlock(&b);
    b.park = true;
    b.status = 0;
    clocks(&b, 2 * 64 + 20);
    assert_true(b.parked);
    assert_int_equal(b.lock, 0xB);
    b.park = false;
    clocks(&b, 150);
    assert_int_equal(b.host.state, HOST_TRACE);
    assert_int_equal(b.lock, 9);
  }
}

// The first time without the Programming bit, then with it. From then on the other pin is used. The first time that the
// unit is programmed again, the host reads the ID registers again.
CASE(restart_reverses_each_stop) {
  struct bench b;
  start(&b, STOP_BY_POWER_DOWN, true);
  run_to_trace(&b);
  size_t before = 0;
  const size_t expected[] = {1 + START, IDENTITIES + PROGRAMMING + START, 1 + START, PROGRAMMING + START};
  for (unsigned i = 0; i < 4; i++) {
    b.park = true;
    clocks(&b, 10);
    assert_true(b.parked);
    before = b.count;
    b.park = false;
    clocks(&b, 100);
    assert_int_equal(b.host.state, HOST_TRACE);
    assert_int_equal(b.count - before, expected[i]);
    if (i == 1) assert_true(!b.host.pins.niden && b.host.pins.dbgen);
  }
  expect(&b, before, ETMCR_AT, true, config_default_pft.etmcr | ETMCR_PROGRAMMING);
  expect(&b, b.count - 2, ETMCR_AT, true, config_default_pft.etmcr & ~ETMCR_PROGRAMMING);
}

// The Programming bit stays set between the two reads of ETMSR.
CASE(reads_the_status_after_the_programming_bit) {
  struct bench b;
  start(&b, STOP_BY_PROGRAMMING, true);
  run_to_trace(&b);
  for (unsigned i = 0; i < 2; i++) {
    b.park = true;
    clocks(&b, 10);
    assert_true(b.parked);
    const size_t before = b.count;
    b.park = false;
    clocks(&b, 100);
    assert_int_equal(b.count - before, (i == 0 ? IDENTITIES : 0) + PROGRAMMING + 1 + START);
    expect(&b, b.count - 3, ETMSR_AT, false, 0);
    expect(&b, b.count - 2, ETMCR_AT, true, config_default_pft.etmcr & ~ETMCR_PROGRAMMING);
  }
}

CASE(stop_by_pins_waits_for_silence) {
  struct bench b;
  start(&b, STOP_BY_AUTHENTICATION, true);
  run_to_trace(&b);
  b.park = b.wpt_enable = true;
  clocks(&b, 100);
  assert_true(!b.host.pins.niden && !b.host.pins.dbgen);
  b.wpt_enable = false;
  b.atvalid = true;
  clocks(&b, 100);
  assert_false(b.parked);
  b.atvalid = false;
  clocks(&b, 63);
  const size_t before = b.count;
  clock(&b);
  assert_false(b.parked);
  clocks(&b, 3);
  assert_true(b.parked);
  assert_int_equal(b.count, before + 1);
  expect(&b, before, ETMSR_AT, false, 0);
}

CASE(programs_again_after_a_reset) {
  struct bench b;
  start(&b, STOP_BY_PROGRAMMING, false);
  b.resetn = true;
  clocks(&b, 40);  // in the middle of something
  assert_true(b.host.pins.psel);
  b.resetn = false;
  clock(&b);
  assert_false(b.host.pins.psel);
  b.resetn = true;
  const size_t before = b.count;
  clocks(&b, 2 * (HOST_RESET_READS + PROGRAMMING + START) + 1);
  assert_int_equal(b.count, before + HOST_RESET_READS + PROGRAMMING + START);
  expect(&b, before, ETMOSLSR_AT, false, 0);
  expect(&b, before + 1, 0x314, false, 0);
  expect(&b, before + 2, ETMCR_AT, false, 0);
  expect(&b, before + 3, ETMCR_AT, true, config_default_pft.etmcr | ETMCR_PROGRAMMING);
  assert_int_equal(b.host.state, HOST_TRACE);
}
