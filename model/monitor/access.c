// SPDX-License-Identifier: Apache-2.0
#include "access.h"

#include "register.h"
#include "registers.h"

// The kind of a write. Before ETMSR[1] shows a stop, only the Programming bit and the Power Down bit of ETMCR may
// change.
enum {
  CONSTANT = 1 << 0,      // to a register whose value is constant
  MANAGEMENT = 1 << 1,    // to a register from 0x300 on, such as ETMOSLAR, ETMLAR or a claim tag
  CONTROL = 1 << 2,       // to ETMCR: changes no other bits than these two
  CONTROL_MORE = 1 << 3,  // to ETMCR: changes other bits, or another write since the start of the stop did
  TRACE = 1 << 4,         // to another trace register
};
// The lock that may block the write.
enum {
  LOCK_CLEAR = 1 << 0,
  LOCK_UNKNOWN = 1 << 1,
  LOCK_SET = 1 << 2,
  DIRECT_UNKNOWN = 1 << 3,  // The OS lock does not block the trace registers, and may be set or clear.
  DIRECT_SET = 1 << 4,
  SOFTWARE = 1 << 5,
};
// ETMCR[10] and ETMSR[1].
enum {
  RUNNING = 1 << 0,   // The Programming bit is 0.
  EMPTYING = 1 << 1,  // It is 1, and ETMSR[1] has not been read as 1 since.
  STOPPED = 1 << 2,
  HELD = 1 << 3,  // The Programming bit is 0, and something else keeps the DUT stopped.
};
// ETMCR[0].
enum { UP = 1 << 0, DOWN = 1 << 1 };

#define ANY 0xFF
#define OF_TRACE (CONTROL | CONTROL_MORE | TRACE)
#define NOT_KNOWN_SET (LOCK_CLEAR | LOCK_UNKNOWN | DIRECT_UNKNOWN)
#define ALL UINT32_MAX

// The first row that fits decides. Table 3.93 of IHI 0035B is for PFTv1.1 with two power domains. The corresponding
// tables of PFTv1.0 and ETMv3 were not available. So if their OS lock is set, both outcomes are accepted.
static const struct row {
  uint8_t write_kinds, lock_states, run_states, power_states;
  uint8_t outcome, obstacle;
  uint32_t taken;
  const char *clause;
} rows[] = {
    {ANY, SOFTWARE, ANY, ANY, WRITE_IGNORED, OBSTACLE_SOFTWARE_LOCK, 0, "IHI 0035B 3.16.47, IHI 0014Q 3.5.61"},
    {CONSTANT, ANY, ANY, ANY, WRITE_IGNORED, OBSTACLE_NONE, 0, "IHI 0035B 3.16, IHI 0014Q 3.5"},
    {MANAGEMENT, ANY, ANY, ANY, WRITE_TAKEN, OBSTACLE_NONE, ALL, "IHI 0035B table 3.93"},
    // Before ETMSR[1] has been read as 1, a write to ETMCR may change only the Programming bit and the Power Down bit.
    {CONTROL_MORE, LOCK_CLEAR | DIRECT_UNKNOWN | DIRECT_SET, RUNNING | EMPTYING, ANY, WRITE_MAY_BE_TAKEN, OBSTACLE_NONE,
     ETMCR_POWER_DOWN, "IHI 0035B 3.15.4, IHI 0014Q 3.4.3"},
    {CONTROL_MORE, ANY, RUNNING | EMPTYING, ANY, WRITE_MAY_BE_TAKEN, OBSTACLE_NONE, 0,
     "IHI 0035B 3.15.4, IHI 0014Q 3.4.3"},
    // A set OS lock of PFTv1.1 does not block any write, whatever the value of ETMCR is.
    {OF_TRACE, DIRECT_SET, ANY, ANY, WRITE_TAKEN, OBSTACLE_NONE, ALL, "IHI 0035B table 3.93"},
    {OF_TRACE, LOCK_SET, ANY, ANY, WRITE_MAY_BE_TAKEN, OBSTACLE_OS_LOCK, 0, "IHI 0035B 3.17.1, IHI 0014Q 3.8.1"},
    // While ETMCR[0] is 1, writes may be ignored, except for a write to ETMCR[0] itself.
    {CONTROL | CONTROL_MORE, LOCK_CLEAR | DIRECT_UNKNOWN, ANY, DOWN, WRITE_MAY_BE_TAKEN, OBSTACLE_POWER_DOWN,
     ETMCR_POWER_DOWN, "IHI 0035B table 3.93 note b"},
    {OF_TRACE, NOT_KNOWN_SET, ANY, DOWN, WRITE_MAY_BE_TAKEN, OBSTACLE_POWER_DOWN, 0, "IHI 0035B table 3.93 note b"},
    // Only ETMCR may be written while the Programming bit is 0.
    {TRACE, LOCK_CLEAR, RUNNING, ANY, WRITE_MAY_BE_TAKEN, OBSTACLE_RUNNING, 0, "IHI 0035B 3.16.1, IHI 0014Q 3.5.1"},
    {TRACE, NOT_KNOWN_SET, RUNNING | HELD, ANY, WRITE_MAY_BE_TAKEN, OBSTACLE_NONE, 0,
     "IHI 0035B 3.16.1, IHI 0014Q 3.5.1"},
    {OF_TRACE, LOCK_UNKNOWN, ANY, ANY, WRITE_TAKEN_IF_OPEN, OBSTACLE_NONE, 0, "IHI 0035B 3.17.1, IHI 0014Q 3.8.1"},
    {OF_TRACE, ANY, ANY, ANY, WRITE_TAKEN, OBSTACLE_NONE, ALL, "IHI 0035B 3.15.4, IHI 0014Q 3.4.3"},
};

static unsigned write_kind_of(const struct registers *r, unsigned offset, uint32_t value) {
  const struct register_row *row = register_at(offset);
  const uint32_t differ = value ^ r->written[ETMCR >> 2];
  const bool changes_more = r->control_changed_early || differ & ~(uint32_t)(ETMCR_PROGRAMMING | ETMCR_POWER_DOWN);
  const bool is_constant = row->access[config_protocol(r->config)].how & REGISTER_CONSTANT;
  if (is_constant || r->config->fixed & row->config) return CONSTANT;
  if (offset == ETMCR) return changes_more ? CONTROL_MORE : CONTROL;
  return offset >> 2 < REGISTERS_TRACE ? TRACE : MANAGEMENT;
}

static unsigned lock_state_of(const struct registers *r) {
  static const uint8_t locks[] = {[REGISTERS_OPEN] = LOCK_CLEAR,
                                  [REGISTERS_LOCK_UNKNOWN] = LOCK_UNKNOWN,
                                  [REGISTERS_LOCKED] = LOCK_SET,
                                  [REGISTERS_DIRECT_UNKNOWN] = DIRECT_UNKNOWN,
                                  [REGISTERS_LOCKED_DIRECT] = DIRECT_SET};
  return locks[registers_os_lock(r)];
}

static unsigned run_state_of(const struct registers *r) {
  if (r->programming) return r->drained ? STOPPED : EMPTYING;
  return r->drained ? HELD : RUNNING;
}

// An access that the software lock blocks transfers no word of ETMOSSRR. If the state of the OS lock is unknown, such
// as after a reset, the lock may be set, so the access may transfer a word.
static bool transfers_saved_word(const struct access *a, const struct registers *r) {
  const bool may_save = r->os_model == OS_SAVES || r->os_model == OS_NOT_READ, may_lock = r->os_lock || !r->os_known;
  const bool is_shut = r->software_lock && a->is_lockable;
  return a->offset == ETMOSSRR && may_save && may_lock && !is_shut;
}

void access_decide(struct access *a, const struct registers *r) {
  a->is_lockable = a->by_software || r->locks_all;
  a->transfers_saved_word = transfers_saved_word(a, r);
  if (!a->is_write) return;
  const bool is_locked_out = a->offset != ETMLAR && r->software_lock && a->is_lockable;
  const unsigned write_kind = write_kind_of(r, a->offset, a->value),
                 lock_state = is_locked_out ? (unsigned)SOFTWARE : lock_state_of(r), run_state = run_state_of(r),
                 power_state = r->power_down ? DOWN : UP;
  const struct row *row = rows;
  while (!(row->write_kinds & write_kind && row->lock_states & lock_state && row->run_states & run_state &&
           row->power_states & power_state))
    row++;
  a->outcome = row->outcome;
  a->obstacle = row->obstacle;
  a->taken = row->taken;
  a->clause = row->clause;
}
