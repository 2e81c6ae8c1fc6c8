// SPDX-License-Identifier: Apache-2.0
// Pins as waypoint_pins_pkg.sv packs them <-> the C structs of ports.h. No decisions here.
#ifndef PINS_H
#define PINS_H

#include <svdpi.h>

#include "ports.h"

enum { PINS_IN_WORDS = 16, PINS_OUT_WORDS = 4 };

// `etm`: the unit has an instruction port, which takes half of the words.
void pins_pack_in(const struct ports_in *in, bool etm, svBitVecVal word[PINS_IN_WORDS]);
// What the other unit's port has in *in stays as it is.
void pins_unpack_in(const svBitVecVal word[PINS_IN_WORDS], bool etm, struct ports_in *in);
void pins_unpack_out(const svBitVecVal word[PINS_OUT_WORDS], struct ports_out *out);

#endif
