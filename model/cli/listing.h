// SPDX-License-Identifier: Apache-2.0
// Decodes a trace to standard output, one line for each packet, executed range or instruction, and counts its contents.
//
// Set the first members, and call listing_decode() once.
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
  const char *name;                  // name of the trace, for messages
  const struct image *image;         // the code; NULL: only packets
  const struct debug_info *debug;    // functions and source lines; NULL: unknown
  bool packets, flow, instructions;  // kinds of lines that are printed; flow and instructions require an image
  bool events;                       // print the text of docs/events.md
  struct frames_breaks breaks;       // breaks in the frames of the bytes
  // Set by listing_decode(). Waypoints: of ETMv3, branches in the trace and exceptions. Gaps: missing code, overflows,
  // and times in which tracing was off. Errors: bad or contradictory packets.
  uint64_t packet_count, waypoint_count, instruction_count, gap_count, error_count;
  struct error first;  // the first error
  bool left_code;      // the flow was lost at an address without code
  bool has_address;    // the trace has addresses, from `low` to `high`
  uint32_t low, high;
  // Private.
  struct flow *image_flow;
  struct disassembly *disassembly;
  const struct config *config;
  const struct listing_protocol *protocol;
  bool counted;           // tracing is cycle-accurate
  bool has_sync;          // an I-sync was decoded
  struct flow_event run;  // ETMv3: consecutive instructions that are not printed yet; `count` 0: none
  // Context IDs and VMIDs after instructions that the flow may still withhold.
  struct listing_context {
    uint64_t offset;
    const char *name;
    uint32_t value;
  } contexts[4];
  size_t context_count;
  bool in_gap;             // the flow is lost, and a branch packet may continue it
  bool has_printed_start;  // the line for packets before the first I-sync was printed
  uint64_t next;           // byte after the last packet
  bool has_context;
  uint32_t context;  // last Context ID that was printed
  uint64_t clocks;   // PFT: cycle counts of packets since the last event with a count
  // The last two timestamps, and the byte offset of the later one. An instruction of an ETM may be printed after a
  // later packet.
  uint64_t time, time_before, time_offset;
  bool has_time, had_time;
  struct event_source event_source;
};

// Decodes all bytes. A trace without A-sync is one error. Exits with 2 when out of memory.
//
// The line of an instruction has these fields: byte offset of the packet that reports it, address, encoding,
// instruction set. The encoding of a 32-bit Thumb instruction has its first halfword at the top. Then follow E or N
// (ETMv3), the clocks since the last count (cycle-accurate), the last timestamp before it, and after two blanks its
// text.
void listing_decode(struct listing *listing, const struct config *config, const uint8_t *bytes, size_t count);

#endif
