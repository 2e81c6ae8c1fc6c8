// SPDX-License-Identifier: Apache-2.0
// What registers read that nobody has written, and what the Programming bit holds: for rule_register.c.
#ifndef RULE_HELD_H
#define RULE_HELD_H

#include <stdbool.h>
#include <stdint.h>

struct rules;
struct register_row;

// Bits that read 0 in this unit.
uint32_t rules_reserved_bits(const struct rules *a, const struct register_row *row);
// A value read: before what was written is compared with it.
void rules_held_read(struct rules *a, const struct register_row *row, uint32_t value);
// `taken`: the unit surely has it.
void rules_held_write(struct rules *a, uint16_t address, uint32_t value, bool taken);
// The Programming bit is cleared.
void rules_held_release(struct rules *a);
// The state may go on from here, or is lost.
void rules_held_forget(struct rules *a);

#endif
