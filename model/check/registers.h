// SPDX-License-Identifier: Apache-2.0
// How a unit is programmed, as far as somebody has said: the configuration, a call, an access on the APB
// (docs/observer.md, Programming). What nobody has said is not known.
//
// Offsets: register_offset.h. Holds no verdict: arch_register.c judges accesses.
#ifndef REGISTERS_H
#define REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "register_offset.h"

// What an access has brought about: bits.
enum registers_event {
  REGISTERS_STARTED = 1 << 0,       // the unit may trace from here on
  REGISTERS_STOPPED = 1 << 1,       // it may not any more
  REGISTERS_PROGRAMMED = 1 << 2,    // the Programming bit was cleared: cycles are counted from here on
  REGISTERS_ACKNOWLEDGED = 1 << 3,  // ETMSR[1] says that it has stopped, and that all trace has left
  REGISTERS_STATUS = 1 << 4,        // ETMSR was read
};

struct registers {
  uint32_t value[REGISTER_WORDS];
  bool known[REGISTER_WORDS];
  bool programming, power_down, os_lock;  // each of them keeps the unit stopped
  bool has_os_lock;                       // for all that is known
  bool running;
  bool acknowledged;  // since it was stopped
  bool overflow;      // ETMSR[0]: 1 as read last, or not known: not read since the unit was started
};

// RESETn low: all values are those of the reset, which nobody has said (IHI 0035B 3.16: ETMCR[10] and [0] are 1).
void registers_reset(struct registers *r);

// A register's value, by the configuration or a call.
void registers_set(struct registers *r, uint16_t offset, uint32_t value);

// A completed access without PSLVERR. `data`: PWDATA or PRDATA. Returns bits of enum registers_event.
unsigned registers_access(struct registers *r, bool write, uint16_t offset, uint32_t data);

// Puts what is known of the programming into `config`; the rest of it is left as it is.
void registers_apply(const struct registers *r, struct config *config);

#endif
