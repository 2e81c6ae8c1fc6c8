// SPDX-License-Identifier: Apache-2.0
// Text made from the table of pins.
#ifndef WRITE_PINS_H
#define WRITE_PINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "pin.h"

// A row of the table, as text.
struct pin_text {
  const char *group;
  const char *member;  // of struct pins: in.wpt.pc
  const char *packed;  // of in_t or out_t: slot0.executed
  unsigned low, size;  // lowest bit of the member; bytes of it
  size_t at;           // offset of it
  unsigned word, bit;  // lowest bit of the pin in in_t or out_t
  bool needed, one;    // its value where a unit lacks it
};

const struct pin_text *pin_text(enum pin pin);

// The lowest bit of the pin in in_t or out_t.
static inline unsigned pin_lowest(enum pin pin) { return 32 * pin_text(pin)->word + pin_text(pin)->bit; }

// Prints what is wrong, and exits.
_Noreturn void pins_refuse(const char *text, const char *name);

// The members of in_t, out_t or slot_t. `kind`: in, out, slot.
void write_packed(FILE *out, const char *kind);
// The words of the unit's in_t from struct ports_in; its struct ports_in or ports_out from words. `kind`: in, out.
void write_pack(FILE *out, enum protocol unit);
void write_unpack(FILE *out, enum protocol unit, const char *kind);

#endif
