// SPDX-License-Identifier: Apache-2.0
// How a unit is programmed, as far as the configuration, a call or an access on the APB shows it (docs/observer.md,
// Programming). All else is not known.
//
// The registers: register_rows.h. Holds no verdict: rule_register.c judges accesses.
#ifndef REGISTERS_H
#define REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "register.h"

struct access;

enum { REGISTER_WORDS = 1024 };

// What an access has brought about: bits.
enum register_effect {
  REGISTERS_STARTED = 1 << 0,       // the unit may trace from here on
  REGISTERS_STOPPED = 1 << 1,       // it may not any more
  REGISTERS_PROGRAMMED = 1 << 2,    // the Programming bit was cleared: cycles are counted from here on
  REGISTERS_ACKNOWLEDGED = 1 << 3,  // ETMSR[1] says that it has stopped, and that all trace has left
  REGISTERS_STATUS = 1 << 4,        // ETMSR was read
  REGISTERS_READY = 1 << 5,         // and says of a unit that was started that it runs
};

// The OS lock by a read of ETMOSLSR. OS_SAVES: of PFTv1.0, ETMv3.3 and v3.4, with ETMOSSRR. OS_DIRECT: from PFTv1.1
// and ETMv3.5 on. It leaves the trace registers within reach (IHI 0035B 3.17.1, 3.17.2).
enum registers_os_model { OS_NOT_READ, OS_NONE, OS_SAVES, OS_DIRECT };

// Whether the OS lock keeps writes of trace registers out, as far as it is known. "Direct": it leaves the trace
// registers within reach (PFTv1.1, ETMv3.5).
enum registers_lock {
  REGISTERS_OPEN,  // It is clear, or the unit has none.
  REGISTERS_LOCK_UNKNOWN,
  REGISTERS_LOCKED,
  REGISTERS_DIRECT_UNKNOWN,
  REGISTERS_LOCKED_DIRECT,
};

// The words of ETMOSSRR, behind the count, and what the trace registers were that they are of (IHI 0035B 3.16.40).
// Their order is the unit's own: who writes all of them back restores all registers, else none is known.
enum { REGISTERS_SAVED = 256 };
struct registers_saved {
  unsigned at;             // accesses since the last write to ETMOSLAR
  uint32_t count, stored;  // words that there are, that were read
  uint32_t words[REGISTERS_SAVED];
  uint32_t value[REGISTERS_TRACE];
  bool known[REGISTERS_TRACE];
  bool restores, is_restored_as_read;  // some word was written; each one that was read
  bool is_restore_complete;            // all of them
};

struct registers {
  const struct config *config;  // how the unit is built
  // What its description says that they hold after a reset; NULL: nothing.
  const struct register_values *reset_values;
  uint32_t value[REGISTER_WORDS];
  bool known[REGISTER_WORDS];
  uint32_t absent[REGISTER_WORDS];        // bits that read 0 behind a write of 1, and 1 never since
  uint32_t written[REGISTER_WORDS];       // by the last write, whatever became of it; or said
  bool was_written[REGISTER_WORDS];       // since the reset
  bool doubtful[REGISTER_WORDS];          // written while the OS lock was not known, and not read since
  bool programming, power_down, os_lock;  // each of them keeps the unit stopped
  bool has_os_lock;                       // for all that is known
  bool os_known;                          // since the reset somebody has said whether the OS lock is set
  uint8_t os_model;                       // enum registers_os_model
  bool software_lock;                     // it is set: writes of software are ignored (IHI 0035B 3.16.47)
  bool has_software;                      // some access was not a debugger's
  bool locks_all;                         // there is one interface alone, and ETMLSR says that the lock is for it
  bool has_reset;                         // RESETn was low, which leaves the reset values
  bool is_programmed;                     // a trace register was written, or restored, on the APB since
  bool may_run;                           // nobody has, and nothing else keeps the unit stopped
  bool running;
  bool as_configured;          // ETMCR is known by the configuration, and by nothing since the reset
  bool acknowledged;           // since it was stopped
  bool drained;                // since it ran, or has not run: nothing is on its way
  bool restarted;              // it runs, and was started before the stop in front of that was acknowledged
  bool control_changed_early;  // more than two bits of ETMCR changed before that (IHI 0035B 3.15.4, IHI 0014Q 3.4.3)
  bool has_data_only;          // ETMCR[20] has read as 1
  bool may_have_cleared_overflow;  // ETMCR[0] was set, or ETMCR[10] cleared, since it ran, which clears ETMSR[0]
  bool may_have_overflow;          // ETMSR[0]: 1 as read last, or not known: not read since the unit was started
  uint32_t status;                 // ETMSR as read last
  struct registers_saved saved;
};

// RESETn is low. The unit is stopped (IHI 0035B 3.16: ETMCR[10] and [0] are 1). Known after that are the registers that
// identify the unit, and those that the configuration names. With the first write of a trace register on the APB, so
// are those whose reset value a clause or the description of the unit fixes. Without such a write the unit may be
// programmed by a back door. The first call opens the checker: no reset need have come before it. The state of the OS
// lock is known by a read of ETMOSLSR, by a write of ETMOSLAR, or because the unit runs (registers_seen_running). *r is
// 0 before the first call, except for `reset_values`. `config` must outlive it.
void registers_reset(struct registers *r, const struct config *config);

// A register's value.
void registers_set(struct registers *r, uint16_t offset, uint32_t value);

// Somebody says what a register reads as. Returns bits of enum register_effect.
unsigned registers_given(struct registers *r, uint16_t offset, uint32_t data);
// A completed access without PSLVERR. Likewise.
unsigned registers_access(struct registers *r, const struct access *access);
enum registers_lock registers_os_lock(const struct registers *r);
// The core power domain has lost its power: as by a reset, but the software lock is in the other domain. What was saved
// may be restored.
void registers_power_lost(struct registers *r);

// A stop that nobody asks ETMSR of is seen to be over.
static inline void registers_drained(struct registers *r) { r->drained = !r->running; }

// It runs if there is no OS lock, of which nobody has said that there is one.
static inline bool registers_may_lack_lock(const struct registers *r) {
  return r->os_lock && r->os_model == OS_NOT_READ && !r->programming && !r->power_down;
}

// A set OS lock may let ETMOSSRR save and restore the registers.
static inline bool registers_may_save(const struct registers *r) { return r->has_os_lock && r->os_model != OS_DIRECT; }

// No OS lock is set.
static inline bool registers_are_open(const struct registers *r) {
  return !r->has_os_lock || (r->os_known && !r->os_lock);
}

// The unit is seen to run: if it may, nothing keeps it stopped. Likewise.
unsigned registers_seen_running(struct registers *r);

// The unit traces, though only the configuration has said how it is programmed. Likewise.
unsigned registers_start_as_configured(struct registers *r);

// Puts what is known of the programming into `config`. The rest of it is left as it is, and is unknown.
void registers_apply(const struct registers *r, struct config *config);

// The row of the first of these registers, bits of enum config_register; NULL: there is none.
const struct register_row *registers_first(uint32_t bits);

#endif
