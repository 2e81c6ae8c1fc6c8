// SPDX-License-Identifier: Apache-2.0
// The rows of the events (IHI 0035B 3.8): how each is programmed, in words, and whether it is true by the pins.
#ifndef EVENT_ROWS_H
#define EVENT_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "pin.h"

enum { EVENT_TRIGGER, EVENT_ENABLE, EVENT_STAMP, EVENTS };

struct event_row {
  const char *group;             // of the view
  const char *name;              // of the register
  const char *about[3];          // what a text says of it, too; up to a NULL
  const char *signal;            // in our units
  const char *words, *expected;  // names of the two rows
};
extern const struct event_row event_row[EVENTS];

// Is the text about this event?
bool event_is_in(unsigned event, const char *text);
// Says it how the event is programmed, as "ETMTRIGGER=0x0F1E0"?
bool event_in_text(unsigned event, const char *text, uint32_t *programmed);

// The processor's state, which is a resource: of a PTM behind the last waypoint, of an ETM in the clock.
struct event_state {
  bool known, ns, prohibited;
};

// In a clock with these values of the PINS pins: is each event, by its register, true ('1') or false ('0')? 'x': that
// hangs on a resource of which the pins do not tell. `state`: behind the clock before; it goes on to this one.
void event_clock(struct event_state *state, const uint64_t *pin, bool etm3, const uint32_t programmed[EVENTS],
                 char expected[EVENTS]);

#endif
