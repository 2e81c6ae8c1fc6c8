// SPDX-License-Identifier: Apache-2.0
// Registers, where somebody says what they read as (rules.h).
#ifndef RULE_REGISTER_H
#define RULE_REGISTER_H

#include <stdint.h>

struct rules;

// Behind an edge.
void rules_register(struct rules *a, uint16_t offset, uint32_t value);

#endif
