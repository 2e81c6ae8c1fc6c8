// SPDX-License-Identifier: Apache-2.0
// ETMv3: the cycle count of the gap before an I-sync (IHI 0014Q 7.3.4). Only the scoreboard uses it.
#ifndef ETM3_GAP_H
#define ETM3_GAP_H

#include "scoreboard.h"

// Counting continues during an overflow.
bool etm3_counts_overflow(const struct config *c);
// Which cycle counts are permitted for the gap before an item. `passed_debug`: Debug state was entered or left in the
// gap. `overdue`: an item in the gap had to be traced.
enum scoreboard_gap etm3_gap_before(const struct scoreboard *s, uint8_t reason, bool passed_debug, bool overdue);
// Sets the clock of the trace to that of the I-sync at item `i`, and computes the length of the gap before it. The
// caller has set at.gap.
void etm3_begin_clocks(struct scoreboard *s, const struct flow_event *e, size_t i);
// Compares the cycle count of that gap. `reported` is 0 if the trace has no count. If it is wrong, stores the
// contradiction, and returns false.
bool etm3_compare_gap(struct scoreboard *s, const struct flow_event *e, uint32_t reported);
// The member `gap_count` of struct scoreboard_protocol.
bool etm3_gap_count(struct scoreboard *s, const struct flow_event *e, size_t i, uint64_t *count, bool *may_be_zero);

#endif
