// SPDX-License-Identifier: Apache-2.0
// Pins as waypoint_pins_pkg.sv packs them <-> the C structs of ports.h. No decisions here: pins.c is made from
// pins.c.in and the table of pins.
#ifndef PINS_H
#define PINS_H

#include <svdpi.h>

#include "ports.h"

// `etm`: the unit has an instruction port, which takes half of the words.
void pins_pack_in(const struct ports_in *in, bool etm, svBitVecVal *word);
// What the other unit's port has in *in stays as it is.
void pins_unpack_in(const svBitVecVal *word, bool etm, struct ports_in *in);
void pins_unpack_out(const svBitVecVal *word, struct ports_out *out);

#endif
