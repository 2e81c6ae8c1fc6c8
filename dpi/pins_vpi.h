// SPDX-License-Identifier: Apache-2.0
// The pins of a trace unit in a Verilog scope that has a net or variable of each pin's name (model/common/pin.h).
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

// The scope of an ETM has an ETMI0VALID. False and *err set: a pin is missing, or has another width.
bool vpi_pins_find(struct vpi_pins *p, vpiHandle scope, struct error *err);

// All of them as they are now; an x or z is unknown.
void vpi_pins_read(const struct vpi_pins *p, struct pins *pins);

// Sets the unit's inputs to those of `now`, as far as they are not those of `before`; NULL: all.
void vpi_pins_write(const struct vpi_pins *p, const struct pins *now, const struct pins *before);

#endif
