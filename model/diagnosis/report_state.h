// SPDX-License-Identifier: Apache-2.0
// State that a packet reports and later ones leave as it was: NS, Hyp, the instruction set, Context ID, VMID. Where it
// is not what it was on the processor's port, the packet at fault is an earlier one.
#ifndef REPORT_STATE_H
#define REPORT_STATE_H

#include "corrected_packet.h"

// For each that differs where the scoreboard has found a contradiction: the packet that reported it last, and since
// which item it is another. Returns the first of these packets that had to report it, as it would be right, if that is
// sure.
struct corrected report_state(FILE *out, const struct scoreboard *s, const struct report_trace *t);

// Of a packet at byte `offset` that has a part of an address: the address that the rest is of, and whose that was.
void report_base(FILE *out, const struct report_trace *t, uint64_t offset);

#endif
