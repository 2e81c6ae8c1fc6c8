// SPDX-License-Identifier: Apache-2.0
// Where the scoreboard contradicts a packet: the packet that would have been right, and the bits of its bytes that are
// wrong. Right is what was presented, behind the packets before it. Only where that is sure: an item on its own packet,
// of which a field is another; an I-sync of which one field is another for every item that it could be of. A packet
// that is missing, one too many, or of another item has none. Used by report*.c only.
#ifndef CORRECTED_PACKET_H
#define CORRECTED_PACKET_H

#include "report_trace.h"

struct corrected {
  const struct report_packet *sent;  // NULL: none is known
  struct packet right;
};

// For what `s` has ended with. `t`: the bytes that it has compared.
struct corrected corrected_packet(const struct scoreboard *s, const struct report_trace *t);

#endif
