// SPDX-License-Identifier: Apache-2.0
// The items that must be in the trace before the DUT answers a flush or an idle request.
#ifndef RULE_DRAIN_H
#define RULE_DRAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cycle.h"
#include "rules_state.h"

// Notes how many items were presented by this edge of CLK.
static inline void rule_drain_items(struct rules *a, const struct cycle *c) {
  a->drain.items[a->clock % RULES_HISTORY] = c->items;
}
// Item `item` was an instruction that an exception cancelled. The exception takes its number.
void rules_cancel_item(struct rules *a, size_t item);
// The packet at `offset` reports `count` items from `item` on. Returns NULL, or a phrase with the violated rule. The
// call does not record the violation, because the scoreboard may still assign other items to the packet.
const char *rules_check_drained_items(struct rules *a, size_t item, uint32_t count, uint64_t offset);
// The assignment of items is final. Records the violation that rules_check_drained_items() returned last. The packet at
// `offset` left in clock `clock`.
void rules_record_drain_violation(struct rules *a, uint64_t clock, uint64_t offset);

#endif
