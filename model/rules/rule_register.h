// SPDX-License-Identifier: Apache-2.0
// Registers (rules.h).
#ifndef RULE_REGISTER_H
#define RULE_REGISTER_H

#include <stdint.h>

struct rules;

// Behind an edge: somebody says what a register reads as. Before the registers take it.
void rules_register(struct rules *a, uint16_t offset, uint32_t value);
// They have taken it, with that event (bits of enum registers_event).
void rules_registers(struct rules *a, uint16_t offset, unsigned event);
// Before an edge: the unit is seen to run (registers_seen).
void rules_seen(struct rules *a, unsigned event);

#endif
