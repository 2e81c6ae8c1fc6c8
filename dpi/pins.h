// SPDX-License-Identifier: Apache-2.0
// Converts pins between the packed structs of waypoint_pins_pkg.sv and the C structs of ports.h. pins.c is generated
// from pins.c.in and the table of pins.
#ifndef PINS_H
#define PINS_H

#include <svdpi.h>

#include "ports.h"

// `etm`: the unit has an instruction port, which is half of the words.
void pins_pack_in(const struct ports_in *in, bool etm, svBitVecVal *word);
// Members of *in for the port of the other unit are unchanged.
void pins_unpack_in(const svBitVecVal *word, bool etm, struct ports_in *in);
void pins_unpack_out(const svBitVecVal *word, struct ports_out *out);

#endif
