// SPDX-License-Identifier: Apache-2.0
// The trace of the DUT or of its reference: the packets that are still known at the end of a run, and the items that
// each packet reports. Only report*.c use it.
//
// Call order: report_trace_read, any others, report_trace_free.
#ifndef REPORT_TRACE_H
#define REPORT_TRACE_H

#include <stdio.h>

#include "join.h"

// The bytes of a trace: those of `sent` up to byte `end`, then `count` bytes from `more`.
struct report_bytes {
  const struct sent *sent;
  uint64_t end;
  const uint8_t *more;
  size_t count;
};

struct report_packet {
  struct packet packet;
  struct join_items items, missing;  // see join.h; empty after an error, because they are not known there
  enum join_gap gap;
  struct selection_reason untraced;
  bool has_item;  // `item` is known
  size_t item;    // the first item that this packet or a later one reports
};

struct report_trace {
  struct report_bytes bytes;
  uint64_t compared;      // the scoreboard has compared the bytes before this offset
  uint64_t wrong_at;      // the offset at which the scoreboard has found a contradiction; UINT64_MAX: none
  size_t wrong_item;      // the item of that contradiction
  bool wrong_is_missing;  // a packet before `wrong_at` is missing
  struct report_packet *packets;
  size_t count;
};

// `s` is the scoreboard that has compared these bytes, up to byte `compared`. Exits with 2 if memory runs out.
void report_trace_read(struct report_trace *t, const struct report_bytes *bytes, const struct scoreboard *s,
                       uint64_t compared);
void report_trace_free(struct report_trace *t);

uint8_t report_byte(const struct report_bytes *bytes, uint64_t offset);
// Returns the packet that contains byte `offset`, or NULL.
const struct report_packet *report_packet_at(const struct report_trace *t, uint64_t offset);

enum { REPORT_TEXT_ROOM = 400 };
// Writes a packet: "branch #57 addr=0x80009044 ARM bytes=2".
void report_packet_text(const struct report_packet *p, char text[REPORT_TEXT_ROOM]);
// Prints a packet with its bytes: "branch #57 addr=0x80009044 ARM bytes=2, byte 2442: d5 08". A packet of atoms at the
// contradiction has the numbers only of the correct atoms: "atom #41..42 ENEN (wrong from #43), byte 67: aa". If a
// packet before it is missing, the packet is correct, and the text is "(missing before #43)".
void report_packet_print(FILE *out, const struct report_trace *t, const struct report_packet *p);
// Prints the packets near byte `offset`, with the heading `side`.
void report_trace_print(FILE *out, const struct report_trace *t, uint64_t offset, const char *side);

#endif
