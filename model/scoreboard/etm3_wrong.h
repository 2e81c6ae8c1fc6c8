// SPDX-License-Identifier: Apache-2.0
// ETMv3: contradictions whose text depends on more than the step. Each function returns false. Only etm3_scoreboard.c
// uses it.
#ifndef ETM3_WRONG_H
#define ETM3_WRONG_H

#include "scoreboard.h"

// The count in an I-sync, or in the cycle-count packet that follows it.
bool etm3_wrong_count(struct scoreboard *s, const struct flow_event *e, uint32_t reported);
bool etm3_no_count(struct scoreboard *s, const struct flow_event *e);
// Step at.item is an exception that cancelled the last instruction in the trace, at address at.cancelled_address. The
// trace goes on at `address`, without a branch packet that has the Cancel bit.
bool etm3_before_is_cancelled(struct scoreboard *s, const struct flow_event *e, uint32_t address);
// An exception return packet follows the P-header of the next step. It is missing, or the step must not have one.
bool etm3_wrong_exit(struct scoreboard *s, const struct scoreboard_event *event, uint32_t address);

#endif
