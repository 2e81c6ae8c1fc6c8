// SPDX-License-Identifier: Apache-2.0
// The outcome of a write: a row for each state of the locks, of ETMCR and of the unit that has its own clause.

#include "access.h"
#include "case.h"
#include "register.h"
#include "registers.h"

static struct registers r;
static const struct config pft = {.etmidr = 0x411CF310, .unknown = CONFIG_ALL};

static void access(uint16_t offset, uint32_t value, bool is_write) {
  struct access a = {.state = ACCESS_DONE, .is_write = is_write, .offset = offset, .value = value};
  access_decide(&a, &r);
  registers_access(&r, &a);
}
static void put(uint16_t offset, uint32_t value) { access(offset, value, true); }
static void get(uint16_t offset, uint32_t value) { access(offset, value, false); }

// After a reset, ETMCR[10] and ETMCR[0] are 1, and the OS lock is not known.
static void reset(void) {
  r = (struct registers){0};
  registers_reset(&r, &pft);
}
static void unlock(void) {
  reset();
  put(ETMOSLAR, 0);
}
static void unlock_and_stop(void) {
  unlock();
  put(ETMCR, ETMCR_PROGRAMMING);
}
static void run(void) {
  unlock_and_stop();
  put(ETMCR, 0);
}
// ETMSR[1] has not been read.
static void stop_at_once(void) {
  run();
  put(ETMCR, ETMCR_PROGRAMMING);
}
static void run_and_set_power_down(void) {
  run();
  put(ETMCR, ETMCR_POWER_DOWN);
}
static void clear_power_down_first(void) {
  reset();
  put(ETMCR, ETMCR_PROGRAMMING);
}
static void lock(void) {
  unlock_and_stop();
  put(ETMOSLAR, OSLAR_LOCK);
}
static void lock_direct(void) {
  lock();
  get(ETMOSLSR, ETMOSLSR_MODEL_1 | ETMOSLSR_LOCKED);
}
static void lock_direct_with_power_down(void) {
  lock_direct();
  put(ETMCR, ETMCR_PROGRAMMING | ETMCR_POWER_DOWN);
}
static void reset_direct(void) {
  lock_direct();
  registers_reset(&r, &pft);
}
static void reset_direct_and_clear_power_down(void) {
  reset_direct();
  put(ETMCR, ETMCR_PROGRAMMING);
}

CASE(outcome_by_clause) {
  static const uint32_t all = UINT32_MAX, more = ETMCR_PROGRAMMING | ETMCR_TIMESTAMP;
  static const struct {
    const char *name;
    void (*before)(void);
    uint16_t offset;
    uint32_t value;
    enum write_outcome outcome;
    enum write_obstacle obstacle;
    uint32_t taken;
  } rows[] = {
      {"open, stopped", unlock_and_stop, ETMTEEVR, 0x6F, WRITE_TAKEN, OBSTACLE_NONE, all},
      {"open, stopped: ETMCR", unlock_and_stop, ETMCR, more, WRITE_TAKEN, OBSTACLE_NONE, all},
      {"constant", unlock_and_stop, ETMIDR, 1, WRITE_IGNORED, OBSTACLE_NONE, 0},
      {"running", run, ETMTEEVR, 0x6F, WRITE_MAY_BE_TAKEN, OBSTACLE_RUNNING, 0},
      {"running: ETMCR[10]", run, ETMCR, ETMCR_PROGRAMMING, WRITE_TAKEN, OBSTACLE_NONE, all},
      {"running: more of ETMCR", run, ETMCR, more, WRITE_MAY_BE_TAKEN, OBSTACLE_NONE, ETMCR_POWER_DOWN},
      {"emptying", stop_at_once, ETMTEEVR, 0x6F, WRITE_TAKEN, OBSTACLE_NONE, all},
      {"emptying: more of ETMCR", stop_at_once, ETMCR, more, WRITE_MAY_BE_TAKEN, OBSTACLE_NONE, ETMCR_POWER_DOWN},
      {"ETMCR[0]", unlock, ETMTEEVR, 0x6F, WRITE_MAY_BE_TAKEN, OBSTACLE_POWER_DOWN, 0},
      {"ETMCR[0]: ETMCR", unlock, ETMCR, more, WRITE_MAY_BE_TAKEN, OBSTACLE_POWER_DOWN, ETMCR_POWER_DOWN},
      {"ETMCR[0], was running", run_and_set_power_down, ETMTEEVR, 0x6F, WRITE_MAY_BE_TAKEN, OBSTACLE_POWER_DOWN, 0},
      {"lock unknown", clear_power_down_first, ETMTEEVR, 0x6F, WRITE_TAKEN_IF_OPEN, OBSTACLE_NONE, 0},
      {"lock unknown, ETMCR[0]", reset, ETMCR, more, WRITE_MAY_BE_TAKEN, OBSTACLE_POWER_DOWN, 0},
      {"lock set", lock, ETMTEEVR, 0x6F, WRITE_MAY_BE_TAKEN, OBSTACLE_OS_LOCK, 0},
      {"lock set: the key", lock, ETMOSLAR, 0, WRITE_TAKEN, OBSTACLE_NONE, all},
      {"direct lock set", lock_direct, ETMTEEVR, 0x6F, WRITE_TAKEN, OBSTACLE_NONE, all},
      {"direct lock set, ETMCR[0]", lock_direct_with_power_down, ETMTEEVR, 0x6F, WRITE_TAKEN, OBSTACLE_NONE, all},
      // The lock does not prevent these writes, whether it is set or clear. ETMCR[0] matters only if the lock is clear.
      {"direct lock unknown", reset_direct_and_clear_power_down, ETMTEEVR, 0x6F, WRITE_TAKEN, OBSTACLE_NONE, all},
      {"direct lock unknown, ETMCR[0]", reset_direct, ETMTEEVR, 0x6F, WRITE_MAY_BE_TAKEN, OBSTACLE_POWER_DOWN, 0},
      {"direct lock unknown, ETMCR[0]: ETMCR", reset_direct, ETMCR, more, WRITE_MAY_BE_TAKEN, OBSTACLE_POWER_DOWN,
       ETMCR_POWER_DOWN},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    rows[i].before();
    struct access write = {.state = ACCESS_DONE, .is_write = true, .offset = rows[i].offset, .value = rows[i].value};
    access_decide(&write, &r);
    const bool fits =
        write.outcome == rows[i].outcome && write.obstacle == rows[i].obstacle && write.taken == rows[i].taken;
    if (!fits) {
      fail_msg("%s: outcome %u, obstacle %u, bits 0x%X; expected %u, %u, 0x%X", rows[i].name, write.outcome,
               write.obstacle, write.taken, rows[i].outcome, rows[i].obstacle, rows[i].taken);
    }
    assert_non_null(write.clause);
  }
}

// The unit may have ignored the write, so the value is not known (IHI 0035B table 3.93 note b), unless the register had
// that value before.
CASE(power_down_leaves_registers_unknown) {
  unlock();
  put(ETMTEEVR, 0x6F);
  put(ETMCR, ETMCR_PROGRAMMING | ETMCR_TIMESTAMP);
  assert_false(r.known[ETMTEEVR >> 2]);
  assert_false(r.known[ETMCR >> 2]);
  put(ETMTEEVR, 0x6F);
  put(ETMCR, ETMCR_PROGRAMMING | ETMCR_TIMESTAMP);
  assert_true(r.known[ETMTEEVR >> 2]);
  assert_true(r.known[ETMCR >> 2]);
  put(ETMCR, ETMCR_PROGRAMMING | ETMCR_TIMESTAMP | ETMCR_POWER_DOWN);
  put(ETMTEEVR, 0x6F);
  assert_true(r.known[ETMTEEVR >> 2]);
  put(ETMTEEVR, 0x60);
  assert_false(r.known[ETMTEEVR >> 2]);
}

// A save directly after ETMCR[0] was cleared restores 0, not the earlier value of ETMCR.
CASE(power_down_is_taken_as_written) {
  run_and_set_power_down();
  put(ETMCR, 0);
  assert_true(r.running);
  assert_int_equal(r.value[ETMCR >> 2], 0);
}
