// SPDX-License-Identifier: Apache-2.0
// Which signals of a wave are the pins of a trace unit, and its clock (docs/log.md): a file of lines NAME = VALUE.
#ifndef PIN_MAP_H
#define PIN_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pin.h"

struct error;

// Where a pin comes from: a signal, some bits of one, a number, or nowhere.
struct pin_source {
  char *signal;     // hierarchical name, its parts apart by dots; NULL: none
  bool part;        // it ends with a range: if no signal has the whole name, only these bits of one
  size_t base;      // characters before the range
  int left, right;  // of it, numbered as the signal is declared
  uint64_t number;  // without a signal
  unsigned line;    // of the map that says so; 0: none does, it has the pin's name in the scope
};

enum { PIN_MAP_CLOCK = PINS, PIN_MAP_SOURCES };

struct pin_map {
  const char *path;
  enum protocol protocol;
  struct pin_source of[PIN_MAP_SOURCES];  // each pin, and the clock
  bool given[PIN_MAP_SOURCES];            // there is a source
  bool falling;                           // edges of the clock at which the unit samples; else rising
  bool after;                             // a change in the time step of the edge counts for it
};

// `protocol`: of the unit. False and *err set ("PATH:LINE: expected ...") if the file cannot be read, a line is
// something else, or there is no clock; free it in either case.
bool pin_map_read(struct pin_map *map, const char *path, enum protocol protocol, struct error *err);
void pin_map_free(struct pin_map *map);

// Do the first `end` characters of a name end with "[LEFT:RIGHT]" or "[BIT]"? A bound may be negative, and has at most
// seven characters. Returns how many characters are before it; 0: they do not.
size_t pin_map_range(const char *name, size_t end, int *left, int *right);

#endif
