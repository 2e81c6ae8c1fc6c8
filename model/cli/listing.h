// SPDX-License-Identifier: Apache-2.0
// Decodes a trace to standard output, a line per packet, executed range or instruction, and counts what it held.
#ifndef LISTING_H
#define LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "error.h"
#include "image.h"
#include "tell.h"

struct flow;

struct listing {
  const char *name;                       // of the trace, for errors
  const struct image *image;              // code; NULL: packets only
  bool packets, waypoints, instructions;  // which lines are printed
  bool events;                            // the text of docs/events.md
  // Set by listing_decode. Gaps: no code, an overflow, or tracing was off. Errors: bad or contradictory packets.
  uint64_t packet_count, waypoint_count, instruction_count, gap_count, error_count;
  struct error first;  // error
  // Private.
  struct flow *flow;
  bool placed;  // an I-sync was seen
  struct tell tell;
};

// All of it. A trace without A-sync is one error; false: out of memory.
bool listing_decode(struct listing *listing, const struct config *config, const uint8_t *bytes, size_t count);

#endif
