// SPDX-License-Identifier: Apache-2.0
// The pins of a trace unit out of a simulation's wave, VCD or FST, by a map (pin_map.h): at each edge of its clock what
// a flip-flop of the unit sampled. The wave is read once, front to back.
//
//   wave_open(&wave, path, &map, &config, &err)
//   while (wave_next(&wave, &pins, &err) == CLOCK_READ) ...
//   wave_close(&wave)
#ifndef WAVE_H
#define WAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clock_read.h"
#include "config.h"
#include "pin_map.h"
#include "vcd.h"
#include "wave_closest.h"
#include "wave_name.h"

struct error;

enum {
  WAVE_PIECES = 1 << 11,
  WAVE_NO_UNIT = -100,  // exponent of a time unit that is not known
};

// Bits of a signal that are bits of a pin, or of the clock.
struct wave_piece {
  unsigned source;        // enum pin, or PIN_MAP_CLOCK
  const char *code;       // of the signal
  struct wave_bits bits;  // at last, index is the lowest bit of the pin
  unsigned next;          // piece of the same signal; 0: none
};

// A signal that the file declares.
struct wave_code {
  char *code;      // NULL: none
  unsigned bits;   // the widest that it is declared
  unsigned first;  // its pieces; 0: it is no pin
};

// The value of a pin, or of the clock.
struct wave_value {
  uint64_t bits, unknown;  // of which these are x or z
  unsigned width;          // bits that the wave has of it; 0: none
  enum wave_match match;   // of the names in wave and map
  bool touched;            // since the last time
};

struct wave {
  struct vcd vcd;
  const struct pin_map *map;
  struct wave_path path;                  // the open scopes
  struct wave_closest *closest;           // takes names like one that is missing; NULL: none is
  uint32_t atb_bits;                      // width of ATDATA
  int exponent;                           // the unit of time is 10^exponent seconds, or WAVE_NO_UNIT
  struct wave_code *codes;                // a hash table of `room` places
  size_t room, declared;                  // a power of two, of which so many are taken
  struct wave_piece pieces[WAVE_PIECES];  // from 1 on
  unsigned count;                         // of pieces
  struct wave_value value[PIN_MAP_SOURCES];
  struct pins pins;   // before this time
  bool known, level;  // of the clock, then
  bool ended;
  uint64_t time, edge_time;  // now, and of the last edge
};

// Reads the declarations. `built`: what pins are that the wave does not have. False and *err set ("PATH: expected ...")
// if a file cannot be read, is no wave, or lacks a signal; close it in either case.
bool wave_open(struct wave *wave, const char *path, const struct pin_map *map, const struct config *built,
               struct error *err);
// The pins at the next edge. CLOCK_BAD and *err set: likewise.
enum clock_read wave_next(struct wave *wave, struct pins *pins, struct error *err);
void wave_close(struct wave *wave);

#endif
