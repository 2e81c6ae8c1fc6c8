// SPDX-License-Identifier: Apache-2.0
// Generates text from the table of pins, for write_pins.
#ifndef WRITE_PINS_H
#define WRITE_PINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "pin.h"

// A row of the table of pins, as text.
struct pin_text {
  const char *group;
  const char *member;  // member of struct pins: in.wpt.pc
  const char *packed;  // member of in_t or out_t: slot0.executed
  unsigned low, size;  // lowest bit of the member; its size in bytes
  size_t at;           // its offset
  unsigned word, bit;  // lowest bit of the pin in in_t or out_t
  bool needed, one;    // every unit has it; otherwise its value without it is 1
};

const struct pin_text *pin_text(enum pin pin);

// The lowest bit of the pin in in_t or out_t.
static inline unsigned pin_lowest(enum pin pin) { return 32 * pin_text(pin)->word + pin_text(pin)->bit; }

// Prints the error and exits.
_Noreturn void pins_refuse(const char *text, const char *name);

// Writes the members of in_t, out_t or slot_t. `kind`: in, out, slot.
void write_packed(FILE *out, const char *kind);
// Writes C code that sets the words of in_t from struct ports_in, or struct ports_in or ports_out from words. `kind`:
// in, out.
void write_pack(FILE *out, enum protocol unit);
void write_unpack(FILE *out, enum protocol unit, const char *kind);

#endif
