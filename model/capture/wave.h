// SPDX-License-Identifier: Apache-2.0
// Reads the pins of a trace unit from the wave of a simulation, VCD or FST, by a map (pin_map.h). It gives the values
// that the flip-flops of the unit sample at each clock edge. The wave is read once, from its beginning to its end.
//
//    wave_open(&wave, path, &map, &config, &err)
//    while (wave_next(&wave, &pins, &err) == READ_GOOD) ...
//    wave_close(&wave)
#ifndef WAVE_H
#define WAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "pin_map.h"
#include "vcd.h"
#include "wave_name.h"

struct error;

enum {
  WAVE_PIECES = 1 << 11,
  WAVE_NO_UNIT = -100,  // exponent of an unknown time unit
};

// Bits of a signal that are bits of a pin or of the clock.
struct wave_piece {
  unsigned source;        // enum pin, or PIN_MAP_CLOCK
  const char *code;       // code of the signal
  struct wave_bits bits;  // after wave_settle(), `index` is the lowest bit of the pin
  unsigned next;          // next piece of the same signal; 0: none
};

// A signal that the file declares.
struct wave_code {
  char *code;      // NULL: no signal
  unsigned bits;   // largest declared width
  unsigned first;  // its first piece; 0: it is no pin
};

// The value of a pin or of the clock.
struct wave_value {
  uint64_t bits, unknown;  // mask of the bits that are x or z
  unsigned width;          // bits of it in the wave; 0: none
  enum wave_match match;   // how well the names in wave and map match
  bool touched;            // changed since the last time
};

struct wave {
  struct vcd vcd;
  const struct pin_map *map;
  struct wave_path path;                  // names of the open scopes
  struct wave_closest *closest;           // collects names that are similar to a missing one; NULL: none is missing
  uint32_t atb_bits;                      // width of ATDATA in bits
  int exponent;                           // the time unit is 10^exponent seconds, or WAVE_NO_UNIT
  struct wave_code *codes;                // hash table
  size_t room, declared;                  // its size, a power of two, and the number of its entries
  struct wave_piece pieces[WAVE_PIECES];  // numbered from 1
  unsigned count;                         // number of pieces
  struct wave_value value[PIN_MAP_SOURCES];
  struct pins pins;   // values before this time
  bool known, level;  // of the clock before this time
  bool ended;
  uint64_t time, edge_time;  // current time, and time of the last edge
};

// Reads the declarations. `built` has the values of pins that the wave does not contain. False and *err set ("PATH:
// expected ..."): a file cannot be read, is no wave, or does not contain a signal that is needed. Call wave_close() in
// either case.
bool wave_open(struct wave *wave, const char *path, const struct pin_map *map, const struct config *built,
               struct error *err);
// Reads the pins at the next edge. READ_BAD: *err is set.
enum read_result wave_next(struct wave *wave, struct pins *pins, struct error *err);
void wave_close(struct wave *wave);

// --- between wave.c and wave_declare.c -------------------------------------------------------------------------------

// Reads the declarations up to $enddefinitions.
bool wave_declarations(struct wave *wave, struct error *err);
// Call it next. Does the wave contain each pin that is needed, with a width that fits?
bool wave_settle(struct wave *wave, struct error *err);

// The signal with this code. NULL: no $var declares it.
const struct wave_code *wave_signal(const struct wave *wave, const char *code);

#endif
