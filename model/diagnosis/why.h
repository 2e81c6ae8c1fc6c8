// SPDX-License-Identifier: Apache-2.0
// Why a packet is as it is: why it is there, why it is as long as it is, what an atom relies on. A reading of IHI 0035B
// and IHI 0014Q by the packets and the joined rows alone; each reason names its clause.
#ifndef WHY_H
#define WHY_H

#include <stdbool.h>
#include <stdint.h>

#include "join.h"

enum { WHY_ROOM = 720, WHY_RETURNS = 16 };

// What was reported up to a row.
struct why {
  const struct config *config;  // of the row
  // The address, and its instruction set, of the last branch or I-sync packet; not known before the first, and behind
  // a waypoint update, which one reading of 4.5.5 counts and another does not.
  bool based;
  uint32_t address;
  uint8_t isa;
  bool ns, hyp;
  uint64_t async, isync;  // bytes with which the last of these began
  bool asynced, isynced;
  bool stamped;  // a timestamp since the last I-sync
  bool context_known;
  uint32_t context;
  // Since the last I-sync: return addresses of calls, the newest last; those that returns have taken.
  uint32_t returns[WHY_RETURNS];
  unsigned calls, taken;
  struct flow_event last;  // the last range or exception
};

// Reasons, apart by "; ", into `text`; empty: there is nothing to say. Goes on behind the row. *w is 0 before the
// first.
void why_row(struct why *w, const struct join_row *row, char text[WHY_ROOM]);

#endif
