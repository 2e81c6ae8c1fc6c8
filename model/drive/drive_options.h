// SPDX-License-Identifier: Apache-2.0
// The options of the drivers: the part of a command line that decides what drives the pins. Other files only fill them
// in or read them. Times are in clocks.
#ifndef DRIVE_OPTIONS_H
#define DRIVE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "host.h"
#include "random.h"
#include "speculate.h"
#include "stim.h"

// Streams of random numbers from the seed that the drivers use. The stimulus has lower numbers.
enum {
  STREAM_PRESSURE = 0x70,
  STREAM_ATB_EDGES,
  STREAM_APB_EDGES,
  STREAM_RESETS,
  STREAM_OFF_FLUSH,
  STREAM_NO_HALTING,
  STREAM_SCRIPT,
  STREAM_SCRIPT_INPUTS,
  STREAM_SCRIPT_STATE,
  STREAM_WRONG_PATHS,
  STREAM_COMMIT_DELAYS,
  STREAM_BURSTS,
  STREAM_DEBUG_RESPONSE,
  STREAM_SCRIPT_REQUESTS
};

// When the sink of the ATB is ready.
struct pressure {
  enum {
    PRESSURE_NONE,      // always ready
    PRESSURE_RANDOM,    // not ready in `value` percent of the clocks
    PRESSURE_BURST,     // not ready, then ready, for 1 to `value` clocks each
    PRESSURE_PERIODIC,  // ready in one of `value` clocks
  } kind;
  uint32_t value;
};

enum { DEBUG_RESPONSE_MAX = 1 << 20 };

// The clocks from the rise of the debug request to the entry to Debug state, or more if an event of the stimulus must
// come first. Both are 1 or more. `high` is 0: the processor ignores the request.
struct debug_response {
  uint32_t low, high;
};

enum source { SOURCE_RANDOM, SOURCE_PROGRAM, SOURCE_TEXT };

// What a generated host script may use. The description of the unit sets it (docs/unit.md).
struct host_limits {
  uint32_t etmcr;                                        // bits of ETMCR that it may set
  uint32_t registers;                                    // registers that it may write, a set of enum config_register
  bool has_os_lock, has_power_down, has_authentication;  // ways in which it may stop the unit
};

struct drive_options {
  enum source source;
  const char *path;          // file of a program or text stimulus
  uint64_t seed;             // seed of all random numbers
  uint64_t clocks;           // clocks of stimulus; 0: to the end of the program or text
  uint32_t restarts;         // number of times that the host stops and restarts the unit
  uint32_t resets;           // number of resets of the unit, at random clocks; the host programs it again
  uint32_t atclken, pclken;  // percent of the clocks in which the ATB or the APB has an edge
  struct stim_knobs stim;
  struct random_knobs random;
  struct speculation speculation;
  struct debug_response debug_response;
  struct pressure pressure;
  // A host script, or `random` or `illegal`. NULL: the host programs, stops and starts the unit without a script.
  const char *host;
  const char *host_text;  // file for the script that was drawn; NULL: none
  struct host_limits limits;
  enum stop_by stop_by;
  uint32_t off_flush_permille;   // of the clocks in which the unit is off: AFVALID rises
  uint32_t no_halting_permille;  // of the clocks: a PTM's port presents Debug state while HDBGEN is low
  bool free_running;             // ETM: the processor executes while the unit is off, too
  bool abrupt;  // the host stops the unit between waypoints, and does not wait until an overflow is reported
};

#endif
