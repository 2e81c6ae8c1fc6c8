// SPDX-License-Identifier: Apache-2.0
// What a processor presents in one clock, as text: the waypoint port of ptm_top, the instruction port of etm_top.
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "pin.h"
#include "trace.h"

#define PORT_TEXT_ROOM 160  // the longest text, with its NUL

enum port_row { PORT_WAYPOINT, PORT_KIND, PORT_TARGET, PORT_SLOT0, PORT_SLOT1, PORT_BRANCH, PORT_STATE, PORT_ROWS };

// The state stands until it changes.
// Name of the row, and the pin without which a dump does not have it; the state of an ETM has ETMNS.
extern const char *const port_row_name[PORT_ROWS];
extern const enum pin port_row_pin[PORT_ROWS];

// What the row says in a clock with these values of the PINS pins; empty for nothing, of the state for no news.
// `items`: the numbers of what was presented, NULL for none.
void port_text(enum port_row row, const uint64_t *pin, const struct trace_items *items, const struct config *config,
               char text[PORT_TEXT_ROOM]);

#endif
