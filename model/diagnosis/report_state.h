// SPDX-License-Identifier: Apache-2.0
// Explains a contradiction by state that an earlier packet has reported: NS, Hyp, the instruction set, the Context ID
// or the VMID. Later packets do not repeat such state. If it differs from that on the port of the processor, the
// earlier packet is at fault. Only report*.c use it.
#ifndef REPORT_STATE_H
#define REPORT_STATE_H

#include "corrected_packet.h"

// Prints, for each state that differs at the contradiction: the packet that reported it last, and the first item with
// the other value. Returns the correction of the first such packet that had to report the state. The correction is
// empty if it is not certain.
struct corrected report_state(FILE *out, const struct scoreboard *s, const struct report_trace *t);

// If the packet at byte `offset` has only the low bits of an address: prints the address from which the high bits come,
// and the packet that reported it.
void report_base(FILE *out, const struct report_trace *t, uint64_t offset);

#endif
