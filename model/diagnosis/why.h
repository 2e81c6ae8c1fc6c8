// SPDX-License-Identifier: Apache-2.0
// Explains why a trace unit has sent a packet, why the packet has its length, and which prediction an atom relies on.
// Each reason names its clause of IHI 0035B or IHI 0014Q. It is derived only from the rows of join.h.
#ifndef WHY_H
#define WHY_H

#include <stdbool.h>
#include <stdint.h>

#include "join.h"

enum { WHY_ROOM = 720, WHY_RETURNS = 16 };

// The state of the compression after the rows so far. It is zero before the first row.
struct why {
  const struct config *config;  // configuration of the row
  // The address and the instruction set of the last branch or I-sync packet. They are unknown before the first such
  // packet. They are also unknown after a waypoint update: IHI 0035B 4.5.5 does not say whether the address of that
  // packet is the base of the next.
  bool has_base;
  uint32_t address;
  uint8_t isa;
  bool ns, hyp;
  bool has_async, has_isync;  // there was an A-sync, an I-sync
  uint64_t async, isync;      // offsets of the last A-sync and I-sync
  bool has_timestamp;         // there was a timestamp since the last I-sync
  bool has_context;           // `context` is known
  uint32_t context;
  // The return stack since the last I-sync: the return addresses of calls, the newest last.
  uint32_t returns[WHY_RETURNS];
  unsigned calls;          // number of calls that have not returned
  unsigned returned;       // number of calls that have returned
  struct flow_event last;  // the last range or exception
};

// Writes the reasons for the packet of a row to `text`, separated by "; ". Without a reason, `text` is empty. Then it
// updates *w by the row.
void why_row(struct why *w, const struct join_row *row, char text[WHY_ROOM]);

#endif
