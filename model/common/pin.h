// SPDX-License-Identifier: Apache-2.0
// Every pin of a trace unit: its name, width and direction, and its value in struct pins. What reads or writes pins by
// name has them from here. (docs/pins.md)
#ifndef PIN_H
#define PIN_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "ports.h"

enum pin {
#define PIN(name, ...) PIN_##name,
#include "pin_table.inc"
#undef PIN
  PINS
};

struct pin_row {
  const char *name[PROTOCOLS];  // on its unit; NULL: it has none
  uint8_t bits;                 // ATDATA and ATBYTES: on the widest ATB, 64 bits
  bool output;                  // of the unit
};

const struct pin_row *pin_row(enum pin pin);

// The pin of that name; PINS: the unit has none.
enum pin pin_find(const char *name, enum protocol protocol);

// Sets the pin to `value`, of which the bits in `unknown` are x or z. They are given as 0.
void pin_set(struct pins *pins, enum pin pin, uint64_t value, uint64_t unknown);

// A unit need not have every pin. Must something that writes pins down give this one?
bool pin_is_needed(enum pin pin);

// The pins of a unit that has none but those needed, which are 0 here: CFGIDR, CFGCCER, CFGCCR, CFGREGS and
// RETSTACKDEPTH as it is built, enables, PREADY, DBGPWRDUP and PADDRDBG31 1, all others 0.
void pins_absent(struct pins *pins, const struct config *built);

uint64_t pin_value(const struct pins *pins, enum pin pin);

// Some bit of it is x or z.
static inline bool pin_unknown(const struct pins *pins, enum pin pin) {
  return pins->unknown[pin / 64] >> pin % 64 & 1;
}

#endif
