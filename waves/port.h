// SPDX-License-Identifier: Apache-2.0
// What a processor presents in one clock, as text: the waypoint port of ptm_top, the instruction port of etm_top.
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PORT_TEXT_ROOM 160  // the longest text, with its NUL

// The pins that the texts are made of. Those of the younger slot are SLOT_PINS behind those of the older one.
enum pin {
  WPT_VALID,
  WPT_PC,
  WPT_TARGET,
  WPT_TYPE,
  WPT_TAKEN,
  WPT_LINK,
  WPT_T,
  WPT_J,
  WPT_NS,
  WPT_HYP,
  WPT_EXCEPTION,
  WPT_EXCEPTION_HIGH,
  WPT_PROHIBITED,
  WPT_ERET,
  ETM_PROHIBITED,
  ETM_DEBUG,
  SLOT_VALID,
  SLOT_A,
  SLOT_T,
  SLOT_J,
  SLOT_PASS,
  SLOT_ERET,
  SLOT_BR,
  SLOT_BRA,
  SLOT_BRT,
  SLOT_BRJ,
  SLOT_BRNS,
  SLOT_BRHYP,
  SLOT_BRDIRECT,
  SLOT_BREXC,
  SLOT_BRCANCEL,
  SLOT_BRSECRET,
  SLOT_END,
  SLOT_PINS = SLOT_END - SLOT_VALID,
  PINS = SLOT_END + SLOT_PINS
};

extern const char *const pin_name[PINS];

enum port_row { PORT_WAYPOINT, PORT_SLOT0, PORT_SLOT1, PORT_BRANCH, PORT_ROWS };

// Name of the row, and the pin without which a dump does not have it.
extern const char *const port_row_name[PORT_ROWS];
extern const enum pin port_row_pin[PORT_ROWS];

// What the row says in a clock with these values of the pins. False: nothing, what it said last stands.
bool port_text(enum port_row row, const uint64_t *pin, char text[PORT_TEXT_ROOM]);

#endif
