// SPDX-License-Identifier: Apache-2.0
// The table of the rules (docs/rules.md).
#ifndef RULE_TABLE_H
#define RULE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

// In the order of docs/rules.md.
enum {
  PFT_ADDR_1,
  PFT_ADDR_2,
  PFT_INFO_1,
  PFT_INFO_2,
  PFT_COUNT_1,
  PFT_BCAST_1,
  PFT_BCAST_2,
  PFT_ERET_1,
  PFT_ERET_2,
  ETM3_ADDR_1,
  ETM3_INFO_1,
  ETM3_BCAST_1,
  ETM3_BCAST_2,
  TRC_VMID_1,
  TRC_TIME_1,
  TRC_TIME_2,
  PFT_TIME_3,
  TRC_TIME_4,
  TRC_TIME_5,
  TRC_TIME_6,
  TRC_TSYNC_1,
  TRC_TSYNC_2,
  TRC_TSYNC_3,
  TRC_ASYNC_1,
  TRC_SYNC_1,
  TRC_SYNC_2,
  TRC_SYNC_3,
  TRC_TRIG_1,
  TRC_TRIG_2,
  TRC_TRIG_3,
  TRC_TRIG_4,
  TRC_TRIG_5,
  TRC_TRIG_6,
  TRC_FLUSH_1,
  TRC_FLUSH_2,
  TRC_IDLE_1,
  TRC_IDLE_2,
  TRC_STOP_1,
  TRC_STOP_2,
  TRC_AUTH_1,
  TRC_SR_1,
  TRC_SR_2,
  TRC_SR_3,
  TRC_SR_4,
  TRC_REG_1,
  TRC_REG_2,
  TRC_ID_1,
  TRC_ID_2,
  TRC_ID_3,
  ATB_ID_1,
  ATB_HELD_1,
  ATB_HELD_2,
  ATB_BYTES_1,
  APB_READY_1,
  APB_ERR_1,
  PIN_X_1,
  PORT_TYPE_1,
  PORT_TAKEN_1,
  PORT_LINK_1,
  PORT_EXC_1,
  PORT_CANCEL_1,
  PORT_SECRET_1,
  PORT_ADDR_1,
  PORT_ADDR_2,
  PORT_BRANCH_1,
  PORT_BRANCH_2,
  PORT_PASS_1,
  PORT_LINK_2,
  PORT_ERET_1,
  PORT_SIZE_1,
  BENCH_1,
  OWN_PACK_1,
  OWN_INFO_1,
  OWN_STACK_1,
  OWN_STACK_2,
  OWN_SYNC_1,
  OWN_SYNC_2,
  OWN_SYNC_3,
  OWN_OVFL_1,
  OWN_FLUSH_1,
  OWN_IDLE_1,
  ARCH_RULES
};

enum arch_protocols { ARCH_BOTH, ARCH_PFT, ARCH_ETM3 };

// Whose rules they are: of any unit by the architecture or a bus; of our own unit (mode strict). Or of what is beside
// the unit, which is then not what was checked: the processor's port, the bench.
enum rule_scope { RULE_ARCHITECTURE, RULE_BUS, RULE_OWN, RULE_PORT, RULE_BENCH };

// How much of its clauses somebody here has read. What the rest may permit is a liberty: the rule accepts each reading.
enum rule_read { RULE_WHOLE, RULE_IN_PART, RULE_UNREAD };

// Some of the rules.
struct rule_set {
  uint64_t word[(ARCH_RULES + 63) / 64];
};
static inline void rule_add(struct rule_set *s, unsigned rule) { s->word[rule / 64] |= 1ull << rule % 64; }
static inline bool rule_in(const struct rule_set *s, unsigned rule) { return s->word[rule / 64] >> rule % 64 & 1; }

// A rule of the table.
struct arch_rule {
  const char *id;      // "PFT-ADDR-1"
  const char *clause;  // "IHI 0035B 4.5.4"
  const char *text;    // one sentence: what the unit does
  uint8_t protocol;    // enum arch_protocols
  uint8_t since;       // first minor version
  uint8_t scope;       // enum rule_scope
  uint8_t read;        // enum rule_read, for docs/rules.md
};

extern const struct arch_rule arch_rules[ARCH_RULES];

// The rule called `id`, or ARCH_RULES.
unsigned arch_find(const char *id);

#endif
