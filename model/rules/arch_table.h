// SPDX-License-Identifier: Apache-2.0
// The table of the architecture rules (docs/rules.md).
#ifndef ARCH_TABLE_H
#define ARCH_TABLE_H

#include <stdint.h>

#include "arch_state.h"

// A rule of the table.
struct arch_rule {
  const char *id;      // "PFT-ADDR-1"
  const char *clause;  // "IHI 0035B 4.5.4"
  const char *text;    // one sentence: what the unit does
  uint8_t protocol;    // enum arch_scope
  uint8_t since;       // first minor version
};

extern const struct arch_rule arch_rules[ARCH_RULES];

// The rule called `id`, or ARCH_RULES.
unsigned arch_find(const char *id);

#endif
