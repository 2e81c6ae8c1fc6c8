// SPDX-License-Identifier: Apache-2.0
// Timestamp rules, for the other themes. Used by rule*.c only.
#ifndef RULE_TIME_H
#define RULE_TIME_H

struct rules;

// A packet reports an exception, an exception return or a barrier. The next timestamp may be for that waypoint.
void rules_expect_waypoint_timestamp(struct rules *a);

#endif
