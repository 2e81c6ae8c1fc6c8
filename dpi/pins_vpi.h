// SPDX-License-Identifier: Apache-2.0
// The pins of a trace unit in a Verilog scope that has a net or variable with the name of each pin
// (model/common/pin.h).
//
// Call vpi_pins_find() once, then vpi_pins_read() and vpi_pins_write() in each clock.
#ifndef PINS_VPI_H
#define PINS_VPI_H

#include <vpi_user.h>

#include "error.h"
#include "pin.h"

struct vpi_pins {
  vpiHandle at[PINS];
  bool etm;  // the unit is an ETM, otherwise a PTM
  uint32_t atb_bits;
};

// Finds the pins of a scope. The scope of an ETM contains ETMI0VALID. False and *err set: a pin is missing, or has
// another width.
bool vpi_pins_find(struct vpi_pins *p, vpiHandle scope, struct error *err);

// Reads all pins. An x or z is unknown.
void vpi_pins_read(const struct vpi_pins *p, struct pins *pins);

// Sets the inputs of the unit to those of `now` that differ from `before`; NULL: sets all.
void vpi_pins_write(const struct vpi_pins *p, const struct pins *now, const struct pins *before);

#endif
