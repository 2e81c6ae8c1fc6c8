// SPDX-License-Identifier: Apache-2.0
// Pins that are x or z (rules.h).
#ifndef RULE_UNKNOWN_H
#define RULE_UNKNOWN_H

struct cycle;
struct rules;

// Some pin is x or z at this edge. Call it before rules_begin().
void rules_unknown(struct rules *a, const struct cycle *c);

#endif
