// SPDX-License-Identifier: Apache-2.0
// What a run drives: the part of a command line that the driver of the pins needs.
#ifndef DRIVE_OPTIONS_H
#define DRIVE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "host.h"
#include "pressure.h"
#include "random.h"
#include "stim.h"

enum source { SOURCE_RANDOM, SOURCE_PROGRAM, SOURCE_TEXT };

// What a generated host script may use, as the description of the unit says (docs/unit.md).
struct host_limits {
  uint32_t etmcr;                                        // bits of ETMCR that it may set
  uint32_t registers;                                    // registers that it may write, bits of enum config_register
  bool has_os_lock, has_power_down, has_authentication;  // ways in which it may stop the unit
};

struct drive_options {
  enum source source;
  const char *path;          // program or text stimulus
  uint64_t seed;             // random source; also of spacing, back-pressure, flushes, syncs
  uint64_t clocks;           // of stimulus; 0: to the end of the program or text
  uint32_t restarts;         // times that the host stops the unit and starts it again on the way
  uint32_t resets;           // of the unit, at random clocks; the host programs it again
  uint32_t atclken, pclken;  // percent of the clocks in which the ATB, the APB has an edge
  struct stim_knobs stim;
  struct random_knobs random;
  struct pressure pressure;
  // A text with what the host does, or how it is drawn; NULL: it programs, stops and starts the unit by itself.
  const char *host;
  const char *host_text;  // takes what was drawn; NULL: nothing does
  struct host_limits limits;
  enum stop_by stop_by;
  uint32_t off_flush_permille;   // clocks in which the unit is off: AFVALID rises
  uint32_t no_halting_permille;  // clocks in which a PTM's port presents Debug state while HDBGEN is low
  bool abrupt;  // the host stops the unit while waypoints keep coming, and without waiting for an overflow to be told
};

#endif
