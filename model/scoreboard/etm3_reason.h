// SPDX-License-Identifier: Apache-2.0
// The reason that an I-sync of an ETM gives (IHI 0014Q 4.8, 7.10).
#ifndef ETM3_REASON_H
#define ETM3_REASON_H

#include "scoreboard_protocol.h"

// May an I-sync at item `i` give this reason? `before`: what it follows; `tracing`: it was on; `overdue`: it had to
// start earlier. Where tracing restarts at a debug exit the reason is that exit, also behind an overflow (IHI
// 0014Q 4.8), late if the overflow lasts; an overflow behind an I-sync that has told it may be told as either. Where
// tracing was off there the text is silent.
bool etm3_is_reason(const struct scoreboard *s, const struct scoreboard_position *before, size_t i, uint8_t reason,
                    bool tracing, bool overdue);

#endif
