// SPDX-License-Identifier: Apache-2.0
// Legal values of the registers that a generated host script writes. Only script_draw.c and script_say.c use them. Call
// value_draw_filter before value_draw.
#ifndef SCRIPT_VALUE_H
#define SCRIPT_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "script_say.h"

// value_has: the unit has the register. value_is_programmed: software writes the register when it programs the unit.
bool value_has(const struct random_host *host, unsigned offset);
bool value_is_programmed(const struct random_host *host, const struct register_row *row);

// Draws the program of the comparators. The registers of a pair belong together (IHI 0035B 3.4.1).
void value_draw_filter(struct random_host *host);
// A legal value of a register. For ETMCR, the bits that affect the trace.
uint32_t value_draw(struct random_host *host, const struct register_row *row);
uint32_t value_draw_etmcr(struct random_host *host);

#endif
