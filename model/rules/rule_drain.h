// SPDX-License-Identifier: Apache-2.0
// What a request to bring out what the unit holds asks of the items (rules.h).
#ifndef RULE_DRAIN_H
#define RULE_DRAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rules;

// The last item presented is another one from now on: an exception has come that cancels the instruction that it was.
void rules_cancel_item(struct rules *a, size_t item);
// `count` items from `item` on are reported by the packet at `offset`: NULL, or the rule that the first of them breaks,
// as a phrase. Nothing is recorded, for it is the caller who decides which items they were.
const char *rules_check_drained_items(struct rules *a, size_t item, uint32_t count, uint64_t offset);
// The items were those, so the rule that rules_check_drained_items() returned last is violated, by the packet at
// `offset`, which left in clock `clock`.
void rules_record_drain_violation(struct rules *a, uint64_t clock, uint64_t offset);

#endif
