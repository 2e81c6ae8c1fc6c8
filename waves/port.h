// SPDX-License-Identifier: Apache-2.0
// What a processor presents in one clock, as text: the waypoint port of ptm_top, the instruction port of etm_top.
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beats_file.h"
#include "pin.h"

#define PORT_TEXT_ROOM 160  // the longest text, with its NUL

enum port_row { PORT_WAYPOINT, PORT_KIND, PORT_TARGET, PORT_SLOT0, PORT_SLOT1, PORT_BRANCH, PORT_ROWS };

// Name of the row, and the pin without which a dump does not have it.
extern const char *const port_row_name[PORT_ROWS];
extern const enum pin port_row_pin[PORT_ROWS];

// The text of the row in a clock with these values of the PINS pins; empty for nothing. `items`: those of the clock,
// NULL for none.
void port_text(enum port_row row, const uint64_t *pin, const struct beats_items *items, char text[PORT_TEXT_ROOM]);

#endif
