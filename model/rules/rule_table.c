// SPDX-License-Identifier: Apache-2.0
// The table of the rules. rule_rows.inc has the rows.
#include "rule_table.h"

#include <string.h>

const struct rule_row rule_table[RULES] = {
#define RULE(rule, ...) [rule] = {__VA_ARGS__},
#include "rule_rows.inc"
};

unsigned rule_find(const char *id) {
  unsigned i = 0;
  while (i < RULES && strcmp(rule_table[i].id, id) != 0) i++;
  return i;
}
