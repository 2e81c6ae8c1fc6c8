// SPDX-License-Identifier: Apache-2.0
// A file of lines NAME = VALUE, which says which signals of a wave are the clock and the pins of a trace unit
// (docs/log.md). Call pin_map_read() first and pin_map_free() last.
#ifndef PIN_MAP_H
#define PIN_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pin.h"

struct error;

// The source of a pin: a signal, some bits of a signal, a number, or nothing.
struct pin_source {
  char *signal;     // hierarchical name, separated by dots; NULL: none
  bool part;        // it ends with a range: if no signal has this name, the pin is these bits of a signal
  size_t base;      // number of characters before the range
  int left, right;  // the range, numbered as the signal is declared
  uint64_t number;  // the value, without a signal
  unsigned line;    // line of the map; 0: no line names the pin, and its signal is the name of the pin in the scope
};

enum { PIN_MAP_CLOCK = PINS, PIN_MAP_SOURCES };

struct pin_map {
  const char *path;
  enum protocol protocol;
  struct pin_source of[PIN_MAP_SOURCES];  // of each pin, and of the clock
  bool given[PIN_MAP_SOURCES];            // there is a source
  bool falling;                           // the unit samples at falling edges of the clock; otherwise at rising edges
  bool after;                             // the unit samples values after the changes of the time step of the edge
};

// `protocol` is that of the unit. False and *err set ("PATH:LINE: expected ..."): the file cannot be read, a line is
// wrong, or there is no clock. Call pin_map_free() in either case.
bool pin_map_read(struct pin_map *map, const char *path, enum protocol protocol, struct error *err);
void pin_map_free(struct pin_map *map);

// Do the first `end` characters of a name end with "[LEFT:RIGHT]" or "[BIT]"? A bound may be negative, and has at most
// seven characters. Returns the number of characters before it; 0: they do not.
size_t pin_map_range(const char *name, size_t end, int *left, int *right);

#endif
