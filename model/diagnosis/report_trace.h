// SPDX-License-Identifier: Apache-2.0
// The trace of one side, of the unit or of what it is compared with, as far as it is kept when a run ends: its packets,
// and the items that each reports. Used by report*.c only.
#ifndef REPORT_TRACE_H
#define REPORT_TRACE_H

#include <stdio.h>

#include "join.h"

// Bytes in a row: those of `sent` up to byte `end`, and `count` more behind them.
struct report_bytes {
  const struct sent *sent;
  uint64_t end;
  const uint8_t *more;
  size_t count;
};

struct report_packet {
  struct packet packet;
  struct join_items items, missing;  // join.h; none behind an error, for they are not known there
  enum join_gap gap;
  struct selection_reason untraced;
  bool placed;   // `place` is known:
  size_t place;  // the first item that the packet or a later one reports
};

struct report_trace {
  struct report_bytes bytes;
  uint64_t compared;  // by the scoreboard: bytes up to here
  uint64_t wrong_at;  // the byte with which the scoreboard has found a contradiction, and the item; UINT64_MAX: none
  size_t wrong_item;
  bool wrong_is_missing;  // a packet before that byte is missing
  struct report_packet *packets;
  size_t count;
};

// `s`: what has compared these bytes, up to byte `compared`. Exits 2 when out of memory.
void report_trace_read(struct report_trace *t, const struct report_bytes *bytes, const struct scoreboard *s,
                       uint64_t compared);
void report_trace_free(struct report_trace *t);

uint8_t report_byte(const struct report_bytes *bytes, uint64_t offset);
// The packet that has byte `offset`; NULL: none.
const struct report_packet *report_packet_at(const struct report_trace *t, uint64_t offset);

enum { REPORT_TEXT_ROOM = 400 };
// "branch #57 addr=0x80009044 ARM bytes=2".
void report_packet_text(const struct report_packet *p, char text[REPORT_TEXT_ROOM]);
// "branch #57 addr=0x80009044 ARM bytes=2, byte 2442: d5 08". Of atoms that are wrong only those before the first wrong
// one have numbers: "atom #41..42 ENEN (wrong from #43), byte 67: aa". "(missing before #43)": the packet is correct.
void report_packet_print(FILE *out, const struct report_trace *t, const struct report_packet *p);
// The packets around byte `offset`.
void report_trace_print(FILE *out, const struct report_trace *t, uint64_t offset, const char *side);

#endif
