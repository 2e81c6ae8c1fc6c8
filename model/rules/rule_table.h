// SPDX-License-Identifier: Apache-2.0
// The table of the rules (docs/rules.md).
#ifndef RULE_TABLE_H
#define RULE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

// The rules of rule_rows.inc, in its order.
enum {
#define RULE(rule, ...) rule,
#include "rule_rows.inc"
#undef RULE
  RULES
};

enum rule_protocol { RULE_BOTH, RULE_PFT, RULE_ETM3 };

// The object of the rule. Architecture and bus: any trace unit. Own: the reference RTL only, in mode strict. Port and
// bench: the test environment, whose violations are not faults of the DUT.
enum rule_scope { RULE_ARCHITECTURE, RULE_BUS, RULE_OWN, RULE_PORT, RULE_BENCH };

// How much of the text of its clauses was available. If a part is missing, the rule accepts every reading that the
// missing part may permit.
enum rule_read { RULE_WHOLE, RULE_IN_PART, RULE_UNREAD };

// A set of rules.
struct rule_set {
  uint64_t word[(RULES + 63) / 64];
};
static inline void rule_add(struct rule_set *s, unsigned rule) { s->word[rule / 64] |= 1ull << rule % 64; }
static inline bool rule_in(const struct rule_set *s, unsigned rule) { return s->word[rule / 64] >> rule % 64 & 1; }

// A rule of the table.
struct rule_row {
  const char *id;      // "PFT-ADDR-1"
  const char *clause;  // "IHI 0035B 4.5.4"
  const char *text;    // the requirement, in at most 30 words: "ATID must be ..."
  uint8_t protocol;    // enum rule_protocol
  uint8_t since;       // first minor version
  uint8_t scope;       // enum rule_scope
  uint8_t read;        // enum rule_read, for docs/rules.md
  bool missing;        // The packet at which the violation is found is correct, and an earlier packet is missing.
};

extern const struct rule_row rule_table[RULES];

// The rule with the ID `id`. RULES: there is none.
unsigned rule_find(const char *id);

#endif
