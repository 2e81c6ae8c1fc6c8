// SPDX-License-Identifier: Apache-2.0
// Legal values of the registers that the drawer of a host's programme writes. Used by script_draw.c and script_say.c.
#ifndef SCRIPT_VALUE_H
#define SCRIPT_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "script_say.h"

// Has the unit such a register? Does somebody write it who programs the unit?
bool value_has(const struct draw *d, unsigned offset);
bool value_is_programmed(const struct draw *d, const struct register_row *row);

// What the comparators shall look for until it is drawn anew: registers of a pair belong together (IHI 0035B 3.4.1).
void value_draw_filter(struct draw *d);
// A legal value of a register; of ETMCR what shapes the trace.
uint32_t value_draw(struct draw *d, const struct register_row *row);
uint32_t value_draw_etmcr(struct draw *d);

#endif
