// SPDX-License-Identifier: Apache-2.0
// The pins of a trace unit: name, width, direction, and position in struct pins (docs/pins.md). Each reader and writer
// of named pins uses this table.
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
  const char *name[PROTOCOLS];  // name on a PTM and on an ETM; NULL: that unit has no such pin
  uint8_t bits;                 // width; that of ATDATA and ATBYTES is for a 64-bit ATB
  bool output;                  // the pin is an output of the unit
};

const struct pin_row *pin_row(enum pin pin);
// The name of the pin on a unit with this configuration.
static inline const char *pin_name(enum pin pin, const struct config *config) {
  return pin_row(pin)->name[config_protocol(config)];
}

// The pin with this name. PINS: the unit has no such pin.
enum pin pin_find(const char *name, enum protocol protocol);

// Sets the pin to `value`. The bits in `unknown` are x or z, and are stored as 0.
void pin_set(struct pins *pins, enum pin pin, uint64_t value, uint64_t unknown);

// Must a log or a wave contain this pin? Other pins are optional.
bool pin_is_needed(enum pin pin);

// Sets the pins to the values of a unit without optional pins. CFGIDR, CFGCCER, CFGCCR, CFGREGS and RETSTACKDEPTH are
// as in `built`. Clock enables, PREADY, DBGPWRDUP, HDBGEN and PADDRDBG31 are 1, and all others are 0.
void pins_absent(struct pins *pins, const struct config *built);

uint64_t pin_value(const struct pins *pins, enum pin pin);

// Is a bit of the pin x or z?
static inline bool pin_unknown(const struct pins *pins, enum pin pin) {
  return pins->unknown[pin / 64] >> pin % 64 & 1;
}

#endif
