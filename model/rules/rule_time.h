// SPDX-License-Identifier: Apache-2.0
// Timestamps: what another theme knows of them. Used by rule*.c only.
#ifndef RULE_TIME_H
#define RULE_TIME_H

struct rules;

// A timestamp here may be the last waypoint's.
void rules_expect_waypoint_timestamp(struct rules *a);

#endif
