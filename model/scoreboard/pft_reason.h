// SPDX-License-Identifier: Apache-2.0
// The reason that an I-sync of a PTM gives (IHI 0035B 4.5.2).
#ifndef PFT_REASON_H
#define PFT_REASON_H

#include "scoreboard_protocol.h"

// May an I-sync after waypoint `i` give this reason? `before`: the position that the I-sync follows. `tracing`: tracing
// was on there. `overdue`: tracing had to start earlier.
bool pft_is_reason(const struct scoreboard *s, const struct scoreboard_position *before, size_t i, uint8_t reason,
                   bool tracing, bool overdue);

#endif
