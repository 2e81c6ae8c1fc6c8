// SPDX-License-Identifier: Apache-2.0
// Decodes a trace to standard output, a line per packet, executed range or instruction, and counts what it held.
#ifndef LISTING_H
#define LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "debug_info.h"
#include "error.h"
#include "event_source.h"
#include "flow.h"
#include "frames.h"
#include "image.h"

struct listing_protocol;

struct listing {
  const char *name;                  // of the trace, for errors
  const struct image *image;         // code; NULL: packets only
  const struct debug_info *debug;    // functions and source lines; NULL: none are known
  bool packets, flow, instructions;  // which lines are printed; the latter two need an image
  bool events;                       // the text of docs/events.md
  struct frames_breaks breaks;       // of the frames that the bytes are from
  // Set by listing_decode. Waypoints: of ETMv3 branches told, and exceptions. Gaps: no code, an overflow, or tracing
  // was off. Errors: bad or contradictory packets.
  uint64_t packet_count, waypoint_count, instruction_count, gap_count, error_count;
  struct error first;  // error
  bool left_code;      // the flow was lost where the image has no code
  bool ran;            // the trace gave addresses, from `low` to `high`
  uint32_t low, high;
  // Private.
  struct flow *over_image;
  struct disassembly *disassembly;
  const struct config *config;
  const struct listing_protocol *protocol;
  bool counted;           // cycle-accurate
  bool placed;            // an I-sync was seen
  struct flow_event run;  // ETMv3: instructions one behind the other, not printed yet; `count` 0: none
  // Context IDs and VMIDs that follow instructions that the flow may still hold back.
  struct listing_context {
    uint64_t offset;
    const char *name;
    uint32_t value;
  } contexts[4];
  size_t context_count;
  bool in_gap;       // the flow is lost, and a branch packet may place it again
  bool is_unplaced;  // packets before the first I-sync have been listed
  uint64_t next;     // byte after the last packet
  bool has_context;
  uint32_t context;  // Context ID that was listed last
  uint64_t clocks;   // PFT: counted by packets since the last event that has a count
  // The last timestamps, and where the later one stands. An ETM's instruction may be printed behind a later packet.
  uint64_t time, time_before, time_offset;
  bool timed, timed_before;
  struct event_source event_source;
};

// All of it. A trace without A-sync is one error. Exits 2 when out of memory.
//
// A line of an instruction: byte of the packet that reports it, address, encoding (a 32-bit Thumb one with its first
// halfword on top), instruction set; of ETMv3 E or N; cycle-accurate the clocks since the last one that has any; the
// last timestamp in front of it; behind two spaces its text.
void listing_decode(struct listing *listing, const struct config *config, const uint8_t *bytes, size_t count);

#endif
