// SPDX-License-Identifier: Apache-2.0
// Corrects the packet that the scoreboard contradicts, for the line "expected" of a report. The correct packet is the
// one that a compliant DUT sends for the item that was presented, after the same earlier packets.
//
// A correction is made only if it is certain. Either the packet reports the next item, with another value in a field.
// Or it is an I-sync that differs in the same single field from the I-sync of each possible item. There is no
// correction if the packet is missing, superfluous, or of another item. Only report*.c use it.
#ifndef CORRECTED_PACKET_H
#define CORRECTED_PACKET_H

#include "report_trace.h"

struct corrected {
  const struct report_packet *sent;  // the wrong packet; NULL: no correction
  struct packet right;               // the correct packet
};

// Corrects the packet at which `s` has stopped. `t` holds the bytes that `s` has compared.
struct corrected corrected_packet(const struct scoreboard *s, const struct report_trace *t);

#endif
