// SPDX-License-Identifier: Apache-2.0
// Pins that are x or z (rules.h).
#ifndef RULE_UNKNOWN_H
#define RULE_UNKNOWN_H

struct cycle;
struct rules;
struct wpt_entry;

// Some pin is x or z at this edge. Call it before rules_begin().
void rules_unknown(struct rules *a, const struct cycle *c);
// The DUT takes a committed waypoint of which some pin was x or z when it was presented. A flushed waypoint may have
// any value.
void rules_unknown_commit(struct rules *a, const struct wpt_entry *e, const struct cycle *c);

#endif
