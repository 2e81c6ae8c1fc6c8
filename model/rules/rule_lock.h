// SPDX-License-Identifier: Apache-2.0
// Locks, claim tags, power: what rule_register.c asks of them.
#ifndef RULE_LOCK_H
#define RULE_LOCK_H

#include <stdbool.h>

struct rules;
struct rules_pins;
struct ports_in;

// An access is complete, with PSLVERR or without; the registers have not taken it.
void rules_lock_access(struct rules *a, const struct rules_pins *pins);
// They have taken something.
void rules_lock_taken(struct rules *a);
// ATVALID is 1.
void rules_lock_traces(struct rules *a);
// For all that is known nothing but an OS lock keeps from a trace register.
bool rules_lock_reaches(const struct rules *a, const struct ports_in *in);

#endif
