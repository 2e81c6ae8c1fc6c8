// SPDX-License-Identifier: Apache-2.0
// Pins that are x or z (rules.h).
#ifndef RULE_UNKNOWN_H
#define RULE_UNKNOWN_H

struct cycle;
struct rules;

// An edge of rules_clock, with x or z on some pin: before that.
void rules_unknown(struct rules *a, const struct cycle *c);

#endif
