// SPDX-License-Identifier: Apache-2.0
// The reason that an I-sync of an ETM gives (IHI 0014Q 4.8, 7.10).
#ifndef ETM3_REASON_H
#define ETM3_REASON_H

#include "scoreboard_protocol.h"

// May an I-sync at item `i` give this reason? `before`: the position that the I-sync follows. `tracing`: tracing was on
// there. `overdue`: tracing had to start earlier.
//
// If tracing restarts at a debug exit, the reason is the debug exit, also after an overflow (IHI 0014Q 4.8), and late
// if the overflow lasts. After an I-sync has reported the exit, an overflow may be reported with either reason. IHI
// 0014Q does not say which reason applies if tracing was off at the exit.
bool etm3_is_reason(const struct scoreboard *s, const struct scoreboard_position *before, size_t i, uint8_t reason,
                    bool tracing, bool overdue);

#endif
