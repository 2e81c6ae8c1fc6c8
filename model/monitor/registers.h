// SPDX-License-Identifier: Apache-2.0
// The programming of the DUT, as far as the configuration, a call or an access on the APB shows it (docs/observer.md,
// Programming). Everything else is unknown.
//
// register_rows.h has the registers. This file checks nothing: rule_register.c checks accesses.
#ifndef REGISTERS_H
#define REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "register.h"

struct access;

enum { REGISTER_WORDS = 1024 };

// The effects of an access: bits.
enum register_effect {
  REGISTERS_STARTED = 1 << 0,       // The DUT may trace from now on.
  REGISTERS_STOPPED = 1 << 1,       // The DUT is stopped from now on.
  REGISTERS_PROGRAMMED = 1 << 2,    // The Programming bit was cleared: cycles are counted from now on.
  REGISTERS_ACKNOWLEDGED = 1 << 3,  // ETMSR[1] shows that the DUT has stopped, and that all trace has left.
  REGISTERS_STATUS = 1 << 4,        // ETMSR was read.
  REGISTERS_READY = 1 << 5,         // ETMSR was read, and ETMSR[1] is 0: the started DUT runs.
};

// The kind of OS lock that ETMOSLSR reports (IHI 0035B 3.17.1, 3.17.2). OS_SAVES: PFTv1.0, ETMv3.3 and v3.4. The lock
// protects the trace registers, and ETMOSSRR saves them. OS_DIRECT: from PFTv1.1 and ETMv3.5 on. The trace registers
// stay accessible.
enum registers_os_model { OS_NOT_READ, OS_NONE, OS_SAVES, OS_DIRECT };

// Whether the OS lock blocks writes to trace registers, as far as this is known. "Direct": the trace registers stay
// accessible (OS_DIRECT).
enum registers_lock {
  REGISTERS_OPEN,  // The OS lock is clear, or the DUT has none.
  REGISTERS_LOCK_UNKNOWN,
  REGISTERS_LOCKED,
  REGISTERS_DIRECT_UNKNOWN,
  REGISTERS_LOCKED_DIRECT,
};

// The data that a save by ETMOSSRR has read: the number of words, the words, and the values of the trace registers at
// that time (IHI 0035B 3.16.40). The DUT defines the order of the words. So the registers are known after a restore
// only if all words were restored.
enum { REGISTERS_SAVED = 256 };
struct registers_saved {
  unsigned at;      // number of accesses to ETMOSSRR since the last write to ETMOSLAR
  uint32_t count;   // number of words, as the first access reported it
  uint32_t stored;  // number of words that were read
  uint32_t words[REGISTERS_SAVED];
  uint32_t value[REGISTERS_TRACE];
  bool known[REGISTERS_TRACE];
  bool restores;             // A word was written since the lock was set.
  bool is_restored_as_read;  // Each word so far was written with the value that was read.
  bool is_restore_complete;  // All words were restored, each with the value that was read.
};

struct registers {
  const struct config *config;                 // how the DUT is built
  const struct register_values *reset_values;  // the reset values that the description of the DUT gives; NULL: none
  uint32_t value[REGISTER_WORDS];
  bool known[REGISTER_WORDS];
  uint32_t absent[REGISTER_WORDS];   // Unimplemented bits: they read 0 after 1 was written, and have not read 1 since.
  uint32_t written[REGISTER_WORDS];  // the value of the last write, taken or not, or the value that a caller gave
  bool was_written[REGISTER_WORDS];  // The register was written since the reset.
  bool doubtful[REGISTER_WORDS];     // It was written while the OS lock was unknown, and was not read since.
  bool programming, power_down, os_lock;  // Each of these keeps the DUT stopped.
  bool has_os_lock;                       // The DUT has an OS lock, as far as this is known.
  // Since the reset, a read of ETMOSLSR, a write to ETMOSLAR or a running DUT has shown the state of the OS lock.
  bool os_known;
  uint8_t os_model;    // enum registers_os_model
  bool software_lock;  // The software lock is set: writes of software are ignored (IHI 0035B 3.16.47).
  bool has_software;   // Some access was by software, not by a debugger.
  bool locks_all;      // There is only one interface, and ETMLSR shows that the software lock applies to it.
  bool has_reset;      // RESETn was low, so the registers had their reset values.
  bool is_programmed;  // A trace register was written or restored on the APB since the reset.
  bool may_run;        // Only the unknown OS lock can keep the DUT stopped.
  bool running;
  bool as_configured;  // ETMCR is known only from the configuration.
  bool acknowledged;   // ETMSR[1] has acknowledged the last stop.
  bool drained;        // The DUT is stopped, and all its trace has left.
  bool restarted;      // The DUT runs, and was started again before ETMSR[1] acknowledged the previous stop.
  // Bits of ETMCR other than [10] and [0] were changed before the stop was acknowledged (IHI 0035B 3.15.4, IHI 0014Q
  // 3.4.3).
  bool control_changed_early;
  bool has_data_only;  // ETMCR[20] has read as 1.
  // ETMCR[0] was set, or ETMCR[10] was cleared, since the DUT ran. Both clear ETMSR[0].
  bool may_have_cleared_overflow;
  bool may_have_overflow;  // ETMSR[0] was read as 1, or may have been 1: it was not read since the last start or stop.
  uint32_t status;         // the value of ETMSR that was read last
  struct registers_saved saved;
};

// RESETn is low: the DUT is stopped (IHI 0035B 3.16: ETMCR[10] and [0] are 1). The registers that identify the DUT stay
// known, and so do those that the configuration gives. A register whose reset value a clause or the description of the
// DUT fixes becomes known with the first write of a trace register on the APB. Before such a write, hierarchical access
// may have programmed the DUT.
//
// The checker makes the first call when it is opened. That call need not follow a reset. *r must be 0 before it, except
// for `reset_values`.
// `config` must outlive *r.
void registers_reset(struct registers *r, const struct config *config);

// Sets the value of a register as if it had been written and taken.
void registers_set(struct registers *r, uint16_t offset, uint32_t value);

// A caller gives the value of a register (checker_register()). Returns bits of enum register_effect.
unsigned registers_given(struct registers *r, uint16_t offset, uint32_t data);
// A completed access without PSLVERR. Returns bits of enum register_effect.
unsigned registers_access(struct registers *r, const struct access *access);
enum registers_lock registers_os_lock(const struct registers *r);
// The value of a register, or `otherwise` if the value is unknown.
static inline uint32_t registers_value(const struct registers *r, unsigned offset, uint32_t otherwise) {
  return r->known[offset >> 2] ? r->value[offset >> 2] : otherwise;
}
// The core power domain has lost its power. This is as a reset, except that the software lock, which is in the other
// domain, keeps its state. The saved values may be restored.
void registers_power_lost(struct registers *r);

// The stop is over although ETMSR was not read, because no trace has left for a long time.
static inline void registers_drained(struct registers *r) { r->drained = !r->running; }

// A write to ETMOSLAR has set the OS lock, unless the DUT has none: ETMOSLSR was never read. Without an OS lock, the
// DUT runs.
static inline bool registers_may_lack_lock(const struct registers *r) {
  return r->os_lock && r->os_model == OS_NOT_READ && !r->programming && !r->power_down;
}
// ETMCR was written with the Programming bit, so the DUT must stop.
static inline bool registers_must_stop(const struct registers *r) {
  return r->was_written[ETMCR >> 2] && r->programming;
}

// A set OS lock may let ETMOSSRR save and restore the registers.
static inline bool registers_may_save(const struct registers *r) { return r->has_os_lock && r->os_model != OS_DIRECT; }

// The DUT has no OS lock, or the lock is known to be clear.
static inline bool registers_are_open(const struct registers *r) {
  return !r->has_os_lock || (r->os_known && !r->os_lock);
}

// The pins show that the DUT runs, so the OS lock is clear, or there is none. Returns bits of enum register_effect.
unsigned registers_seen_running(struct registers *r);

// The DUT traces, although only the configuration gives its programming. Returns bits of enum register_effect.
unsigned registers_start_as_configured(struct registers *r);

// Copies the known registers to `config`. The others keep their values there, and become bits of `config->unknown`.
void registers_apply(const struct registers *r, struct config *config);

// The row of the first register of `bits`, which are bits of enum config_register. NULL: there is none.
const struct register_row *registers_first(uint32_t bits);

#endif
